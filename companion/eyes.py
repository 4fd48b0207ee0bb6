"""What one camera knows about its tray: profile, empty tray, drift, the moments before a roll, and how to read it."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from companion.audit.strip import Strip
from companion.errors import CompanionError, text_of
from companion.evidence import Evidence, fingerprint
from companion.model import Observation
from companion.notices import Notices
from companion.words import say
from vision.drift import Drift
from vision.frame import Frame
from vision.network import MODELS
from vision.profile import Profile
from vision.read import read
from vision.settle import Settler

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
        self._model = fingerprint(MODELS.glob("*.onnx"))
        self._drift: Drift | None = None
        self._reference: Any = None
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
        self._notices.drop("profile")
        self._notices.drop("drift")

    def settler(self) -> Settler:
        """A new watch over the tray, which knows the empty tray if the profile does."""
        if self._drift is None or self._reference is None:
            return Settler()
        empty = Frame(self._reference, 0, 0)
        trays = self._drift.profile.trays
        return Settler(trays[0].corners_px if len(trays) == 1 else None, empty)

    def follow(self, frame: Any, state: str) -> None:
        """See every frame pass: remember the moments before a roll, and now and then look whether something moved."""
        self._strip.add(frame)
        # A knocked camera looks like a hand to the settler: everything differs at once and stays.
        if state in ("empty", "settled", "hand") and abs(frame.taken_ns - self._looked_ns) >= LOOK_EVERY_NS:
            self._looked_ns = frame.taken_ns
            self._notices.put("drift", self._drifted(frame))

    def read(self, frame: Any, expect: Mapping[str, int] | None) -> Observation:
        """What lies in the tray; if camera, tray or light changed too much since calibration, that is a doubt."""
        moved = self._drifted(frame)
        self._notices.put("drift", moved)
        profile = self._drift.profile if self._drift else None
        seen = read(frame, profile=profile, reference=self._reference, expect=expect)
        return replace(seen, doubts=(*seen.doubts, moved)) if moved else seen

    def _drifted(self, frame: Any) -> str:
        if self._drift is None:
            return ""
        try:
            return self._drift.look(frame)
        except CompanionError as error:
            return text_of(error)

    def keep(self, frame: Any) -> str:
        """The photograph's name, once it is on the disk; ``""`` if photographs are not kept."""
        return self._kept(jpeg(frame.image, EVIDENCE_QUALITY))

    def circumstances(self) -> dict[str, Any]:
        """What the journal keeps beside a reading: profile, networks, time, and the moments before."""
        return {
            "profile": self._drift.profile.identity if self._drift else "",
            "model": self._model,
            "monotonic_ns": time.monotonic_ns(),
            "strip": self._kept(self._strip.jpeg()),
        }

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


def jpeg(picture: Any, quality: int) -> bytes:
    """The picture as a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)
