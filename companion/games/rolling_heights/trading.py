"""Commodity trades and wild tokens, and what the ledger depth types itself (RH-115 … RH-120)."""

from dataclasses import replace

from companion.games.rolling_heights.activation import gain_cubes, used, working_meeple
from companion.games.rolling_heights.building import KINDS, put_cube
from companion.games.rolling_heights.buying import PINK
from companion.games.rolling_heights.paying import MISC, funds, owe
from companion.games.rolling_heights.state import MATERIALS, Due, State, is_main, refuse, told
from companion.games.rolling_heights.typed import discard_wild, gain_wild
from companion.model import Event, Prompt
from companion.words import say

COSTS = {"wood": 2, "concrete": 2, "glass": 2, "steel": 3}
_COSTS = tuple(str(n) for n in range(21))
_TOKENS = tuple(str(n) for n in range(9))


def trade_prompts(state: State) -> tuple[Prompt, ...]:
    """Trades that can be paid, and wild tokens that can be used."""
    found = []
    goods = tuple(m for m in MATERIALS if COSTS[m] <= funds(state))
    if goods:
        labels = tuple((m, f"{m} for {COSTS[m]}") for m in goods)
        hint = "Pay 2 for wood, concrete or glass, 3 for steel."
        found.append(Prompt(state.turn, "trade", (goods,), label="Trade", hint=hint, labels=labels, names=("for",)))
    if state.seats[state.turn].wild:
        hint = "Discard it for one cube of any colour."
        found.append(Prompt(state.turn, "wild", (MATERIALS,), label="Use a wild token", hint=hint, names=("cube",)))
    return tuple(found)


def trade(state: State, event: Event) -> State:
    """Pay first, then gain (RH-118 … RH-120, A-12)."""
    _own_main(state, event, "RH-118")
    what = event.args[0]
    if what not in COSTS:
        raise refuse("Trade for wood, concrete, glass or steel.", "RH-119")
    if COSTS[what] > funds(state):
        rule = "RH-120" if what == "steel" else "RH-119"
        raise refuse(say("{what} costs {n}; you have {m}.", what=what.title(), n=COSTS[what], m=funds(state)), rule)
    return owe(state, Due(COSTS[what], "trade", event.args), perform_trade)


def perform_trade(state: State, due: Due) -> State:
    """The traded cube is gained."""
    state = told(state, say("@{s} pays {n}.", s=state.turn, n=due.cost))
    return gain_cubes(state, state.turn, MATERIALS.index(due.args[0]), 1)


def wild(state: State, event: Event) -> State:
    """A wild token is discarded for one cube of the chosen colour (RH-116)."""
    _own_main(state, event, "RH-116")
    state = told(discard_wild(state, event.seat), say("@{s} uses a wild token.", s=event.seat))
    if state.depth == "rolls":
        return state
    if len(event.args) != 1 or event.args[0] not in MATERIALS:
        raise refuse("Choose wood, concrete, glass or steel for the wild token.", "RH-116")
    return gain_cubes(state, event.seat, MATERIALS.index(event.args[0]), 1)


def _own_main(state: State, event: Event, rule: str) -> None:
    if event.seat != state.turn or not is_main(state):
        raise refuse("Wait for your own Main phase.", rule)


# ------------------------------------------------------------------------------------------------- ledger depth


def ledger_prompts(state: State) -> tuple[Prompt, ...]:
    """Builds and purchases tapped by the table itself, where the companion knows no map."""
    found = []
    held = (*state.cubes.held, *state.cubes.misc)
    kinds = tuple(word for word, n in zip(KINDS, held, strict=True) if n)
    if kinds:
        counts = tuple(str(n) for n in range(1, max(held) + 1))
        found.append(Prompt(state.turn, "build", (kinds, counts), label="Build cubes", names=("cubes", "how many")))
    if not state.main.bought:
        costs = tuple(w for w in _COSTS if int(w) <= funds(state))
        hint = "Market, space and distance cost together."
        found.append(
            Prompt(
                state.turn,
                "buy",
                (costs, _TOKENS),
                label="Buy a plan",
                hint=hint,
                names=("total cost", "wild tokens on it"),
            )
        )
    if PINK in state.seats[state.turn].crew:
        costs = tuple(w for w in _COSTS if int(w) <= funds(state))
        hint = "The City Planner pays only what the space itself costs."
        found.append(
            Prompt(
                state.turn,
                "take",
                (costs, _TOKENS),
                label="Take a plan",
                hint=hint,
                names=("cost of the space", "wild tokens on it"),
            )
        )
    return tuple(found)


def ledger_build(state: State, event: Event) -> State:
    """Cubes go on buildings; the ledger notices when a colour is all built (RH-122, RH-151)."""
    _own_main(state, event, "RH-122")
    kind, count = event.args
    if kind == "power":
        raise refuse("Spending power cannot build.", "RH-125")
    if kind not in MATERIALS + MISC or not count.isdecimal() or not 1 <= int(count) <= 99:
        raise refuse("Choose cubes that you hold and how many.", "RH-122")
    what = kind.replace("-", " ")
    state = told(state, say("@{s} builds {n} {what}.", s=event.seat, n=count, what=what))
    for _ in range(int(count)):
        state = put_cube(state, KINDS.index(kind))
    return state


def ledger_buy(state: State, event: Event) -> State:
    """The one purchase of the turn, with its cost typed (RH-099, RH-102)."""
    _own_main(state, event, "RH-099")
    if state.main.bought:
        why = "Only one plan may be bought per turn (a Working Hard City Planner may take another)."
        raise refuse(why, "RH-099")
    return owe(state, Due(_cost(state, event), "ledger-buy", event.args), perform_ledger)


def ledger_take(state: State, event: Event) -> State:
    """A City Planner's plan, with the cost of its space typed (RH-076 … RH-079)."""
    working_meeple(state, event.seat, PINK)
    return owe(state, Due(_cost(state, event), "ledger-take", event.args), perform_ledger)


def _cost(state: State, event: Event) -> int:
    cost, tokens = event.args
    if cost not in _COSTS or tokens not in _TOKENS:
        raise refuse("Type the cost and the number of wild tokens lying on the plan.", "RH-102")
    if int(cost) > funds(state):
        raise refuse(say("This costs {n}; you have {m}.", n=cost, m=funds(state)), "RH-102")
    return int(cost)


def perform_ledger(state: State, due: Due) -> State:
    """The plan is paid; its wild tokens go to the buyer (RH-114)."""
    state = told(state, say("@{s} pays {n} and places a plan with an own marker.", s=state.turn, n=due.cost))
    if due.verb == "ledger-take":
        state = used(state, state.turn, PINK)
    else:
        state = replace(state, main=replace(state.main, bought=True))
    tokens = int(due.args[1])
    return gain_wild(state, state.turn, tokens) if tokens else state
