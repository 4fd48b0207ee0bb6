"""Spending what an activation brought: building, raising a level, or letting a permit lapse."""

from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent
from companion.games.rollopolis.board import BY_WORD, IDS, LETTERS, NAMES, SPECIALS, Special, cell_index, put
from companion.games.rollopolis.placing import (
    open_spaces,
    raisable,
    refuse_kind,
    refuse_raise,
    refuse_space,
    why_nowhere,
)
from companion.games.rollopolis.printed import last_spot
from companion.games.rollopolis.rounds import finish_draft
from companion.games.rollopolis.state import State, active, knowing, own, told, with_own
from companion.games.rollopolis.tracks import Refusal, because
from companion.model import Prompt
from companion.words import say

PLAIN = ("residential", "commercial", "industrial")
"""What a Joker can stand for (RO-108)."""
_PLAIN_HINTS = {
    "residential": "0, 2, 4 or 7 points at level 1 to 4.",
    "commercial": "Its level for each Commercial and Residential beside it.",
    "industrial": "-1 for each Residential it touches.",
}


def payable(state: State) -> tuple[str, ...]:
    """The permits the player can spend now, a Joker counted as any of the plain three."""
    if state.joker and state.house.joker_order == "joker-first":
        return PLAIN
    words = PLAIN if state.joker else (state.permit,) if state.permit in PLAIN else ()
    return (*words, "special") if state.permit == "special" else words


def _belongs(state: State, building: Special, number: int) -> bool:
    return number in state.printed.dice[SPECIALS.index(building)]


def _is_known(state: State, building: Special) -> bool:
    return bool(state.printed.dice[SPECIALS.index(building)])


def linked(state: State) -> tuple[str, ...]:
    """The Special buildings that belong to the number just written (RO-080)."""
    return tuple(s.word for s in SPECIALS if _belongs(state, s, state.die))


def _buildable(state: State) -> tuple[str, ...]:
    words = payable(state)
    plain = tuple(word for word in words if word != "special")
    return (*plain, *linked(state)) if "special" in words else plain


def _letters(state: State) -> str:
    return "".join(letter for word, letter in (("residential", "R"), ("commercial", "C")) if word in payable(state))


def _raisable(state: State) -> tuple[str, ...]:
    cells = own(state).cells
    return tuple(space for letter in _letters(state) for space in raisable(cells, letter))


