"""A PostgreSQL of the tests' own, on a socket in a folder of its own."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path


def program(name):
    """Where a program of PostgreSQL is; Debian keeps the server's out of the way."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: int(p.parts[-3].split(".")[0]))
    return str(found[-1]) if found else shutil.which(name)


def _unprivileged():
    """What puts a command into the hands of somebody other than root, whom PostgreSQL refuses to serve."""
    if os.getuid() != 0:
        return [], None
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"], user


def is_there():
    return program("initdb") is not None and (os.getuid() != 0 or shutil.which("setpriv") is not None)


class Postgres:
    def __init__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._as, user = _unprivileged()
        if user is not None:
            os.chown(self._folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "-D", f"{self._folder}/data", "-U", "hub", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {self._folder} -c listen_addresses=''"
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-w", "-l", f"{self._folder}/log", "-o", options, "start")
        self._made = 0

    def _run(self, name, *args):
        done = subprocess.run(
            [*self._as, program(name), *args], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, cwd="/", check=False, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def database(self):
        """The URL of a new, empty database."""
        self._made += 1
        name = f"night{self._made}"
        self._run("createdb", "-h", str(self._folder), "-U", "hub", name)
        return f"postgresql://hub@/{name}?host={self._folder}"

    def close(self):
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)
