"""Towers and workers: build, place, sell pairs, tower bonuses (TU-150 … TU-165, TU-070)."""

from dataclasses import replace

from companion.games.tundra.effects import COMMON, GAINS, NOTHING, Part, describe, is_effect, parse
from companion.games.tundra.purse import Why, gain, pairs, pay, pay_pair, refuse
from companion.games.tundra.state import (
    TOWERS,
    WORKERS,
    State,
    by_hex,
    popped,
    pushed,
    tile_at,
    told,
    tower_owner,
    with_player,
    with_tile,
)
from companion.games.tundra.steps import Action, Bonus
from companion.games.tundra.travel import spend
from companion.model import Event, Prompt
from companion.words import say

# ------------------------------------------------------------------------------------------------ building


def sites(state: State, seat: int) -> tuple[str, ...]:
    """The glades with an own worker and no tower (TU-150, TU-153, TU-154)."""
    glades = by_hex(state.tiles)
    workers = dict.fromkeys(state.players[seat].workers)
    return tuple(where for where in workers if where in glades and tower_owner(state, where) is None)


def build_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Where to build, and which pair pays."""
    player = state.players[action.seat]
    free, payable = sites(state, action.seat), pairs(player)
    if len(player.towers) == TOWERS:
        reason = say("All four towers of @{seat} stand already.", seat=action.seat)
    elif not free:
        reason = say("@{seat} has no worker on a glade without a tower.", seat=action.seat)
    elif not payable:
        reason = say("@{seat} has no two equal resources.", seat=action.seat)
    else:
        hint = say("costs a pair and the worker there; {n} more", n=part.n)
        return (
            Prompt(
                action.seat, "build", (free, payable), label="Build a tower", hint=hint, names=("tile", "paid with")
            ),
        )
    return (Prompt(action.seat, "build", reason=reason, label="Build a tower"),)


def build_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with one more tower; its bonus comes when the action ends (TU-155)."""
    seat, (where, thing) = action.seat, event.args
    player = state.players[seat]
    if len(player.towers) == TOWERS:
        refuse("TU-165", "@{seat} has no tower left in the bank.", seat=seat)
    if where not in player.workers:
        refuse(
            "TU-150", "@{seat} has no worker on {where}; a tower takes the place of a worker.", seat=seat, where=where
        )
    if tile_at(state, where) is None:
        refuse("TU-154", "{where} is a settlement; towers stand on glades only.", where=where)
    if tower_owner(state, where) is not None:
        refuse("TU-153", "{where} has a tower already; a glade holds only one.", where=where)
    state = pay_pair(state, seat, thing)
    workers = list(player.workers)
    workers.remove(where)
    state = with_player(state, seat, workers=tuple(workers), towers=(*player.towers, where))
    state = told(state, say("@{seat} builds a tower on {where} for 2 {thing}.", seat=seat, where=where, thing=thing))
    return spend(state, replace(action, built=(*action.built, where)), part)


# ------------------------------------------------------------------------------------------------ placing workers


def homes(state: State, action: Action) -> tuple[str, ...]:
    """Where a worker may be placed now: the own settlement, own tower glades not yet used (TU-161)."""
    player = state.players[action.seat]
    return (player.settlement, *(where for where in player.towers if where not in action.placed))


def berry_price(state: State, action: Action) -> int:
    """The berries for the next worker of this action (TU-160)."""
    return 0 if action.placed and state.house.worker_berry == "once" else 1


def place_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Where to place a worker, and which pair pays."""
    player, price = state.players[action.seat], berry_price(state, action)
    if len(player.workers) == WORKERS:
        reason = say("All six workers of @{seat} are on the map.", seat=action.seat)
    elif not pairs(player):
        reason = say("@{seat} has no two equal resources.", seat=action.seat)
    elif player.berries < price:
        reason = say("@{seat} has no berry for the worker.", seat=action.seat)
    else:
        options = (homes(state, action), pairs(player))
        hint = say("costs a pair and {price} berry; {n} more", price=price, n=part.n)
        return (Prompt(action.seat, "place", options, label="Place a worker", hint=hint, names=("tile", "paid with")),)
    return (Prompt(action.seat, "place", reason=reason, label="Place a worker"),)


def place_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with one more worker on the map, paid for."""
    seat, (where, thing) = action.seat, event.args
    _check_home(state, action, where)
    state = pay_pair(state, seat, thing)
    state = pay(state, seat, "berry", berry_price(state, action), "TU-160")
    state = _put_worker(state, seat, where)
    return spend(state, replace(action, placed=(*action.placed, where)), part)