# ---------------------------------------------------------------------------------------------- what is asked


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything the waiting permit and Joker allow."""
    seat, cells = active(state), own(state).cells
    found = [_build_prompt(seat, cells, word) for word in _buildable(state)]
    if _letters(state):
        found.append(_raise_prompt(seat, cells, _raisable(state)))
    if "special" in payable(state):
        found += _unknown_prompts(state, seat)
    if state.wrote >= 0 and state.permit:
        written = len(state.tracks[state.wrote])
        found += last_spot(state.printed, seat, state.seats, state.wrote, written)
    return (*found, *_forgo_prompts(state, seat))


def _build_prompt(seat: int, cells: tuple[str, ...], word: str) -> Prompt:
    letter = LETTERS[word]
    label = say("Build: {name}", name=NAMES[letter])
    spaces = open_spaces(cells, letter)
    if not spaces:
        return Prompt(seat, "build", ((word,),), label=label, reason=because(why_nowhere(cells, letter)))
    return Prompt(seat, "build", ((word,), spaces), label=label, hint=_hint(word), names=("building", "space"))


def _unknown_prompts(state: State, seat: int) -> list[Prompt]:
    """One prompt for all Specials of unknown number: whoever builds one says that it belongs to the die."""
    cells, dice = own(state).cells, state.printed.dice
    words = tuple(s.word for s, known in zip(SPECIALS, dice, strict=True) if not known and s.letter not in cells)
    spaces = tuple(sorted({space for word in words for space in open_spaces(cells, LETTERS[word])}, key=IDS.index))
    label = say("Build another Special building of {n}", n=state.die)
    if not words:
        return []
    if not spaces:
        reason = because(why_nowhere(cells, LETTERS[words[0]]))
        return [Prompt(seat, "build", (words,), label=label, reason=reason)]
    hint = say("One that stands beside {n} on the Town Hall sheet; its number is noted.", n=state.die)
    labels = tuple((word, BY_WORD[word].name) for word in words)
    return [Prompt(seat, "build", (words, spaces), label=label, hint=hint, labels=labels, names=("building", "space"))]


def _hint(word: str) -> str:
    return say("Points: {points}.", points=BY_WORD[word].points) if word in BY_WORD else _PLAIN_HINTS[word]


@lru_cache(maxsize=1024)
def _raise_prompt(seat: int, cells: tuple[str, ...], spaces: tuple[str, ...]) -> Prompt:
    label = "Raise a building by one level"
    if not spaces:
        return Prompt(seat, "upgrade", label=label, reason="You have no building that this permit could raise.")
    labels = tuple((space, _raised(cells[IDS.index(space)], space)) for space in spaces)
    return Prompt(seat, "upgrade", (spaces,), label=label, labels=labels, names=("which building",))


def _raised(code: str, space: str) -> str:
    return say("{name} on {space} to level {n}", name=NAMES[code[0]], space=space, n=int(code[1]) + 1)


def _forgo_prompts(state: State, seat: int) -> list[Prompt]:
    found = []
    for word, waits in (("permit", bool(state.permit)), ("joker", state.joker)):
        if waits:
            label = "Let the permit lapse" if word == "permit" else "Let the Joker lapse"
            refusal = _refuse_forgo(state, word)
            hint = "" if refusal else "It is lost; what is written stays written."
            reason = because(refusal) if refusal else ""
            found.append(Prompt(seat, "forgo", ((word,),), label=label, hint=hint, reason=reason))
    return found


def _refuse_forgo(state: State, word: str) -> Refusal | None:
    if word == "permit" and state.joker and state.house.joker_order == "joker-first":
        return "Spend the Joker first.", "RO-112"
    if state.house.unused_permits == "allowed":
        return None
    alone = replace(state, joker=word == "joker", permit=state.permit if word == "permit" else "")
    cells = own(state).cells
    if _raisable(alone) or any(open_spaces(cells, LETTERS[w]) for w in _buildable(alone)):
        return "Something can be built with it; at this table a permit must be used.", "RO-130"
    return None


# ---------------------------------------------------------------------------------------------- what it does


def build(state: State, args: tuple[str, ...]) -> State:
    """A new building stands in the district, at level 1 where there are levels (RO-131)."""
    word, space = args
    if word not in LETTERS:
        raise IllegalEvent(f"There is no building {word!r}.", "RO-016")
    letter, index, district = LETTERS[word], cell_index(space), own(state)
    _refuse_payment(state, word)
    refusal = refuse_kind(district.cells, letter) or refuse_space(district.cells, letter, index)
    if refusal:
        raise IllegalEvent(*refusal)
    code = f"{letter}1" if letter in "RC" else letter
    state = with_own(state, replace(district, cells=put(district.cells, index, code)))
    text = "@{seat} built: {name} on {space}."
    state = told(state, say(text, seat=active(state), name=NAMES[letter], space=space))
    if word in BY_WORD and not _is_known(state, BY_WORD[word]):
        state = knowing(state, word, state.die)
    return _spend(state, word if word in PLAIN else "special")


def _refuse_payment(state: State, word: str) -> None:
    special = BY_WORD.get(word)
    if special is None:
        if word not in payable(state):
            raise IllegalEvent(say("You have no permit for this: {name}.", name=NAMES[LETTERS[word]]), "RO-131")
        return
    if "special" not in payable(state):
        rule = "RO-108" if state.joker else "RO-131"
        raise IllegalEvent("A Joker is never a Special permit." if state.joker else "You have no Special permit.", rule)
    if _is_known(state, special) and not _belongs(state, special, state.die):
        raise IllegalEvent(say("{name} does not belong to {n}.", name=special.name, n=state.die), "RO-080")


def upgrade(state: State, args: tuple[str, ...]) -> State:
    """An own Residential or Commercial gains one level; no counts change (RO-126)."""
    index, district = cell_index(args[0]), own(state)
    refusal = refuse_raise(district.cells, _letters(state), index)
    if refusal:
        raise IllegalEvent(*refusal)
    code = district.cells[index]
    raised = f"{code[0]}{int(code[1]) + 1}"
    state = with_own(state, replace(district, cells=put(district.cells, index, raised)))
    text = "@{seat} raised the {name} on {space} to level {n}."
    state = told(state, say(text, seat=active(state), name=NAMES[code[0]], space=IDS[index], n=raised[1]))
    return _spend(state, "residential" if code[0] == "R" else "commercial")


def forgo(state: State, args: tuple[str, ...]) -> State:
    """A permit or a Joker is lost (RO-130)."""
    word = args[0]
    if not (state.permit if word == "permit" else word == "joker" and state.joker):
        raise IllegalEvent(f"You have no {word} to give up.", "RO-130")
    refusal = _refuse_forgo(state, word)
    if refusal:
        raise IllegalEvent(*refusal)
    name = "permit" if word == "permit" else "Joker"
    state = told(state, say("@{seat} let the {name} lapse.", seat=active(state), name=name))
    return _settle(replace(state, permit="") if word == "permit" else replace(state, joker=False))


def _spend(state: State, permit: str) -> State:
    """The fitting permit pays first: a Joker can do all that it could, so nothing is lost by keeping the Joker."""
    joker_first = state.joker and state.house.joker_order == "joker-first"
    if state.permit == permit and not joker_first:
        return _settle(replace(state, permit=""))
    return _settle(replace(state, joker=False))


def _settle(state: State) -> State:
    return state if state.permit or state.joker else finish_draft(state)
