"""An evening in figures: which games were finished, who played where, and who stands how."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from companion.hub.judge import Result

DAWN = timedelta(hours=6)
"""What is played after midnight still belongs to the evening before."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game, and at which table."""

    table: str
    """Its name on the broker."""
    title: str
    """What people call the table."""
    id: str
    """The game's name in the table's journal."""
    result: Result

    @property
    def evening(self) -> date:
        """The evening it belongs to."""
        return (datetime.fromtimestamp(self.result.ended_ns / 1e9) - DAWN).date()

    def rank(self, seat: int) -> int:
        """The place of a seat: the rules name the winners, tie-breaks included; behind them the points decide."""
        result = self.result
        if seat in result.winners:
            return 1
        mine = result.scores[seat]
        return 1 + sum(s in result.winners or score > mine for s, score in enumerate(result.scores) if s != seat)


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody did in all games of an evening."""

    name: str
    place: int
    points: float
    games: int
    wins: int
    beaten: float
    """The share of all opponents left behind, from 0 to 1."""
    tables: tuple[str, ...]
    """Where they played, in order."""


def finished(played: Iterable[Played]) -> list[Played]:
    """The games that count: over, judged by our rules; newest first."""
    over = [p for p in played if p.result.over and not p.result.problem]
    return sorted(over, key=lambda p: (-p.result.ended_ns, p.table))


def evenings(played: Iterable[Played]) -> list[date]:
    """The evenings on which something was finished, newest first."""
    return sorted({p.evening for p in played}, reverse=True)


@dataclass(slots=True)
class _Tally:
    name: str
    points: float = 0.0
    games: int = 0
    wins: int = 0
    opponents: int = 0
    tables: dict[str, None] = field(default_factory=dict)


def standings(played: Iterable[Played]) -> list[Standing]:
    """Everybody in order. A game brings a point for each opponent left behind, half a point for each one level.

    Points therefore say how many people somebody has beaten, whatever the games' own scores are worth; a game for one
    brings none. Two people are one if their names differ only in capital letters and spaces.
    """
    tallies: dict[str, _Tally] = {}
    for game in sorted(played, key=lambda p: p.result.ended_ns):
        ranks = [game.rank(seat) for seat in range(len(game.result.names))]
        for seat, name in enumerate(game.result.names):
            tally = tallies.setdefault(person(name), _Tally(" ".join(name.split())))
            others = [r for s, r in enumerate(ranks) if s != seat]
            gained = sum(1.0 if r > ranks[seat] else 0.5 if r == ranks[seat] else 0.0 for r in others)
            tally.points += gained
            tally.games += 1
            tally.wins += bool(others) and ranks[seat] == 1
            tally.opponents += len(others)
            tally.tables[game.title or game.table] = None
    ordered = sorted(tallies.values(), key=lambda t: (-t.points, -t.wins, t.games, t.name.casefold()))
    places: dict[float, int] = {}
    for index, tally in enumerate(ordered):
        places.setdefault(tally.points, 1 + index)
    return [
        Standing(
            t.name, places[t.points], t.points, t.games, t.wins,
            t.points / t.opponents if t.opponents else 0.0, tuple(t.tables),
        )
        for t in ordered
    ]  # fmt: skip


def person(name: str) -> str:
    """What makes two names the same person."""
    return " ".join(name.casefold().split())
