"""Gaining and paying: resources, berries and victory points, with their limits (TU-013 … TU-018, TU-043)."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import NoReturn

from companion.errors import IllegalEvent
from companion.games.tundra.effects import RESOURCES, Part, amount
from companion.games.tundra.state import LAP, MAX_BERRIES, MAX_RESOURCE, Player, State, told, with_player
from companion.model import ScoreLine
from companion.words import say

CAPS = {"berry": "TU-014", "firewood": "TU-013", "stone": "TU-013", "peat": "TU-013"}


@dataclass(frozen=True, slots=True)
class Why:
    """Where victory points come from: words for people and the rule."""

    text: str
    rule: str


_NO_REASON = Why("", "")


def refuse(rule: str, template: str, **args: object) -> NoReturn:
    """Refuse an event with a sentence and the rule that says so."""
    raise IllegalEvent(say(template, **args), rule)


def gain(state: State, seat: int, thing: str, n: int, why: Why = _NO_REASON) -> State:
    """The state after a gain, booked at once; what is above the cap is lost and said (TU-013, TU-014, TU-016)."""
    if n <= 0:
        return state
    if thing == "vp":
        return _score(state, seat, n, why)
    player = state.players[seat]
    held = player.has(thing)
    fits = min(n, (MAX_BERRIES if thing == "berry" else MAX_RESOURCE) - held)
    what = amount(thing, n)
    if fits < n:
        text = "@{seat} gains {what}, only {fits} fit, {lost} lost ({rule})."
        state = told(state, say(text, seat=seat, what=what, fits=fits, lost=n - fits, rule=CAPS[thing]))
    else:
        state = told(state, say("@{seat} gains {what}.", seat=seat, what=what))
    return _set(state, seat, thing, held + fits)


def _score(state: State, seat: int, n: int, why: Why) -> State:
    """Victory points move the counter; past the end of the track the acorn token is taken (TU-043, TU-044)."""
    player = state.players[seat]
    lines = list(player.lines)
    for i, line in enumerate(lines):
        if line.text == why.text:
            lines[i] = replace(line, points=line.points + n)
            break
    else:
        lines.append(ScoreLine(why.text, n, why.rule))
    state = with_player(state, seat, vp=player.vp + n, lines=tuple(lines))
    state = told(state, say("@{seat} gains {n} VP: {why}.", seat=seat, n=n, why=why.text))
    if player.vp // LAP < (player.vp + n) // LAP:
        state = told(state, say("@{seat} passes the end of the track and takes the acorn token (TU-044).", seat=seat))
    return state


def pay(state: State, seat: int, thing: str, n: int, rule: str = "TU-015") -> State:
    """The state after a payment, booked at once; refused if there is not enough (TU-015)."""
    held = state.players[seat].has(thing)
    if held < n:
        text = "This costs {what}, but @{seat} has only {held}; choose something else."
        refuse(rule, text, what=amount(thing, n), seat=seat, held=held)
    return _set(state, seat, thing, held - n)


def pay_pair(state: State, seat: int, thing: str) -> State:
    """The state after paying two of one resource (TU-152, TU-164)."""
    if thing not in RESOURCES or state.players[seat].has(thing) < 2:
        refuse(
            "TU-164", "Two of the same resource are needed, and @{seat} has no pair of {thing}.", seat=seat, thing=thing
        )
    return pay(state, seat, thing, 2)


def pairs(player: Player) -> tuple[str, ...]:
    """The resources of which the player has a pair."""
    return tuple(r for r, n in zip(RESOURCES, player.goods, strict=True) if n >= 2)


def _set(state: State, seat: int, thing: str, amount: int) -> State:
    if thing == "berry":
        return with_player(state, seat, berries=amount)
    goods = tuple(amount if r == thing else n for r, n in zip(RESOURCES, state.players[seat].goods, strict=True))
    return with_player(state, seat, goods=goods)


# ------------------------------------------------------------------------------------------------ prices with a choice


def price_options(price: tuple[Part, ...]) -> tuple[tuple[str, ...], ...]:
    """What must be chosen to pay: one resource for "same", one for each unit of "any" (TU-017, TU-018)."""
    same = sum(1 for part in price if part.kind == "same")
    free = sum(part.n for part in price if part.kind == "any")
    return (RESOURCES,) * (same + free)


def price_total(price: tuple[Part, ...], chosen: tuple[str, ...]) -> Counter[str]:
    """What a price comes to with the chosen resources, in the order of ``price_options``."""
    total: Counter[str] = Counter()
    picks = list(chosen)
    for part in (p for p in price if p.kind == "same"):
        total[picks.pop(0)] += part.n
    for part in price:
        if part.kind not in ("same", "any"):
            total[part.kind] += part.n
    total.update(picks)
    return total


def can_pay(player: Player, price: tuple[Part, ...]) -> bool:
    """Whether some choice of resources pays the price."""
    fixed = price_total(tuple(p for p in price if p.kind not in ("same", "any")), ())
    left = Counter({thing: player.has(thing) - fixed[thing] for thing in (*RESOURCES, "berry")})
    if min(left.values()) < 0:
        return False
    free = sum(p.n for p in price if p.kind == "any")
    same = sum(p.n for p in price if p.kind == "same")
    rest = sum(left[r] for r in RESOURCES)
    return rest >= same + free and (not same or any(left[r] >= same for r in RESOURCES))


def pay_price(state: State, seat: int, price: tuple[Part, ...], chosen: tuple[str, ...], rule: str) -> State:
    """The state after paying a price with the chosen resources."""
    for thing, n in price_total(price, chosen).items():
        state = pay(state, seat, thing, n, rule)
    return state
