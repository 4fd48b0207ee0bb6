"""What the lamps show: a view of the game in, one color per lamp out (pure).

A row of lamps has three parts: one that says whose turn it is, one for the phase, and one for what is to be done now.
Colors help, but every message can be told by where and how the lamps move. ``layout`` shares out the lamps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.model import Prompt, View
from hardware.answers import REFUSALS
from hardware.patterns import PATTERNS, Pattern, count, slow, steady

Color = tuple[int, int, int]

MOOD_NS = 4_000_000_000
"""How long something special (a bust, a correction) is shown before the lamps go on."""
_TROUBLE_EVERY_S, _TROUBLE_FOR_S, _TROUBLE_DARK_S = 4.0, 1.5, 0.3
_GAMMA = 2.2
_QUIET_LEVEL = 0.6
_DONE_LEVEL = 0.35


@dataclass(frozen=True, slots=True)
class Sign:
    """How one message looks: its movement, its color, its still shape for quiet evenings, and what it means."""

    pattern: str
    color: Color
    still: str
    """Eight places along the row: ``#`` on, ``+`` half, ``.`` off."""
    text: str


SIGNS: Mapping[str, Sign] = MappingProxyType(
    {
        "ready": Sign("slow", (90, 70, 50), "+.......", "No game is on: choose one on the panel."),
        "roll": Sign("chase", (230, 230, 210), "########", "Roll now."),
        "rolling": Sign("fast", (60, 160, 255), "#.#.#.#.", "Something is rolling: hands off the tray."),
        "asking": Sign("double", (255, 190, 0), "#......#", "The panel has a question about what lies in the tray."),
        "decide": Sign("sway", (220, 60, 200), "####....", "Roll on or stop: it is your choice."),
        "choose": Sign("slow", (120, 150, 230), "##......", "Choose something."),
        "bust": Sign("fall", (255, 30, 20), "........", "Bust."),
        "strike": Sign("steps", (255, 110, 0), "#..#..#.", "Strike."),
        "rally": Sign("rise", (40, 220, 60), "######..", "Rally."),
        "special": Sign("open_up", (60, 220, 160), "..####..", "Something special happened."),
        "correction": Sign("back", (150, 80, 255), "....####", "A roll was corrected: look at the scores."),
        "end": Sign("wave", (255, 200, 80), "++++++++", "The game is over."),
        "trouble": Sign("double", (255, 60, 0), ".......#", "A device needs help: the panel says what to do."),
    }
)

SEAT_COLORS: tuple[Color, ...] = (
    (0, 90, 255),
    (255, 70, 10),
    (255, 170, 0),
    (0, 190, 60),
    (150, 60, 255),
    (0, 190, 190),
)
"""The panel's colors as lamps can show them; without color, seats are told by their place."""
PHASE_COLOR: Color = (200, 190, 170)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which lamps belong to which part."""

    seats: tuple[tuple[int, ...], ...]
    """The lamps of each seat; a single entry for several seats = one group of lamps that blinks the seat's number."""
    phases: tuple[int, ...]
    state: tuple[int, ...]


def layout(lamps: int | Sequence[str], seats: int) -> Layout:
    """The parts of a row of lamps: seats first, then phases, then what to do. Two lamps or fewer: only what to do.

    Lamps given by names are taken by them (``seat1`` … ``seat6``, ``phase``, ``state``) if any has such a name.
    """
    if not isinstance(lamps, int):
        named = _named_layout(lamps, seats)
        if named is not None:
            return named
        lamps = len(lamps)
    if lamps < 3:
        return Layout((), (), tuple(range(lamps)))
    state = lamps // 3
    each = (lamps - state) // 2 // max(1, seats) or int(lamps - state > seats)
    groups = tuple(tuple(range(s * each, (s + 1) * each)) for s in range(seats)) if each else ((0,),)
    taken = sum(map(len, groups))
    return Layout(groups, tuple(range(taken, lamps - state)), tuple(range(lamps - state, lamps)))


def _named_layout(names: Sequence[str], seats: int) -> Layout | None:
    def called(word: str) -> tuple[int, ...]:
        return tuple(i for i, name in enumerate(names) if name == word)

    groups = tuple(called(f"seat{seat + 1}") for seat in range(seats))
    turn, phases, state = called("turn"), called("phase"), called("state")
    if not any((*groups, turn, phases, state)):
        return None
    return Layout(groups if any(groups) else (turn,) if turn else (), phases, state)


# ---------------------------------------------------------------------------------------------- what is going on


def moment(
    view: View | None,
    *,
    rolling: bool = False,
    asking: bool = False,
    corrected: bool = False,
    age_ns: int = MOOD_NS,
) -> str:
    """The word of SIGNS for what is to be done now; ``age_ns`` is how long this view has been there."""
    if view is None:
        return "ready"
    if rolling:
        return "rolling"
    if asking:
        return "asking"
    if age_ns < MOOD_NS and corrected:
        return "correction"
    if age_ns < MOOD_NS and view.mood and view.mood != "end":
        return view.mood if view.mood in ("bust", "strike", "rally") else "special"
    return _awaited(view)


