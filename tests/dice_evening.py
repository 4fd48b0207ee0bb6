"""A whole dice game on the simulated table: hands throw, take and set dice before the camera, fingers tap the rest.

The program sees pictures only. The people here know what lies in the tray because they look into it: they answer what
the eyes ask, type a roll the eyes cannot make sense of, and correct one that was read wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from companion.errors import IllegalEvent
from companion.model import Event, Prompt, TrayItem


class Players:
    """Everybody at the table; ``choose`` says what is done next, prompts with a tray are done by hand."""

    def __init__(self, evening, choose: Callable[[object, list[Prompt]], tuple[Prompt, tuple[str, ...]]]):
        self.evening, self.choose = evening, choose
        self.how: Counter[str] = Counter()
        """How often things were seen at once, asked about, typed or corrected, and tapped."""

    @property
    def table(self):
        return self.evening.room.table

    def play(self, most=2000) -> None:
        """Play until the game is over."""
        for _ in range(most):
            prompts = [p for p in self.table.view.prompts if not p.reason]
            if not prompts:
                return
            prompt, words = self.choose(self.table, prompts)
            if prompt.tray:
                self._by_hand(prompt, words)
            else:
                self._tap(Event(prompt.seat, prompt.verb, words))
        raise AssertionError("the game does not end")

    def _tap(self, event: Event) -> None:
        try:
            self.table.submit(event, "panel", self.table.view.numbers[event.seat])
            self.how["tapped"] += 1
        except IllegalEvent:
            self.how["refused"] += 1

    # ------------------------------------------------------------------------------------------ hands in the tray

    def _by_hand(self, prompt: Prompt, words: tuple[str, ...]) -> None:
        """Do with dice what the prompt awaits; ``words`` are the event it must become."""
        before = len(self.table.history())
        items = [TrayItem.parse(text) for text in prompt.tray]
        opened = [item for item in items if not item.face]
        faces = [word.rpartition(":")[2] for word in words[len(words) - len(opened) :]] if opened else []
        self._move(items, opened, faces)
        self.evening.look(lambda: self.evening.room.live().state in ("moving", "hand"))
        self.evening.look(lambda: not self.evening.camera.is_busy and self.evening.room.live().state == "settled")
        self._count(before, Event(prompt.seat, prompt.verb, words))

    def _move(self, items: Iterable[TrayItem], opened: list[TrayItem], faces: list[str]) -> None:
        camera = self.evening.camera
        kept = [("d6", item.color or "white", item.face) for item in items if item.face]
        thrown = [("d6", item.color or "white") for item in opened]
        if thrown:
            camera.throw(thrown, faces=faces, keep=kept)
            return
        # A draft: one die is taken out, with any that was thrown back before; the others are not touched.
        shown = [str(piece["state"]) for piece in camera.truth().pieces]
        for face in (Counter(shown) - Counter(face for _, _, face in kept)).elements():
            camera.take(shown.index(face))
            shown.remove(face)

    def _count(self, before: int, truth: Event) -> None:
        """See to it that what lies there counts, whatever the eyes make of it."""
        how = "seen"
        while len(self.table.history()) == before:
            live = self.evening.room.live()
            assert live.unclear, f"{truth} is neither counted nor asked about"
            if not any(piece.doubtful for piece in live.observation.pieces):
                self.table.submit(truth, "panel", self.table.view.numbers[truth.seat])
                how = "typed"
                break
            self.evening._answer()
            how = "asked"
        step = self.table.history()[before]
        if how != "typed" and not _is_same(step.event, truth):
            self.table.correct(before, truth, "somebody who looked", "read wrong")
            how = "corrected"
        self.how[how] += 1


def without_camera(game, seats: int, settings, catalogue, choose):
    """The last state of the same game if nobody had to look at anything: what the pictures must come to as well."""

    class Bare:
        state = game.start(seats, settings, catalogue)

    while prompts := [p for p in game.prompts(Bare.state) if not p.reason]:
        prompt, words = choose(Bare, prompts)
        try:
            Bare.state = game.apply(Bare.state, Event(prompt.seat, prompt.verb, words))
        except IllegalEvent:
            continue
    return Bare.state


def _is_same(one: Event, other: Event) -> bool:
    return (one.seat, one.verb, sorted(one.args)) == (other.seat, other.verb, sorted(other.args))
