"""Where the panel of this table is, in words and as a square that the host's phone scans."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import segno

from companion.machine import address, lan_address


def whereabouts(port: int, data: Path) -> Iterator[str]:
    """Lines for a terminal: the addresses, the code, the square."""
    codes = _codes(data)
    here = lan_address() or "127.0.0.1"
    yield f"The panel is at http://{address()}:{port} or http://{here}:{port}"
    if not codes:
        yield "Its codes are made at its first start; start it, then ask again."
        return
    yield f"Players join with the table code {codes['code']}."
    yield "Scan this square with the host's phone (whoever scans it is host):"
    out = io.StringIO()
    link = f"http://{here}:{port}/join?code={codes['host_code']}&next=welcome"
    segno.make(link, error="l", micro=False).terminal(out, border=2, compact=True)
    yield out.getvalue().rstrip("\n")
    yield link


def _codes(data: Path) -> dict[str, str]:
    try:
        kept = json.loads((data / "access.json").read_text(encoding="utf-8"))
        return {"code": str(kept["code"]), "host_code": str(kept["host_code"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
