"""Uninstall: everything goes but the games, the profile and the config."""

from __future__ import annotations

import shutil

from companion.appliance.places import SERVICE, USER, Places
from companion.appliance.system import has_user, must_be_root, run, say, systemctl


def uninstall(places: Places) -> None:
    """Take the program away and say where the games are."""
    must_be_root()
    systemctl("disable", "--now", SERVICE, check=False)
    places.unit.unlink(missing_ok=True)
    places.rules.unlink(missing_ok=True)
    systemctl("daemon-reload", check=False)
    run(["udevadm", "control", "--reload"], check=False)
    shutil.rmtree(places.program, ignore_errors=True)
    shutil.rmtree(places.before, ignore_errors=True)
    if places.home.exists():
        # A user's number may be given to somebody else later; the games are nobody's but the owner's of the machine.
        run(["chown", "-R", "root:root", places.home])
    if has_user(USER):
        run(["userdel", USER])
    say(f"Uninstalled. Games, profile and config stay in {places.home}; delete that folder if you want them gone.")
