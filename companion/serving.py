"""Runs a table from its start to its end: safe mode after a crash, the last good config, the watchdog, the log."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import Room
from companion.config import safe as without_devices
from companion.errors import CompanionError
from companion.lastgood import keep, load_or_last
from companion.logs import keep_log
from companion.machine import Ears, boot_id, tell_system
from companion.pulse import Pulse
from companion.starts import HEALTHY_S, Starts
from companion.words import say
from web import create_app
from web.serve import Server

log = logging.getLogger(__name__)

Greet = Callable[[Any, Any], None]


def serve(config: Path | None, data: Path, port: int | None, greet: Greet, *, is_safe: bool = False) -> str:
    """Serve until told to stop, or to start anew; says which."""
    ears = Ears()  # first of all: whoever stops us while we start must not be taken for a crash
    handler = keep_log(data / "log")
    starts = Starts(data, boot_id())
    why = starts.begin()
    starts.listen_for_the_worst()
    try:
        return _serve(config, data, port, greet, starts, say("you asked for it") if is_safe else why, ears)
    except CompanionError:
        starts.stopped()  # explained and refused: nothing crashed
        raise
    except BaseException as error:
        log.exception("the start failed")
        starts.crashed(error)
        raise
    finally:
        if handler is not None:
            logging.getLogger().removeHandler(handler)
            handler.close()


def _serve(  # noqa: PLR0913, PLR0917 - everything one start is made of
    config: Path | None, data: Path, port: int | None, greet: Greet, starts: Starts, safe: str, ears: Ears
) -> str:
    said, refused = load_or_last(config, data)
    log.info("starting%s", f" in safe mode: {safe}" if safe else "")
    room = Room(without_devices(said) if safe else said, data, config_file=config)
    room.restart_wanted = ears.wake
    room.tell("config", refused)
    room.be_safe(safe)
    server = Server(create_app(room, data), said.panel.host, port or said.panel.port)
    server.start()
    room.open()
    greet(room, server)
    tell_system("READY=1", f"STATUS=Safe mode: {safe}" if safe else "STATUS=The panel is up.")

    def healthy() -> None:
        starts.healthy()
        if not refused and not safe:
            keep(config, data)

    pulse = Pulse(room.beats, healthy, HEALTHY_S)
    threading.Thread(target=pulse.run, name="pulse", daemon=True).start()
    told = ears.wait()
    tell_system("STOPPING=1")
    pulse.stopping.set()
    server.stop()
    room.close()
    starts.stopped()
    return told
