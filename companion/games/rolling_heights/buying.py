"""Plans come onto the map: starting draft, purchase, City Planner (RH-018 … RH-024, RH-076 … RH-114)."""

from dataclasses import replace

from companion.games.rolling_heights import market
from companion.games.rolling_heights.city import (
    board_rows,
    distance_cost,
    distances,
    ground_of,
    known_grounds,
    map_spaces,
    own_spaces,
    space_bonus,
    space_cost,
    steps,
    tile_at,
)
from companion.games.rolling_heights.paying import funds, owe
from companion.games.rolling_heights.points import award
from companion.games.rolling_heights.printed import Missing, need, plan_kind, plan_title
from companion.games.rolling_heights.state import (
    MARKERS,
    Due,
    Slot,
    State,
    Tile,
    is_main,
    refuse,
    told,
    turn_order,
    with_seat,
    without,
)
from companion.games.rolling_heights.typed import gain_wild
from companion.model import Event, Prompt
from companion.words import say

PINK = "pink:hard"
START_GROUNDS = ("", "land", "bonus")
"""What may be printed where a starting plan goes; nothing is known of the first (RH-020)."""
FAR = 99


# ------------------------------------------------------------------------------------------------- starting draft


def drafter(state: State) -> int:
    """Whose starting tile is next: from the last seat backwards (RH-018)."""
    return turn_order(state)[-1 - len(state.tiles)]


def draft_prompts(state: State) -> tuple[Prompt, ...]:
    """Any level 1 plan on any land without a cost icon, away from the others."""
    seat = drafter(state)
    slots = tuple(w for w in market.filled_slots(state) if w[0] == "1")
    apart = _spacing(state)
    free = tuple(s for s in _start_spaces(state) if _away(state, s) >= apart)
    hint = say("Land without a cost icon, at least {n} steps from other tiles.", n=apart)
    return (
        Prompt(seat, "draft", (slots, free), label="Choose your starting plan", hint=hint, names=("plan", "space")),
    )


def _start_spaces(state: State) -> list[str]:
    return [space for space, ground in known_grounds(state).items() if ground in START_GROUNDS]


def _away(state: State, space: str) -> int:
    return min((steps(space, t.space) for t in state.tiles), default=FAR)


def _spacing(state: State) -> int:
    """How many steps starting plans keep apart; where no land is left so far away, the farthest there is will do.

    The rules know no such map, but a copy of the game may have one, and nobody should be stuck before the first turn.
    """
    farthest = max((_away(state, space) for space in _start_spaces(state)), default=0)
    return max(1, min(state.house.start_spacing, farthest))


def draft(state: State, event: Event) -> State:
    """A starting plan is taken without cost and placed (RH-019 … RH-023)."""
    slot_word, space = event.args
    if state.stage != "draft":
        raise refuse("Starting plans are chosen once, before the first turn.", "RH-018")
    if event.seat != drafter(state):
        raise refuse(
            say("@{s} chooses first: starting plans go counter-clockwise from the last seat.", s=drafter(state)),
            "RH-018",
        )
    slot = market.slot_of(state, slot_word)
    if slot_word[0] != "1":
        raise refuse("A starting plan comes from the level 1 strip.", "RH-019")
    _check_empty(state, space, "RH-020")
    if _away(state, space) < _spacing(state):
        raise refuse(say("Stay at least {n} steps away from other starting plans.", n=_spacing(state)), "RH-023")
    _check_land(state, space, "RH-020")
    if "cost" in ground_of(state, space):
        raise refuse("A starting plan may not lie on a space with a cost icon.", "RH-020")
    state = place(state, event.seat, slot_word, _plan_in(state, slot_word, slot, space), space)
    if len(state.tiles) < len(state.seats):
        return state
    state = replace(
        market.slid(replace(state, main=replace(state.main, bought_from=()))), stage="play", turn=state.first
    )
    return told(state, say("All have a starting plan: @{s} takes the first turn.", s=state.first))


def _check_empty_land(state: State, space: str, rule: str) -> None:
    _check_empty(state, space, rule)
    _check_land(state, space, rule)


def _check_empty(state: State, space: str, rule: str) -> None:
    if space not in map_spaces(state):
        raise refuse(say("There is no space {space!r} on the map.", space=space), rule)
    if tile_at(state, space) is not None:
        raise refuse("That space already has a plan.", rule)


def _check_land(state: State, space: str, rule: str) -> None:
    if ground_of(state, space) == "water":
        raise refuse("That space is water; plans lie on land.", rule)


def _plan_in(state: State, slot_word: str, slot: Slot, space: str) -> str:
    """The plan's name, with everything known that placing it on this space needs."""
    if not slot.plan:
        raise Missing((), slot_word)
    need(state, *plan_kind(slot.plan))
    space_bonus(state, space)
    return slot.plan


def place(state: State, seat: int, slot_word: str, plan: str, space: str) -> State:
    """The plan leaves the strip and lies on the map; a matching bonus scores at once (RH-021, RH-022, RH-108)."""
    state = market.taken(state, slot_word)
    state = replace(state, tiles=(*state.tiles, Tile(space, plan, seat)))
    title = plan_title(state.printed, plan)
    said: list[str] = [say("@{s} places {plan} on {space} with an own marker.", s=seat, plan=title, space=space)]
    if len(own_spaces(state, seat)) > MARKERS:
        said.append("All 18 markers are used: use a substitute marker.")
    state = told(state, *said)
    points, types = space_bonus(state, space)
    if need(state, *plan_kind(plan))[0] in types:
        return award(state, seat, points, say("bonus of {space} for {plan}", space=space, plan=title), "RH-108")
    return state


