"""Runs the whole test suite under 64-bit ARM Linux: ``make test-arm64``, as root, on any Debian machine. Takes hours.

A Debian root for arm64 is made by debootstrap and its programs run through qemu-user-static, which the kernel calls by
itself once it is registered in binfmt_misc. The root is kept in ``build/arm64`` and used again. What Python needs is
downloaded outside, where that is fast, and installed inside, where it is run.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

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


def say(text: str) -> None:
    print(f"== {time.strftime('%H:%M:%S')} {text}", flush=True)


def run(*words: object, check: bool = True) -> int:
    return subprocess.run([str(w) for w in words], check=check).returncode


def inside(*words: object, check: bool = True) -> int:
    """Run a program of the root; it sees this machine's processor only through the emulation."""
    env = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
    env |= {"DEBIAN_FRONTEND": "noninteractive", "PYTHONDONTWRITEBYTECODE": "1"}
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
    inside("/debootstrap/debootstrap", "--second-stage")
    done.touch()


def mount() -> None:
    for kind, where in (("proc", "proc"), ("tmpfs", "tmp"), ("tmpfs", "run")):
        if not os.path.ismount(ROOT / where):
            run("mount", "-t", kind, kind, ROOT / where)
    if not os.path.ismount(ROOT / "dev"):
        run("mount", "--bind", "/dev", ROOT / "dev")
    for name in ("etc/resolv.conf", "etc/hosts"):
        shutil.copyfile(Path("/", name), ROOT / name)


def unmount() -> None:
    for where in ("dev", "run", "tmp", "proc"):
        if os.path.ismount(ROOT / where):
            run("umount", ROOT / where, check=False)


def install() -> None:
    """Debian packages by apt inside; Python's wheels fetched here for there, each checked against our list."""
    say("packages of Debian")
    (ROOT / "etc/apt/sources.list").write_text("deb http://deb.debian.org/debian bookworm main\n")
    inside("apt-get", "update", "-q")
    inside("apt-get", "install", "-qy", "--no-install-recommends", *PACKAGES)
    say("packages of Python")
    wheels = ROOT / "root/wheels"
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    run(
        sys.executable, "-m", "pip", "download", "-q", "-d", wheels, *platforms, "--python-version", "3.11",
        "--implementation", "cp", "--only-binary=:all:", "--no-deps", "--require-hashes",
        "-r", SOURCE / ".locks/dev.txt",
    )  # fmt: skip
    if not (ROOT / "root/venv").exists():
        inside("python3", "-m", "venv", "/root/venv")
    pip = ("/root/venv/bin/pip", "install", "-q", "--no-index", "--find-links", "/root/wheels", "--no-compile")
    inside(*pip, "--require-hashes", "--no-deps", "-r", "/root/companion/.locks/dev.txt")
    inside(*pip, "--no-deps", "--no-build-isolation", "-e", "/root/companion")


def bring() -> None:
    """The checkout as it is committed, and what the tests look for beside it."""
    target = ROOT / "root/companion"
    shutil.rmtree(target, ignore_errors=True)
    run("git", "clone", "-q", SOURCE, target)
    beside = SOURCE.parent / "shared"
    if beside.exists() and not (ROOT / "root/shared").exists():
        shutil.copytree(beside, ROOT / "root/shared", symlinks=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", help="which tests; default: all")
    chosen = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("This makes a Debian root; run it as root.")
    register()
    make_root()
    mount()
    try:
        bring()
        install()
        say("the tests")
        inside("/root/venv/bin/python", "-c", "import platform; assert platform.machine() == 'aarch64'")
        # Emulation is slow and has no timer that a test could fail on; one worker for each core is enough.
        words = ("/root/venv/bin/python", "-m", "pytest", "-q", "-n", os.cpu_count(), *chosen.tests)
        code = inside("/bin/sh", "-c", f"cd /root/companion && exec {' '.join(str(w) for w in words)}", check=False)
    finally:
        unmount()
    sys.exit(code)


if __name__ == "__main__":
    main()
