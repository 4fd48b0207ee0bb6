"""Who may do what: the table code, the devices that joined with it, and the seats they hold.

A device is known by a random id in an HttpOnly cookie. What it may do is kept here, not in the cookie, so that the
host can change it at once. Everything is written to one file, so that phones stay joined over a power cut.
"""

import hashlib
import hmac
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from companion.errors import CompanionError
from companion.files import write_durably
from companion.words import say

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that cannot be taken for one another."""
CODE_LENGTH = 6
HOST_CODE_LENGTH = 12
LONGEST_CODE = 20
WINDOW_S = 300.0
TRIES_PER_ADDRESS = 8
TRIES_IN_ALL = 60
MAX_DEVICES = 200


class Refused(CompanionError):
    """A request that this device may not make; ``status`` is the HTTP status."""

    def __init__(self, text: str, status: int = 403) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True, slots=True)
class Device:
    """A phone, tablet or screen that has joined the table."""

    id: str
    name: str = ""
    host: bool = False
    seats: tuple[int, ...] = ()
    wants: int | None = None
    """A taken seat this device has asked for; the host decides."""
    lang: str = ""
    seen_s: int = 0

    @property
    def role(self) -> str:
        """``host``, ``seat`` or ``spectator``."""
        return "host" if self.host else "seat" if self.seats else "spectator"

    def may_act(self, seat: int) -> bool:
        """Whether this device may answer for a seat. The host may for all: somebody's battery always dies."""
        return self.host or seat in self.seats

    @property
    def handle(self) -> str:
        """A public name for this device that does not give its id away."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:12]


def new_code(length: int = CODE_LENGTH) -> str:
    """A random code that is easy to read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def tidy_code(text: str) -> str:
    """The code as typed by a person: no spaces or hyphens, upper case, look-alikes mended."""
    kept = "".join(c for c in text.upper() if c.isalnum())
    return kept.translate(str.maketrans("01OIL", "QJQJJ")) if not set(kept) <= set(ALPHABET) else kept


def own_code(text: str) -> str:
    """A code that a person chose, as it is compared; refused if it is too short or cannot be typed."""
    kept = "".join(c for c in text.upper() if c.isalnum())
    if not CODE_LENGTH <= len(kept) <= LONGEST_CODE or not set(kept) <= set(ALPHABET):
        raise Refused(
            say("A code has {n} to {most} letters and digits, without 0, 1, I, L and O, which look alike.",
                n=CODE_LENGTH, most=LONGEST_CODE), 400,
        )  # fmt: skip
    return kept


