"""``python3 -m companion.appliance install|upgrade|uninstall``, which ``make`` calls."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.appliance.install import install
from companion.appliance.places import Places
from companion.appliance.system import Failed
from companion.appliance.uninstall import uninstall
from companion.appliance.upgrade import upgrade

SOURCE = Path(__file__).resolve().parents[2]


def main() -> None:
    """Do it, or end with one sentence and exit code 1."""
    parser = argparse.ArgumentParser(prog="companion.appliance", description=__doc__)
    parser.add_argument("act", choices=("install", "upgrade", "uninstall"))
    act = parser.parse_args().act
    places = Places()
    try:
        if act == "install":
            install(places, SOURCE)
        elif act == "upgrade":
            upgrade(places, SOURCE)
        else:
            uninstall(places)
    except Failed as failed:
        sys.exit(f"Error: {failed}")


if __name__ == "__main__":
    main()
