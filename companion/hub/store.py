"""Everything the hub keeps, in SQLite or PostgreSQL: the tables' journals as they came, and what was found of them.

Entries are only ever added. What a table's standing is after them is written in the same transaction, so that a
killed hub knows exactly what it holds.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from companion.errors import ConfigError, JournalError
from companion.hub.witness import Standing, Taken
from companion.journal import Entry
from companion.network.messages import packed_sentence, unpacked_sentence

FORMAT = 1
_META = MetaData()
_NUMBER = BigInteger().with_variant(Integer(), "sqlite")

FACT = Table("fact", _META, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
RECORD = Table(
    "record",
    _META,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("size", _NUMBER, nullable=False),
    Column("head", String(64), nullable=False),
    Column("frontier", LargeBinary, nullable=False),
    Column("key", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("signed", _NUMBER, nullable=False),
    Column("trouble", Text, nullable=False),
    Column("title", Text, nullable=False),
    UniqueConstraint("name", "generation"),
)
ENTRY = Table(
    "entry",
    _META,
    Column("record", Integer, primary_key=True, autoincrement=False),
    Column("seq", _NUMBER, primary_key=True, autoincrement=False),
    Column("at_ns", _NUMBER, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("line", LargeBinary, nullable=False),
    Index("entry_of_game", "record", "game", "seq"),
)
RESULT = Table(
    "result",
    _META,
    Column("record", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("body", Text, nullable=False),
)


@dataclass(slots=True)
class Kept:
    """One journal of one table: a table whose memory card was replaced has several."""

    id: int
    name: str
    generation: int
    title: str
    """What people call the table."""
    standing: Standing


class Store:
    """The hub's database; safe to use from several threads."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        try:
            _META.create_all(self._engine)
            self._check_format()
        except SQLAlchemyError as error:
            raise JournalError(f"The hub's database cannot be opened ({_short(error)}); check --database.") from error

    def _check_format(self) -> None:
        with self._engine.begin() as db:
            found = db.execute(select(FACT.c.value).where(FACT.c.name == "format")).scalar()
            if found is None:
                db.execute(insert(FACT).values(name="format", value=str(FORMAT)))
            elif int(found) > FORMAT:
                raise JournalError(
                    f"The hub's database was written by a newer version (format {found}, we know {FORMAT});"
                    " upgrade the companion, or choose another --database."
                )

    def close(self) -> None:
        """Give the database back."""
        self._engine.dispose()

    # ------------------------------------------------------------------------------------------ journals

    def records(self) -> list[Kept]:
        """The newest journal of every table."""
        with self._reading() as db:
            rows = db.execute(select(RECORD).order_by(RECORD.c.name, RECORD.c.generation)).mappings().all()
        newest = {row["name"]: row for row in rows}
        return [_kept(row) for row in newest.values()]

    def begin(self, name: str, title: str = "") -> Kept:
        """A new, empty journal for a table; earlier ones stay."""
        with self._writing() as db:
            last = db.execute(
                select(RECORD.c.generation).where(RECORD.c.name == name).order_by(RECORD.c.generation.desc()).limit(1)
            ).scalar()
            generation, standing = (last or 0) + 1, Standing()
            values = {"name": name, "generation": generation, "title": title, **_columns(standing)}
            done = db.execute(insert(RECORD).values(**values))
            assert done.inserted_primary_key is not None
            return Kept(int(done.inserted_primary_key[0]), name, generation, title, standing)

    def keep(self, taken: Mapping[int, Sequence[Taken]], records: Iterable[Kept]) -> None:
        """Add entries and what is known of their journals, all or nothing, and durably."""
        rows = [
            {
                "record": record,
                "seq": t.record.seq,
                "at_ns": t.record.at_ns,
                "game": t.record.game,
                "kind": t.record.kind,
                "line": t.line,
            }
            for record, entries in taken.items()
            for t in entries
        ]
        with self._writing() as db:
            if rows:
                db.execute(insert(ENTRY), rows)
            for kept in records:
                values = {"title": kept.title, **_columns(kept.standing)}
                db.execute(update(RECORD).where(RECORD.c.id == kept.id).values(**values))

    def lines(self, record: int, after: int, until: int) -> list[bytes]:
        """The entries after one and up to another, byte for byte as the table wrote them."""
        wanted = select(ENTRY.c.line).where(ENTRY.c.record == record, ENTRY.c.seq > after, ENTRY.c.seq <= until)
        with self._reading() as db:
            return [bytes(line) for line in db.execute(wanted.order_by(ENTRY.c.seq)).scalars()]

    def game(self, record: int, game: str) -> list[Entry]:
        """The entries of one game."""
        wanted = select(ENTRY.c.line).where(ENTRY.c.record == record, ENTRY.c.game == game).order_by(ENTRY.c.seq)
        with self._reading() as db:
            return [_entry(bytes(line)) for line in db.execute(wanted).scalars()]

    def games(self, record: int) -> list[str]:
        """The games of a journal, oldest first."""
        wanted = select(ENTRY.c.game).where(ENTRY.c.record == record, ENTRY.c.kind == "start").order_by(ENTRY.c.seq)
        with self._reading() as db:
            return list(db.execute(wanted).scalars())

    # ------------------------------------------------------------------------------------------ results

    def keep_result(self, record: int, game: str, body: Mapping[str, Any]) -> None:
        """What a game ended with, in place of what was thought before."""
        with self._writing() as db:
            db.execute(RESULT.delete().where(RESULT.c.record == record, RESULT.c.game == game))
            db.execute(insert(RESULT).values(record=record, game=game, body=json.dumps(body)))

    def results(self) -> list[tuple[int, str, dict[str, Any]]]:
        """Every result: the journal's number, the game, and what it ended with."""
        with self._reading() as db:
            rows = db.execute(select(RESULT)).all()
        return [(row.record, row.game, json.loads(row.body)) for row in rows]

    # ------------------------------------------------------------------------------------------ inside

    def _writing(self) -> Any:
        return _sentences(self._engine.begin())

    def _reading(self) -> Any:
        return _sentences(self._engine.connect())


