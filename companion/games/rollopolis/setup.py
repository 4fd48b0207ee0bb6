"""Before the first round: three terrains for each district, then the first player."""

from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent
from companion.games.rollopolis.board import CENTRE, IDS, TERRAIN_NAMES, TERRAINS, cell_index, put
from companion.games.rollopolis.printed import Printed, keep_form, numbers_form
from companion.games.rollopolis.rounds import faces
from companion.games.rollopolis.state import State, active, knowing, own, told, with_own
from companion.model import Prompt, roll_prompt
from companion.words import say


def unplaced(state: State) -> tuple[str, ...]:
    """The terrains the seat in turn has still to place (RO-020)."""
    cells = own(state).cells
    return tuple(word for word, code in TERRAINS.items() if code not in cells)


@lru_cache(maxsize=1024)
def _free(cells: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(IDS[i] for i, code in enumerate(cells) if not code and i != CENTRE)


@lru_cache(maxsize=1024)
def _bearing(printed: Printed, cells: tuple[str, ...], total: int | None) -> tuple[str, ...]:
    return tuple(word for word in _free(cells) if printed.numbers[IDS.index(word)] == total)


def matching(state: State) -> tuple[str, ...]:
    """The free spaces known to bear the rolled sum (RO-023)."""
    return _bearing(state.printed, own(state).cells, state.rolled)


def unknown(state: State) -> tuple[str, ...]:
    """The free spaces whose number nobody has told yet."""
    return _bearing(state.printed, own(state).cells, None)


# ---------------------------------------------------------------------------------------------- terrains


def roll_prompts(state: State) -> tuple[Prompt, ...]:
    """Two dice are awaited for the next terrain."""
    seat = active(state)
    left = ", ".join(TERRAIN_NAMES[TERRAINS[word]] for word in unplaced(state))
    hint = say("Their sum says where a terrain may go. Still to place: {left}.", left=left)
    roll = roll_prompt(seat, "roll", ("d6", "d6"), label="Roll two dice for a terrain", hint=hint)
    return (roll, *numbers_form(state.printed, seat))


def roll(state: State, args: tuple[str, ...]) -> State:
    """Two dice are added (RO-021); with no space to go to they are rolled again (RO-024)."""
    values = faces(args, 2, "RO-021")
    state = replace(state, rolled=sum(values), phase="terrain-place")
    seat = active(state)
    text = "@{seat} rolled {a} and {b}: a terrain for a space with {n}."
    state = told(state, say(text, seat=seat, a=values[0], b=values[1], n=state.rolled))
    return _again_if_nowhere(state)


def _again_if_nowhere(state: State) -> State:
    if matching(state) or unknown(state):
        return state
    return _roll_again(state)


def _roll_again(state: State) -> State:
    text = "No free space of @{seat} shows {n}: roll again."
    sentence = say(text, seat=active(state), n=state.rolled)
    return told(replace(state, phase="terrain-roll", rolled=0), sentence)


def place_prompts(state: State) -> tuple[Prompt, ...]:
    """A terrain and a space are awaited."""
    seat, total, known = active(state), state.rolled, matching(state)
    spaces = tuple(word for word in IDS if word in known or word in unknown(state))
    found: list[Prompt] = []
    if spaces:
        found.append(_place_prompt(seat, total, unplaced(state), spaces, spaces == known))
    if not known:
        label = say("No free space shows {n}", n=total)
        found.append(Prompt(seat, "again", label=label, hint="Then both dice are rolled again."))
    return (*found, *numbers_form(state.printed, seat))


@lru_cache(maxsize=256)
def _place_prompt(seat: int, total: int, terrains: tuple[str, ...], spaces: tuple[str, ...], sure: bool) -> Prompt:
    labels = tuple((word, TERRAIN_NAMES[code]) for word, code in TERRAINS.items())
    label = say("Draw a terrain on a space with {n}", n=total)
    hint = "Forest scores beside Residentials, Pond beside Commercials, Mountain beside Industrials."
    if not sure:
        hint = say("Not all numbers of this print are known: tap a space that shows {n} on your sheet.", n=total)
    names = ("space", "which terrain")
    return Prompt(seat, "terrain", (spaces, terrains), label=label, hint=hint, labels=labels, names=names)


def place(state: State, args: tuple[str, ...]) -> State:
    """A terrain is drawn (RO-022, RO-023)."""
    space, word = args
    index, district = cell_index(space), own(state)
    if word not in TERRAINS:
        raise IllegalEvent(f"There is no terrain {word!r}; place a forest, a pond or a mountain.", "RO-020")
    if word not in unplaced(state):
        raise IllegalEvent(say("The {name} is already placed.", name=TERRAIN_NAMES[TERRAINS[word]]), "RO-020")
    if index == CENTRE:
        raise IllegalEvent("The centre space is for the first building, never for a terrain.", "RO-025")
    if district.cells[index]:
        raise IllegalEvent("Another terrain is already on that space.", "RO-122")
    if space in unknown(state):
        state = knowing(state, space, state.rolled)  # whoever taps it says that it shows the sum
    elif space not in matching(state):
        raise IllegalEvent(say("Choose a space that shows {n}.", n=state.rolled), "RO-023")
    seat = active(state)
    text = "@{seat} drew the {name} on {space}."
    name = TERRAIN_NAMES[TERRAINS[word]]
    state = told(state, say(text, seat=seat, name=name, space=space))
    state = with_own(state, replace(district, cells=put(district.cells, index, TERRAINS[word])))
    state = replace(state, rolled=0, phase="terrain-roll")
    return state if unplaced(state) else _next_seat(state)


def _next_seat(state: State) -> State:
    if state.turn + 1 < state.seats:
        return replace(state, turn=state.turn + 1)
    if state.seats == 1:
        return replace(state, turn=0, phase="roll", round=1)
    return replace(state, turn=0, phase="first")


def again(state: State, args: tuple[str, ...]) -> State:
    """The player says that no free space bears the sum (RO-024)."""
    if matching(state):
        raise IllegalEvent(say("A free space shows {n}; place a terrain there.", n=state.rolled), "RO-024")
    return _roll_again(state)


def after_learning(state: State) -> State:
    """Once all numbers are known, a sum without a space is rolled again at once (RO-024)."""
    return _again_if_nowhere(state) if state.phase == "terrain-place" else state


# ---------------------------------------------------------------------------------------------- first player


def first_prompts(state: State) -> tuple[Prompt, ...]:
    """Who begins is asked, or left to a die (RO-027)."""
    seats = tuple(str(seat) for seat in range(state.seats))
    hint = "Whoever designed a building most recently; if nobody did, whoever built a toy-brick house most recently."
    labels = tuple((word, f"@{word}") for word in seats)
    ask = Prompt(0, "first", (seats,), label="Who is first player?", hint=hint, labels=labels, names=("who",))
    drawn = ", ".join(f"{seat + 1} @{seat}" for seat in range(state.seats))
    lot_hint = say("One die, counted round the table: {seats}.", seats=drawn)
    lot = roll_prompt(0, "lot", ("d6",), label="Let a die choose the first player", hint=lot_hint)
    return (ask, lot, *keep_form(state.printed, 0, state.learnt))


def choose_first(state: State, args: tuple[str, ...]) -> State:
    """The players name the first player."""
    if args[0] not in tuple(str(seat) for seat in range(state.seats)):
        raise IllegalEvent(f"There is no seat {args[0]!r} at this table.", "RO-027")
    return _begin(state, int(args[0]))


def draw_first(state: State, args: tuple[str, ...]) -> State:
    """A die names the first player; faces that would favour someone are rolled again."""
    value = faces(args, 1, "RO-027")[0]
    if value > 6 - 6 % state.seats:
        return told(state, say("A {n} belongs to nobody among {seats}: roll again.", n=value, seats=state.seats))
    return _begin(state, (value - 1) % state.seats)


def _begin(state: State, seat: int) -> State:
    state = told(state, say("@{seat} is the first player.", seat=seat))
    return replace(state, first=seat, phase="roll", round=1)
