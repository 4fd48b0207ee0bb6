"""Any WLED strip in the network: ``wled+http://strip.local``."""

import http.client
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from companion.errors import ConfigError, DeviceError
from hardware import wled
from hardware.latest import Latest
from hardware.lights import Color

_TIMEOUT_S = 3.0


class WledHttpLights:
    """A strip that is sent its colors by HTTP, one connection kept open."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._connection = http.client.HTTPConnection(host, timeout=_TIMEOUT_S)
        self._shown: tuple[Color, ...] | None = None
        self._latest = Latest(self._post, f"wled {host}")

    def show(self, colors: Sequence[Color]) -> None:
        """Send the colors, if they changed."""
        wanted = tuple(colors)
        if wanted != self._shown or self._latest.error:
            self._latest.put(wled.state(wanted))
            self._shown = wanted

    def _post(self, body: bytes) -> None:
        try:
            self._ask(body)
        except (OSError, http.client.HTTPException) as error:
            raise DeviceError(
                f"The WLED strip at {self._host} does not answer ({error or type(error).__name__}): check that it is "
                "switched on and in this network."
            ) from error

    def _ask(self, body: bytes) -> None:
        try:
            status = self._request(body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # WLED closes a connection it has not heard from for a while; that is no fault yet.
            self._connection.close()
            status = self._request(body)
        if status != http.client.OK:
            raise DeviceError(f"What answers at {self._host} is no WLED strip (HTTP {status}): check its address.")

    def _request(self, body: bytes) -> int:
        self._connection.request("POST", "/json/state", body, {"Content-Type": "application/json"})
        answer = self._connection.getresponse()
        answer.read()
        return answer.status

    def close(self) -> None:
        """Close the connection; the strip keeps its last colors."""
        self._latest.close()
        self._connection.close()

    @property
    def notice(self) -> str:
        """Trouble is told by ``show``."""
        return ""


def open(url: str, config: Mapping[str, object] | None = None) -> WledHttpLights:
    """The strip at this host; nothing is sent yet."""
    host = urlsplit(url).netloc
    if not host:
        raise ConfigError(f"{url!r} names no host; write for example wled+http://192.168.1.40.")
    return WledHttpLights(host)
