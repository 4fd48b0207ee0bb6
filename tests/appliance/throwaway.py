"""Installs, upgrades to a broken version and uninstalls in a throw-away Debian root: ``make test-install``, as root.

A root made by debootstrap has no systemd running, so ``systemctl`` is a stand-in beside this file that does what the
service file says; the service file itself is read by the real ``systemd-analyze verify``.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
PACKAGES = "ca-certificates,python3,python3-venv,make,adduser,procps,systemd"
PORT = 18764
SETTINGS = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CERT", "PIP_DEFAULT_TIMEOUT", "HTTPS_PROXY")
BREAKS = {
    "crashes while starting": (
        "companion/serving.py",
        "log = logging",
        "raise RuntimeError('broken on purpose')\nlog = logging",
    ),
    "never answers": ("companion/serving.py", "    server.start()\n", "    import time; time.sleep(10_000)\n"),
    "cannot be built": ("pyproject.toml", "[project]", "[project\n"),
    "dies with its camera": ("companion/app.py", '        """Start the loops."""', "        import os; os.abort()"),
}


class Root:
    """A Debian root in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, suite: str, base: Path | None) -> None:
        if base is not None:
            subprocess.run(["cp", "-a", "--reflink=auto", f"{base}/.", self.folder], check=True)
        else:
            words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(self.folder)]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        for name in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt", "etc/pip.conf"):
            if Path("/", name).exists():  # the way to the packages is that of this machine
                shutil.copyfile(Path("/", name), self.folder / name)
        for kind, where in (("proc", "proc"), ("tmpfs", "run"), ("tmpfs", "tmp")):
            subprocess.run(["mount", "-t", kind, kind, self.folder / where], check=True)
        for device in ("null", "zero", "random", "urandom"):
            (self.folder / "dev" / device).unlink(missing_ok=True)
            (self.folder / "dev" / device).touch()
            subprocess.run(["mount", "--bind", f"/dev/{device}", self.folder / "dev" / device], check=True)
        target = self.folder / "usr/local/bin/systemctl"
        shutil.copyfile(HERE / "systemctl", target)
        target.chmod(0o755)
        (self.folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (self.folder / "usr/sbin/policy-rc.d").chmod(0o755)

    def bring(self, source: Path, to: str) -> Path:
        target = self.folder / to
        shutil.rmtree(target, ignore_errors=True)
        left_out = shutil.ignore_patterns(
            ".git", ".venv", "__pycache__", "node_modules", ".*_cache", "data", "build", "*.egg-info"
        )
        shutil.copytree(source, target, ignore=left_out, symlinks=True)
        return target

    def run(self, *words: str, check: bool = True) -> str:
        env = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
        env |= {name: os.environ[name] for name in SETTINGS if name in os.environ}
        done = subprocess.run(
            ["chroot", self.folder, *words],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if check and done.returncode != 0:
            raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout[-3000:]}")
        return f"{done.stdout}\n(exit {done.returncode})"

    def end(self) -> None:
        """Stop what runs there and give the mounts back, innermost first."""
        self.run("systemctl", "stop", "table-companion", check=False)
        mounts = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
        for mount in reversed([m for m in mounts if m.startswith(f"{self.folder}/")]):
            subprocess.run(["umount", mount], check=False)


def say(text: str) -> None:
    print(f"== {text}", flush=True)


def panel() -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health", timeout=5) as answer:
        return answer.read().decode()


def must(is_so: bool, text: str) -> None:
    if not is_so:
        raise SystemExit(f"FAILED: {text}")
    print(f"   ok: {text}", flush=True)


def trial(root: Root, breaks: list[str]) -> None:  # noqa: PLR0915 - one story from beginning to end
    home = root.folder / "var/lib/table-companion"
    say("install")
    source = root.bring(SOURCE, "root/companion")
    starter = source / "companion/appliance/companion.toml"
    starter.write_text(starter.read_text() + f"\n[panel]\nport = {PORT}\n")
    out = root.run("make", "-C", "/root/companion", "install")
    must(panel() == "ok", "the panel answers")
    must(f":{PORT}/join?code=" in out and "█" in out, "the address and a square to scan are printed")
    must("companion" in root.run("ps", "-o", "user:20=", "-C", "companion", check=False), "it runs as its own user")
    groups = root.run("id", "-nG", "companion")
    must(all(g in groups for g in ("video", "dialout")), "that user may use camera and serial board")
    verify = subprocess.run(
        ["systemd-analyze", "verify", f"--root={root.folder}", "table-companion.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    must(
        verify.returncode == 0 and "table-companion" not in verify.stderr,
        f"systemd-analyze verify is content {verify.stderr}",
    )
    must((root.folder / "etc/udev/rules.d/70-table-companion.rules").exists(), "the board gets its name")

    say("a game, a profile and a config that must survive all that follows")
    config = home / "companion.toml"
    config.write_text(config.read_text().replace('name = "Table"', 'name = "Kitchen"'))
    bin_ = "/opt/table-companion/current/venv/bin"
    root.run("systemctl", "stop", "table-companion")
    roll = "0 roll brown:hard brown:steady navy-gray:hard navy-gray:steady"
    verb = f"{bin_}/companion play rolling-heights --data /var/lib/table-companion/data"
    play = f"cd /tmp && printf '{roll}\\nquit\\n' | {verb}"
    root.run("su", "-s", "/bin/sh", "companion", "-c", play)
    (home / "data/profile.json").write_text("{}")
    root.run("chown", "companion:companion", "/var/lib/table-companion/data/profile.json")
    root.run("systemctl", "start", "table-companion")
    games = root.run(f"{bin_}/companion", "replay", "--data", "/var/lib/table-companion/data")
    must("rolling-heights-1: Ann, Ben" in games, "the game is there")

    version = (root.folder / "opt/table-companion/current").resolve().name
    for name in breaks:
        say(f"upgrade to a version that {name}")
        file, old, new = BREAKS[name]
        broken = root.bring(SOURCE, "root/broken")
        text = (broken / file).read_text()
        must(old in text, "the version is broken as it is meant to be")
        (broken / file).write_text(text.replace(old, new, 1))
        out = root.run("make", "-C", "/root/broken", "upgrade", check=False)
        must(
            "(exit 2)" in out,
            f"upgrade says that it failed: {[line for line in out.splitlines() if 'Error' in line][:1]}",
        )
        must((root.folder / "opt/table-companion/current").resolve().name == version, "the old version is in use")
        must(panel() == "ok", "the panel answers")
        after = root.run(f"{bin_}/companion", "replay", "--data", "/var/lib/table-companion/data")
        must(after == games, "the game is still there")
        must(
            "Kitchen" in config.read_text() and (home / "data/profile.json").read_text() == "{}",
            "so are config and profile",
        )

    say("upgrade to a version that is well")
    better = root.bring(SOURCE, "root/better")
    init = better / "companion/__init__.py"
    init.write_text(init.read_text().replace('__version__ = "', '__version__ = "9.'))
    root.run("make", "-C", "/root/better", "upgrade")
    must("companion, version 9." in root.run(f"{bin_}/companion", "--version"), "the new version is in use")
    must(panel() == "ok", "the panel answers")
    must(
        root.run(f"{bin_}/companion", "replay", "--data", "/var/lib/table-companion/data") == games,
        "the game is still there",
    )

    say("uninstall")
    root.run("make", "-C", "/root/better", "uninstall")
    left = [
        p
        for p in (
            "opt/table-companion",
            "etc/systemd/system/table-companion.service",
            "etc/udev/rules.d/70-table-companion.rules",
        )
        if (root.folder / p).exists()
    ]
    must(left == [], f"the program is gone {left}")
    must(
        (home / "data/journal.sqlite").exists() and (home / "data/profile.json").exists() and config.exists(),
        "the games stay",
    )
    must("(exit 0)" not in root.run("id", "companion", check=False), "the user is gone")
    try:
        panel()
        must(False, "nothing answers any more")
    except OSError:
        must(True, "nothing answers any more")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="bookworm", help="bookworm or trixie")
    parser.add_argument("--base", type=Path, help="a root that debootstrap made already; it is copied")
    parser.add_argument(
        "--break", dest="breaks", action="append", choices=list(BREAKS), help="only these broken versions"
    )
    chosen = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("This makes a Debian root; run it as root.")
    with tempfile.TemporaryDirectory(prefix="companion-root-") as folder:
        root = Root(Path(folder))
        try:
            say(f"a throw-away root of {chosen.suite}")
            root.make(chosen.suite, chosen.base)
            trial(root, chosen.breaks or list(BREAKS))
            say("everything holds")
        finally:
            root.end()


if __name__ == "__main__":
    main()
