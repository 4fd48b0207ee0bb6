"""Correcting a printed value that was told wrong: name it between two turns, then tell what this copy shows."""

from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent
from companion.games.meeple_towers.printed import (
    HALF_WORDS,
    NAMES,
    PRINTS,
    TOKENS_IN_ALL,
    TYPES,
    Stack,
    TileId,
    numbers,
)
from companion.games.meeple_towers.questions import board_verb, half_asks, print_key, tile_asks
from companion.games.meeple_towers.shapes import shape_name
from companion.games.meeple_towers.state import Ask, Question, State
from companion.model import CATALOGUE_VERB, Event, Prompt
from companion.words import say

HALF, TILE, SQUARE, TOKENS = "half-", "tile-", "square-", "tokens"


def half_words(state: State) -> tuple[str, ...]:
    """Halves that have been told."""
    return tuple(f"{HALF}{word}" for word, half in zip(HALF_WORDS, state.printed.halves, strict=True) if half)


def tile_words(state: State) -> tuple[str, ...]:
    """Tiles that have been told and do not lie in the tower: what was scored stays."""
    built = {level.tile for level in state.tower.levels}
    return tuple(f"{TILE}{t.id[0] + 1}.{t.id[1] + 1}" for t in state.printed.tiles if t.id not in built)


def square_words(state: State) -> tuple[str, ...]:
    """Visible squares that have been told and bear no worker, who would stand on the wrong location."""
    tower = state.tower
    free = (cell for cell, shown in enumerate(tower.prints) if shown and tower.workers[cell] < 0)
    return tuple(f"{SQUARE}{tower.words[cell]}" for cell in free)


def token_words(state: State) -> tuple[str, ...]:
    """The numbers of tokens, as long as nobody has drawn one."""
    told = max(state.printed.tokens) >= 0
    return (TOKENS,) if told and not any(map(any, state.tokens)) else ()


@lru_cache(maxsize=512)
def _prompt(seat: int, words: tuple[str, ...], stacks: tuple[Stack, ...]) -> Prompt:
    hint = "If it was told wrong, or your copy shows something else."
    return Prompt(
        seat,
        "correct",
        (words,),
        label="Correct a printed value",
        hint=hint,
        labels=tuple((word, _name(stacks, word)) for word in words),
        names=("which",),
        aside=True,
    )


def correction_prompts(state: State) -> tuple[Prompt, ...]:
    """Naming a printed value that is wrong, folded away; nothing while nothing has been told."""
    words = (*half_words(state), *tile_words(state), *square_words(state), *token_words(state))
    if not words:
        return ()
    return (_prompt(state.turn, words, state.printed.stacks),)


def _name(stacks: tuple[Stack, ...], word: str) -> str:
    kind, _, rest = word.partition("-")
    if kind == "half":
        return say("Card half {half}", half=rest)
    if kind == "square":
        return say("Square {at}", at=rest)
    if kind == "tile":
        return say("Tile {n}: {name}", n=rest, name=shape_name(stacks[_tile_id(rest)[0]].shape))
    return "Numbers of bonus tokens"


def _tile_id(word: str) -> TileId:
    stack, _, number = word.partition(".")
    return int(stack) - 1, int(number) - 1


def correct(state: State, event: Event) -> State:
    """Somebody wants to tell what this copy shows."""
    word = event.args[0]
    if not any(word in prompt.options[0] for prompt in correction_prompts(state)):
        raise IllegalEvent("That cannot be corrected now: it is in use, or nobody has told it yet.")
    verb = CATALOGUE_VERB
    if word == TOKENS:
        asks = _token_asks(state)
    elif word.startswith(HALF):
        asks = half_asks(state, HALF_WORDS.index(word.removeprefix(HALF)))
    elif word.startswith(TILE):
        asks = tile_asks(state, _tile_id(word.removeprefix(TILE)))
    else:
        cell = state.tower.words.index(word.removeprefix(SQUARE))
        asks = (Ask(print_key(state, cell), PRINTS, "print", state.tower.prints[cell]),)
        verb = board_verb(state.house) if state.tower.tops[cell] < 0 else CATALOGUE_VERB
    text = say("What does your copy show? {what}", what=_name(state.printed.stacks, word))
    return replace(state, question=Question(text, asks, None, verb), happened=(text,), mood="")


def _token_asks(state: State) -> tuple[Ask, ...]:
    most = numbers(1, TOKENS_IN_ALL - 2)
    told = dict(state.printed.entries)
    return tuple(
        Ask(f"tokens.{kind}", most, say("{p} tokens", p=NAMES[kind]), told.get(f"tokens.{kind}", "")) for kind in TYPES
    )


def keep(state: State) -> State:
    """The value was right after all."""
    if state.question is None or state.question.waiting is not None or not state.tower.rows:
        raise IllegalEvent("Answer the question first: it asks for what is printed on your copy.")
    return replace(state, question=None, happened=("Nothing is changed.",), mood="")
