"""Install: user and groups, packages, a version with its environment, names for the board, the service."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.appliance import versions
from companion.appliance.places import GROUPS, SERVICE, USER, Places
from companion.appliance.system import (
    Failed,
    has_group,
    has_user,
    install_packages,
    must_be_root,
    port_of,
    run,
    say,
    systemctl,
    wait_until_healthy,
)

HERE = Path(__file__).parent
PACKAGES = ("python3-venv", "python3-picamera2", "python3-lgpio", "python3-gpiozero", "avahi-daemon")
RELEASES = ("bookworm", "trixie")


def install(places: Places, source: Path) -> None:
    """Everything from a fresh system to a panel that answers; running it again repairs what is missing."""
    must_be_root()
    _look_at_the_system(places)
    say("Installing Debian packages …")
    install_packages(PACKAGES)
    make_user(places)
    before = versions.in_use(places)
    target = versions.build(places, source)
    write_files(places)
    versions.switch(places, target)
    systemctl("daemon-reload")
    run(["udevadm", "control", "--reload"], check=False)
    run(["udevadm", "trigger", "--subsystem-match=tty"], check=False)
    systemctl("enable", SERVICE)
    systemctl("restart", SERVICE)
    say("Waiting for the panel …")
    trouble = wait_until_healthy(port_of(places.config))
    if trouble:
        hint = " 'make upgrade' goes back by itself; this did not." if before else ""
        raise Failed(f"It was installed but is not well: {trouble}. Look at 'journalctl -u {SERVICE}'.{hint}")
    versions.tidy(places)
    greet(places)


def greet(places: Places) -> None:
    """Where the panel is, with the square a phone scans."""
    companion = places.current / "venv/bin/companion"
    run([companion, "address", "--data", places.data, "--config", places.config], quiet=False)


def _look_at_the_system(places: Places) -> None:
    about = (places.root / "etc/os-release").read_text(encoding="utf-8")
    said = dict(line.split("=", 1) for line in about.splitlines() if "=" in line)
    release = said.get("VERSION_CODENAME", "").strip('"')
    if release not in RELEASES:
        raise Failed(
            f"This is made for Raspberry Pi OS {' or '.join(RELEASES)}; here is {release or 'something else'}."
        )
    if run(["getconf", "LONG_BIT"]).strip() != "64":
        raise Failed("This is a 32-bit system; write the 64-bit Raspberry Pi OS to the card and try again.")


def make_user(places: Places) -> None:
    """A user of its own without a password, in the groups that camera, pins and board belong to."""
    places.home.mkdir(parents=True, exist_ok=True)
    if not has_user(USER):
        run(["useradd", "--system", "--user-group", "--home-dir", places.home, "--shell", "/usr/sbin/nologin", USER])
    groups = [name for name in GROUPS if has_group(name)]
    if groups:
        run(["usermod", "-aG", ",".join(groups), USER])
    places.data.mkdir(parents=True, exist_ok=True)
    if not places.config.exists():
        shutil.copyfile(HERE / "companion.toml", places.config)
    # Games of an earlier installation may belong to a user that is gone.
    run(["chown", "-R", f"{USER}:{USER}", places.home])
    places.home.chmod(0o750)


def write_files(places: Places) -> None:
    """The service file and the rules for the board's name."""
    for name, target in ((f"{SERVICE}.service", places.unit), ("board.rules", places.rules)):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / name, target)