# ------------------------------------------------------------------------------------------------- buying in Main


def buy_prompts(state: State) -> tuple[Prompt, ...]:
    """One purchase a turn, as far as it could be paid; and a City Planner's plan."""
    seat, found = state.turn, []
    if state.main.bought:
        why = "Only one plan may be bought per turn (a Working Hard City Planner may take another, RH-099)."
        found.append(Prompt(seat, "buy", reason=why, label="Buy a plan"))
    else:
        found += _purchase(state)
    if PINK in state.seats[seat].crew:
        slots, free = market.filled_slots(state), _free_spaces(state)
        hint = "The City Planner pays no market and no distance cost, only what the space itself costs."
        if slots and free:
            found.append(Prompt(seat, "take", (slots, free), label="Take a plan", hint=hint, names=("plan", "space")))
    return tuple(found)


def _purchase(state: State) -> tuple[Prompt, ...]:
    money = funds(state)
    prices = market.known_prices(state.printed)
    slots = tuple(w for w in market.filled_slots(state) if prices.get(w, 0) <= money)
    if not slots:
        return (Prompt(state.turn, "buy", reason="No plan costs as little as you have (RH-102).", label="Buy a plan"),)
    rest = money - min(prices.get(w, 0) for w in slots)
    own = own_spaces(state, state.turn)
    far = distances(own, board_rows(state)) if own else {}
    free = tuple(s for s in _free_spaces(state) if far.get(s, 1) - 1 <= rest)
    if not free:
        return ()
    hint = say("You have {n} to spend; distance and cost icons are added.", n=money)
    return (Prompt(state.turn, "buy", (slots, free), label="Buy a plan", hint=hint, names=("plan", "space")),)


def _free_spaces(state: State) -> tuple[str, ...]:
    taken = {t.space for t in state.tiles}
    return tuple(s for s, ground in known_grounds(state).items() if s not in taken and ground != "water")


def total_cost(state: State, seat: int, slot_word: str, space: str) -> tuple[int, int, int]:
    """Market, space and distance cost of a purchase (RH-103, RH-109, RH-110)."""
    return market.price(state, slot_word), space_cost(state, space), distance_cost(state, seat, space)


def buy(state: State, event: Event) -> State:
    """The one purchase of the turn: cost checked, paid, placed at once (RH-099 … RH-114)."""
    slot_word, space = event.args
    _buying(state, event.seat)
    if state.main.bought:
        why = "Only one plan may be bought per turn (a Working Hard City Planner may take another)."
        raise refuse(why, "RH-099")
    slot = market.slot_of(state, slot_word)
    _check_empty_land(state, space, "RH-107")
    parts = total_cost(state, event.seat, slot_word, space)
    _afford(state, parts)
    _plan_in(state, slot_word, slot, space)
    return owe(state, Due(sum(parts), "buy", event.args), perform)


def take(state: State, event: Event) -> State:
    """A Working Hard City Planner takes any plan; only the space's own cost is paid (RH-076 … RH-079)."""
    slot_word, space = event.args
    _buying(state, event.seat)
    if PINK not in state.seats[event.seat].crew:
        raise refuse("You have no unused City Planner who is Working Hard.", "RH-076")
    slot = market.slot_of(state, slot_word)
    _check_empty_land(state, space, "RH-077")
    cost = space_cost(state, space)
    _afford(state, (0, cost, 0))
    _plan_in(state, slot_word, slot, space)
    return owe(state, Due(cost, "take", event.args), perform)


def _buying(state: State, seat: int) -> None:
    if seat != state.turn or not is_main(state):
        raise refuse("Plans are bought in your own Main phase.", "RH-099")


def _afford(state: State, parts: tuple[int, int, int]) -> None:
    if sum(parts) <= funds(state):
        return
    price, prime, far = parts
    cubes = funds(state) - state.main.power
    what = say(
        "Cost is {a} market + {b} prime + {c} distance = {n}; you have {cubes} cubes + {power} spending power.",
        a=price, b=prime, c=far, n=sum(parts), cubes=cubes, power=state.main.power,
    )  # fmt: skip
    raise refuse(what, "RH-102")


def perform(state: State, due: Due) -> State:
    """What was paid for takes place."""
    slot_word, space = due.args
    seat = state.turn
    slot = market.slot_of(state, slot_word)
    keeps = due.verb == "buy" or state.house.pink_takes_tokens
    if due.verb == "take":
        mine = state.seats[seat]
        mine = replace(mine, crew=without(mine.crew, (PINK,)), spent=(*mine.spent, PINK))
        state = with_seat(state, seat, mine)
    state = told(state, say("@{s} pays {n}.", s=seat, n=due.cost))
    state = place(state, seat, slot_word, slot.plan, space)
    state = _with_tokens(state, seat, slot.tokens, keeps)
    main = state.main
    if due.verb == "buy" or state.house.pink_is_purchase:
        main = replace(main, bought_from=(*main.bought_from, slot_word))
    return replace(state, main=replace(main, bought=main.bought or due.verb == "buy"))


def _with_tokens(state: State, seat: int, tokens: int, keeps: bool) -> State:
    """The wild tokens lying on a plan go to its new owner (RH-114), or back to the supply."""
    if not tokens:
        return state
    state = replace(state, wild=state.wild + tokens)
    return gain_wild(state, seat, tokens) if keeps else state
