"""Doing what a row, a card or a title offers: one action after another, never interleaved (TU-125 … TU-129)."""

from collections.abc import Callable
from dataclasses import replace

from companion.games.tundra import architecture, gathering, trade, travel
from companion.games.tundra.effects import (
    GAINS,
    RESOURCES,
    Part,
    amount,
    cost_of,
    describe,
    describe_part,
    gains_of,
    parse,
)
from companion.games.tundra.printed import BOARDS, card_key, row_key, side_keys
from companion.games.tundra.purse import Why, can_pay, gain, pay, pay_price, price_options, refuse
from companion.games.tundra.state import State, popped, pushed, told
from companion.games.tundra.steps import Action, Ask, Bonus, Row
from companion.model import Event, Prompt
from companion.words import say

BY_CARD = Why("Cards and bonuses", "TU-125")
BY_HAND = Why("Cards and bonuses by hand", "TU-125")

# ------------------------------------------------------------------------------------------------ the row


def activate(state: State, seat: int, index: int, value: int) -> Row:
    """The row that a die of this value opens: the board's action and that of each card under it (TU-125)."""
    board = state.players[seat].boards[index]
    under = tuple(card for card in (board.starter, *board.market) if card)
    return Row(seat, index, value, tuple((source, "") for source in (BOARDS[index], *under)))


def row_advance(state: State, row: Row) -> State | None:
    """The state a step further without a choice, or None while the player must choose an action."""
    queue = row.queue or ()
    for i, (source, word) in enumerate(queue):
        if not word:
            return _look_up(state, row, i, source)
    if not queue:
        return popped(state)
    if len(queue) == 1 and any(part.kind not in GAINS for part in parse(queue[0][1])):
        return _begin(state, row, queue[0])
    return None


def _look_up(state: State, row: Row, i: int, source: str) -> State:
    """Fix what an action does now, so that a later upgrade does not change it (TU-196, TU-200)."""
    is_board = source in BOARDS
    side = state.players[row.seat].boards[row.board].side
    key = row_key(source, side, row.value) if is_board else card_key(source, row.value)
    word = state.printed.get(key)
    if not word:
        form = state.printed.lacks(side_keys(source, side)) if is_board else ()
        return pushed(state, Ask(row.seat, (key,), form))
    if key == "board.gathering.basic.4":
        word = f"gather-{state.house.gather_slot_4}"
    queue = row.queue or ()
    entry = ((source, word),) if word != "nothing" else ()
    return popped(state, replace(row, queue=queue[:i] + entry + queue[i + 1 :]))


def _begin(state: State, row: Row, entry: tuple[str, str]) -> State:
    queue = tuple(q for q in row.queue or () if q is not entry)
    return begin(popped(state, replace(row, queue=queue)), row.seat, *entry)


def begin(state: State, seat: int, source: str, word: str) -> State:
    """The state with an action under way."""
    towers = len(state.players[seat].towers)
    parts = tuple(replace(p, n=towers) if p.kind == "sell" and p.n < 0 else p for p in parse(word))
    return pushed(state, Action(seat, source, tuple(p for p in parts if p.n)))


def source_name(source: str) -> str:
    """A board, card, title or tower as people call it."""
    names = {"title": "your title", "tower": "the tower bonus", "settlement": "the settlement"}
    return names.get(source, source.capitalize() if source in BOARDS else source)


def row_prompts(state: State, row: Row) -> tuple[Prompt, ...]:
    """Which action is next; all of them may be left undone (TU-127, TU-129)."""
    queue = row.queue or ()
    labels = tuple(
        (source, say("{source}: {what}", source=source_name(source), what=describe(word))) for source, word in queue
    )
    sources = tuple(source for source, _ in queue)
    return (
        Prompt(row.seat, "do", (sources,), label="Do the action of", labels=labels, names=("board or card",)),
        Prompt(row.seat, "done", label="Leave the rest", hint="nothing more of this row is done"),
    )


def row_apply(state: State, row: Row, event: Event) -> State:
    """The state with the chosen action begun, or the rest of the row left."""
    if event.verb == "done":
        return popped(state)
    return _begin(state, row, next(q for q in row.queue or () if q[0] == event.args[0]))


# ------------------------------------------------------------------------------------------------ the action under way


def choose_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """One of several effects."""
    choices = tuple(part.word.split("|"))
    return (Prompt(action.seat, "choose", (choices,), label="Choose", labels=tuple((c, describe(c)) for c in choices)),)


def choose_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with the chosen effect in place of the choice."""
    return _replace_part(state, action, part, parse(event.args[0]))


def pay_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """An exchange."""
    cost, label = cost_of(part), describe(part.word)
    if not can_pay(state.players[action.seat], cost):
        return (Prompt(action.seat, "pay", reason=say("@{seat} cannot pay for this.", seat=action.seat), label=label),)
    return (Prompt(action.seat, "pay", price_options(cost), label=label),)


def pay_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state after the price was paid, with what it gives to be taken."""
    cost = cost_of(part)
    if len(event.args) != len(price_options(cost)):
        refuse("TU-018", "Say which resources are paid.")
    state = pay_price(state, action.seat, cost, event.args, "TU-015")
    return _replace_part(state, action, part, gains_of(part))


