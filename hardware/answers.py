"""Answering with buttons: which button means what right now, so that a game can be played without a screen.

Every prompt a person can answer becomes choices. One variable word = one press; several = one press after the other.
More choices than buttons = pages, turned with *next*. Rolls are not asked for here: the tray answers them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.model import Event, Prompt, View
from companion.words import say
from hardware.buttons import HELD, NAMES

UNDO = "undo" + HELD
"""The press that undoes: *undo* held for a second, so that nobody undoes by brushing it."""
REFUSALS = frozenset(
    ["no", "stop", "pass", "decline", "skip", "end", "done", "refuse", "keep", "leave", "finish", "forgo", "cancel"],
)
"""Words of the rules that mean: no, not any more."""


@dataclass(frozen=True, slots=True)
class Picking:
    """A prompt of which some words are chosen and others not yet."""

    prompt: Prompt
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a button means: an event, or a step on the way to one."""

    label: str
    event: Event | None = None
    picking: Picking | None = None
    page: int = 0
    """The page shown next, if this answer is neither event nor choice."""


def choices(view: View, seat: int | None = None, picking: Picking | None = None) -> tuple[Answer, ...]:
    """Everything that can be chosen now, the seat whose turn it is first."""
    if picking is not None:
        return tuple(_next_word(picking))
    prompts = [p for p in view.prompts if _is_answerable(p) and seat in (None, p.seat)]
    prompts.sort(key=lambda prompt: prompt.seat != view.turn)
    name_seats = len({prompt.seat for prompt in prompts}) > 1
    return tuple(answer for prompt in prompts for answer in _first_word(prompt, name_seats, len(prompts) > 1))


def _is_answerable(prompt: Prompt) -> bool:
    return not prompt.reason and not prompt.is_roll and ("*",) not in prompt.options and () not in prompt.options


def _first_word(prompt: Prompt, name_seats: bool, name_verb: bool) -> list[Answer]:
    what = prompt.label or prompt.verb.replace("-", " ")
    if name_seats:
        what = say("@{seat}: {what}", seat=prompt.seat, what=what)
    open_places = sum(len(words) > 1 for words in prompt.options)
    if open_places == 0:
        return [Answer(what, Event(prompt.seat, prompt.verb, tuple(words[0] for words in prompt.options)))]
    if open_places > 1:
        return [Answer(what, picking=Picking(prompt))]
    answers = _next_word(Picking(prompt))
    if not (name_verb or name_seats):
        return answers
    return [Answer(say("{what}: {word}", what=what, word=a.label), a.event) for a in answers]


def _next_word(picking: Picking) -> list[Answer]:
    """One answer for each word that may stand at the next open place."""
    options, chosen = picking.prompt.options, picking.words
    while len(options[len(chosen)]) == 1:
        chosen += options[len(chosen)]
    answers = []
    for word in options[len(chosen)]:
        words = (*chosen, word)
        rest = options[len(words) :]
        label = dict(picking.prompt.labels).get(word, word.replace("-", " "))
        if all(len(allowed) == 1 for allowed in rest):
            event = Event(picking.prompt.seat, picking.prompt.verb, (*words, *(allowed[0] for allowed in rest)))
            answers.append(Answer(label, event))
        else:
            answers.append(Answer(label, picking=Picking(picking.prompt, words)))
    return answers


def button_map(
    view: View,
    buttons: Sequence[str] = NAMES,
    *,
    seat: int | None = None,
    page: int = 0,
    picking: Picking | None = None,
) -> dict[str, Answer]:
    """What each button means now; buttons without a meaning are left out and stay dark."""
    offered = choices(view, seat, picking)
    plain = _yes_or_no(offered, buttons)
    if plain is not None:
        return plain
    slots = _slots(buttons)
    luck = _push_or_stop(offered) if "yes" in buttons and "no" in buttons else ()
    rest = tuple(answer for answer in offered if answer not in luck)
    if luck and "yes" not in slots:
        return dict(zip(("yes", "no"), luck, strict=True)) | _lay(rest, slots, buttons, page)
    return _lay(luck + rest, slots, buttons, page)


def _lay(offered: tuple[Answer, ...], slots: list[str], buttons: Sequence[str], page: int) -> dict[str, Answer]:
    """The choices of one page laid on the slots, with a button that turns the page if there are more."""
    if len(offered) <= len(slots):
        return dict(zip(slots, offered, strict=False))
    if not slots:
        return {}
    turner = "next" if "next" in buttons else slots[-1]
    slots = [slot for slot in slots if slot != turner] or slots[:1]
    pages = -(-len(offered) // len(slots))
    page %= pages
    shown = dict(zip(slots, offered[page * len(slots) :], strict=False))
    shown[turner] = Answer(say("More ({page} of {pages})", page=page + 1, pages=pages), page=(page + 1) % pages)
    return shown


def _push_or_stop(offered: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """*Rally* and *stop*, whatever else can be done: the question everybody looks at. Empty if it is not asked."""
    plain = [answer for answer in offered if answer.event is not None and not answer.event.args]
    for stop in plain:
        for other in plain:
            if _verb(stop) == "stop" and not _is_refusal(other) and _seat(other) == _seat(stop):
                return (other, stop)
    return ()


def _verb(answer: Answer) -> str:
    return answer.event.verb if answer.event else ""


def _seat(answer: Answer) -> int:
    return answer.event.seat if answer.event else -1


def _slots(buttons: Sequence[str]) -> list[str]:
    """The buttons that choices are laid on: the numbered ones, or *yes* and *no* too if there are few."""
    usable = [name for name in buttons if name not in ("next", "undo")]
    numbered = [name for name in usable if name not in ("yes", "no")]
    return numbered if len(numbered) > 1 else usable


def _yes_or_no(offered: tuple[Answer, ...], buttons: Sequence[str]) -> dict[str, Answer] | None:
    """*Yes* for a single choice (*no* if it is a refusal: the other way is to roll on), both for two such choices."""
    if "yes" not in buttons or "no" not in buttons:
        return None
    refusals = [answer for answer in offered if _is_refusal(answer)]
    if len(offered) == 1:
        return {"no" if refusals else "yes": offered[0]}
    if len(offered) != 2:
        return None
    if len(refusals) != 1:
        return None
    yes = offered[0] if offered[1] is refusals[0] else offered[1]
    return {"yes": yes, "no": refusals[0]}


def _is_refusal(answer: Answer) -> bool:
    if answer.event is None:
        return False
    words = (answer.event.verb, *answer.event.args[-1:])
    return any(word in REFUSALS for word in words)


class Answers:
    """Remembers the page and the words already picked between two presses."""

    def __init__(self, buttons: Sequence[str] = NAMES) -> None:
        self._buttons = tuple(buttons)
        self._prompts: tuple[Prompt, ...] = ()
        self._page = 0
        self._picking: Picking | None = None

    def now(self, view: View) -> Mapping[str, Answer]:
        """What each button means now."""
        if view.prompts != self._prompts:
            self._prompts, self._page, self._picking = view.prompts, 0, None
        return button_map(view, self._buttons, page=self._page, picking=self._picking)

    def press(self, view: View, name: str) -> Event | None:
        """The event this press means; None if it only turned a page, picked a word or means nothing now.

        A tap on *undo* takes back the words picked so far. Holding it (UNDO) is the caller's to act on.
        """
        answer = self.now(view).get(name)
        if name == "undo":
            self._page, self._picking = 0, None
            return None
        if answer is None or answer.event is not None:
            return answer.event if answer else None
        self._page, self._picking = answer.page, answer.picking or self._picking
        return None
