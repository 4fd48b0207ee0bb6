"""One connection to a broker that comes back by itself; its address is a URL, its troubles are sentences."""

import logging
import random
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.errors import ConfigError, text_of
from companion.words import say

log = logging.getLogger(__name__)

KEEPALIVE_S = 20
"""A table whose plug is pulled is "gone" for everybody after one and a half times this."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
CONNECT_S = 15.0
"""A busy broker may need a while for two hundred TLS handshakes at once."""
MOST_UNSENT = 200
"""So many messages wait at most in memory; more belongs into the journal, which is the outbox."""


@dataclass(frozen=True, slots=True)
class Login:
    """How to reach a broker."""

    url: str
    """``mqtt://host[:port]``, or ``mqtts://host[:port]`` for TLS."""
    user: str = ""
    password: str = ""
    ca: str = ""
    """The certificate the broker's own is checked with; ``""`` = those of the system."""


class Broker:
    """A client with its own thread. Everything it hears and its trouble are handed to functions of the owner."""

    def __init__(  # noqa: PLR0913 - who we are, whom we tell, and what remains of us
        self,
        login: Login,
        client_id: str,
        *,
        connected: Callable[[], None],
        heard: Callable[[str, bytes], None],
        trouble: Callable[[str], None],
        will: tuple[str, bytes] | None = None,
    ) -> None:
        self._login = login
        self._is_in = False
        self._heard, self._connected, self._trouble = heard, connected, trouble
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id, protocol=mqtt.MQTTv5)
        self._host, self._port = _prepare(client, login)
        if will is not None:
            client.will_set(*will, qos=1, retain=True)
        client.connect_timeout = CONNECT_S
        client.max_queued_messages_set(MOST_UNSENT)
        # Not all at the same moment: after a power cut a whole hall comes back at once.
        client.reconnect_delay_set(random.randint(1, 3), 30)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_connect_fail = self._on_connect_fail
        client.on_message, client.on_publish = self._on_message, self._on_publish

    def open(self) -> None:
        """Start to connect, and go on trying for ever; returns at once."""
        self._client.connect_async(self._host, self._port, KEEPALIVE_S, clean_start=True)
        self._client.loop_start()

    def close(self) -> None:
        """Say goodbye, so that the will is not carried out, and stop."""
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_connected(self) -> bool:
        """Whether the broker has let us in."""
        return self._client.is_connected()

    def subscribe(self, *topics: str) -> None:
        """Hear of these topics from now on; what is retained there comes at once."""
        self._client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in topics])

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> bool:
        """Hand a message over; False if there is no room for it now."""
        return self._client.publish(topic, payload, qos=1, retain=retain).rc == mqtt.MQTT_ERR_SUCCESS

    def last_words(self, topic: str, payload: bytes, patience_s: float = 1.0) -> None:
        """Publish something retained and wait a moment until the broker has it."""
        if self.is_connected:
            self._client.publish(topic, payload, qos=1, retain=True).wait_for_publish(patience_s)

    # ------------------------------------------------------------------------------------------ paho's thread

    def _on_connect(self, _c: Any, _u: Any, _f: Any, reason: ReasonCode, _p: Properties | None) -> None:
        self._is_in = not reason.is_failure
        if reason.is_failure:
            self._trouble(self._refusal(reason))
            return
        self._trouble("")
        self._connected()

    def _on_disconnect(self, _c: Any, _u: Any, _f: Any, reason: ReasonCode, _p: Properties | None) -> None:
        if reason.is_failure and self._is_in:  # who was not let in has been told why
            self._is_in = False
            self._trouble(self._gone())

    def _on_connect_fail(self, _c: Any, _u: Any) -> None:
        self._trouble(self._gone())

    def _on_message(self, _c: Any, _u: Any, message: mqtt.MQTTMessage) -> None:
        self._heard(message.topic, bytes(message.payload))

    def _on_publish(self, _c: Any, _u: Any, _m: int, reason: ReasonCode, _p: Properties) -> None:
        if reason.is_failure:
            self._trouble(self._refusal(reason))

    def _gone(self) -> str:
        return say("The broker {host} cannot be reached; nothing is lost, it is sent later.", host=self._host)

    def _refusal(self, reason: ReasonCode) -> str:
        if reason.getName() in ("Not authorized", "Bad user name or password"):
            return say(
                "The broker {host} does not let {user} do this; check user, password and table in [network].",
                host=self._host, user=repr(self._login.user),
            )  # fmt: skip
        return say("The broker {host} refuses this table ({why}).", host=self._host, why=reason.getName())


def _prepare(client: mqtt.Client, login: Login) -> tuple[str, int]:
    """Give the client its credentials; the host and port it is for."""
    try:
        parts = urlsplit(login.url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
        parts = urlsplit("")
    if parts.scheme not in PORTS or not host:
        raise ConfigError(f"{login.url!r} is no address of a broker; write mqtt://HOST or, with TLS, mqtts://HOST.")
    if login.user:
        client.username_pw_set(login.user, login.password)
    if parts.scheme == "mqtts":
        client.tls_set_context(_tls(login.ca))
    return host, port or PORTS[parts.scheme]


def _tls(ca: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca or None)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"The certificate {ca!r} cannot be read ({text_of(error)}); check 'ca'.") from None


def read_secret(path: Path) -> str:
    """A password kept in a file of its own."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The password file {str(path)!r} cannot be read ({error}); check its name.") from None
