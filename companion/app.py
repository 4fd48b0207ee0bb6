"""The room the table stands in: camera, lamps, buttons, journal and panel put together.

Two loops of their own, the camera's (``watch``) and the lamps' (``lamps``), and the web server's threads meet in
``Table`` and nowhere else. Whatever breaks in one of them, the others go on and a notice says what to do.
"""

import logging
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from companion.audit.record import Record
from companion.backends import open_device
from companion.catalogues import Catalogues
from companion.changes import Changes
from companion.config import Config
from companion.errors import CompanionError, DeviceError, IllegalEvent, text_of
from companion.evidence import Evidence
from companion.eyes import Eyes, jpeg
from companion.firststeps import FirstSteps
from companion.games import all_games, find_game
from companion.keeper import Keeper
from companion.lamps import Lamps
from companion.link import Link
from companion.model import Game, Observation, TrayItem
from companion.network.messages import Sketch
from companion.notices import Notices
from companion.publishing import NETWORK, publisher_for, sketch
from companion.referee import Live
from companion.rescue import open_journal
from companion.space import Space
from companion.table import Table
from companion.trays import Trays
from companion.watch import Watch
from companion.words import say

log = logging.getLogger(__name__)

LIVE_QUALITY = 80
LIVE_WIDTH = 960
LISTED_GAMES = 20
STILL_S = 10.0
"""How long a person waits for the camera's answer."""


