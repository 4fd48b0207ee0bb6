"""City cards: taking, naming and placing them; the market and its deck (TU-185 … TU-188, TU-205 … TU-214)."""

from dataclasses import replace

from companion.games.tundra.printed import BOARDS, card_ids
from companion.games.tundra.purse import refuse
from companion.games.tundra.state import (
    MARKET,
    TAKEN,
    UNKNOWN_CARD,
    Advisor,
    State,
    city_cards,
    popped,
    pushed,
    told,
    with_board,
    with_player,
)
from companion.games.tundra.steps import Action, Ask, PutCard, Row, Summon
from companion.model import Event, Prompt
from companion.words import say

# ------------------------------------------------------------------------------------------------ market


def deal(state: State) -> State:
    """The state with a full market from the deck; an empty deck is made anew from the discard pile (TU-035, TU-187)."""
    size = MARKET[state.seats]
    deck, discard = state.deck, state.discard
    if deck < size and discard:
        state = told(state, say("The deck runs out: shuffle the discard pile into a new deck (TU-187)."))
        deck, discard = deck + discard, 0
    dealt = min(size, deck)
    market = (UNKNOWN_CARD,) * dealt + (TAKEN,) * (size - dealt)
    return replace(state, market=market, deck=deck - dealt, discard=discard)


def renew(state: State) -> State:
    """The state after all market cards were discarded and new ones dealt (TU-199, TU-222)."""
    left = sum(card != TAKEN for card in state.market)
    state = replace(state, discard=state.discard + left, market=())
    return told(deal(state), say("Discard the market and deal {n} new cards.", n=MARKET[state.seats]))


def slots(state: State) -> tuple[tuple[str, str], ...]:
    """The places of the market that hold a card: (word, card or "?")."""
    return tuple((f"m{i}", card) for i, card in enumerate(state.market, 1) if card != TAKEN)


def candidates(state: State) -> tuple[str, ...]:
    """The cards an unnamed one can be: those listed and not seen elsewhere, and the next free number."""
    seen = {card for player in state.players for card in city_cards(player)}.union(state.market)
    listed = state.printed.city
    fresh = next((card for card in card_ids("city") if card not in listed and card not in seen), None)
    found = tuple(card for card in listed if card not in seen)
    return (*found, fresh) if fresh else found


