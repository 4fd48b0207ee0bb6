"""Laying out the game: start player, boards, ads, and counts that differ in this box (RH-005 … RH-017)."""

from collections import Counter
from dataclasses import replace

from companion.games.rolling_heights.city import BOARD_COLUMNS, FACES, POSITIONS, SIDES, board_rows
from companion.games.rolling_heights.printed import GROUND, known
from companion.games.rolling_heights.scoring import AD_IDS, ad_title
from companion.games.rolling_heights.state import COLORS, START_CREW, Board, Printed, State, refuse, told
from companion.games.rolling_heights.wording import color_name
from companion.model import CATALOGUE_VERB, Event, Prompt
from companion.words import say

HOST = 0
"""The seat that describes the table; any phone at the table may act for it."""
TURNS = (("0", "as printed"), ("1", "a quarter turn right"), ("2", "upside down"), ("3", "a quarter turn left"))
MOST_MEEPLES = 30


def is_untouched(state: State) -> bool:
    """Whether nobody has rolled or placed anything yet."""
    fresh = all(s.box == "idle" and not s.turns for s in state.seats)
    return state.round == 1 and fresh and not state.tiles and state.stage in ("setup", "draft", "play")


def start_prompts(state: State) -> tuple[Prompt, ...]:
    """What can be said before the first roll."""
    if not is_untouched(state):
        return ()
    seats = tuple(str(s) for s in range(len(state.seats)))
    names = tuple((s, f"@{s}") for s in seats)
    hint = "Drawn at random; takes the start player token."
    start = Prompt(HOST, "first", (seats,), label="Start player", hint=hint, labels=names)
    keys = tuple(f"meeples.{c}" for c in COLORS)
    labels = tuple((f"meeples.{c}", color_name(c)) for c in COLORS)
    counts = tuple(str(n) for n in range(4, MOST_MEEPLES + 1))
    hint = "Some printed copies hold more meeples than the rulebook says."
    box = Prompt(
        HOST,
        CATALOGUE_VERB,
        (keys, counts),
        label="Meeples in your box",
        hint=hint,
        labels=labels,
        names=("colour", "how many"),
        aside=True,
    )
    return (start, box)


def first(state: State, event: Event) -> State:
    """The randomly drawn start player takes the token and the first turn (RH-017, RH-025)."""
    if not is_untouched(state):
        raise refuse("The start player is chosen before anybody rolls.", "RH-017")
    if event.args[0] not in tuple(str(s) for s in range(len(state.seats))):
        raise refuse("Choose one of the seats at this table.", "RH-017")
    seat = int(event.args[0])
    return told(replace(state, first=seat, turn=seat), say("@{s} takes the start player token.", s=seat))


def recount(state: State, event: Event) -> State:
    """This box holds another number of meeples of a colour (RH-004 gives the printed ones)."""
    key, value = event.args
    color = key.removeprefix("meeples.")
    if not is_untouched(state) or color not in COLORS or not value.isdecimal():
        raise refuse("Counts of the box are changed before the first roll.", "RH-004")
    left = int(value) - len(state.seats) * START_CREW.count(color)
    if left < 0 or int(value) > MOST_MEEPLES:
        raise refuse(
            say("That is too few or too many {color} meeples for this table.", color=color_name(color)), "RH-011"
        )
    place = COLORS.index(color)
    supply = (*state.supply[:place], left, *state.supply[place + 1 :])
    state = replace(state, supply=supply, printed=Printed({**state.printed, key: value}))
    return told(state, say("This box holds {n} {color} meeples.", n=value, color=color_name(color)))


# ------------------------------------------------------------------------------------------------- boards


def board_prompts(state: State) -> tuple[Prompt, ...]:
    """Which board lies where, which side is up and how it is turned."""
    free = tuple(p for p, b in zip(POSITIONS, state.boards, strict=True) if b is None)
    if not free:
        return ()
    faces = tuple(f for f in FACES if _fits(state, f))
    hint = "Number your boards 1 to 6 once; positions 1 to 3 lie along the score board, 4 to 6 below them."
    turns = tuple(t for t, _ in TURNS)
    options = (free, faces, turns)
    names = ("position", "board and side", "turned")
    return (Prompt(HOST, "board", options, label="Lay a board", hint=hint, labels=TURNS, names=names),)


