"""The printed values of this table's copies of the games, asked once and remembered."""

import json
from collections.abc import Mapping
from pathlib import Path

from companion.errors import ConfigError
from companion.files import write_durably


def read_values(path: Path) -> dict[str, str]:
    """The printed values in a file that somebody wrote or was given; null stands for one that is not known."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{str(path)!r} cannot be read ({error}); give a file of names and values.") from None
    if not (isinstance(values, dict) and all(isinstance(v, str | None) for v in values.values())):
        raise ConfigError(f'{str(path)!r} must map names to words, such as {{"park": "2"}}; mend it.')
    return {name: value for name, value in values.items() if value is not None}


class Catalogues:
    """A folder with one small JSON file for each game."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, game: str) -> dict[str, str]:
        """What is known of this copy of the game."""
        path = self._path(game)
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise ConfigError(
                f"The catalogue {str(path)!r} cannot be read ({error}); mend it or move it away to be asked again."
            ) from None
        if not (isinstance(known, dict) and all(isinstance(v, str) for v in known.values())):
            raise ConfigError(f"The catalogue {str(path)!r} must map names to words; mend it or move it away.")
        return known

    def remember(self, game: str, learnt: Mapping[str, str | None]) -> None:
        """Add what was learnt; None takes a value back."""
        known = self.load(game)
        merged = {k: v for k, v in {**known, **learnt}.items() if v is not None}
        if merged != known:
            text = json.dumps(merged, indent=1, sort_keys=True, ensure_ascii=False)
            write_durably(self._path(game), text.encode())

    def _path(self, game: str) -> Path:
        return self._folder / f"{game}.json"
