"""Runs the whole test suite under 64-bit ARM Linux: ``make test-arm64``, as root, on any Debian machine. Takes hours.

A Debian root for arm64 is made by debootstrap and its programs run through qemu-user-static, which the kernel calls by
itself once it is registered in binfmt_misc. The root is kept in ``build/arm64`` and used again. What Python needs is
unpacked and compiled from outside, where that is fast, and run inside. A run that was cut short goes on where it was:
what passed on the same code is not run again (``remembered.py``). Which tests were skipped or failed, and
why, is told at the end.
"""

import argparse
import collections
import concurrent.futures
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.appliance import remembered

SOURCE = Path(__file__).resolve().parents[2]
ROOT = SOURCE / "build/arm64"
QEMU = Path("/usr/bin/qemu-aarch64-static")
MISC = Path("/proc/sys/fs/binfmt_misc")
MAGIC = (
    r":qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:"
    r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:F"
)
BASE = "ca-certificates,python3,python3-venv,make,git,gcc,libc6-dev"
PACKAGES = (SOURCE / ".ci/run").read_text(encoding="utf-8").split('packages="')[1].split('"')[0].split()
PLATFORMS = [f"manylinux_2_{n}_aarch64" for n in (17, 24, 26, 27, 28, 31, 34)] + ["manylinux2014_aarch64"]

LOT = 8
"""So many test files run in one process."""
NO_TESTS = 5
"""What pytest ends with if everything passed before."""


def say(text: str) -> None:
    print(f"== {time.strftime('%H:%M:%S')} {text}", flush=True)


def run(*words: object, check: bool = True) -> int:
    return subprocess.run([str(w) for w in words], check=check).returncode


def inside(*words: object, check: bool = True) -> int:
    """Run a program of the root; it sees this machine's processor only through the emulation."""
    env = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
    env |= {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["chroot", str(ROOT), *(str(w) for w in words)], env=env, check=check).returncode


def register() -> None:
    """Let the kernel run programs for ARM."""
    if not QEMU.exists():
        sys.exit("qemu-aarch64-static is missing; install qemu-user-static.")
    if not (MISC / "register").exists():
        run("mount", "-t", "binfmt_misc", "none", MISC)
    if not (MISC / "qemu-aarch64").exists():
        (MISC / "register").write_text(MAGIC)


def make_root() -> None:
    """The Debian root, made once; a second stage that was cut short is begun anew."""
    done = ROOT / ".done"
    if done.exists():
        return
    if not (ROOT / "debootstrap").exists():
        say("first stage")
        run("debootstrap", "--arch=arm64", "--foreign", "--variant=minbase", f"--include={BASE}", "bookworm", ROOT)
    say("second stage, under emulation")
    shutil.copy(QEMU, ROOT / "usr/bin")
    # A root that can be made again need not survive a power cut while it is made.
    (ROOT / "etc/dpkg/dpkg.cfg.d/hurry").write_text("force-unsafe-io\n")
    inside("/debootstrap/debootstrap", "--second-stage")
    done.touch()


def mount() -> None:
    for kind, where in (("proc", "proc"), ("tmpfs", "tmp"), ("tmpfs", "run")):
        if not os.path.ismount(ROOT / where):
            run("mount", "-t", kind, kind, ROOT / where)
    for where in ("dev", "dev/pts", "dev/shm"):  # the tests' serial port is a pseudo terminal
        if not os.path.ismount(ROOT / where):
            run("mount", "--bind", f"/{where}", ROOT / where)
    for name in ("etc/resolv.conf", "etc/hosts"):
        shutil.copyfile(Path("/", name), ROOT / name)


def unmount() -> None:
    for where in ("dev/shm", "dev/pts", "dev", "run", "tmp", "proc"):
        if os.path.ismount(ROOT / where):
            run("umount", ROOT / where, check=False)


