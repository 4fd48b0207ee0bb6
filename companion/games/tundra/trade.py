"""The Trade board: city cards, upgrading boards, renewing the market (TU-185 … TU-200)."""

from companion.games.tundra import cards
from companion.games.tundra.effects import Part, amount, joined
from companion.games.tundra.printed import BOARDS, PRICE_PARTS, price_keys
from companion.games.tundra.purse import Why, can_pay, gain, pay_price, price_options, refuse
from companion.games.tundra.state import State, pushed, told, with_board
from companion.games.tundra.steps import Action, Ask
from companion.games.tundra.travel import spend
from companion.model import Event, Prompt
from companion.words import say


def card_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Which market card to take; an empty market gives none (TU-188)."""
    found = cards.take_prompts(state, action.seat)
    return found or (
        Prompt(action.seat, "take", reason="The market is empty until it is renewed.", label="Take a card"),
    )


def card_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with one card taken."""
    return cards.take(spend(state, action, part), action, event)


# ------------------------------------------------------------------------------------------------ upgrading


def price_of(state: State, board: str) -> tuple[Part, ...]:
    """The price of upgrading a board, () while it is not known (TU-008)."""
    if state.printed.lacks(price_keys(board)):
        return ()
    amounts = ((part, state.printed.number(f"price.{board}.{part}")) for part in PRICE_PARTS)
    return tuple(Part(part, n) for part, n in amounts if n)


def upgrade_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Which board to flip, one prompt per board because each has its own price."""
    player = state.players[action.seat]
    basic = [name for name, board in zip(BOARDS, player.boards, strict=True) if not board.upgraded]
    if not basic:
        return (Prompt(action.seat, "upgrade", reason="All your boards are upgraded.", label="Upgrade a board"),)
    return tuple(_upgrade_prompt(state, action, board) for board in basic)


def _upgrade_prompt(state: State, action: Action, board: str) -> Prompt:
    price, label = price_of(state, board), say("Upgrade {board}", board=board.capitalize())
    if not price:
        return Prompt(action.seat, "upgrade", ((board,),), label=label, hint="its price is asked first")
    words = joined("{first} and {second}", (amount(p.kind, p.n) for p in price))
    if not can_pay(state.players[action.seat], price):
        reason = say("{board} costs {price}.", board=board.capitalize(), price=words)
        return Prompt(action.seat, "upgrade", ((board,),), reason=reason, label=label)
    return Prompt(
        action.seat, "upgrade", ((board,), *price_options(price)), label=label, hint=say("costs {price}", price=words)
    )


def upgrade_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with one board flipped: its dice and cards stay where they are (TU-192 … TU-196)."""
    seat, name = action.seat, event.args[0]
    index = BOARDS.index(name)
    board = state.players[seat].boards[index]
    if board.upgraded:
        refuse("TU-192", "{board} is upgraded already and is never flipped back.", board=name.capitalize())
    price = price_of(state, name)
    if not price:
        return pushed(state, Ask(seat, price_keys(name)))
    if len(event.args) - 1 != len(price_options(price)):
        refuse("TU-191", "Say which resources pay for {board}.", board=name.capitalize())
    state = pay_price(state, seat, price, event.args[1:], "TU-191")
    state = with_board(state, seat, index, upgraded=True)
    state = told(state, say("@{seat} upgrades {board}.", seat=seat, board=name.capitalize()))
    return upgrade_reward(spend(state, action, part), seat, 1, Why("Boards upgraded", "TU-193"))


def upgrade_reward(state: State, seat: int, n: int, why: Why) -> State:
    """The state after upgraded boards gave what they give (TU-069, TU-193)."""
    return gain(state, seat, state.house.upgrade_gives, n, why)


# ------------------------------------------------------------------------------------------------ renewing


def renew_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Whether to renew the market."""
    return (Prompt(action.seat, "renew", label="Renew the market", hint="discard all market cards and deal new ones"),)


def renew_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state with a new market (TU-199)."""
    return cards.renew(spend(state, action, part))
