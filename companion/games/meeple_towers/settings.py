"""The house rules of a game: which board, which variants, and how each open question of the rulebook is answered."""

from dataclasses import dataclass

from companion.errors import IllegalEvent
from companion.model import Setting, Settings
from companion.words import say

PAIRS = ("1F+2F", "1B+2B", "3F+4F", "3B+4B", "5F+6F", "5B+6B")
SEAT_WORDS = ("first-seat", "second-seat", "third-seat", "fourth-seat")
SUPPORTS = {2: 16, 3: 14, 4: 12}
"""Supports of each seat by number of seats (MT-012)."""

SETTINGS = (
    Setting(
        "board",
        ("auto", "5x5", *PAIRS, "mixed"),
        "Two joined halves: auto is the 5x5 board for two players, who must use it, and the suggested first board "
        "1F+2F for three or four; 5x5 is harder for them, and mixed halves are for experienced players.",
    ),
    Setting(
        "tiles",
        ("regular", "advanced"),
        "Which side of the level tiles is up: the advanced side is harder and meant for a second or third game.",
    ),
    Setting(
        "start-player",
        SEAT_WORDS,
        "Who holds the start player token: the tallest player, or one picked at random.",
    ),
    Setting(
        "teams",
        ("off", "opposite"),
        "Two against two: the first and third seat are partners against the second and fourth and share one score.",
    ),
    Setting(
        "take-that",
        ("off", "on"),
        "Swap and move may also be used on other players' pieces, which then go back to their owners.",
    ),
    Setting(
        "empty-plan",
        ("allowed", "refused"),
        "Planning with no played card is a pass: nothing forbids it, so it is allowed after a warning.",
    ),
    Setting(
        "strict-half",
        ("off", "on"),
        "A half lists what a player can do, so anything may be declined after a warning; "
        "when on, everything possible except workers must be done.",
    ),
    Setting(
        "overhang",
        ("refused", "allowed"),
        "A tile must line up with squares of the board, so it may not stick out over the edge; "
        "when allowed, the squares outside take no pieces.",
    ),
    Setting(
        "surface-icons",
        ("ignored", "required"),
        "Only the support icons of the tile being placed are the minimum; "
        "when required, icons on the squares it covers demand a support too.",
    ),
    Setting(
        "short-supports",
        ("score", "ignored"),
        "A support that stands under a tile without reaching it is still under it, so it scores; "
        "when ignored, only supports that carry the tile do.",
    ),
    Setting(
        "token-sharing",
        ("sequential", "one-by-one"),
        "When tokens of a type run short, each player in turn order takes all that are due; "
        "or they take one each, round by round.",
    ),
    Setting(
        "tile-thickness",
        ("ignored", "counted"),
        "Heights are compared in supports, as the final scoring does; "
        "when counted, a tile is level only over piles with equally many tiles.",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """The settings of one game, read into values the rules can use."""

    seats: int
    board: str
    tiles: str = "regular"
    first: int = 0
    teams: bool = False
    take_that: bool = False
    empty_plan: bool = True
    strict: bool = False
    overhang: bool = False
    surface_icons: bool = False
    short_supports: bool = True
    sequential: bool = True
    thickness: bool = False

    @property
    def sides(self) -> int:
        """How many scores there are: one per team or one per seat (MT-070)."""
        return 2 if self.teams else self.seats

    def side(self, seat: int) -> int:
        """Whose score a seat's points go to; partners sit opposite, so they alternate with the others (MT-068)."""
        return seat % 2 if self.teams else seat


def read_house(seats: int, settings: Settings) -> House:
    """The house rules from a full set of settings, or a sentence about what does not go together."""
    if seats not in SUPPORTS:
        raise IllegalEvent(say("Meeple Towers is for 2, 3 or 4 players, not {n}.", n=seats), "MT-001")
    board = settings["board"]
    if board == "auto":
        board = "5x5" if seats == 2 else "1F+2F"
    if seats == 2 and board != "5x5":
        raise IllegalEvent("Two players use the 5x5 board: choose the board 5x5 or auto.", "MT-005")
    first = SEAT_WORDS.index(settings["start-player"])
    if first >= seats:
        raise IllegalEvent("The start player must sit at the table: choose an earlier seat.", "MT-016")
    if settings["teams"] != "off" and seats != 4:
        raise IllegalEvent("Teams need four players: switch teams off or add players.", "MT-068")
    return House(
        seats=seats,
        board=board,
        tiles=settings["tiles"],
        first=first,
        teams=settings["teams"] == "opposite",
        take_that=settings["take-that"] == "on",
        empty_plan=settings["empty-plan"] == "allowed",
        strict=settings["strict-half"] == "on",
        overhang=settings["overhang"] == "allowed",
        surface_icons=settings["surface-icons"] == "required",
        short_supports=settings["short-supports"] == "score",
        sequential=settings["token-sharing"] == "sequential",
        thickness=settings["tile-thickness"] == "counted",
    )