def _awaited(view: View) -> str:
    open_prompts = [prompt for prompt in view.prompts if not prompt.reason]
    if not open_prompts:
        return "end"
    rolls = [prompt for prompt in open_prompts if prompt.is_roll]
    others = [prompt for prompt in open_prompts if not prompt.is_roll]
    pushers = {prompt.seat for prompt in others if prompt.verb not in REFUSALS}
    if any(other.verb == "stop" and other.seat in pushers for other in others):
        return "decide"
    if any(_is_way_out(other, roll) for roll in rolls for other in others):
        return "decide"
    return "roll" if rolls else "choose"


def _is_way_out(other: Prompt, roll: Prompt) -> bool:
    """Whether a seat may do this instead of rolling: it refuses, or the roll is no plain one (a rally, a reroll).

    Beside a plain roll many games let people note something down; that is no reason not to roll.
    """
    return other.seat == roll.seat and (other.verb in REFUSALS or roll.verb != "roll")


# ---------------------------------------------------------------------------------------------- the picture


def scene(  # noqa: PLR0913 - all that the lamps depend on, each by its name
    view: View | None,
    tick_ns: int,
    *,
    lamps: int | Sequence[str],
    rolling: bool = False,
    asking: bool = False,
    corrected: bool = False,
    trouble: bool = False,
    age_ns: int = MOOD_NS,
    brightness: float = 1.0,
    quiet: bool = False,
) -> tuple[Color, ...]:
    """One color for each lamp at this time."""
    places = layout(lamps, len(view.scores) if view else 0)
    colors: list[Color] = [(0, 0, 0)] * (lamps if isinstance(lamps, int) else len(lamps))
    time_s = tick_ns / 1e9
    word = moment(view, rolling=rolling, asking=asking, corrected=corrected, age_ns=age_ns)
    if view is not None:
        _paint_seats(colors, places, view, time_s, quiet)
        _paint_phase(colors, places.phases, view, time_s, quiet)
    if trouble and (quiet or time_s % _TROUBLE_EVERY_S < _TROUBLE_FOR_S):
        word = "trouble"
        time_s = time_s % _TROUBLE_EVERY_S - _TROUBLE_DARK_S
    _paint_sign(colors, places.state, SIGNS[word], time_s, quiet)
    strength = brightness * (_QUIET_LEVEL if quiet else 1.0)
    return tuple(_scaled(color, strength) for color in colors)


def _paint_seats(colors: list[Color], places: Layout, view: View, time_s: float, quiet: bool) -> None:
    awaited = {prompt.seat for prompt in view.prompts if not prompt.reason}
    one_for_all = len(places.seats) == 1 and len(view.scores) > 1
    if one_for_all:
        if view.turn is not None:
            _paint(colors, places.seats[0], SEAT_COLORS[view.turn % 6], _still(count(view.turn + 1), quiet), time_s)
        return
    for seat, group in enumerate(places.seats):
        color = SEAT_COLORS[seat % len(SEAT_COLORS)]
        if seat == view.turn or (not view.prompts and seat in view.winners):
            _paint(colors, group, color, steady, time_s)
        elif seat in awaited:
            _paint(colors, group, color, _still(slow, quiet), time_s)


def _paint_phase(colors: list[Color], zone: tuple[int, ...], view: View, time_s: float, quiet: bool) -> None:
    if view.phase not in view.phases or not zone:
        return
    now, many = view.phases.index(view.phase), len(view.phases)
    each = len(zone) // many
    if not each and not quiet:
        _paint(colors, zone, PHASE_COLOR, count(now + 1), time_s)
        return
    # Too few lamps and nothing may blink: a bar that grows, rounded up so that the last phase fills it.
    first, end = (now * each, (now + 1) * each) if each else (0, -(-(now + 1) * len(zone) // many))
    for place, lamp in enumerate(zone[:end]):
        colors[lamp] = PHASE_COLOR if place >= first else _lit(PHASE_COLOR, _DONE_LEVEL)


def _paint_sign(colors: list[Color], zone: tuple[int, ...], sign: Sign, time_s: float, quiet: bool) -> None:
    if not quiet:
        _paint(colors, zone, sign.color, PATTERNS[sign.pattern], time_s)
        return
    levels = {"#": 1.0, "+": 0.5, ".": 0.0}
    for i, lamp in enumerate(zone):
        colors[lamp] = _lit(sign.color, levels[sign.still[i * len(sign.still) // len(zone)]])


def _paint(colors: list[Color], zone: tuple[int, ...], color: Color, pattern: Pattern, time_s: float) -> None:
    for i, lamp in enumerate(zone):
        colors[lamp] = _lit(color, pattern(time_s, i, len(zone)))


def _still(pattern: Pattern, quiet: bool) -> Pattern:
    return steady if quiet else pattern


def _lit(color: Color, level: float) -> Color:
    """The color at a brightness as eyes see it: half as bright takes a fifth of the current."""
    return _scaled(color, level**_GAMMA)


def _scaled(color: Color, share: float) -> Color:
    red, green, blue = color
    return round(red * share), round(green * share), round(blue * share)
