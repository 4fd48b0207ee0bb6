"""The frame of a round: income, the roll that counts for all, clearing up (TU-060 … TU-082, TU-220 … TU-225)."""

from collections import Counter
from dataclasses import replace

from companion.games.tundra import cards
from companion.games.tundra.dice import item, throw_prompt
from companion.games.tundra.purse import Why, refuse
from companion.games.tundra.state import DICE, Advisor, Player, State, clockwise, popped, pushed, told, with_player
from companion.games.tundra.steps import Bonus, EndRound, Income, Remember, Reveal, Roll, Row, Step, Turn
from companion.games.tundra.titles import start_dice
from companion.games.tundra.trade import upgrade_reward
from companion.model import Event, Prompt, roll_prompt
from companion.words import say

ROUNDS = 4
NUMERALS = ("I", "II", "III", "IV")


def common_dice(state: State) -> int:
    """How many dice the first player rolls for all (TU-062)."""
    return start_dice("humble", state.round)


def start_round(state: State) -> State:
    """The state at the start of the next round: dice on the boards, income in turn order (TU-061 … TU-063)."""
    number = state.round + 1
    players = tuple(_with_dice(player, number) for player in state.players)
    state = replace(state, round=number, players=players, rolled=())
    order = clockwise(state)
    more = [seat for seat in order if state.players[seat].rank.more_dice]
    copies = [Roll(seat, "copy") for seat in order[1:]] if state.house.copies == "checked" else []
    steps: tuple[Step, ...] = (
        *(Income(seat) for seat in order),
        Roll(order[0]),
        *copies,
        *(Roll(seat, "extra") for seat in more),
        Turn(order[0]),
    )
    return told(replace(state, steps=steps), say("Round {numeral} begins.", numeral=NUMERALS[number - 1]))


def _with_dice(player: Player, number: int) -> Player:
    n = start_dice(player.title, number)
    return replace(player, bank=player.bank - n, unrolled=n)


# ------------------------------------------------------------------------------------------------ income


def income_advance(state: State, step: Income) -> State:
    """The state after one part of a seat's income (TU-064 … TU-071)."""
    player = state.players[step.seat]
    if step.part == "title":
        state = popped(state, replace(step, part="boards"))
        word = player.rank.round_start
        # Titles that act at another moment give nothing here (TU-066).
        return state if word == "nothing" else pushed(state, Row(step.seat, -1, 0, (("title", word),)))
    if step.part == "boards":
        n = sum(board.upgraded for board in player.boards)
        state = popped(state, replace(step, part="towers"))
        return upgrade_reward(state, step.seat, n, Why("Upgraded boards at the start of rounds", "TU-069"))
    return popped(state, *(Bonus(step.seat, where) for where in player.towers))


# ------------------------------------------------------------------------------------------------ rolling


def roll_prompts(state: State, step: Roll) -> tuple[Prompt, ...]:
    """The first player's roll, a copy to check, or the extra die (TU-080, TU-081, TU-269, TU-270)."""
    seat, own = step.seat, item(state, step.seat)
    if step.what == "roll":
        n = common_dice(state)
        hint = say("{n} dice in this round; the values count for all", n=n)
        return (roll_prompt(seat, "roll", (own,) * n, label="Roll for everybody", hint=hint),)
    if step.what == "copy":
        hint = say("set them to {values}", values=" ".join(state.rolled))
        show = roll_prompt(seat, "copied", (own,) * len(state.rolled), label="Show your dice", hint=hint)
        return (show, Prompt(seat, "confirm", label="They show the same values", hint=hint))
    if state.house.extra_die == "copied" and seat != state.first:
        values = tuple(dict.fromkeys(state.rolled))
        return (Prompt(seat, "extra", (values,), label="Set the extra die like one of the others", names=("value",)),)
    return (throw_prompt(state, seat, own, "Roll the extra die for yourself"),)


def roll_apply(state: State, step: Roll, event: Event) -> State:
    """The state after a roll: the first player's values lie on every board at once (TU-081)."""
    values = tuple(sorted(word.rpartition(":")[2] for word in event.args))
    if step.what == "roll":
        return _rolled_for_all(popped(state), step, values)
    if step.what == "copy":
        if event.verb == "copied":
            _compare(state, step, values)
        return popped(told(state, say("The dice of @{seat} are right.", seat=step.seat)))
    player = state.players[step.seat]
    state = with_player(state, step.seat, unrolled=0, dice=tuple(sorted((*player.dice, *values))))
    return popped(told(state, say("@{seat} has an extra {value}.", seat=step.seat, value=values[0])))


def _rolled_for_all(state: State, step: Roll, values: tuple[str, ...]) -> State:
    n = common_dice(state)
    if len(values) != n:
        refuse("TU-062", "{n} dice are rolled in round {numeral}.", n=n, numeral=NUMERALS[state.round - 1])
    players = tuple(replace(p, dice=values, unrolled=p.unrolled - n) for p in state.players)
    state = replace(state, players=players, rolled=values)
    text = "@{seat} rolls {values}; everybody sets the own dice to these values (TU-081)."
    return told(state, say(text, seat=step.seat, values=" ".join(values)))


def _compare(state: State, step: Roll, values: tuple[str, ...]) -> None:
    wanted, seen = Counter(state.rolled), Counter(values)
    missing, extra = sorted((wanted - seen).elements()), sorted((seen - wanted).elements())
    if missing:
        many = say("One of your dice differs") if len(missing) == 1 else say("{n} of your dice differ", n=len(missing))
        refuse(
            "TU-081",
            "{many}: {missing} expected, {extra} seen; turn it.",
            many=many,
            missing=" ".join(missing),
            extra=" ".join(extra),
        )


# ------------------------------------------------------------------------------------------------ the end of a round


def end_advance(state: State, step: EndRound) -> State | None:
    """After round IV there is no clearing up: the game goes to scoring (TU-220)."""
    if state.round < ROUNDS:
        return None
    secret = state.house.special == "on"
    return popped(state, Remember(), *(Reveal(seat) for seat in clockwise(state) if secret))


def end_prompts(state: State, step: EndRound) -> tuple[Prompt, ...]:
    """What the players clear up by hand."""
    hint = say(
        "All dice back to the banks, discard the market and deal {n} cards, turn advisors upright, "
        "counter to {numeral}, token to @{seat}.",
        n=len(state.market),
        numeral=NUMERALS[state.round],
        seat=(state.first + 1) % state.seats,
    )
    return (Prompt(state.first, "clear", label="The table is cleared for the next round", hint=hint),)


def end_apply(state: State, step: EndRound, event: Event) -> State:
    """The state at the start of the next round (TU-221 … TU-225)."""
    players = tuple(_cleared(player) for player in state.players)
    goals = tuple(replace(goal, dice=()) for goal in state.goals)
    first = (state.first + 1) % state.seats
    state = cards.renew(replace(state, players=players, goals=goals, first=first))
    return start_round(told(state, say("@{seat} takes the first-player token.", seat=first)))


def _cleared(player: Player) -> Player:
    boards = tuple(replace(board, dice=("",) * 6) for board in player.boards)
    ready = tuple(Advisor(a.card) for a in player.advisors)
    white = player.title == "wisdom"
    return replace(player, boards=boards, advisors=ready, bank=DICE, white=white, dice=(), aside=())