def _replace_part(state: State, action: Action, part: Part, instead: tuple[Part, ...]) -> State:
    rest = {p.kind: p for p in action.parts if p is not part}
    for new in instead:
        old = rest.get(new.kind)
        rest[new.kind] = replace(new, n=old.n + new.n) if old and not new.word else new
    return popped(state, replace(action, parts=tuple(rest.values())))


_AMOUNTS = tuple(str(n) for n in (1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6))


def hand_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """What the players carried out by hand is booked here."""
    things = (*RESOURCES, "berry")
    return (
        Prompt(action.seat, "book", (things, _AMOUNTS), label="Book by hand", names=("what", "how much")),
        Prompt(action.seat, "book", (("vp",), _AMOUNTS[:6]), label="Book VP by hand", names=("what", "how much")),
    )


def hand_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state after a booking by hand; caps and the floor hold as ever."""
    thing, n = event.args[0], int(event.args[1])
    if n > 0:
        return gain(state, action.seat, thing, n, BY_HAND)
    state = pay(state, action.seat, thing, -n)
    return told(state, say("@{seat} pays {what}.", seat=action.seat, what=amount(thing, -n)))


Prompts = Callable[[State, Action, Part], tuple[Prompt, ...]]
Apply = Callable[[State, Action, Part, Event], State]

PARTS: dict[str, tuple[tuple[str, ...], Prompts, Apply]] = {
    "mp": (("move",), travel.prompts, travel.apply),
    "any": (("gain",), gathering.any_prompts, gathering.any_apply),
    "same": (("gain-same",), gathering.any_prompts, gathering.any_apply),
    "gather": (("gather",), gathering.prompts, gathering.apply),
    "build": (("build",), architecture.build_prompts, architecture.build_apply),
    "place": (("place",), architecture.place_prompts, architecture.place_apply),
    "worker": (("recruit",), architecture.worker_prompts, architecture.worker_apply),
    "sell": (("sell",), architecture.sell_prompts, architecture.sell_apply),
    "card": (("take",), trade.card_prompts, trade.card_apply),
    "upgrade": (("upgrade",), trade.upgrade_prompts, trade.upgrade_apply),
    "renew": (("renew",), trade.renew_prompts, trade.renew_apply),
    "choose": (("choose",), choose_prompts, choose_apply),
    "pay": (("pay",), pay_prompts, pay_apply),
    "hand": (("book",), hand_prompts, hand_apply),
}
"""How each part is offered and carried out: its verbs, its prompts, what it does."""


def action_advance(state: State, action: Action) -> State | None:
    """The state after an action that needs no more choice has ended, or None."""
    if any(part.kind not in GAINS for part in action.parts):
        return None
    return _finish(_collect(state, action, action.parts), action)


def _collect(state: State, action: Action, parts: tuple[Part, ...]) -> State:
    for part in parts:
        if part.kind in GAINS:
            state = gain(state, action.seat, part.kind, part.n, BY_CARD)
    return state


def _finish(state: State, action: Action) -> State:
    """The state after the action; bonuses of towers built in it come now, all together (TU-155)."""
    return popped(state, *(Bonus(action.seat, where) for where in action.built))


def action_prompts(state: State, action: Action) -> tuple[Prompt, ...]:
    """Every part that is left, and an end to it (TU-098, TU-190)."""
    found: list[Prompt] = []
    sure = tuple(part for part in action.parts if part.kind in GAINS)
    for part in action.parts:
        if part.kind in PARTS:
            found.extend(PARTS[part.kind][1](state, action, part))
    gains = " and ".join(describe_part(part) for part in sure)
    if sure:
        kinds = tuple(part.kind for part in sure)
        found.append(Prompt(action.seat, "collect", (kinds,), label=say("Take {gains} now", gains=gains)))
    hint = say("takes {gains} as well", gains=gains) if sure else "what is left of this action is not done"
    found.append(Prompt(action.seat, "done", label="Finish this action", hint=hint))
    if sure:
        found.append(Prompt(action.seat, "skip", label="Leave the rest", hint=say("without {gains}", gains=gains)))
    return tuple(found)


def action_apply(state: State, action: Action, event: Event) -> State:
    """The state after one part of the action was done, or the action was ended."""
    if event.verb == "done":
        return _finish(_collect(state, action, action.parts), action)
    if event.verb == "skip":
        return _finish(state, action)
    if event.verb == "collect":
        part = next(p for p in action.parts if p.kind == event.args[0])
        state = _collect(state, action, (part,))
        return popped(state, replace(action, parts=tuple(p for p in action.parts if p is not part)))
    for part in action.parts:
        if part.kind in PARTS and event.verb in PARTS[part.kind][0]:
            return PARTS[part.kind][2](state, action, part, event)
    refuse("TU-128", "This is not part of the action under way; finish that one first.")
