"""Where on the broker everything is: one branch for each table, so that an ACL can keep tables apart by their names."""

import re
from dataclasses import dataclass

ROOT = "companion/v1"
"""Above all tables; the number changes when old hubs could no longer understand new tables."""
JOURNAL, VIEW, STATUS, CHECKPOINT, BUTTON, ACK = "journal", "view", "status", "checkpoint", "button", "ack"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def is_name(text: str) -> bool:
    """Whether a table can be called this on the broker: small letters, digits and hyphens."""
    return _NAME.fullmatch(text) is not None


def name_from(text: str) -> str:
    """A name for the broker made from the name people use: "Table 7" is ``table-7``."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40] or "table"


def topic(table: str, part: str) -> str:
    """The full topic of one part of a table."""
    return f"{ROOT}/{table}/{part}"


@dataclass(frozen=True, slots=True)
class Address:
    """What a topic is about."""

    table: str
    part: str


def parse(text: str) -> Address | None:
    """What a topic is about; None if it is none of ours."""
    if not text.startswith(ROOT + "/"):
        return None
    table, slash, part = text[len(ROOT) + 1 :].partition("/")
    return Address(table, part) if slash and is_name(table) and "/" not in part else None
