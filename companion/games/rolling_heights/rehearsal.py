"""Plays without a table: written events one after another, or a whole game by chance, every state checked."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games._shared import Rehearsal
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.building import stacks_of
from companion.games.rolling_heights.city import FACES, SIDES
from companion.games.rolling_heights.invariants import check, check_step
from companion.games.rolling_heights.market import ALL_SLOTS
from companion.games.rolling_heights.printed import (
    ABILITIES,
    REWARD_WORDS,
    REWARDS,
    STACKS,
    TILES_IN_BOX,
    TYPE_SETS,
    TYPES,
)
from companion.games.rolling_heights.rules import start
from companion.games.rolling_heights.scoring import AD_IDS, TARGET_IDS, kind_question, parameters
from companion.games.rolling_heights.state import (
    COLORS,
    MATERIALS,
    NONE,
    SLOTS,
    Board,
    Counts,
    Cubes,
    State,
    Tile,
    ordered,
)

RARE = ("agree", "raise", "cancel", "first", "last-cube", "see", "see-new", "mend")
"""Verbs a random player seldom chooses, so that whole games are played."""


REHEARSAL = Rehearsal(GAME, check, check_step, RARE, usual=0.98, aside=1)
play, random_event, random_game = REHEARSAL.play, REHEARSAL.random_event, REHEARSAL.random_game


# ------------------------------------------------------------------------------------------------- staged positions


def plain_catalogue() -> dict[str, str]:
    """A copy whose boards are all plain land and whose plans all cost 2: a quiet ground to try rules on."""
    cells = {f"board.{face}.{n}": "land" for face in FACES for n in range(1, 10)}
    prices = {f"market.{slot}": "2" for slot in ALL_SLOTS}
    return {**cells, **prices, "board.rows": "3", "tiles.level-1": "40"}


def plan_entries(
    plan: str, stacks: str = "wood-1", kind: str = "park", points: str = "3", **more: str
) -> dict[str, str]:
    """The catalogue entries of one plan: ``stacks`` as words, ``meeples`` and ``ability`` among the rest."""
    heights = (*stacks.split(), *("none",) * STACKS)[:STACKS]
    meeples = (*more.pop("meeples", "").split(), *("none",) * REWARDS)[:REWARDS]
    entries = {"type": kind, "level": "1", "points": points, "ability": "none", **more}
    entries |= {f"stack.{i + 1}": word for i, word in enumerate(heights)}
    entries |= {f"meeple.{i + 1}": word for i, word in enumerate(meeples)}
    return {f"plan.{plan}.{key}": value for key, value in entries.items()}


def staged(  # noqa: PLR0913 - a position has many sides, each named at the call
    catalogue: Mapping[str, str],
    *,
    seats: int = 2,
    depth: str = "full",
    crews: tuple[tuple[str, ...], ...] = (("brown:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard"),),
    tiles: tuple[Tile, ...] = (),
    held: Counts = NONE,
    settings: Mapping[str, str] | None = None,
) -> State:
    """A position in the Main phase of seat 0, consistent with all invariants."""
    state = start(seats, {"depth": depth, **(settings or {})}, {**plain_catalogue(), **catalogue})
    everyone = tuple(
        replace(seat, idle=() if i < len(crews) else seat.idle, crew=ordered(crews[i]) if i < len(crews) else (),
                box="ready" if i < len(crews) else "idle")
        for i, seat in enumerate(state.seats)
    )  # fmt: skip
    a, b = SIDES[seats]
    faces = [f"{n + 1}{'A' if n < a else 'B'}" for n in range(a + b)]
    owned = Counter(c for seat in everyone for c in seat.meeples)
    supply = tuple(int(state.printed[f"meeples.{c}"]) - owned[c] for c in COLORS)
    state = replace(
        state, stage="play", seats=everyone, supply=supply, boards=tuple(Board(f, 0) for f in faces),
        tiles=tiles, drawn=(SLOTS + len(tiles), SLOTS),
    )  # fmt: skip
    return replace(state, cubes=_counted(state, held))


def _counted(state: State, held: Counts) -> Cubes:
    built = [0, 0, 0, 0]
    for tile in (t for t in state.tiles if t.cubes):
        for filled, (material, _) in zip(tile.cubes, stacks_of(state, tile.plan), strict=True):
            built[material] += filled
    supply = [t - h - b for t, h, b in zip(state.cubes.total, held, built, strict=True)]
    row = (built[0], built[1], built[2], built[3])
    return replace(state.cubes, supply=(supply[0], supply[1], supply[2], supply[3]), held=held, built=row)


def sample_catalogue(seed: int) -> dict[str, str]:
    """An invented copy with everything entered, so that random games meet every kind of plan, ad and target."""
    rng = Random(seed)
    found = plain_catalogue()
    for key in [k for k in found if k.startswith("board.") and k != "board.rows"]:
        found[key] = rng.choice(("land", "land", "land", "water", "cost", "bonus", "cost+bonus"))
        found |= {f"{key}.cost": str(rng.randint(1, 3)), f"{key}.points": str(rng.randint(1, 3))}
        found[f"{key}.types"] = rng.choice(TYPE_SETS)
    for slot in ALL_SLOTS:
        found[f"market.{slot}"] = str(rng.randint(1, 4))
    for n in range(TILES_IN_BOX):
        found |= _sample_plan(rng, n)
    for item in AD_IDS + TARGET_IDS:
        found |= _sample_item(rng, item)
    return found


def _sample_plan(rng: Random, n: int) -> dict[str, str]:
    stacks = " ".join(f"{rng.choice(MATERIALS)}-{rng.randint(1, 3)}" for _ in range(rng.randint(1, 4)))
    more = {
        "level": str(1 + n % 2),
        "meeples": rng.choice(REWARD_WORDS),
        "ability": rng.choice(ABILITIES),
        "weak": "1",
        "strong": "2",
        "within.type": rng.choice(TYPES),
        "within.points": "1",
    }
    points = rng.choice((*map(str, range(1, 12)), "varies", "within"))
    return plan_entries(f"plan-{n + 1}", stacks, rng.choice(TYPES), points, **more)


def _sample_item(rng: Random, item: str) -> dict[str, str]:
    key, allowed = kind_question(item)
    kind = rng.choice(allowed)
    found = {key: kind}
    if kind != "typed":
        found |= {k: rng.choice(words) for k, words in parameters(item, kind)}
    return found
