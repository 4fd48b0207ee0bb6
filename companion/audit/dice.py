"""Dice with names: the host says which dice lie on the table, and from then on they are judged by themselves.

A camera tells colours, not single dice. So a name belongs to a colour, to the dice one player throws, or to both; the
narrower one wins, and a newer one replaces an older one. It is an entry of the journal like any other: nobody can
claim afterwards that other dice were on the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.errors import IllegalEvent
from companion.journal import Journal
from companion.words import say

DICE_GAME = "dice"
DICE_KIND = "name"
"""An entry of this game and kind says what dice are called from then on."""
LONGEST = 40


@dataclass(frozen=True, slots=True)
class Named:
    """From one entry of the journal on, these dice bear this name."""

    seq: int
    name: str
    """``""``: they have none any more."""
    color: str = ""
    """``""``: of any colour."""
    owner: str = ""
    """The player who throws them; ``""``: anybody."""

    def covers(self, seq: int, color: str, player: str) -> bool:
        """Whether a die of this colour, thrown by this player in entry ``seq``, is one of these."""
        return self.seq < seq and self.color in ("", color) and self.owner in ("", player)


def name_dice(journal: Journal, name: str, color: str, owner: str, who: str) -> None:
    """Write down what dice are called from now on; an empty name takes theirs away."""
    name, color, owner = (" ".join(text.split()) for text in (name, color, owner))
    if max(len(name), len(color), len(owner)) > LONGEST:
        raise IllegalEvent(say("That name is too long; at most {n} characters.", n=LONGEST))
    journal.append(DICE_GAME, DICE_KIND, {"name": name, "color": color, "owner": owner, "who": who})


def all_named(journal: Journal) -> tuple[Named, ...]:
    """Everything that was ever said about names, oldest first."""
    return tuple(
        Named(e.seq, str(e.body["name"]), str(e.body["color"]), str(e.body["owner"]))
        for e in journal.entries(DICE_GAME)
        if e.kind == DICE_KIND
    )


def present(said: Iterable[Named]) -> tuple[Named, ...]:
    """The names that hold now."""
    newest = {(named.color, named.owner): named for named in said}
    return tuple(named for named in newest.values() if named.name)


def name_of(said: Sequence[Named], seq: int, color: str, player: str) -> str:
    """The name of a die of this colour, thrown by this player in entry ``seq``; ``""`` if it has none."""
    newest = {(n.color, n.owner): n for n in said if n.covers(seq, color, player)}
    fitting = sorted((bool(n.color) + bool(n.owner), n.seq, n.name) for n in newest.values() if n.name)
    return fitting[-1][2] if fitting else ""
