"""Dice and meeples that went from one table to another: a piece too many here, one of its kind no longer seen there.

The camera tells kinds and colours, not single pieces, so this is a hint where to look, not a proof. What a table has
is learnt from the first readings of each game; only what is seen again and again on top of that is a stranger.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LEARNING = 8
"""So many readings of a game show what belongs to it."""
SURE = 2
"""So often a piece too many must be seen before anybody is told: a reading may be wrong."""

Look = tuple[str, str]
"""The kind and the colour of a piece."""


@dataclass(frozen=True, slots=True)
class Wanderer:
    """A piece that seems to have changed tables."""

    kind: str
    color: str
    here: str
    """The table where it is now."""
    since_ns: int
    home: str
    """The table that has been without it since."""
    missed_ns: int
    """When it was last seen there."""


@dataclass(slots=True)
class _Tray:
    game: str
    readings: int = 0
    usual: Counter[Look] = field(default_factory=Counter)
    last_full: dict[Look, int] = field(default_factory=dict)
    """When as many of this look as belong here were last seen."""
    strange: dict[Look, list[int]] = field(default_factory=dict)
    """When more of a look than belong here were seen."""


class Wandering:
    """Follows the pieces of all tables."""

    def __init__(self) -> None:
        self._trays: dict[str, _Tray] = {}

    def see(self, table: str, game: str, at_ns: int, body: Mapping[str, Any]) -> None:
        """A roll was read at a table."""
        reading = body.get("reading")
        pieces = reading.get("pieces") if isinstance(reading, dict) else None
        if not isinstance(pieces, list) or not pieces:
            return
        tray = self._trays.get(table)
        if tray is None or tray.game != game:
            tray = self._trays[table] = _Tray(game)
        tray.readings += 1
        for look, count in Counter(_looks(pieces)).items():
            if tray.readings <= LEARNING:
                tray.usual[look] = max(tray.usual[look], count)
            elif count > tray.usual[look]:
                tray.strange.setdefault(look, []).append(at_ns)
            if count >= tray.usual[look]:
                tray.last_full[look] = at_ns

    def wanderers(self) -> list[Wanderer]:
        """Every piece that is too many at one table and missing at another, newest first."""
        found = []
        for here, tray in list(self._trays.items()):
            for look, times in list(tray.strange.items()):
                if len(times) >= SURE and (home := self._home(look, here, times[0])):
                    found.append(Wanderer(*look, here, times[0], home, self._trays[home].last_full[look]))
        return sorted(found, key=lambda w: -w.since_ns)

    def _home(self, look: Look, here: str, since_ns: int) -> str:
        """The table that had such a piece and has not shown all of them since; "" if none or it cannot be told."""
        without = [
            name
            for name, tray in list(self._trays.items())
            if name != here and tray.usual[look] and 0 < tray.last_full.get(look, 0) < since_ns
        ]
        return without[0] if len(without) == 1 else ""


def _looks(pieces: Sequence[Any]) -> Iterable[Look]:
    for piece in pieces:
        if isinstance(piece, list) and len(piece) >= 3 and piece[2] and isinstance(piece[2], str):
            yield str(piece[0]), piece[2]