class Room:
    """Everything one table needs; the panel talks to this."""

    draws_reading = False
    """The live picture comes without outlines: the panel draws its own, which can be tapped and translated."""

    def __init__(self, config: Config, data: Path, config_file: Path | None = None) -> None:
        self.config = config
        self.config_file = config_file
        self.restart_wanted = threading.Event()
        """Set when a person wants everything started anew."""
        self.first_steps = FirstSteps(config, config_file, data)
        self.safe = ""
        """Why this start is in safe mode; ``""`` if it is not."""
        self.table: Table | None = None
        self.simulated = config.camera.url.startswith("simulated:")
        self._changes = Changes()
        self._notices = Notices(self._changes)
        self._journal, rescued = open_journal(data / "journal.sqlite")
        self._notices.put("journal", rescued)
        self._evidence = Evidence(data / "evidence")
        self._catalogues = Catalogues(data / "catalogue")
        space = Space(data, config.evidence.reserve_mb * 1_000_000)
        self._keeper = Keeper(
            self._journal, self._evidence, data / "audit", config.evidence.budget_mb, self._notices, space
        )
        self.record = Record(self._journal, lambda: self._keeper.ledger, self._evidence, all_games)
        kept = self._evidence if config.evidence.keep else None
        self._eyes = Eyes(config.camera.url, data / config.camera.profile, kept, self._notices)
        self._over: dict[str, bool] = {}
        self._jpeg: tuple[int, bytes] | None = None
        self._jpeg_lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._trays = Trays(lambda: self.table, self._eyes, self._changes)
        self.profile_path = data / config.camera.profile
        self.camera_url = config.camera.url
        self._camera: Link[Any] = Link("camera", self._open_camera, self._notices)
        self._watch = Watch(self._camera, self._eyes, self._trays, self._notices)
        self._publisher = publisher_for(
            config, self._journal, self._keeper, self._notices, lambda: self.version, self._sketch
        )
        self._lamps = Lamps(config, lambda: self.table, self._trays, self._notices, self._changes, self._tell_press)
        self._resume_last()

    # ------------------------------------------------------------------------------------------ running

    def open(self) -> None:
        """Start the loops."""
        runs = {"lamps": self._lamps.run, "keeper": self._keeper.run}
        if self.config.camera.url:
            runs["watch"] = self._watch.run
        if self._publisher is not None:
            runs["publisher"] = self._publisher.run
        for name, run in runs.items():
            thread = threading.Thread(target=run, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def close(self) -> None:
        """Stop the loops and give everything back."""
        self._watch.stopping.set()
        self._lamps.stopping.set()
        self._keeper.stopping.set()
        if self._publisher is not None:
            self._publisher.stopping.set()
        for thread in self._threads:
            thread.join(5)
        if not self._threads:
            self._keeper.close()
        self._journal.close()

    def beats(self) -> Mapping[str, float]:
        """When each loop last came round, on the steady clock."""
        beats = {"lamps": self._lamps.beat_s, "keeper": self._keeper.beat_s}
        return {**beats, "watch": self._watch.beat_s} if self.config.camera.url else beats

    def tell(self, key: str, text: str) -> None:
        """Show a notice; ``""`` takes it away."""
        self._notices.put(key, text)

    def be_safe(self, why: str) -> None:
        """Say that this start is in safe mode, if there is a reason."""
        self.safe = why
        text = say(
            "Safe mode: no camera, lamps or buttons, because the last start went wrong ({why}). "
            "Games go on by hand; when the cause is mended, start normally from the host's page.",
            why=why,
        )
        self._notices.put("safe", text if why else "")

    def restart(self) -> None:
        """Start everything anew: after a change of the config, or to leave safe mode."""
        self.restart_wanted.set()

    @property
    def version(self) -> int:
        """Grows with every change of anything."""
        return self._changes.version

    def wait(self, version: int, timeout: float) -> int:
        """The version, as soon as it differs from the given one or the time is up."""
        return self._changes.wait(version, timeout)

    def notices(self) -> tuple[tuple[str, str], ...]:
        """(key, sentence) of everything that is wrong now; one board with lamps and buttons complains once."""
        by_text = {n.text: n.key for n in reversed(self._notices.all())}
        return tuple((key, text) for text, key in reversed(by_text.items()))

    # ------------------------------------------------------------------------------------------ games

    def games(self) -> Mapping[str, Game[Any]]:
        """Every game that can be played."""
        return all_games()

    def start(self, game_name: str, names: Sequence[str], settings: Mapping[str, str]) -> Table:
        """Begin a new game at this table."""
        game = find_game(game_name)
        known = self._catalogues.load(game.name)
        table = Table.begin(self._journal, game, names, settings, known, changes=self._changes, remember=self._remember)
        return self._take(table)

    def copy(self, game_name: str) -> Mapping[str, str]:
        """What is known of the values printed on this table's copy of a game."""
        return self._catalogues.load(find_game(game_name).name)

    def learn(self, game_name: str, values: Mapping[str, str]) -> None:
        """Take over printed values that somebody else has entered; they count from the next game on."""
        game = find_game(game_name)
        game.start(game.seats[0], {}, {**self.copy(game.name), **values})  # refuses what cannot be, with its sentence
        self._catalogues.remember(game.name, values)

    def resume(self, identity: str) -> Table:
        """Go on with an earlier game."""
        if self.table is not None and self.table.id == identity:
            return self.table
        return self._take(self._open_game(identity))

    def saved(self) -> tuple[tuple[str, str, tuple[str, ...], int, bool], ...]:
        """The newest games of the journal: id, title, names, when begun, whether over."""
        listed = []
        for entry in reversed(self._journal.starts()[-LISTED_GAMES:]):
            game = all_games().get(entry.body["game"])
            if game is not None:
                title, names = game.title, tuple(entry.body["names"])
                listed.append((entry.game, title, names, entry.at_ns, self._is_over(entry.game)))
        return tuple(listed)

    def _open_game(self, identity: str) -> Table:
        return Table.resume(self._journal, identity, all_games(), changes=self._changes, remember=self._remember)

    def _take(self, table: Table) -> Table:
        self.table = table
        self._over.pop(table.id, None)
        self._changes.changed()
        return table

    def _is_over(self, identity: str) -> bool:
        if self.table is not None and self.table.id == identity:
            return not self.table.view.prompts
        if identity not in self._over:
            self._over[identity] = not self._open_game(identity).view.prompts
        return self._over[identity]

    def _resume_last(self) -> None:
        """After a power cut the last game is simply there again."""
        starts = self._journal.starts()
        if not starts:
            return
        try:
            table = self._open_game(starts[-1].game)
        except CompanionError as error:
            self._notices.put("resume", text_of(error))
            return
        if table.view.prompts:
            self.table = table

    def _remember(self, game: str, learnt: Mapping[str, str | None]) -> None:
        try:
            self._catalogues.remember(game, learnt)
            self._notices.drop("catalogue")
        except (CompanionError, OSError) as error:
            # The journal has it: this game goes on, and the value is handed over again when it is resumed.
            self._notices.put("catalogue", say("A printed value could not be remembered ({error}).", error=str(error)))

    # ------------------------------------------------------------------------------------------ seeing

    def live(self) -> Live:
        """What the camera sees and what is unclear about it."""
        return self._trays.live

    def answer(self, piece_index: int, face: str, color: str = "") -> None:
        """A person says what one piece shows."""
        self._trays.answer(piece_index, face, color)

    def accept(self) -> None:
        """A person says: it is all as you read it."""
        self._trays.accept()

    def recheck(self) -> None:
        """A person says: read the tray again, what lies there counts."""
        self._trays.recheck()

    def evidence(self, sha: str) -> bytes | None:
        """The photograph of a roll."""
        return self._evidence.find(sha)

    def frame_jpeg(self) -> tuple[int, bytes] | None:
        """The newest frame."""
        return self._encode(self._watch.frame)

    def wait_frame(self, number: int, timeout: float) -> tuple[int, bytes] | None:
        """The next frame after the given one."""
        return self._encode(self._watch.wait_frame(number, timeout))

    def _encode(self, frame: Any) -> tuple[int, bytes] | None:
        """Encoded once for all viewers, by whoever asks first; nobody asking costs nothing."""
        if frame is None:
            return None
        with self._jpeg_lock:
            if self._jpeg is None or self._jpeg[0] != frame.number:
                self._jpeg = (frame.number, jpeg(_at_most(frame.image, LIVE_WIDTH), LIVE_QUALITY))
            return self._jpeg

    def picture(self) -> Any:
        """The newest frame as it came, nothing drawn on it; None while there is no camera."""
        frame = self._watch.frame
        return None if frame is None else frame.image

    def still(self) -> Any:
        """A picture as rolls are read from it, at full resolution if the camera takes stills; None without a camera."""
        taken = self._watch.ask(lambda camera: camera.still() if hasattr(camera, "still") else None, STILL_S)
        return self.picture() if taken is None else taken.image

    def hold(self) -> Mapping[str, Any]:
        """Hold the camera's exposure, gain, white balance and focus as they are, and say what they are."""
        return self._watch.ask(lambda camera: camera.lock() if hasattr(camera, "lock") else None, STILL_S) or {}

    def release(self) -> None:
        """Let the camera choose exposure, white balance and focus again, while somebody calibrates."""
        self._watch.ask(lambda camera: camera.unlock() if hasattr(camera, "unlock") else None, STILL_S)

    def look(self) -> Observation:
        """What lies in the tray now, read as it is and counted for nothing."""
        frame = self._watch.frame
        if frame is None:
            raise DeviceError(say("There is no camera picture now; check the camera."))
        return self._eyes.read(frame, None)

    def use_profile(self, path: Path) -> None:
        """Believe a new calibration from now on."""
        self._eyes.use_profile(path)
        self._watch.ask(self._eyes.hold, STILL_S)
        self._watch.start_afresh()

    def _open_camera(self) -> Any:
        """The camera, held as it was when it was calibrated."""
        camera = open_device("vision.cameras", self.camera_url)
        self._eyes.hold(camera)
        return camera

    # ------------------------------------------------------------------------------------------ the world outside

    def _sketch(self) -> Sketch:
        """What a game night's hub is told about this table."""
        troubles = [text for key, text in self.notices() if key != NETWORK]
        return sketch(self.config, self.table, troubles, self.live().unclear, self._journal.next_seq - 1)

    def _tell_press(self, button: str) -> None:
        if self._publisher is not None:
            self._publisher.press(button)

    # ------------------------------------------------------------------------------------------ lamps and buttons

    def lamps(self) -> tuple[tuple[int, int, int], ...]:
        """The colour of every lamp now."""
        return self._lamps.shown

    def blink(self) -> None:
        """Light every lamp for a moment, so that a person can see which ones work."""
        self._lamps.blink()

    def buttons(self) -> tuple[tuple[str, str], ...]:
        """(name, meaning right now) of every button."""
        return self._lamps.meanings()

    def press(self, name: str) -> None:
        """Press a button of the simulated table."""
        self._lamps.press(name)

    # ------------------------------------------------------------------------------------------ the simulated table

    def throw(self, seat: int | None = None) -> None:
        """Throw what the rules await into the simulated tray, as a player's hand would."""
        camera = self._simulated_camera()
        table = self.table
        if table is None:
            raise IllegalEvent(say("No game is on; start one first."))
        wanted = table.view.turn if seat is None else seat
        rolls = [p for p in table.view.prompts if p.is_roll and not p.reason]
        prompt = next((p for p in rolls if p.seat == wanted), None) or (rolls[0] if seat is None and rolls else None)
        if prompt is None:
            raise IllegalEvent(say("Nothing is to be rolled now."))
        self._trays.thrower = prompt.seat
        items = [TrayItem.parse(text) for text in prompt.tray]
        keep = [(i.kind, i.color.replace("-", " "), i.face) for i in items if i.face]
        # At a table with several boxes everybody has one, in the order of the seats.
        box = prompt.seat if prompt.seat < camera.boxes else 0
        camera.throw([(i.kind, i.color.replace("-", " ")) for i in items if not i.face], keep=keep, box=box)

    def throw_anything(self) -> None:
        """Throw a few pieces into the simulated tray, to try it out."""
        self._simulated_camera().throw([("d6", "white")] * 3 + [("meeple", "blue")], keep=[])

    def clear_tray(self) -> None:
        """Take everything out of the simulated tray."""
        self._simulated_camera().clear()

    def faults(self) -> dict[str, tuple[str, bool]]:
        """The faults the simulated devices can have: name -> (sentence, whether on)."""
        found: dict[str, tuple[str, bool]] = {}
        for device in self._faulty():
            found.update(device.faults())
        return found

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a fault of a simulated device on or off."""
        for device in self._faulty():
            if name in device.faults():
                device.set_fault(name, on)
                self._changes.changed()
                return
        raise IllegalEvent(say("There is no fault {name!r} on this table.", name=name))

    def _faulty(self) -> tuple[Any, ...]:
        """The devices that can be given faults."""
        return tuple(d for d in (self._camera.last, *self._lamps.devices()) if hasattr(d, "faults"))

    def _simulated_camera(self) -> Any:
        camera = self._camera.device
        if camera is None and self.simulated:
            raise IllegalEvent(say("The simulated tray is not there yet; try again in a moment."))
        if not hasattr(camera, "throw"):
            raise IllegalEvent(say("Only the simulated table can throw by itself; roll into the tray."))
        return camera


def _at_most(picture: Any, width: int) -> Any:
    if picture.shape[1] <= width:
        return picture
    height = round(picture.shape[0] * width / picture.shape[1])
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