def _check_home(state: State, action: Action, where: str) -> None:
    player = state.players[action.seat]
    if len(player.workers) == WORKERS:
        refuse("TU-165", "@{seat} has no worker left in the bank.", seat=action.seat)
    if where != player.settlement and where not in player.towers:
        refuse("TU-161", "Workers are placed on the own settlement or on glades with an own tower; choose one of them.")
    if where != player.settlement and where in action.placed:
        refuse("TU-161", "One worker per tower glade in one action; {where} has got its worker.", where=where)


def _put_worker(state: State, seat: int, where: str) -> State:
    workers = tuple(sorted((*state.players[seat].workers, where)))
    return told(
        with_player(state, seat, workers=workers), say("@{seat} places a worker on {where}.", seat=seat, where=where)
    )


def worker_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Where a worker that costs nothing is placed."""
    if len(state.players[action.seat].workers) == WORKERS:
        return (
            Prompt(action.seat, "recruit", reason=say("All six workers of @{seat} are on the map.", seat=action.seat)),
        )
    return (Prompt(action.seat, "recruit", (homes(state, action),), label="Place a free worker", names=("tile",)),)


def worker_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with one more worker on the map for nothing."""
    _check_home(state, action, event.args[0])
    state = _put_worker(state, action.seat, event.args[0])
    return spend(state, replace(action, placed=(*action.placed, event.args[0])), part)


# ------------------------------------------------------------------------------------------------ selling


def sell_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Which pair to sell for a point."""
    payable = pairs(state.players[action.seat])
    if not payable:
        return (Prompt(action.seat, "sell", reason=say("@{seat} has no two equal resources.", seat=action.seat)),)
    hint = say("up to {n} more, one for each tower", n=part.n)
    return (Prompt(action.seat, "sell", (payable,), label="Sell a pair for 1 VP", hint=hint, names=("paid with",)),)


def sell_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state after a pair became a point (TU-163)."""
    state = pay_pair(state, action.seat, event.args[0])
    state = gain(state, action.seat, "vp", 1, Why("Pairs sold", "TU-163"))
    return spend(state, action, part)


# ------------------------------------------------------------------------------------------------ tower bonuses

_ONE = tuple(word for word in COMMON if word != NOTHING)


def bonus_prompts(state: State, step: Bonus) -> tuple[Prompt, ...]:
    """What the tile gives for a tower, if nobody has told it yet (TU-010)."""
    label = say("Which bonus stands beside the tower on {where}?", where=step.hex)
    labels = tuple((word, describe(word)) for word in COMMON)
    key = ((step.hex,),)
    return (
        Prompt(step.seat, "bonus", (*key, COMMON), label=label, labels=labels),
        Prompt(step.seat, "bonus", (*key, _ONE, _ONE), label="Two things", labels=labels),
        Prompt(step.seat, "bonus", (*key, ("*",)), label="Something else", hint="in effect words: berry-1+peat-1"),
    )


def bonus_apply(state: State, step: Bonus, event: Event) -> State:
    """The state in which the bonus of this tile is known."""
    word = "+".join(event.args[1:])
    if not is_effect(word):
        refuse("TU-010", "{word} is not a bonus; write it like berry-1+peat-1.", word=repr(word))
    tile = by_hex(state.tiles)[step.hex]
    return with_tile(state, replace(tile, bonus=word))


def bonus_advance(state: State, step: Bonus) -> State | None:
    """The state after the bonus was handed out, or None while it must be told (TU-070, TU-156)."""
    tile = by_hex(state.tiles)[step.hex]
    if not tile.bonus:
        return None
    state = popped(state)
    rest = []
    for part in parse(tile.bonus):
        if part.kind in GAINS:
            state = gain(state, step.seat, part.kind, part.n, Why("Tower bonuses", "TU-070"))
        elif part.kind == "worker":
            state = _bonus_workers(state, step, part.n)
        else:
            rest.append(part)
    return pushed(state, Action(step.seat, "tower", tuple(rest))) if rest else state


def _bonus_workers(state: State, step: Bonus, n: int) -> State:
    """Workers of a bonus go to the tower's own tile; without one in the bank they are lost (TU-158)."""
    for _ in range(n):
        if len(state.players[step.seat].workers) == WORKERS:
            return told(
                state,
                say(
                    "@{seat} has no worker in the bank, so the bonus of {where} is lost (TU-158).",
                    seat=step.seat,
                    where=step.hex,
                ),
            )
        state = _put_worker(state, step.seat, step.hex)
    return state
