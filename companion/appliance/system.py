"""What the installer does to the machine: run programs, ask systemd, speak to people."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

STEADY_S = 8.0
"""The panel must answer well for so long before a version counts as healthy: longer than a crash and restart take."""
PATIENCE_S = 180.0
"""A Pi Zero 2 needs half a minute to load everything."""


OWN = (".git", ".venv", "data", "build", "node_modules", "tests", "companion.toml", ".mypy_cache", ".ruff_cache")
"""What a checkout holds that is no part of a version."""


class Failed(Exception):
    """A step that did not work; the text says what to do."""


def say(text: str) -> None:
    """Tell the person in front of the screen."""
    print(text, flush=True)


def run(words: Sequence[str | Path], *, quiet: bool = True, check: bool = True) -> str:
    """What a program prints; one that fails is a sentence with its last words."""
    try:
        done = subprocess.run(
            [str(w) for w in words],
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        if check:
            raise Failed(f"There is no program {str(words[0])!r} on this system; install it and try again.") from None
        return ""
    if check and done.returncode != 0:
        last = (done.stdout or "").strip().splitlines()[-3:]
        raise Failed(f"'{' '.join(str(w) for w in words[:4])} …' failed: {' / '.join(last) or done.returncode}")
    return done.stdout or ""


def must_be_root() -> None:
    """Everything here writes to places that belong to the system."""
    if os.geteuid() != 0:
        raise Failed("This changes the system; run it again with sudo in front.")


def systemctl(*words: str, check: bool = True) -> str:
    """Ask systemd for something."""
    return run(["systemctl", *words], check=check)


def has_group(name: str) -> bool:
    """Whether the machine has a group of this name."""
    return bool(run(["getent", "group", name], check=False))


def has_user(name: str) -> bool:
    """Whether the machine has a user of this name."""
    return bool(run(["getent", "passwd", name], check=False))


def install_packages(names: Sequence[str]) -> None:
    """Install Debian packages; those this system does not have are left out and said."""
    missing = [n for n in names if not run(["dpkg-query", "-W", "-f=${Status}", n], check=False).endswith(" installed")]
    if not missing:
        return
    run(["apt-get", "update", "-q"], check=False)
    known = [n for n in missing if "Package: " in run(["apt-cache", "show", n], check=False)]
    for name in sorted(set(missing) - set(known)):
        say(f"   there is no package {name} here; what needs it will say so")
    if known:
        os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
        run(["apt-get", "install", "-qy", "--no-install-recommends", *known])


def port_of(config: Path) -> int:
    """The panel's port according to the config; the usual one if that cannot be read."""
    import tomllib  # noqa: PLC0415 - not there before Python 3.11, and the version is checked first

    try:
        return int(tomllib.loads(config.read_text(encoding="utf-8"))["panel"]["port"])
    except (OSError, ValueError, KeyError, TypeError):
        return 8000


def health(port: int) -> str:
    """What the panel says about itself; ``""`` if it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=3) as answer:
            return str(answer.read(2000).decode())
    except (urllib.error.URLError, OSError, ValueError):
        return ""


def wait_until_healthy(port: int, patience_s: float = PATIENCE_S) -> str:
    """``""`` once the panel has answered well for a while, else why it did not."""
    until, well_since, said = time.monotonic() + patience_s, 0.0, ""
    while time.monotonic() < until:
        said = health(port)
        if said != "ok":
            well_since = 0.0
            if said:
                return said
        elif not well_since:
            well_since = time.monotonic()
        elif time.monotonic() - well_since >= STEADY_S:
            return ""
        time.sleep(0.5)
    return said or f"the panel did not answer within {patience_s:.0f} s"


def copy_source(source: Path, target: Path) -> None:
    """Copy what a version is made of, without what belongs to this checkout alone."""

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [n for n in names if n == "__pycache__" or (Path(folder) == source and n in OWN)]

    shutil.copytree(source, target, ignore=left_out, symlinks=True)
