"""The last config that worked, kept beside the games and used when the present one is refused."""

from pathlib import Path

from companion.config import Config, load
from companion.errors import ConfigError
from companion.files import write_durably
from companion.words import say

NAME = "config.good.toml"


def load_or_last(path: Path | None, folder: Path) -> tuple[Config, str]:
    """The config in a file, or the last that worked and a sentence why; without either the refusal stands."""
    try:
        return load(path), ""
    except ConfigError as refused:
        kept = folder / NAME
        if not kept.exists():
            raise
        text = say("{error} Until then the last config that worked is used.", error=str(refused))
        return load(kept), text


def keep(path: Path | None, folder: Path) -> None:
    """Remember a config that worked; one that is remembered already is not written again."""
    if path is None:
        return
    try:
        said = path.read_bytes()
        kept = folder / NAME
        if not kept.exists() or kept.read_bytes() != said:
            write_durably(kept, said)
    except OSError:
        return  # the one kept before stays; a full disk is said elsewhere
