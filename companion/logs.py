"""What the program says about itself, kept in a file that cannot grow beyond a bound."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FILE_BYTES = 500_000
FILES = 3
NAME = "companion.log"


def keep_log(folder: Path) -> logging.Handler | None:
    """Write warnings, losses and starts into ``folder`` from now on; None if the disk does not allow it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / NAME, maxBytes=FILE_BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace", delay=True
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter(FORM))
    handler.setLevel(logging.INFO)
    # A line that does not fit on the disk is lost; a traceback about that for every line would help nobody.
    handler.handleError = lambda record: None  # type: ignore[method-assign]
    root = logging.getLogger()
    root.addHandler(handler)
    if root.level > logging.INFO:
        root.setLevel(logging.INFO)
        for other in root.handlers:
            if other is not handler and other.level == logging.NOTSET:
                other.setLevel(logging.WARNING)
    return handler


def last_lines(folder: Path, count: int) -> list[str]:
    """The newest lines that were kept."""
    lines: list[str] = []
    for name in (NAME, f"{NAME}.1"):
        try:
            older = (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
        lines = (older + lines)[-count:]
    return lines
