"""What the panel needs of the companion: the room it stands in, and the table in that room."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.model import Event, Game, Observation, Prompt, View


class Entry(Protocol):
    """One event of a game as the journal keeps it."""

    @property
    def index(self) -> int: ...
    @property
    def event(self) -> Event: ...
    @property
    def source(self) -> str: ...
    @property
    def at_ns(self) -> int: ...
    @property
    def sentences(self) -> tuple[str, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def round(self) -> int: ...
    @property
    def is_roll(self) -> bool: ...
    @property
    def evidence(self) -> str: ...
    @property
    def undone(self) -> bool: ...
    @property
    def dropped(self) -> bool: ...
    @property
    def corrected_from(self) -> Event | None: ...
    @property
    def who(self) -> str: ...
    @property
    def why(self) -> str: ...


class Change(Protocol):
    """What a correction would do to the game."""

    @property
    def scores_before(self) -> tuple[int, ...]: ...
    @property
    def scores_after(self) -> tuple[int, ...]: ...
    @property
    def dropped(self) -> Sequence[Entry]: ...
    @property
    def sentences(self) -> tuple[str, ...]: ...


class Notice(Protocol):
    """Something a person should know or do."""

    @property
    def key(self) -> str: ...
    @property
    def text(self) -> str: ...


class Table(Protocol):
    """A game being played: read its view, submit events."""

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> Game[Any]: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def view(self) -> View: ...
    @property
    def version(self) -> int: ...

    def submit(self, event: Event, source: str, number: int, evidence: str = "") -> View:
        """Play an event; raises IllegalEvent or StaleEvent."""

    def undo(self, seat: int, source: str, number: int) -> View:
        """Take the last action of the seat back."""

    def may_undo(self, seat: int) -> str:
        """Empty if the seat may undo now, else the reason why not."""

    def history(self) -> Sequence[Entry]:
        """Every event so far, oldest first."""

    def asked(self, index: int) -> Sequence[Prompt]:
        """What the seat of entry ``index`` could have done then."""

    def preview(self, index: int, event: Event) -> Change:
        """What would change if entry ``index`` had been ``event``."""

    def correct(self, index: int, event: Event, who: str, why: str) -> View:
        """Replace an entry, with who did it and why."""


class Live(Protocol):
    """What the camera sees now."""

    @property
    def state(self) -> str: ...
    @property
    def observation(self) -> Observation | None: ...
    @property
    def unclear(self) -> str: ...
    @property
    def proposal(self) -> str: ...
    @property
    def frame_px(self) -> tuple[int, int]: ...


class Room(Protocol):
    """The companion as the panel sees it: a table, a tray, lamps, buttons and notices."""

    @property
    def table(self) -> Table | None: ...
    @property
    def simulated(self) -> bool: ...
    @property
    def version(self) -> int: ...

    def wait(self, version: int, timeout: float) -> int:
        """Block until anything changed since ``version``; returns the present version."""

    def games(self) -> Mapping[str, Game[Any]]:
        """All games that can be played here."""

    def start(self, game_name: str, names: Sequence[str], settings: Mapping[str, str]) -> Table:
        """Begin a new game."""

    def copy(self, game_name: str) -> Mapping[str, str]:
        """What is known of the values printed on this table's copy of a game."""

    def learn(self, game_name: str, values: Mapping[str, str]) -> None:
        """Take over printed values that somebody else has entered."""

    def saved(self) -> Sequence[tuple[str, str, Sequence[str], int, bool]]:
        """Games on record: (id, game, names, started_ns, over)."""

    def resume(self, id: str) -> Table:
        """Go on with a game on record."""

    def frame_jpeg(self) -> tuple[int, bytes] | None:
        """The newest picture."""

    def wait_frame(self, number: int, timeout: float) -> tuple[int, bytes] | None:
        """The first picture after ``number``."""

    # A room with a camera may also have ``picture() -> BGR array or None``, the newest frame with nothing drawn on it,
    # and ``use_profile(path)``, called when a calibration was finished on the panel; both are looked for at run time.
    # So is ``record`` (companion.audit.record): what was signed and how fair it was.

    def live(self) -> Live:
        """What the camera sees now."""

    def answer(self, piece_index: int, face: str, color: str = "") -> None:
        """A person settles a doubtful piece."""

    def accept(self) -> None:
        """A person says that the doubtful reading is right as it is."""

    def recheck(self) -> None:
        """Read the tray again."""

    def lamps(self) -> Sequence[tuple[int, int, int]]:
        """The colour of each lamp now."""

    def buttons(self) -> Sequence[tuple[str, str]]:
        """(name, what pressing it means right now)."""

    def press(self, name: str) -> None:
        """Press a simulated button."""

    def throw(self, seat: int | None) -> None:
        """Throw what the rules await into the simulated tray."""

    def clear_tray(self) -> None:
        """Take everything out of the simulated tray."""

    def faults(self) -> Mapping[str, tuple[str, bool]]:
        """Faults of the simulated table: name -> (sentence, on)."""

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a simulated fault."""

    def evidence(self, sha: str) -> bytes | None:
        """A roll's photograph."""

    def notices(self) -> Sequence[tuple[str, str]]:
        """(key, text) of everything a person should know now."""