def _fits(state: State, face: str) -> bool:
    laid = [b.face for b in state.boards if b]
    sides = Counter(f[1] for f in laid)
    allowed = dict(zip("AB", SIDES[len(state.seats)], strict=True))
    return face[0] not in (f[0] for f in laid) and sides[face[1]] < allowed[face[1]]


def board(state: State, event: Event) -> State:
    """One of the six boards is laid, any way round (RH-005, RH-006)."""
    where, face, turned = event.args
    if state.stage not in ("setup", "survey"):
        raise refuse("The boards lie already.", "RH-006")
    if where not in POSITIONS or face not in FACES or turned not in ("0", "1", "2", "3"):
        raise refuse("Say position 1 to 6, board and side such as 3A, and quarter turns 0 to 3.", "RH-006")
    place = int(where) - 1
    if state.boards[place] is not None:
        raise refuse("A board lies there already.", "RH-006")
    if not _fits(state, face):
        a, b = SIDES[len(state.seats)]
        what = say(
            "With {n} seats {a} boards show side A and {b} side B, each board once.", n=len(state.seats), a=a, b=b
        )
        raise refuse(what, "RH-005")
    if turned in ("1", "3") and board_rows(state) != BOARD_COLUMNS:
        raise refuse("Boards that are not square can only be turned upside down.", "RH-006")
    boards = (*state.boards[:place], Board(face, int(turned)), *state.boards[place + 1 :])
    board_rows(state)
    state = told(replace(state, boards=boards), say("Board {face} lies at position {n}.", face=face, n=where))
    if state.stage == "setup" and None not in boards:
        last = (state.first - 1) % len(state.seats)
        state = replace(state, stage="draft")
        return told(state, say("The map is laid; @{s} chooses the first starting plan.", s=last))
    return state


def cell_prompts(state: State) -> tuple[Prompt, ...]:
    """The spaces of the first board face that is not yet fully known, to be tapped one by one."""
    keys = unknown_cells(state)
    if not keys:
        return ()
    hint = "Optional: a space is asked for anyway when somebody wants to build there."
    labels = tuple((k, f"space {k.rpartition('.')[2]}") for k in keys)
    label = say("Describe board {face}", face=keys[0].split(".")[1])
    return (
        Prompt(
            HOST,
            CATALOGUE_VERB,
            (keys, GROUND),
            label=label,
            hint=hint,
            labels=labels,
            names=("space", "ground"),
            aside=True,
        ),
    )


def unknown_cells(state: State) -> tuple[str, ...]:
    """The keys of unknown spaces on the first board of this game that has any."""
    rows = known(state, ("board.rows", tuple(str(n) for n in range(2, 7))))
    if rows is None:
        return ()
    for laid in state.boards:
        if laid is not None:
            keys = tuple(f"board.{laid.face}.{n}" for n in range(1, BOARD_COLUMNS * int(rows) + 1))
            if missing := tuple(k for k in keys if state.printed.get(k) not in GROUND):
                return missing
    return ()


def describe(state: State, event: Event) -> State:
    """One printed space is described by tapping it."""
    key, value = event.args
    if key not in unknown_cells(state) or value not in GROUND:
        raise refuse("Tap a space that is not described yet and say what is printed there.")
    return told(replace(state, printed=Printed({**state.printed, key: value})), "Remembered for this copy of the game.")


# ------------------------------------------------------------------------------------------------- ads


def ad_prompts(state: State) -> tuple[Prompt, ...]:
    """Which three ads lie face up; they can be named any time before they are scored."""
    if len(state.ads) >= 3:
        return ()
    left = tuple(a for a in AD_IDS if a not in state.ads)
    labels = tuple((a, ad_title(state.printed, a)) for a in left)
    hint = "Three are drawn at random; give each of the twelve ads of your copy a number once."
    return (
        Prompt(
            HOST,
            "ad",
            (left,),
            label="Name an ad on the score board",
            hint=hint,
            labels=labels,
            names=("ad",),
            aside=state.stage != "ads",
        ),
    )


def ad(state: State, event: Event) -> State:
    """One of the three face-up ads is named (RH-013)."""
    word = event.args[0]
    if len(state.ads) >= 3:
        raise refuse("Three ads lie face up, no more.", "RH-013")
    if word not in AD_IDS or word in state.ads:
        raise refuse("Name an ad that does not lie there yet.", "RH-013")
    return told(
        replace(state, ads=(*state.ads, word)), say("{ad} lies on the score board.", ad=ad_title(state.printed, word))
    )
