"""What WLED wants to be told: one JSON object that sets every lamp (pure)."""

import json
from collections.abc import Sequence

MAX_LAMPS = 256
"""As many colors WLED takes in one object on its smallest chips."""


def state(colors: Sequence[tuple[int, int, int]]) -> bytes:
    """The JSON for these colors: no fading, every lamp of the first segment by itself, and an answer wished for."""
    lamps = [bytes(color).hex() for color in colors[:MAX_LAMPS]]
    told = {"on": True, "bri": 255, "tt": 0, "v": True, "seg": {"id": 0, "frz": True, "i": lamps}}
    return json.dumps(told, separators=(",", ":")).encode()