def labels(state: State, cards: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What is known of each card, for people."""
    return tuple((card, state.printed.cards.get(card, say("{card}: not in the list yet", card=card))) for card in cards)


def take_prompts(state: State, seat: int, verb: str = "take", label: str = "Take a card") -> tuple[Prompt, ...]:
    """Which market card; one that is not named yet is named by the way."""
    named = tuple(word for word, card in slots(state) if card != UNKNOWN_CARD)
    unnamed = tuple(word for word, card in slots(state) if card == UNKNOWN_CARD)
    found = []
    if named and verb == "take":
        cards = tuple(
            (word, state.printed.cards.get(card, card)) for word, card in slots(state) if card != UNKNOWN_CARD
        )
        found.append(Prompt(seat, verb, (named,), label=label, labels=cards, names=("place in the market",)))
    if unnamed:
        known = candidates(state)
        found.append(
            Prompt(
                seat,
                verb,
                (unnamed, known),
                label=label,
                labels=labels(state, known),
                names=("place in the market", "which card"),
            )
        )
    return tuple(found)


def named(state: State, event: Event) -> tuple[int, str]:
    """The place in the market and the card that an event speaks of; refused if there is none."""
    at = int(event.args[0][1:]) - 1
    if not 0 <= at < len(state.market) or state.market[at] == TAKEN:
        refuse("TU-186", "This place of the market is empty; it is filled when the market is renewed.")
    card = event.args[1] if len(event.args) == 2 else state.market[at]
    if card == UNKNOWN_CARD or (len(event.args) == 2 and card not in candidates(state)):
        refuse("TU-186", "Say which card it is: one that nobody has yet.")
    return at, card


def show(state: State, event: Event) -> State:
    """The state in which a card of the market is named, so that everybody sees it on the panel."""
    at, card = named(state, event)
    market = (*state.market[:at], card, *state.market[at + 1 :])
    return told(replace(state, market=market), say("{slot} of the market is {card}.", slot=event.args[0], card=card))


def take(state: State, action: Action, event: Event) -> State:
    """The state with a card in the hand of the player who must place it; its place stays empty (TU-186)."""
    at, card = named(state, event)
    market = (*state.market[:at], TAKEN, *state.market[at + 1 :])
    state = told(
        replace(state, market=market), say("@{seat} takes {card} from the market.", seat=action.seat, card=card)
    )
    at_once = action.source == "title" and state.house.title_advisor == "at-once"
    return pushed(state, PutCard(action.seat, card), *((Summon(action.seat, card),) if at_once else ()))


# ------------------------------------------------------------------------------------------------ finding room


def put_advance(state: State, step: PutCard) -> State | None:
    """The state after the card found its place without a choice, or None while the player must choose (TU-205)."""
    kind = state.printed.get(f"city.{step.card}.kind")
    if not kind:
        return pushed(state, Ask(step.seat, (f"city.{step.card}.kind",)))
    player = state.players[step.seat]
    if kind == "advisor" and len(player.advisors) < player.rank.advisors:
        return _engage(popped(state), step)
    return None


def _engage(state: State, step: PutCard) -> State:
    advisors = (*state.players[step.seat].advisors, Advisor(step.card))
    return told(
        with_player(state, step.seat, advisors=advisors), say("{card} advises @{seat}.", card=step.card, seat=step.seat)
    )


def put_prompts(state: State, step: PutCard) -> tuple[Prompt, ...]:
    """Which advisor must go (TU-208), or under which board the enhancement lies (TU-210)."""
    player = state.players[step.seat]
    if state.printed.get(f"city.{step.card}.kind") == "advisor":
        own = tuple(a.card for a in player.advisors)
        label = say("Discard one of your {n} advisors", n=len(own))
        return (Prompt(step.seat, "discard", (own,), label=label, labels=labels(state, own), names=("advisor",)),)
    limit = player.rank.enhancements
    free = tuple(name for name, board in zip(BOARDS, player.boards, strict=True) if len(board.market) < limit)
    full = tuple(card for board in player.boards if len(board.market) >= limit for card in board.market)
    found = []
    if free:
        label = say("Put {card} under a board", card=step.card)
        found.append(Prompt(step.seat, "under", (free,), label=label, names=("board",)))
    if full:
        label = say("Put {card} in place of another card", card=step.card)
        found.append(Prompt(step.seat, "swap", (full,), label=label, labels=labels(state, full), names=("discard",)))
    return tuple(found)


def put_apply(state: State, step: PutCard, event: Event) -> State:
    """The state after the player made room for the card."""
    if event.verb == "discard":
        return _engage(popped(_dismiss(state, step.seat, event.args[0])), step)
    if event.verb == "swap":
        return _swap(state, step, event.args[0])
    return _under(popped(state), step, BOARDS.index(event.args[0]))


def _dismiss(state: State, seat: int, card: str) -> State:
    left = tuple(a for a in state.players[seat].advisors if a.card != card)
    state = replace(state, discard=state.discard + 1)
    return told(with_player(state, seat, advisors=left), say("@{seat} discards {card}.", seat=seat, card=card))


def _swap(state: State, step: PutCard, old: str) -> State:
    """A market enhancement makes room for another and goes to the discard pile (TU-212, TU-214)."""
    boards = state.players[step.seat].boards
    index = next((i for i, board in enumerate(boards) if old in board.market), None)
    if index is None:
        refuse("TU-212", "Only an own enhancement from the market can be discarded; a starter stays.")
    state = with_board(popped(state), step.seat, index, market=tuple(c for c in boards[index].market if c != old))
    state = told(replace(state, discard=state.discard + 1), say("@{seat} discards {card}.", seat=step.seat, card=old))
    steps = tuple(_without(s, old) if isinstance(s, Row) else s for s in state.steps)
    return _under(replace(state, steps=steps), step, index)


def _without(row: Row, card: str) -> Row:
    """The row without the action of a card that has left the board."""
    return replace(row, queue=tuple(q for q in row.queue or () if q[0] != card))


def _under(state: State, step: PutCard, index: int) -> State:
    board = state.players[step.seat].boards[index]
    if len(board.market) >= state.players[step.seat].rank.enhancements:
        refuse(
            "TU-211",
            "{board} has no room for another market card; discard one or choose another board.",
            board=BOARDS[index].capitalize(),
        )
    state = with_board(state, step.seat, index, market=(*board.market, step.card))
    state = told(
        state,
        say("@{seat} puts {card} under {board}.", seat=step.seat, card=step.card, board=BOARDS[index].capitalize()),
    )
    return _use_at_once(state, step, index)


def _use_at_once(state: State, step: PutCard, index: int) -> State:
    """A card bought with a Trade die and put under Trade acts at once for the activated row (TU-213)."""
    at = next((i for i, s in enumerate(state.steps) if isinstance(s, Row)), None)
    if at is None or index != BOARDS.index("trade"):
        return state
    row = state.steps[at]
    if not isinstance(row, Row) or row.board != index or row.queue is None:
        return state
    row = replace(row, queue=(*row.queue, (step.card, "")))
    return replace(state, steps=(*state.steps[:at], row, *state.steps[at + 1 :]))