class _sentences:  # noqa: N801 - stands in a with statement
    """A connection whose errors are sentences."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __enter__(self) -> Any:
        try:
            return self._inner.__enter__()
        except SQLAlchemyError as error:
            raise JournalError(f"The hub's database does not answer ({_short(error)}); check it.") from error

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            self._inner.__exit__(kind, error, trace)
        except SQLAlchemyError as failed:
            error = error or failed
        if isinstance(error, SQLAlchemyError):
            raise JournalError(f"The hub's database cannot be used ({_short(error)}); check it.") from error


def _open(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ConfigError(f"{url!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME.") from None
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, connect_args={"timeout": 30})
        event.listen(engine, "connect", _durable)
        return engine
    if parsed.get_backend_name() == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    raise ConfigError(f"{parsed.get_backend_name()!r} is no database we know; use sqlite or postgresql.")


def _durable(connection: Any, _: Any) -> None:
    """What was answered to a table must outlive a pulled plug."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def _short(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]


def _columns(standing: Standing) -> dict[str, Any]:
    return {
        "size": standing.size,
        "head": standing.head,
        "frontier": standing.frontier,
        "key": standing.key,
        "note": standing.note,
        "signed": standing.signed,
        "trouble": packed_sentence(standing.trouble),
    }


def _kept(row: Mapping[str, Any]) -> Kept:
    standing = Standing(
        row["size"], row["head"], bytes(row["frontier"]), row["key"], row["note"], row["signed"],
        unpacked_sentence(row["trouble"]),
    )  # fmt: skip
    return Kept(row["id"], row["name"], row["generation"], row["title"], standing)


def _entry(line: bytes) -> Entry:
    seq, at_ns, game, kind, body, prev = json.loads(line)
    return Entry(seq, at_ns, game, kind, json.loads(body), prev, "")
