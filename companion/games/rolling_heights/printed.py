"""Printed values of this copy: what is shipped, what was entered, and what must be asked for."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def shipped() -> Mapping[str, str]:
    """The values that the rulebook's text gives; a lost one is null there and absent here."""
    text = resources.files(__package__).joinpath("catalogue.json").read_text(encoding="utf-8")
    return {key: str(value) for key, value in json.loads(text).items() if value is not None}