def install() -> None:
    """Debian packages by apt inside; Python's wheels from here, each checked against our list and compiled here."""
    say("packages of Debian")
    inside("apt-get", "update", "-q")
    inside("apt-get", "install", "-qy", "--no-install-recommends", *PACKAGES)
    say("packages of Python")
    if not (ROOT / "root/venv").exists():
        inside("python3", "-m", "venv", "/root/venv")
    site = ROOT / "root/venv/lib/python3.11/site-packages"
    locked = (SOURCE / ".locks/dev.txt").read_bytes()
    done = ROOT / "root/venv/locked.txt"
    if not done.exists() or done.read_bytes() != locked:
        platforms = [word for name in PLATFORMS for word in ("--platform", name)]
        run(
            sys.executable, "-m", "pip", "install", "-q", "--target", site, "--upgrade", *platforms,
            "--python-version", "3.11", "--implementation", "cp", "--only-binary=:all:", "--no-deps", "--no-compile",
            "--require-hashes", "-r", SOURCE / ".locks/dev.txt",
        )  # fmt: skip
        done.write_bytes(locked)
    pip = ("/root/venv/bin/python", "-m", "pip", "install", "-q", "--no-index", "--no-compile")
    inside(*pip, "--no-deps", "--no-build-isolation", "-e", "/root/companion")
    if sys.version_info[:2] == (3, 11):  # the same bytecode; under emulation each process would take a minute for it
        for folder in (site, ROOT / "root/companion"):
            run(sys.executable, "-m", "compileall", "-q", "-s", ROOT, "-p", "/", folder, check=False)


def bring() -> None:
    """The checkout as it is committed, and what the tests look for beside it."""
    target = ROOT / "root/companion"
    shutil.rmtree(target, ignore_errors=True)
    run("git", "clone", "-q", SOURCE, target)
    beside = SOURCE.parent / "shared"
    if beside.exists() and not (ROOT / "root/shared").exists():
        shutil.copytree(beside, ROOT / "root/shared", symlinks=False)


def test(chosen: list[str], workers: int) -> int:
    """Run what did not pass yet on this very code; results are kept beside the root, test by test.

    A few files at a time, each lot in a process of its own: under emulation it takes minutes only to collect all tests,
    and a processor that is emulated wrongly somewhere ends one lot, not the run.
    """
    inside("/root/venv/bin/python", "-c", "import platform; assert platform.machine() == 'aarch64'")
    files = chosen or remembered.all_files()
    lots = [files[n : n + LOT] for n in range(0, len(files), LOT)]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        codes = list(pool.map(_test_lot, lots))
    return max((code for code in codes if code != NO_TESTS), default=0)


def _test_lot(files: list[str]) -> int:
    place = "REMEMBERED_IN=/root/results.jsonl"
    # With two cores of their own each, numpy and the reader's network would only wait for each other.
    calm = "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1"
    # qemu cannot start a program anew by /proc/self/exe, so the browser must do all in one process; and it is slow.
    calm += " TESTS_PATIENCE=20 CHROMIUM_FLAGS='--single-process --no-zygote'"
    words = ["/root/venv/bin/python", "-m", "pytest", "-q", "-n", "0", "-p", "tests.appliance.remembered", *files]
    code = inside("/bin/sh", "-c", f"cd /root/companion && {place} {calm} exec {' '.join(words)}", check=False)
    say(f"{'well' if code in (0, NO_TESTS) else f'exit {code}'}: {' '.join(files)}")
    return code


def sum_up() -> None:
    """What is known of this code until now."""
    results = list(remembered.known(ROOT / "root/results.jsonl").values())
    for entry in results:
        if entry["outcome"] != "passed":
            print(f"{entry['outcome']}: {entry['test']}: {entry['why'].strip().splitlines()[-1:]}")
    count = collections.Counter(entry["outcome"] for entry in results)
    files = {entry["test"].split("::")[0] for entry in results}
    minutes = sum(entry["seconds"] for entry in results) / 60
    say(f"on this code: {dict(count)} in {len(files)} files, {minutes:.0f} minutes under emulation")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", help="which tests; default: all")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many tests at a time")
    parser.add_argument("--as-it-is", action="store_true", help="the root is set up already; only bring the code")
    chosen = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("This makes a Debian root; run it as root.")
    register()
    make_root()
    mount()
    try:
        bring()
        if not chosen.as_it_is:
            install()
        say("the tests")
        code = test(chosen.tests, chosen.workers)
        sum_up()
    finally:
        unmount()
    sys.exit(code)


if __name__ == "__main__":
    main()
