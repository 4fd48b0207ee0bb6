"""What the lamps show: told apart without color, calm, and right for every phase of every game."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games import all_games
from companion.model import Event, Prompt, View, roll_prompt
from hardware.patterns import PATTERNS
from hardware.scene import MOOD_NS, SIGNS, Layout, layout, moment, scene

ROLL = roll_prompt(1, "roll", ("d6", "d6"))
STOP = Prompt(1, "stop")
VIEW = View("", (0, 0, 0, 0), (ROLL,), turn=1, phase="roll", phases=("roll", "build", "tidy"))
OVER = replace(VIEW, prompts=(), winners=(2,), turn=None)
STEP_NS = 50_000_000
LAMPS = (1, 3, 8, 24, 60)

Film = tuple[tuple[float, ...], ...]


def film(view: View | None, lamps: int, seconds: float = 12.0, **flags: object) -> Film:
    """The brightness of each lamp over time, without its color."""
    ticks = range(0, int(seconds * 1e9), STEP_NS)
    shown = [scene(view, tick, lamps=lamps, **flags) for tick in ticks]  # type: ignore[arg-type]
    return tuple(tuple((max(color) / 255) ** (1 / 2.2) for color in colors) for colors in shown)


def differ(one: Film, other: Film) -> float:
    """How much two films differ at their most similar, wherever in them one begins to look."""
    length = len(one) // 2

    def distance(shift: int) -> float:
        pairs = zip(one[:length], other[shift : shift + length], strict=True)
        return sum(max(abs(a - b) for a, b in zip(x, y, strict=True)) for x, y in pairs) / length

    return min(distance(shift) for shift in range(0, length, 2))


def moments(lamps: int) -> dict[str, Film]:
    fresh = {"age_ns": 0}
    return {
        "ready": film(None, lamps),
        "roll": film(VIEW, lamps),
        "rolling": film(VIEW, lamps, rolling=True),
        "asking": film(VIEW, lamps, asking=True),
        "decide": film(replace(VIEW, prompts=(ROLL, STOP)), lamps),
        "choose": film(replace(VIEW, prompts=(STOP,)), lamps),
        "bust": film(replace(VIEW, mood="bust"), lamps, **fresh),
        "strike": film(replace(VIEW, mood="strike"), lamps, **fresh),
        "rally": film(replace(VIEW, mood="rally"), lamps, **fresh),
        "special": film(replace(VIEW, mood="joker"), lamps, **fresh),
        "correction": film(VIEW, lamps, corrected=True, **fresh),
        "end": film(OVER, lamps),
        "trouble": film(VIEW, lamps, trouble=True),
    }


@pytest.mark.parametrize("lamps", [1, 8])
def test_messages_are_told_apart_without_color(lamps: int) -> None:
    films = moments(lamps)
    assert set(films) == set(SIGNS)
    names = sorted(films)
    alike = [
        (a, b, round(differ(films[a], films[b]), 3))
        for i, a in enumerate(names)
        for b in names[i + 1 :]
        if differ(films[a], films[b]) < 0.06
    ]
    assert alike == []


@pytest.mark.parametrize("lamps", LAMPS)
def test_nothing_flashes_more_than_three_times_a_second(lamps: int) -> None:
    for name, shown in moments(lamps).items():
        for lamp in range(lamps):
            levels = [levels[lamp] for levels in shown]
            for start in range(0, len(levels) - 20, 5):
                assert flashes(levels[start : start + 21]) <= 3, name


def flashes(levels: list[float]) -> int:
    """Pairs of opposite changes of at least a tenth."""
    turns, extreme, direction = 0, levels[0], 0
    for level in levels:
        if abs(level - extreme) >= 0.1 and (level > extreme) != (direction > 0):
            turns, direction, extreme = turns + 1, 1 if level > extreme else -1, level
        elif direction == 0 or (level > extreme) == (direction > 0):
            extreme = level
    return turns // 2


@pytest.mark.parametrize("lamps", LAMPS)
def test_quiet_lamps_do_not_move(lamps: int) -> None:
    views = [VIEW, OVER, replace(VIEW, prompts=(ROLL, STOP)), None]
    for view in views:
        for flags in ({}, {"rolling": True}, {"asking": True}, {"trouble": True}):
            assert len(set(film(view, lamps, quiet=True, **flags))) == 1


def test_quiet_messages_have_shapes_of_their_own() -> None:
    shapes = [sign.still for sign in SIGNS.values()]
    assert len(set(shapes)) == len(shapes)
    assert {len(shape) for shape in shapes} == {8}


def test_every_sign_names_a_pattern_and_says_what_it_means() -> None:
    assert {sign.pattern for sign in SIGNS.values()} <= set(PATTERNS)
    assert all(sign.text.endswith(".") for sign in SIGNS.values())


def test_layout_shares_out_a_strip() -> None:
    assert layout(24, 4) == Layout(((0, 1), (2, 3), (4, 5), (6, 7)), tuple(range(8, 16)), tuple(range(16, 24)))


@pytest.mark.parametrize("lamps", range(61))
@pytest.mark.parametrize("seats", [1, 2, 4, 5])
def test_layout_uses_every_lamp_once(lamps: int, seats: int) -> None:
    parts = layout(lamps, seats)
    used = [lamp for group in parts.seats for lamp in group] + [*parts.phases, *parts.state]
    assert sorted(used) == list(range(lamps))
    assert bool(parts.state) == (lamps > 0)
    assert lamps < 3 or (parts.seats and parts.phases)


def test_lamps_are_taken_by_name() -> None:
    named = layout(("state", "seat2", "seat1", "phase", "phase"), 2)
    assert named == Layout(((2,), (1,)), (3, 4), (0,))
    assert layout(("turn", "state"), 3) == Layout(((0,),), (), (1,))
    assert layout(("red", "green", "blue"), 2) == layout(3, 2)


def test_turn_and_awaited_seats_show_at_their_places() -> None:
    view = replace(VIEW, prompts=(replace(STOP, seat=3), ROLL))
    colors = scene(view, 2_000_000_000, lamps=24)
    lit = [any(sum(colors[lamp]) for lamp in group) for group in layout(24, 4).seats]
    assert lit == [False, True, False, True]
    assert len({levels[2:4] for levels in film(view, 24)}) == 1, "the seat whose turn it is does not blink"
    assert len({levels[6:8] for levels in film(view, 24)}) > 5, "one that is awaited too breathes"


def test_winner_is_lit_at_the_end() -> None:
    colors = scene(OVER, 0, lamps=24)
    assert [any(sum(colors[i]) for i in group) for group in layout(24, 4).seats] == [False, False, True, False]


def test_rolling_is_a_choice_only_if_there_is_a_way_out() -> None:
    note, rally = Prompt(1, "note"), roll_prompt(1, "rally", ("d6",))
    push = Prompt(1, "rally")
    cases = [(ROLL,), (ROLL, note), (ROLL, replace(STOP, seat=2)), (ROLL, STOP), (rally, note), (STOP, push), (note,)]
    said = [moment(replace(VIEW, prompts=prompts)) for prompts in cases]
    assert said == ["roll", "roll", "roll", "decide", "decide", "decide", "choose"]


def test_mood_passes_and_the_next_thing_to_do_shows() -> None:
    view = replace(VIEW, mood="bust")
    assert [moment(view, age_ns=age) for age in (0, MOOD_NS - 1, MOOD_NS)] == ["bust", "bust", "roll"]


def test_brightness_scales_every_lamp() -> None:
    full, half = scene(VIEW, 0, lamps=24), scene(VIEW, 0, lamps=24, brightness=0.5)
    assert half == tuple((round(r * 0.5), round(g * 0.5), round(b * 0.5)) for r, g, b in full)
    assert set(scene(VIEW, 0, lamps=24, brightness=0.0)) == {(0, 0, 0)}


@pytest.mark.parametrize("lamps", [3, 8, 24])
def test_phases_are_told_apart_without_color(lamps: int) -> None:
    zone = layout(lamps, 4).phases
    films = []
    for phase in VIEW.phases:
        shown = film(replace(VIEW, phase=phase), lamps, 20.0)
        films.append(tuple(tuple(levels[lamp] for lamp in zone) for levels in shown))
    assert all(differ(a, b) > 0.05 for i, a in enumerate(films) for b in films[i + 1 :])


def playout(game_name: str, seed: int, steps: int) -> Iterator[View]:
    """Views of a random game."""
    game, rng = all_games()[game_name], random.Random(seed)
    state = game.start(min(game.seats), {}, {})
    for _ in range(steps):
        yield game.view(state)
        prompts = [prompt for prompt in game.prompts(state) if not prompt.reason]
        if not prompts:
            return
        for _ in range(200):
            prompt = rng.choice(prompts)
            words = tuple(rng.choice(allowed) if allowed != ("*",) else "1" for allowed in prompt.options)
            try:
                state = game.apply(state, Event(prompt.seat, prompt.verb, words))
                break
            except IllegalEvent:
                continue


@pytest.mark.parametrize("game", sorted(all_games()))
def test_each_phase_of_each_game_has_a_picture_of_its_own(game: str) -> None:
    seen: dict[str, View] = {}
    for seed in range(2):
        for view in playout(game, seed, 150):
            assert view.phase in view.phases or not view.prompts or not view.phase, view.headline
            seen.setdefault(view.phase, view)
    pictures: dict[Film, str] = {}
    for phase, view in seen.items():
        zone = layout(24, len(view.scores)).phases
        shown = film(view, 24, 4.0)
        picture = tuple(tuple(levels[lamp] for lamp in zone) for levels in shown)
        if view.prompts:
            assert pictures.setdefault(picture, phase) == phase
    assert seen
