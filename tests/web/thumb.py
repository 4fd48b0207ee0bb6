"""A thumb on a phone: finds things as people do, by what they read there, touches the glass and counts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.model import Event, Grid, Lines, Prompt, View
from web.language import Speaker
from web.present import show_prompt

# What has a role and a name, lies on top and can be touched; outside the screen one has to scroll first.
LOOK = """const [role, name, whole, scope] = arguments;
const ROLES = {button: "button, summary, a.button", cell: "button.cell", row: "tr", radio: "[role=radio]",
  tick: "[role=checkbox]",  tab: "[role=tab]"};
const PLACES = "[role=group], section, dialog[open]";
const textOf = (e) => e.nodeType === Node.TEXT_NODE ? e.data
  : e.getAttribute("aria-hidden") ? "" : [...e.childNodes].map(textOf).join(" ");
const saidOf = (e) => e.getAttribute("aria-label") || textOf(e.matches("dialog") ? e.querySelector("h2") : e);
const nameOf = (e) => saidOf(e).replace(/\\s+/g, " ").trim();
const within = scope ? [...document.querySelectorAll(PLACES)].filter((e) => nameOf(e) === scope)
  : [document.querySelector("dialog[open]") || document];
for (const place of within) for (const e of place.querySelectorAll(ROLES[role])) {
  if (!e.getClientRects().length || e.disabled) continue;
  const read = nameOf(e);
  if (whole ? read !== name : !read.startsWith(name)) continue;
  let r = e.getBoundingClientRect();
  const scrolled = r.top < 0 || r.bottom > innerHeight;
  if (scrolled) e.scrollIntoView({block: "center", behavior: "instant"});
  r = e.getBoundingClientRect();
  const x = r.x + r.width / 2, y = r.y + r.height / 2;
  const top = document.elementFromPoint(x, y);
  if (top && (e.contains(top) || top.contains(e))) return {x, y, scrolled};
}
return null;"""

SELECTED = "return document.querySelector('[role=tab][aria-selected=true]').textContent.endsWith(arguments[0])"


@dataclass
class Move:
    """What one thing at the table took: its verb, in which turn, taps, and how often the screen had to be scrolled."""

    verb: str
    turn: object
    taps: int
    scrolls: int


@dataclass
class Thumb:
    """Plays a table through the panel; every touch is counted."""

    screen: Any
    turn_of: Callable[[Any], object]
    """Tells the turns of a game apart by its state."""
    table: Any = None
    taps: int = 0
    scrolls: int = 0
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.screen.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    # ------------------------------------------------------------------------------------------ touching

    def sees(self, role: str, name: str, *, whole: bool = False, scope: str = "") -> Any:
        """Where such a thing is, or None."""
        return self.screen.run(LOOK, role, " ".join(name.split()), whole, scope)

    def tap(self, role: str, name: str, *, whole: bool = False, scope: str = "") -> None:
        """Touch it as soon as it is there."""
        found = self.screen.wait(lambda: self.sees(role, name, whole=whole, scope=scope))
        self.taps += 1
        self.scrolls += found["scrolled"]
        at = {"touchPoints": [{"x": found["x"], "y": found["y"]}]}
        driver = self.screen.driver
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", **at})
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # ------------------------------------------------------------------------------------------ playing

    def play(self, prompt: Prompt, event: Event) -> None:
        """Do what the event says by tapping, and see that exactly this came about."""
        view, before, turn = self.table.view, len(self.table.history()), self.turn_of(self.table.state)
        self.taps = self.scrolls = 0
        shown = show_prompt(prompt, view, Speaker("en", self.table.names))
        if not self.screen.run(SELECTED, self.table.names[event.seat]):
            self.tap("tab", self.table.names[event.seat])
        free = [i for i, allowed in enumerate(prompt.options) if len(allowed) > 1]
        if prompt.unordered and len(free) > 1:
            self._pick(shown, event.args)
        elif not free:
            self.tap("button", shown["label"])
        else:
            for step, at in enumerate(free):
                self._choose(view, shown, event.args[at], step)
        self.screen.wait(lambda: len(self.table.history()) > before)
        assert self.table.history()[-1].event == event
        self.moves.append(Move(event.verb, turn, self.taps, self.scrolls))
        self.settle()

    def ask_why(self) -> str:
        """Touch a square where nothing can be done now; what the page says about it."""
        before = len(self.table.history())
        offered = {w for p in self.table.view.prompts if not p.reason for words in p.options for w in words}
        grid = next(sheet for sheet in self.table.view.sheets if isinstance(sheet, Grid))
        title = next(cell.title for cell in grid.cells if cell.id not in offered)
        self.tap("cell", Speaker("en", self.table.names)(title))
        said: str = self.screen.wait(lambda: self.screen.run("return document.querySelector('#toast').innerText"))
        self.screen.click("#toast")
        assert len(self.table.history()) == before
        return said

    def settle(self) -> None:
        """Wait until the page shows what the table knows."""
        events = str(len(self.table.history()))
        self.screen.wait(lambda: self.screen.run(f"return !!document.querySelector('[data-events=\"{events}\"]')"))

    def _choose(self, view: View, shown: dict[str, Any], word: str, step: int) -> None:
        """One word: on the board, in a table, on a button that is there, or on one that opens the choice."""
        label, text = shown["label"], shown["texts"].get(word, word)
        cell = self._cell(view, word)
        if cell and self.sees("cell", cell):
            self.tap("cell", cell)
            what = cell.removeprefix("choose ").partition(". ")
            if self.sees("button", label, scope=what[0] + what[1].strip()):
                self.tap("button", label)
            return
        row = self._row(view, word, shown)
        if row and self.sees("row", row):
            self.tap("row", row)
            return
        if not self.sees("button", text, whole=True, scope=label):
            assert step == 0, (label, word)
            self.tap("button", label)
        if self.sees("button", "1 more", scope=label):
            self._step_to(int(word), [int(allowed) for allowed in shown["options"][step]], label)
        else:
            self.tap("button", text, whole=True, scope=label)

    def _step_to(self, wanted: int, numbers: list[int], label: str) -> None:
        """Many numbers are stepped through, from 0 or the first one."""
        missing = wanted - (0 if 0 in numbers else numbers[0])
        for _ in range(missing // 5):
            self.tap("button", "5 more", scope=label)
        for _ in range(missing % 5):
            self.tap("button", "1 more", scope=label)
        self.tap("button", "OK", scope=label)

    def _pick(self, shown: dict[str, Any], words: tuple[str, ...]) -> None:
        if not self.sees("tick", shown["texts"][words[0]], whole=True, scope=shown["label"]):
            self.tap("button", shown["label"])
        for word in words:
            if shown["once"]:
                self.tap("tick", shown["texts"][word], whole=True, scope=shown["label"])
            else:
                self.tap("button", f"one {shown['texts'][word]} more", whole=True)
        self.tap("button", "Done")

    def _cell(self, view: View, word: str) -> str:
        """How a square that can be tapped is called on the page."""
        speak = Speaker("en", self.table.names)
        cells = (cell for sheet in view.sheets if isinstance(sheet, Grid) for cell in sheet.cells)
        return next((f"choose {speak(cell.title or cell.text)}" for cell in cells if cell.id == word), "")

    def _row(self, view: View, word: str, shown: dict[str, Any]) -> str:
        """The words of a line that can be tapped, where that is quicker than buttons."""
        speak = Speaker("en", self.table.names)
        rows = (
            row
            for sheet in view.sheets
            if isinstance(sheet, Lines) and sum(i in shown["texts"] for i in sheet.ids) > 6
            for id, row in zip(sheet.ids, sheet.rows, strict=True)
            if id == word
        )
        return next((" ".join(speak(text) for text in row) for row in rows), "")
