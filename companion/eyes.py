"""What one camera knows about its trays: profile, empty trays, drift, the moments before a roll, how to read them."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from companion.audit.strip import Strip
from companion.errors import CompanionError, text_of
from companion.evidence import Evidence
from companion.model import Observation
from companion.notices import Notices
from companion.words import say
from vision.confusion import identity
from vision.drift import Drift
from vision.frame import Frame
from vision.profile import Profile
from vision.read import read
from vision.settle import Settler
from vision.trays import Part, parts

log = logging.getLogger(__name__)

EVIDENCE_QUALITY = 92
LOOK_EVERY_NS = 2_000_000_000
"""How often the tray is compared with the one at calibration."""


class Eyes:
    """Reads frames with whatever calibration measured; without a profile it still reads."""

    def __init__(self, camera_url: str, profile_path: Path, evidence: Evidence | None, notices: Notices) -> None:
        self._camera_url = camera_url
        self._evidence = evidence
        self._notices = notices
        self._strip = Strip()
        self._model = identity()
        self._drift: Drift | None = None
        self._reference: Any = None
        self._parts: tuple[Part, ...] = ()
        """The parts of the picture that belong to several trays; none = one tray has all of it."""
        self._looked_ns = 0
        if profile_path.exists():
            self.use_profile(profile_path)

    def use_profile(self, path: Path) -> None:
        """Believe a profile from now on; one that does not fit is a notice, and reading goes on without it."""
        try:
            profile = Profile.load(path)
            profile.check(profile.size_px, self._camera_url)
            reference = profile.load_reference(path)
        except CompanionError as error:
            self._notices.put("profile", text_of(error))
            return
        self._reference = reference
        self._drift = Drift(profile, reference) if reference is not None else None
        self._parts = parts(profile, reference) if reference is not None and len(profile.trays) > 1 else ()
        self._notices.drop("profile")
        self._notices.drop("drift")

    def hold(self, camera: Any) -> None:
        """Hold a camera's exposure, gain, white balance and focus as they were when it was calibrated."""
        held = dict(self._drift.profile.held) if self._drift else {}
        if not held or not hasattr(camera, "lock"):
            return
        try:
            camera.lock(held)
            self._notices.drop("held")
        except Exception as error:  # noqa: BLE001 - whatever a driver raises: a camera that will not be held still sees
            log.warning("camera cannot be held: %s", error)
            text = say(
                "The camera does not keep its exposure and colours ({error}); calibrate again.", error=str(error)
            )
            self._notices.put("held", text)

    def _refuse_profile(self, why: str) -> None:
        """Go on without a profile that does not speak of these pictures, and say why."""
        self._notices.put("profile", why)
        self._notices.drop("drift")
        self._drift, self._reference, self._parts = None, None, ()

    # ------------------------------------------------------------------------------------------ watching

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Whose each tray is; one for everybody if nothing else is known."""
        return tuple(tray.seat for tray in self._drift.profile.trays) if self._drift else (None,)

    def over(self, tray: int) -> "OverTray":
        """The eyes over one tray."""
        return OverTray(self, tray)

    def settlers(self, size_px: tuple[int, int], *, is_read: bool) -> tuple[Settler, ...]:
        """A new watch over each tray for frames of this size, which knows the empty tray if the profile does.

        A camera that takes stills is watched in smaller frames of the same shape; otherwise frames are read as they
        are, and must have the size that was measured.
        """
        try:
            if self._drift is not None:
                self._drift.profile.check(size_px, is_only_shape=not is_read)
        except CompanionError as error:
            self._refuse_profile(text_of(error))
        if self._drift is None or self._reference is None:
            return (Settler(),)
        empty = Frame(cv2.resize(self._reference, size_px, interpolation=cv2.INTER_AREA), 0, 0)
        scale = size_px[0] / self._drift.profile.size_px[0]
        return tuple(
            Settler([(x * scale, y * scale) for x, y in tray.corners_px], empty) for tray in self._drift.profile.trays
        )

    def follow(self, frame: Any, states: Sequence[str]) -> None:
        """See every frame pass: remember the moments before a roll, and now and then look whether something moved."""
        self._strip.add(frame)
        # A knocked camera looks like a hand to the settler: everything differs at once and stays.
        is_calm = any(state in ("empty", "settled", "hand") for state in states)
        if is_calm and abs(frame.taken_ns - self._looked_ns) >= LOOK_EVERY_NS:
            self._looked_ns = frame.taken_ns
            self._notices.put("drift", self._drifted(frame))

    # ------------------------------------------------------------------------------------------ reading

    def read(self, frame: Any, expect: Mapping[str, int] | None, tray: int = 0) -> Observation:
        """What lies in a tray; if camera, tray or light changed too much since calibration, that is a doubt."""
        moved = self._drifted(frame, tray)
        if moved or not self._parts:  # that this tray is well says nothing about the others
            self._notices.put("drift", moved)
        seen = self._read(frame, expect, tray)
        return replace(seen, doubts=(*seen.doubts, moved)) if moved else seen

    def _read(self, frame: Any, expect: Mapping[str, int] | None, tray: int) -> Observation:
        if self._drift is None:
            return read(frame, expect=expect)
        profile = self._drift.profile
        seat = profile.trays[tray].seat
        if not self._parts:
            seen = read(frame, profile=profile, reference=self._reference, expect=expect)
            return replace(seen, seat=seat)
        profile.check((frame.image.shape[1], frame.image.shape[0]))
        part = self._parts[tray]
        seen = read(part.cut(frame), profile=part.profile(profile), reference=part.empty, expect=expect)
        return part.back(seen, seat)

    def _drifted(self, frame: Any, tray: int | None = None) -> str:
        if self._drift is None:
            return ""
        try:
            return self._drift.look(frame, tray)
        except CompanionError as error:
            return text_of(error)

    # ------------------------------------------------------------------------------------------ remembering

    def keep(self, frame: Any) -> str:
        """The photograph's name, once it is on the disk; ``""`` if photographs are not kept."""
        return self._kept(jpeg(frame.image, EVIDENCE_QUALITY))

    def circumstances(self, tray: int = 0) -> dict[str, Any]:
        """What the journal keeps beside a reading: profile, networks, time, the moments before, and which tray."""
        known = {
            "profile": self._drift.profile.identity if self._drift else "",
            "model": self._model,
            "monotonic_ns": time.monotonic_ns(),
            "strip": self._kept(self._strip.jpeg()),
        }
        return {**known, "tray_px": self._parts[tray].outline_px} if self._parts else known

    def _kept(self, picture: bytes) -> str:
        if self._evidence is None or self._evidence.is_full or not picture:
            return ""
        try:
            name = self._evidence.keep(picture)
        except OSError as error:
            text = say("Photographs cannot be kept ({error}); free some disk space.", error=str(error))
            self._notices.put("evidence", text)
            return ""
        self._notices.drop("evidence")
        return name


class OverTray:
    """The eyes over one of the trays."""

    def __init__(self, eyes: Eyes, tray: int) -> None:
        self._eyes, self._tray = eyes, tray

    def read(self, frame: Any, expect: Mapping[str, int] | None) -> Observation:
        """What lies in this tray."""
        return self._eyes.read(frame, expect, self._tray)

    def keep(self, frame: Any) -> str:
        """The photograph's name, once it is on the disk."""
        return self._eyes.keep(frame)

    def circumstances(self) -> dict[str, Any]:
        """What the journal keeps beside a reading of this tray."""
        return self._eyes.circumstances(self._tray)


def jpeg(picture: Any, quality: int) -> bytes:
    """The picture as a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)
