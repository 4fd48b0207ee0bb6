"""The web server: many threads, because every open page holds one for its stream of changes."""

import logging
import threading
from typing import Any

from cheroot import wsgi
from flask import Flask

from companion.errors import ConfigError
from web.access import Access
from web.guard import MAX_BODY

log = logging.getLogger(__name__)
THREADS = 160


class Server:
    """The panel on a port, in threads of its own."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8000, threads: int = THREADS) -> None:
        self._server: Any = wsgi.Server((host, port), app, numthreads=threads, timeout=20, shutdown_timeout=1)
        self._server.max_request_body_size = MAX_BODY
        self._server.max_request_header_size = 16 * 1024
        self._thread: threading.Thread | None = None
        self.app = app
        self.access: Access = app.extensions["access"]
        self._broadcast = app.extensions["panel"].broadcast

    def start(self) -> None:
        """Listen, and return once the port is ours."""
        try:
            self._server.prepare()
        except OSError as error:
            port = self._server.bind_addr[1]
            if self._server.socket is not None:
                self._server.socket.close()
            raise ConfigError(f"Port {port} cannot be used ({error}); choose another one with --port.") from error
        self._thread = threading.Thread(target=self._server.serve, name="panel", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.bind_addr[1])

    def stop(self) -> None:
        """Close the port and every stream."""
        self._broadcast.close()
        self._server.stop()
        if self._thread is not None:
            self._thread.join(5)
