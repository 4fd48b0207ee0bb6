"""Free actions for berries: reroll, turn by one, buy a die; throwing the die (TU-105 … TU-117)."""

from companion.games.tundra.dice import face, item, throw_prompt, without
from companion.games.tundra.effects import amount
from companion.games.tundra.purse import pay, refuse
from companion.games.tundra.state import Player, State, popped, pushed, told, with_player
from companion.games.tundra.steps import Throw, Turn
from companion.model import Event, Prompt
from companion.words import say


def prompts(state: State, turn: Turn) -> list[Prompt]:
    """What berries can buy now (TU-105)."""
    seat, player = turn.seat, state.players[turn.seat]
    dice = tuple(dict.fromkeys(player.dice))
    reroll, change = int(state.house.reroll_price), player.rank.change
    found = []
    if dice and player.berries >= reroll:
        hint = say("costs {price}", price=amount("berry", reroll))
        found.append(Prompt(seat, "reroll", (dice,), label="Reroll a die", hint=hint, names=("die",)))
    if dice and player.berries >= change:
        faces = sorted({n for die in dice for n in (face(die) - 1, face(die) + 1) if 1 <= n <= 6})
        options = (dice, tuple(str(n) for n in faces))
        hint = say("costs {price} a step", price=amount("berry", change))
        found.append(Prompt(seat, "change", options, label="Turn a die by one", hint=hint, names=("die", "to")))
    found.append(_buy_prompt(player, seat))
    return found


def _buy_prompt(player: Player, seat: int) -> Prompt:
    why = _buy_refusal(player)
    if why:
        return Prompt(seat, "buy", reason=why[1], label="Buy a die")
    kinds = (("own",) if player.bank else ()) + (("white",) if player.white else ())
    hint = say("costs {price} and gives one more turn", price=amount("berry", player.rank.buy))
    return Prompt(seat, "buy", (kinds,), label="Buy a die", hint=hint, names=("die",))


def _buy_refusal(player: Player) -> tuple[str, str] | None:
    """Why no die can be bought (rule, sentence), or None (TU-110)."""
    if not (player.bank or player.white):
        return "TU-110", say("No die is left in your bank.")
    if player.berries < player.rank.buy:
        return "TU-015", say(
            "A die costs {price}, you have {held}.", price=amount("berry", player.rank.buy), held=player.berries
        )
    return None


def check_unused(state: State, turn: Turn, die: str) -> None:
    """Refuse a die that is not among the unused ones of the player (TU-116)."""
    if die not in state.players[turn.seat].dice:
        refuse("TU-116", "@{seat} has no unused die that shows {die}.", seat=turn.seat, die=die)


def reroll(state: State, turn: Turn, event: Event) -> State:
    """The state with a die taken up to be thrown again (TU-106)."""
    die = event.args[0]
    check_unused(state, turn, die)
    player = state.players[turn.seat]
    state = pay(state, turn.seat, "berry", int(state.house.reroll_price), "TU-106")
    state = with_player(state, turn.seat, dice=without(player.dice, die), unrolled=1)
    state = told(state, say("@{seat} takes the {value} up to roll it again.", seat=turn.seat, value=face(die)))
    return pushed(state, Throw(turn.seat, "white" if die.startswith("white") else "own"))


def change(state: State, turn: Turn, event: Event) -> State:
    """The state with a die turned by one (TU-107, TU-108)."""
    die, to = event.args[0], int(event.args[1])
    check_unused(state, turn, die)
    if abs(face(die) - to) != 1:
        refuse(
            "TU-108",
            "A die is turned by one, and 6 and 1 are not neighbours; a {value} cannot become a {to}.",
            value=face(die),
            to=to,
        )
    player = state.players[turn.seat]
    state = pay(state, turn.seat, "berry", player.rank.change, "TU-107")
    turned = die[:-1] + str(to)
    state = with_player(state, turn.seat, dice=tuple(sorted((*without(player.dice, die), turned))))
    return told(state, say("@{seat} turns a {value} to {to}.", seat=turn.seat, value=face(die), to=to))


def buy(state: State, turn: Turn, event: Event) -> State:
    """The state with a die from the bank about to be thrown (TU-109, TU-110)."""
    player, kind = state.players[turn.seat], event.args[0]
    why = _buy_refusal(player)
    if why:
        refuse(why[0], why[1])
    if not (player.white if kind == "white" else player.bank):
        refuse("TU-109", "This die is not in the bank.")
    state = pay(state, turn.seat, "berry", player.rank.buy, "TU-109")
    bank = {"white": False} if kind == "white" else {"bank": player.bank - 1}
    state = with_player(state, turn.seat, unrolled=1, **bank)
    return pushed(told(state, say("@{seat} buys a die.", seat=turn.seat)), Throw(turn.seat, kind))


def throw_prompts(state: State, step: Throw) -> tuple[Prompt, ...]:
    """The die in the hand must be thrown (TU-106, TU-109)."""
    return (throw_prompt(state, step.seat, item(state, step.seat, step.color), "Throw the die"),)


def throw_apply(state: State, step: Throw, event: Event) -> State:
    """The state with the thrown die on the player board."""
    value = event.args[-1].rpartition(":")[2]
    die = f"white:{value}" if step.color == "white" else value
    player = state.players[step.seat]
    state = with_player(state, step.seat, unrolled=0, dice=tuple(sorted((*player.dice, die))))
    return popped(told(state, say("@{seat} throws a {value}.", seat=step.seat, value=value)))
