"""The simulated camera: plays the acts of a hand in the tray, frame by frame, and shows nothing but pictures."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.errors import DeviceError, IllegalEvent
from companion.words import say
from vision.cameras.simulated import acts, faults
from vision.cameras.simulated.develop import Grain, Picture, Sensor
from vision.cameras.simulated.examples import Labels
from vision.cameras.simulated.hand import lay as lay_hand
from vision.cameras.simulated.pieces import DIE_COLORS, MEEPLE_COLORS, Sizes, judge
from vision.cameras.simulated.render import Body
from vision.cameras.simulated.scene import Scene
from vision.cameras.simulated.stage import Stage
from vision.cameras.simulated.throw import Wish, placed, throw, wish
from vision.frame import Frame

SECOND_NS = 1_000_000_000
LOST_NS = 8 * SECOND_NS
SLOW_FPS = 3
Piece = tuple[str, str]
"""Kind (``"d6"`` or ``"meeple"``) and colour (``""`` = any)."""
Kept = tuple[str, str, str]
"""Kind, colour and face."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What really lies in the tray: for tests, never for the program."""

    pieces: tuple[Labels, ...]
    is_still: bool
    """Whether nothing moves and no hand is there."""
    rest_ns: int
    """When the last piece came to rest (frame time), or 0."""


@dataclass(slots=True, eq=False)
class _Player:
    """Whoever plays at one box: what the hand still has to do, what it does now and since when."""

    spot: acts.Spot
    waiting: deque[acts.Act] = field(default_factory=deque)
    act: acts.Act | None = None
    act_ns: int = 0

    @property
    def acts(self) -> tuple[acts.Act, ...]:
        """What is not over yet."""
        return (*((self.act,) if self.act else ()), *self.waiting)


@dataclass(frozen=True, slots=True)
class Settings:
    """How the simulated camera works."""

    seed: int = 1
    fps: int = 25
    is_paced: bool = True
    """Real time; otherwise each frame is a frame's time after the one before, however fast they are asked for."""


