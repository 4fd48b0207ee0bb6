"""What is awaited now: only what the rules allow, each choice tapped one after another."""

from functools import cache, lru_cache

from companion.games.meeple_towers.construct import level_at, open_stacks, take_words
from companion.games.meeple_towers.corrections import correction_prompts
from companion.games.meeple_towers.phrases import counted, joined
from companion.games.meeple_towers.pieces import NO_SUPPORT_LEFT, NO_WORKER_LEFT, move_squares
from companion.games.meeple_towers.placing import legal_spots, useful_turns
from companion.games.meeple_towers.printed import (
    HALF_WORDS,
    NAMES,
    TYPES,
    Half,
    Printed,
    Tile,
    cell_words,
    half_text,
    numbers,
)
from companion.games.meeple_towers.rules import most_tokens, owes_reveal
from companion.games.meeple_towers.scoring import side_name, tile_points
from companion.games.meeple_towers.shapes import SHAPES, TURN_NAMES, TURNS, shape_name, spots
from companion.games.meeple_towers.state import Question, State, hand
from companion.games.meeple_towers.tower import support_cells, swap_cells, worker_cells
from companion.games.meeple_towers.turn import must_go_on
from companion.model import Prompt
from companion.words import say

SHAPE_LABELS = tuple((shape, shape_name(shape)) for shape in SHAPES)
PRINT_LABELS = tuple((word, say("{word} ({place})", word=word, place=NAMES[word])) for word in TYPES)
PLAYED = "A turn is one of the two, play or plan: you have played a card (MT-017)."


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything any seat may do now; nothing = the game is over."""
    if state.question is not None:
        asking = _question(state.turn, state.question)
        return (asking,) if state.question.waiting or not state.tower.rows else (asking, _keep(state.turn))
    match state.phase:
        case "choose":
            return _choose(state)
        case "act":
            return _act(state)
        case "place":
            return _place(state)
        case "reveal":
            return _reveals(state)
        case _:
            return ()


@lru_cache(maxsize=256)
def _question(seat: int, question: Question) -> Prompt:
    options = tuple(part for ask in question.asks for part in ((ask.key,), ask.words))
    names = tuple(part for ask in question.asks for part in ("", ask.name))
    used = {word for ask in question.asks for word in ask.words}
    labels = tuple((word, text) for word, text in (*SHAPE_LABELS, *PRINT_LABELS) if word in used)
    hint = "Asked once for your copy of the game." if question.verb == "catalogue" else "Asked for this game only."
    usual = tuple(part for ask in question.asks for part in (ask.key, ask.usual))
    text, verb = question.text, question.verb
    return Prompt(seat, verb, options, label=text, hint=hint, labels=labels, names=names, usual=usual)


@cache
def _keep(seat: int) -> Prompt:
    return Prompt(seat, "keep", label="Keep it as it is")


# ------------------------------------------------------------------------------------------------ play or plan


@lru_cache(maxsize=512)
def _play(seat: int, cards: tuple[int, ...], halves: tuple[Half | None, ...]) -> Prompt:
    if not cards:
        return Prompt(seat, "play", label="Play a card", reason="No cards in hand: you must plan (MT-020).")
    indexes = [index for card in cards for index in (2 * card - 2, 2 * card - 1)]
    words = tuple(HALF_WORDS[index] for index in indexes)
    labels = tuple(
        (HALF_WORDS[index], say("{half}: {text}", half=HALF_WORDS[index], text=half_text(halves[index])))
        for index in indexes
    )
    hint = "One half of one card, then it lies face-up."
    return Prompt(seat, "play", (words,), label="Play a card", hint=hint, labels=labels, names=("half",))


@lru_cache(maxsize=64)
def _plan(seat: int, cards: int, allowed: bool) -> Prompt:
    if cards:
        return Prompt(seat, "plan", label="Plan", hint=say("Take back {cards}.", cards=counted(cards, "card")))
    if allowed:
        return Prompt(seat, "plan", label="Plan", hint="Warning: you have no played card, so this is a pass.")
    return Prompt(seat, "plan", label="Plan", reason="You have no played card to take back (MT-021).")


def _choose(state: State) -> tuple[Prompt, ...]:
    seat = state.turn
    playing = _play(seat, hand(state, seat), state.printed.halves)
    return playing, _plan(seat, len(state.played[seat]), state.house.empty_plan), *correction_prompts(state)


# ------------------------------------------------------------------------------------------------ the half's actions


def _act(state: State) -> tuple[Prompt, ...]:
    """Everything of the half that is still to do, impossible things with the reason, and declining the rest."""
    found = [*_workers(state), *_supports(state), *_tiles(state), *_swaps(state), *_moves(state)]
    return (*found, _done(state), Prompt(state.turn, "plan", label="Plan", reason=PLAYED))


def _workers(state: State) -> list[Prompt]:
    found = []
    for kind, left in zip(TYPES, state.todo.workers, strict=True):
        if not left:
            continue
        label = say("Add a worker: {place}", place=NAMES[kind])
        cells = worker_cells(state, kind) if state.workers[state.turn] else ()
        if cells:
            hint = say("Up to {n}, each on an empty {color} square.", n=left, color=kind)
            options = ((kind,), cells)
            found.append(Prompt(state.turn, "worker", options, label=label, hint=hint, names=("location", "square")))
        else:
            reason = "No empty square of that location." if state.workers[state.turn] else NO_WORKER_LEFT.text
            found.append(Prompt(state.turn, "worker", label=label, reason=reason))
    return found


def _supports(state: State) -> list[Prompt]:
    left = state.todo.supports
    if not left:
        return []
    cells = support_cells(state, state.used) if state.supports[state.turn] else ()
    if not cells:
        reason = "No square can take a support." if state.supports[state.turn] else NO_SUPPORT_LEFT.text
        return [Prompt(state.turn, "support", label="Add a support", reason=reason)]
    hint = say("{n} to place, on different squares; at most two high.", n=min(left, state.supports[state.turn]))
    return [Prompt(state.turn, "support", (cells,), label="Add a support", hint=hint, names=("square",))]


def _swaps(state: State) -> list[Prompt]:
    if not state.todo.swaps:
        return []
    label = "Swap a support and a worker"
    cells = swap_cells(state, state.turn)
    if not cells:
        reason = "No exposed piece can be swapped for one of the other kind."
        return [Prompt(state.turn, "swap", label=label, reason=reason)]
    hint = "Tap the piece that leaves; the other kind comes from your supply."
    return [Prompt(state.turn, "swap", (cells,), label=label, hint=hint, names=("square",))]


def _moves(state: State) -> list[Prompt]:
    if not state.todo.moves:
        return []
    starts, ends = move_squares(state)
    if not starts:
        return [Prompt(state.turn, "move", label="Move a support", reason="No exposed support can be moved.")]
    hint = "Tap the support, then where it goes."
    return [Prompt(state.turn, "move", (starts, ends), label="Move a support", hint=hint, names=("from", "to"))]


def _tiles(state: State) -> list[Prompt]:
    if not state.todo.shapes:
        return []
    words = take_words(state) if any(state.tower.supports) else ()
    if not words:
        return [Prompt(state.turn, "take", label="Build a level", reason=_no_tile(state))]
    labels = tuple((word, _tile_label(state.printed, word)) for word in words)
    hint = "Which tile is on top of its stack? Only tiles that fit somewhere are offered."
    return [Prompt(state.turn, "take", (words,), label="Build a level", hint=hint, labels=labels, names=("tile",))]


def _no_tile(state: State) -> str:
    if not any(state.tower.supports):
        return "No support could carry a tile."
    if not open_stacks(state):
        return "The stacks of those shapes are empty."
    return "No tile of those shapes fits now: each needs level supports under all its icons."


@lru_cache(maxsize=1024)
def _tile_text(tile: Tile) -> str:
    icons = ", ".join(str(icon + 1) for icon in tile.icons) or "none"
    text = "{name}: {box} + {node} each, icons on {icons}"
    return say(text, name=shape_name(tile.shape), box=tile.box, node=tile.node, icons=icons)


def _tile_label(printed: Printed, word: str) -> str:
    left, _, right = word.partition(".")
    if right == "new":
        stack = printed.stacks[int(left) - 1]
        return say("{name}, family {f}: not told yet", name=shape_name(stack.shape), f=stack.family.upper())
    return _tile_text(printed.tile((int(left) - 1, int(right) - 1)))


def _done(state: State) -> Prompt:
    if state.house.strict and must_go_on(state):
        reason = "Something on this half can still be done, and your house rule says it must be (MT-026)."
        return Prompt(state.turn, "done", label="Finish the turn", reason=reason)
    return _finish_prompt(state.turn, state.todo)


@lru_cache(maxsize=512)
def _finish_prompt(seat: int, todo: Half) -> Prompt:
    hint = say("Warning: this leaves out {rest}.", rest=half_text(todo))
    return Prompt(seat, "done", label="Finish the turn", hint=hint)


# ------------------------------------------------------------------------------------------------ placing and revealing


def _place(state: State) -> tuple[Prompt, ...]:
    """One prompt per way to turn the tile, so that only squares that really fit are offered."""
    assert state.tile is not None
    tile = state.printed.tile(state.tile)
    found = []
    for quarters in useful_turns(tile):
        cells = legal_spots(state, tile, quarters)
        if cells:
            label = say("Lay the tile {how}", how=TURN_NAMES[quarters])
            hint = "Tap where square 1 of the tile goes."
            options = ((TURNS[quarters],), cells)
            ways = (state.tower.rows, state.tower.cols, tile.shape, quarters, state.house.overhang)
            labels = tuple((cell, _brings(state, tile, ways, cell)) for cell in cells)
            names = ("turned by", "square 1")
            found.append(Prompt(state.turn, "construct", options, label=label, hint=hint, labels=labels, names=names))
    return (*found, Prompt(state.turn, "put-back", label="Put the tile back"))


@lru_cache(maxsize=8192)
def _covered(ways: tuple[int, int, str, int, bool], word: str) -> str:
    """The squares a tile would lie on, for those who do not want to turn it in their heads."""
    words = cell_words(ways[0], ways[1])
    cells = spots(*ways)[words.index(word)]
    return say("covers {squares}", squares=", ".join(sorted(words[cell] for cell in cells if cell >= 0)))


def _brings(state: State, tile: Tile, ways: tuple[int, int, str, int, bool], word: str) -> str:
    """What laying the tile there covers, and whom it brings how many points."""
    cells = spots(*ways)[state.tower.words.index(word)]
    points = tile_points(state, level_at(state, tile, cells), tile)
    gains = (say("{who} {n}", who=side_name(state, side), n=n) for side, n in enumerate(points) if n)
    return say("{covers}: {gains}", covers=_covered(ways, word), gains=joined(gains) or "no points")


def _reveals(state: State) -> tuple[Prompt, ...]:
    return tuple(
        _reveal(seat, most_tokens(state, seat)) for seat in range(state.house.seats) if owes_reveal(state, seat)
    )


@lru_cache(maxsize=128)
def _reveal(seat: int, most: int) -> Prompt:
    hint = "Turn all your tokens up and add their values."
    return Prompt(
        seat, "reveal", (numbers(0, most),), label="Reveal bonus tokens", hint=hint, names=("points together",)
    )
