"""The house rules of a game: how each contradiction between the sources is settled."""

from dataclasses import dataclass

from companion.errors import IllegalEvent
from companion.model import Setting, Settings
from companion.words import say

SETTINGS = (
    Setting(
        "fallback",
        ("no-action", "no-construct"),
        "When the next region may be used: only if nothing at all is possible in the crane's region, as the rulebook "
        "says; or already if nothing can be built there, though a building could be abandoned.",
    ),
    Setting(
        "fallback-direction",
        ("up", "down"),
        "Which region comes next then: the next higher number, 7 being followed by 1, as the rulebook says; "
        "one digital version goes to the next lower number.",
    ),
    Setting(
        "min-inhabitants",
        ("1", "0"),
        "How many inhabitants a payment must leave: the rulebook is silent, the printed track begins at 1.",
    ),
    Setting(
        "ploy-limit",
        ("each-action", "each-turn"),
        "One ploy with each action, as the rule about ploys says; "
        "or one in a whole turn, as a shorter sentence can be read.",
    ),
    Setting(
        "roof-transfer",
        ("any-building", "other-region"),
        "Where a roof may go: to any own building on the same land; or only to one in another region, "
        "because the rulebook says area for both regions and spaces.",
    ),
    Setting(
        "invaded-roof",
        ("removed", "stays"),
        "What happens to the roof of an invaded building: it leaves, as if its owner had abandoned it; or it stays.",
    ),
    Setting(
        "control-ties",
        ("all", "two"),
        "Who gains when most floors are tied: everybody tied gets 1, however many they are; "
        "or only a tie of two counts, taking the rulebook's word literally.",
    ),
    Setting(
        "actions",
        ("compulsory", "voluntary"),
        "Whether a possible action must be taken: the rulebook's 'may take one or two' is read as their number; "
        "when voluntary, a turn can be ended early.",
    ),
    Setting(
        "ploy-tokens",
        ("4", "3"),
        "Ploy tokens of each player: the box holds 16 for four players; one help page speaks of 3.",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """The settings of one game, read into values the rules can use."""

    seats: int
    no_construct: bool = False
    """The next region may be used as soon as nothing can be built."""
    step: int = 1
    """Added to a region's number to find the next one."""
    least: int = 1
    """Inhabitants a payment must leave (GN-055)."""
    ploy_each_action: bool = True
    roof_any: bool = True
    roof_leaves: bool = True
    all_tied: bool = True
    compulsory: bool = True
    ploys: int = 4

    @property
    def turns(self) -> int:
        """Turns in a round: one each, but two each with two players (GN-033, GN-034)."""
        return 4 if self.seats == 2 else self.seats


def read_house(seats: int, settings: Settings) -> House:
    """The house rules from a full set of settings."""
    if seats not in (2, 3, 4):
        raise IllegalEvent(say("Garden Nation is for 2, 3 or 4 players, not {n}.", n=seats), "GN-001")
    return House(
        seats=seats,
        no_construct=settings["fallback"] == "no-construct",
        step=1 if settings["fallback-direction"] == "up" else -1,
        least=int(settings["min-inhabitants"]),
        ploy_each_action=settings["ploy-limit"] == "each-action",
        roof_any=settings["roof-transfer"] == "any-building",
        roof_leaves=settings["invaded-roof"] == "removed",
        all_tied=settings["control-ties"] == "all",
        compulsory=settings["actions"] == "compulsory",
        ploys=int(settings["ploy-tokens"]),
    )
