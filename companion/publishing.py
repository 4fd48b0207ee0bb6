"""What of a room is published, and whether it is at all: joins the publisher to this table's journal and keeper."""

from collections.abc import Callable, Sequence

from companion.config import Config
from companion.journal import Journal
from companion.keeper import Keeper
from companion.network.broker import Login
from companion.network.messages import Sketch, sketch_of
from companion.network.publisher import Publisher, Source
from companion.network.topics import name_from
from companion.notices import Notices
from companion.table import Table
from hardware.buttons import NAMES

NETWORK = "network"
"""The notice about the broker has this key."""


def publisher_for(  # noqa: PLR0913, PLR0917 - everything that is told, and where trouble is
    config: Config,
    journal: Journal,
    keeper: Keeper,
    notices: Notices,
    version: Callable[[], int],
    sketched: Callable[[], Sketch],
) -> Publisher | None:
    """The publisher of a table; None if the config names no broker."""
    said = config.network
    if not said.broker:
        return None
    source = Source(journal.path, lambda: journal.next_seq - 1, version, sketched, keeper.signed)
    return Publisher(
        source,
        Login(said.broker, said.user, said.password, said.ca),
        said.table or name_from(config.table.name),
        lambda text: notices.put(NETWORK, text),
        home_assistant=said.home_assistant,
        buttons=(tuple(config.buttons.pins) or NAMES) if config.buttons.url else (),
    )


def sketch(config: Config, table: Table | None, troubles: Sequence[str], unclear: str, seq: int) -> Sketch:
    """The table as it looks from outside."""
    simulated = config.camera.url.startswith("simulated:")
    if table is None:
        return Sketch(name=config.table.name, trouble=tuple(troubles), simulated=simulated, seq=seq)
    return sketch_of(
        table, name=config.table.name, trouble=tuple(troubles), unclear=unclear, simulated=simulated, seq=seq
    )