class Guesses:
    """Counts wrong codes, for each address and in all, and says when it is enough."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()

    def check(self, address: str) -> None:
        """Refuse an address that has guessed too often, or everybody while the table is under attack."""
        now = self._clock()
        mine = self._wrong.get(address, deque())
        for times in (mine, self._all):
            while times and now - times[0] > WINDOW_S:
                times.popleft()
        if len(mine) >= TRIES_PER_ADDRESS or len(self._all) >= TRIES_IN_ALL:
            wait = int(WINDOW_S - (now - (mine or self._all)[0])) // 60 + 1
            raise Refused(say("Too many wrong codes; wait {n} min and try again.", n=wait), 429)

    def wrong(self, address: str) -> None:
        """Remember a wrong code."""
        now = self._clock()
        if len(self._wrong) > 1000:
            self._wrong = {a: t for a, t in self._wrong.items() if t and now - t[-1] < WINDOW_S}
        self._wrong.setdefault(address, deque(maxlen=TRIES_PER_ADDRESS)).append(now)
        self._all.append(now)


@dataclass(slots=True)
class _Stored:
    secret: str
    code: str
    host_code: str
    devices: dict[str, Device] = field(default_factory=dict)


class Access:
    """The code of the table and everybody who has joined with it."""

    def __init__(self, folder: Path | None = None, loopback_is_host: bool = True, code: str = "") -> None:
        self._file = folder / "access.json" if folder else None
        self._lock = threading.RLock()
        self.loopback_is_host = loopback_is_host
        self.guesses = Guesses()
        self.version = 0
        self._kept = self._load()
        if code:
            self._kept.code = own_code(code)
        self._save()

    @property
    def code(self) -> str:
        """What players type or scan to join."""
        return self._kept.code

    @property
    def host_code(self) -> str:
        """What the host types: printed in the terminal only, never shown on the table."""
        return self._kept.host_code

    # ------------------------------------------------------------------------------------------ devices

    def device(self, id: str) -> Device | None:
        """The device with this cookie, if it has joined."""
        return self._kept.devices.get(id)

    def devices(self) -> tuple[Device, ...]:
        """Everybody who has joined, in the order of joining."""
        return tuple(self._kept.devices.values())

    def by_handle(self, handle: str) -> Device:
        """The device with this public name."""
        for device in self.devices():
            if device.handle == handle:
                return device
        raise Refused("That device has left the table.", 404)

    def join(self, code: str, address: str, name: str = "", known: Device | None = None) -> Device:
        """Let a device in that knows the table code, or as host if it knows the host code."""
        with self._lock:
            self.guesses.check(address)
            given = tidy_code(code)
            is_host = hmac.compare_digest(given, self.host_code)
            if not is_host and not hmac.compare_digest(given, self.code):
                self.guesses.wrong(address)
                raise Refused("That is not the code of this table; it is shown on the table screen.")
            device = known or Device(secrets.token_urlsafe(18))
            return self._put(replace(device, name=name or device.name, host=device.host or is_host))

    def join_here(self) -> Device:
        """Let in whoever sits at this very machine, as host."""
        with self._lock:
            return self._put(Device(secrets.token_urlsafe(18), name="", host=True))

    def change(self, device: Device, **fields: object) -> Device:
        """Change what is known of a device."""
        with self._lock:
            now = self._kept.devices.get(device.id)
            if now is None:
                raise Refused("This device has left the table; join again with the code.", 401)
            return self._put(replace(now, **fields))  # type: ignore[arg-type]

    def remove(self, device: Device) -> None:
        """Send a device away; its cookie is worth nothing from now on."""
        with self._lock:
            self._kept.devices.pop(device.id, None)
            self._save()

    def renew_code(self) -> None:
        """Make a new table code; those who have joined stay."""
        with self._lock:
            self._kept.code = new_code()
            self._save()

    def set_code(self, code: str) -> None:
        """Use a code that the host thought of; those who have joined stay."""
        with self._lock:
            self._kept.code = own_code(code)
            self._save()

    # ------------------------------------------------------------------------------------------ seats

    def holder(self, seat: int) -> Device | None:
        """The device that holds a seat, other than by being host."""
        return next((d for d in self.devices() if seat in d.seats), None)

    def take(self, device: Device, seat: int) -> Device:
        """Give a free seat at once; a taken one only once the host has agreed."""
        with self._lock:
            holder = self.holder(seat)
            if holder is None or holder.id == device.id or device.host:
                return self._seat(device, seat)
            return self.change(device, wants=seat)

    def leave(self, device: Device, seat: int) -> Device:
        """Give a seat back."""
        return self.change(device, seats=tuple(s for s in device.seats if s != seat))

    def decide(self, device: Device, allow: bool) -> None:
        """The host's answer to a device that asked for a taken seat."""
        with self._lock:
            if device.wants is not None and allow:
                self._seat(device, device.wants)
            else:
                self.change(device, wants=None)

    def reseat(self, names: Iterable[str]) -> None:
        """A new game: whoever bears the name of a seat gets that seat."""
        with self._lock:
            seats = {name.casefold(): seat for seat, name in enumerate(names)}
            for device in self.devices():
                mine = seats.pop(device.name.casefold(), None) if device.name else None
                self.change(device, seats=() if mine is None else (mine,), wants=None)

    def _seat(self, device: Device, seat: int) -> Device:
        holder = self.holder(seat)
        if holder is not None and holder.id != device.id:
            self.leave(holder, seat)
        return self.change(device, seats=tuple(sorted({*device.seats, seat})), wants=None)

    # ------------------------------------------------------------------------------------------ tokens

    def csrf(self, device: Device) -> str:
        """The token every changing request of this device must carry."""
        return hmac.new(self._kept.secret.encode(), device.id.encode(), hashlib.sha256).hexdigest()

    def check_csrf(self, device: Device, token: str) -> None:
        """Refuse a request that did not come from our own page."""
        if not hmac.compare_digest(self.csrf(device).encode(), token.encode()):
            raise Refused("This page is out of date; load it again.")

    # ------------------------------------------------------------------------------------------ keeping

    def _put(self, device: Device) -> Device:
        device = replace(device, seen_s=int(time.time()))
        self._kept.devices[device.id] = device
        if len(self._kept.devices) > MAX_DEVICES:
            idle = min(self.devices(), key=lambda d: (d.host, bool(d.seats), d.seen_s))
            del self._kept.devices[idle.id]
        self._save()
        return device

    def _load(self) -> _Stored:
        fresh = _Stored(secrets.token_hex(32), new_code(), new_code(HOST_CODE_LENGTH))
        if self._file is None or not self._file.exists():
            return fresh
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            devices = {d["id"]: Device(**{**d, "seats": tuple(d["seats"])}) for d in kept["devices"]}
            return _Stored(kept["secret"], kept["code"], kept["host_code"], devices)
        except (ValueError, TypeError, KeyError, OSError):
            return fresh  # a damaged file must not keep people from playing: everybody joins anew

    def _save(self) -> None:
        self.version += 1
        if self._file is None:
            return
        kept = asdict(self._kept) | {"devices": [asdict(d) for d in self.devices()]}
        write_durably(self._file, json.dumps(kept).encode(), mode=0o600)