class SimulatedCamera:
    """A tray that does not exist. ``throw``, ``take`` and ``clear`` are what a hand would do; ``read`` sees it."""

    def __init__(  # noqa: PLR0913 - what a table is made of, and what a test replaces
        self,
        scene: Scene,
        settings: Settings,
        sizes: Sizes | None = None,
        sensor: Sensor | None = None,
        *,
        on_close: Callable[[SimulatedCamera], None] = lambda camera: None,
        now_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settings, self._on_close, self._now_ns, self._sleep = settings, on_close, now_ns, sleep
        self._scene, self._sensor = scene, sensor or Sensor()
        self._stage = Stage(scene, sizes or Sizes(), self._sensor, settings.seed)
        self._grain = Grain(scene.view.size, self._sensor.noise, settings.seed)
        self._coarse: Grain | None = None
        self._rng = np.random.default_rng(settings.seed)
        self._lock = threading.Lock()
        self._players = tuple(_Player(spot) for spot in acts.spots(scene.tray))
        self._rest_ns = 0
        self._on: set[str] = set()
        self._lost_ns: int | None = None
        self._frozen: Picture | None = None
        self._time_ns = now_ns() if settings.is_paced else 0
        self._number = 0
        self._is_closed = False

    # ------------------------------------------------------------------------------------------ the port

    def read(self) -> Frame:
        """The next frame, when it is due."""
        self._wait()
        with self._lock:
            self._check()
            for player in self._players:
                self._play(player)
            picture = self._picture()
            self._number += 1
            return Frame(picture, self._time_ns, self._number - 1)

    def close(self) -> None:
        """Stop delivering frames."""
        self._is_closed = True
        self._on_close(self)

    def _wait(self) -> None:
        fps = SLOW_FPS if "slow-camera" in self._on else self._settings.fps
        due = self._time_ns + SECOND_NS // fps
        if not self._settings.is_paced:
            self._time_ns = due
            return
        now = self._now_ns()
        if due > now:
            self._sleep((due - now) / SECOND_NS)
        # A late frame is not caught up with: a camera drops what nobody fetched.
        self._time_ns = max(due, now)

    def _check(self) -> None:
        if self.is_lost:
            raise DeviceError(say("The simulated camera's cable is out; it is plugged in again in a few seconds."))
        if self._is_closed:
            raise DeviceError(say("The simulated camera was closed; open it again."))

    @property
    def is_lost(self) -> bool:
        """Whether the cable is out; in real time somebody plugs it in again after a while."""
        if self._lost_ns is not None and self._settings.is_paced and self._now_ns() - self._lost_ns > LOST_NS:
            self._lost_ns = None
            self._on.discard("camera-lost")
        return self._lost_ns is not None

    def reopen(self) -> None:
        """Use the same table again after its camera was lost."""
        self._check_cable()
        self._is_closed = False

    def _check_cable(self) -> None:
        if self.is_lost:
            raise DeviceError(say("No simulated camera answers; it is plugged in again in a few seconds."))

    # ------------------------------------------------------------------------------------------ the hand

    @property
    def boxes(self) -> int:
        """How many boxes stand under the camera."""
        return len(self._players)

    def throw(  # noqa: PLR0913 - what a throw can be told
        self,
        pieces: Sequence[Piece],
        seed: int | None = None,
        faces: Sequence[str] | None = None,
        keep: Sequence[Kept] | None = None,
        box: int = 0,
    ) -> None:
        """Throw pieces into a box. ``faces`` forces what they show; ``keep`` says what else shall lie there.

        Without ``keep`` everything that lies there stays; with it the hand first takes away what is not in it and
        puts down what is missing.
        """
        rng = self._rng if seed is None else np.random.default_rng(seed)
        wishes = self._wishes(pieces, faces, rng)
        with self._lock:
            player = self._players[box]
            lying = list(self._expected(box))
            tray, sizes, spot = self._stage.scene.tray, self._stage.sizes, player.spot
        stay, gone, put = _sort_out(lying, keep, sizes)
        there = [spot.into(body) for body in stay]
        for each in put:
            there.append(placed(_wish(each), there, tray, sizes, rng=rng))
        news = [spot.out(body) for body in there[len(stay) :]]
        flights = throw(wishes, there, tray, sizes, rng=rng)
        with self._lock:
            if gone or news:
                player.waiting.append(acts.handling(tray, gone, news, spot))
            if flights:
                player.waiting.append(acts.throwing(tray, [spot.fly(f, acts.RELEASE_S) for f in flights], spot))

    def take(self, index: int = 0, count: int = 1, box: int = 0) -> None:
        """Take pieces away: ``count`` of a box from number ``index`` on, in the order in which they came."""
        with self._lock:
            gone = self._expected(box)[index : index + count]
            if not gone:
                raise IllegalEvent(say("There is no piece to take away in the simulated tray."))
            self._remove(box, gone)

    def clear(self, box: int | None = None) -> None:
        """Take everything away, out of one box or out of all."""
        with self._lock:
            for each in range(self.boxes) if box is None else (box,):
                if gone := self._expected(each):
                    self._remove(each, gone)

    def _remove(self, box: int, gone: Sequence[Body]) -> None:
        player = self._players[box]
        player.waiting.append(acts.handling(self._stage.scene.tray, gone, (), player.spot))

    def _wishes(self, pieces: Sequence[Piece], faces: Sequence[str] | None, rng: np.random.Generator) -> list[Wish]:
        plain = [_piece(kind, color, rng) for kind, color in pieces]
        if faces is not None:
            return [Wish(kind, color, face) for (kind, color), face in zip(plain, faces, strict=True)]
        wishes = [wish(kind, color, rng) for kind, color in plain]
        with self._lock:
            due = [name for name in faults.NEXT_THROW if name in self._on]
            lacks = "piece-missing" in self._on
            self._on -= {*due, "piece-missing"}
        if lacks:
            wishes = wishes[:-1]
        for back, name in enumerate(due[: len(wishes)], start=1):
            wishes[-back] = replace(wishes[-back], face=faults.NEXT_THROW[name])
        return wishes

    def _expected(self, box: int) -> tuple[Body, ...]:
        """What will lie in a box, or beside it, when all acts are played."""
        tray = self._stage.scene.tray
        lying = [b for b in self._stage.lying if tray.place_of(float(b.at[0]), float(b.at[1])) == box]
        for act in self._players[box].acts:
            gone = [id(b) for _, b in act.taken]
            lying = [b for b in lying if id(b) not in gone]
            lying += [b for _, b in act.put if all(b is not other for other in lying)]
            lying += act.rested
        return tuple(lying)

    # ------------------------------------------------------------------------------------------ faults and truth

    def faults(self) -> dict[str, tuple[str, bool]]:
        """Name of each fault -> (what it is, whether it is on)."""
        return {name: (sentence, name in self._on) for name, sentence in faults.FAULTS.items()}

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a fault on or off."""
        if name not in faults.FAULTS:
            raise IllegalEvent(say("The simulated camera has no fault {name!r}.", name=name))
        with self._lock:
            self._on = self._on | {name} if on else self._on - {name}
            if name == "camera-lost":
                self._lost_ns = self._now_ns() if on else None
            if name == "picture-frozen":
                self._frozen = None
            if name in ("camera-moved", "tray-moved"):
                self._stage.set_scene(_moved(self._scene, self._on))

    @property
    def is_busy(self) -> bool:
        """Whether a hand still has something to do or pieces fly; tests wait for it."""
        return any(player.acts for player in self._players) or "hand-in-tray" in self._on

    def truth(self) -> Truth:
        """What really lies there; tests compare it with what the program says."""
        with self._lock:
            return Truth(tuple(self._stage.labels()), not self.is_busy, self._rest_ns)

    # ------------------------------------------------------------------------------------------ playing

    def _play(self, player: _Player) -> None:
        """Let a player go on with the present act, or begin the next one."""
        if player.act is None and player.waiting:
            player.act, player.act_ns = player.waiting.popleft(), self._time_ns
        if player.act is None:
            return
        now_s = (self._time_ns - player.act_ns) / SECOND_NS
        self._handle(player.act, now_s)
        if now_s >= player.act.length_s:
            self._rest_ns = max(self._rest_ns, player.act_ns + int(player.act.rest_s * SECOND_NS))
            self._stage.lay([*self._stage.lying, *player.act.rested])
            player.act = None

    def _handle(self, act: acts.Act, now_s: float) -> None:
        """Take and put what the hand has reached by now."""
        gone = {id(b) for t, b in act.taken if t <= now_s}
        lying = [b for b in self._stage.lying if id(b) not in gone]
        lying += [b for t, b in act.put if t <= now_s and all(b is not other for other in lying)]
        if len(lying) != len(self._stage.lying) or any(
            a is not b for a, b in zip(lying, self._stage.lying, strict=False)
        ):
            self._stage.lay(lying)

    def _picture(self) -> Picture:
        if self._frozen is not None:
            return self._frozen
        playing = [(p.act, (self._time_ns - p.act_ns) / SECOND_NS) for p in self._players if p.act is not None]
        flying = [f.body(now_s) for act, now_s in playing for f in act.flights]
        picture = self._stage.picture([b for b in flying if b is not None])
        poses = [pose for act, now_s in playing if (pose := act.hand(now_s)) is not None]
        if not poses and "hand-in-tray" in self._on:
            poses = [acts.resting_hand(self._stage.scene.tray, self._players[0].spot)]
        for pose in poses:
            lay_hand(picture, self._stage.scene, pose)
        picture = self._grain.add(faults.spoil(picture, self._on, self._number))
        if "grainy" in self._on:
            self._coarse = self._coarse or Grain(self._scene.view.size, 9.0, 7)
            picture = self._coarse.add(picture)
        if "picture-frozen" in self._on:
            self._frozen = picture
        return picture


def _piece(kind: str, color: str, rng: np.random.Generator) -> Piece:
    """The piece in our own words, with a colour that exists."""
    ours = {"d6": "die", "die": "die", "meeple": "meeple"}.get(kind)
    if ours is None:
        raise IllegalEvent(say("The simulated table has dice and meeples, but no {kind!r}.", kind=kind))
    known = list(DIE_COLORS if ours == "die" else MEEPLE_COLORS)
    wanted = "navy gray" if ours == "die" and color == "grey" else color.replace("-", " ")
    if wanted and wanted not in known:
        raise IllegalEvent(
            say(
                "The simulated table has no {color} {kind}; it has {known}.",
                color=wanted,
                kind=ours,
                known=", ".join(known),
            )
        )
    return ours, wanted or ("white" if ours == "die" else str(rng.choice(known)))


def _wish(kept: Kept) -> Wish:
    kind, color = _piece(kept[0], kept[1], np.random.default_rng(0))
    return Wish(kind, color, kept[2])


def _sort_out(
    lying: Sequence[Body], keep: Sequence[Kept] | None, sizes: Sizes
) -> tuple[list[Body], list[Body], list[Kept]]:
    """What of the lying pieces stays, what goes, and what must be put down, to have ``keep`` lie there."""
    if keep is None:
        return list(lying), [], []
    stay: list[Body] = []
    missing: list[Kept] = []
    free = list(lying)
    for kept in keep:
        asked = _wish(kept)
        found = next((b for b in free if _shows(b, asked, bool(kept[1]), sizes)), None)
        if found is None:
            missing.append(kept)
        else:
            stay.append(found)
            free = [b for b in free if b is not found]
    return stay, free, missing


def _shows(body: Body, asked: Wish, with_color: bool, sizes: Sizes) -> bool:
    is_same = body.kind == asked.kind and (not with_color or body.color == asked.color)
    return is_same and judge(body.kind, body.turned, sizes)[0] == asked.face


def _moved(scene: Scene, on: set[str]) -> Scene:
    view, tray = scene.view, scene.tray
    if "camera-moved" in on:
        x, y, z = view.offset
        view = replace(view, yaw=view.yaw + 2.0, offset=(x + 9.0, y - 5.0, z))
    if "tray-moved" in on:
        tray = replace(tray, shift=(tray.shift[0] + 9.0, tray.shift[1] - 5.0))
    return Scene(tray, scene.lamp, view)
