"""``companion audit``: hand out a record, check one, look at a roll, read pictures again, report on fairness."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.errors import ConfigError, JournalError

F = TypeVar("F", bound=Callable[..., Any])


@click.group()
def audit() -> None:
    """Prove what was rolled, and check what others prove."""


def _data_option(verb: F) -> F:
    return click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), default=Path("data"), show_default=True,
        help="Folder with games, photographs and profile.",
    )(verb)  # fmt: skip


def _file() -> Any:
    return click.Path(path_type=Path, dir_okay=False)


@contextlib.contextmanager
def _opened(data: Path) -> Iterator[tuple[Any, Any]]:
    """The journal of a data folder and its ledger."""
    from companion.audit.ledger import Ledger  # noqa: PLC0415 - every verb loads only what it needs
    from companion.journal import Journal  # noqa: PLC0415

    if not (data / "journal.sqlite").exists():
        raise ConfigError(f"There is no journal in {str(data)!r}; choose the folder with --data.")
    journal = Journal(data / "journal.sqlite")
    try:
        ledger = Ledger(journal, data / "audit")
        yield journal, ledger
        ledger.close()
    finally:
        journal.close()


@audit.command()
@click.argument("game")
@click.option("-o", "--output", type=_file(), help="The file to write. Default: GAME.zip here.")
@_data_option
def export(game: str, output: Path | None, data: Path) -> None:
    """Write GAME (or all) with its photographs and proofs to one zip.

    Example: companion audit export rolling-heights-1
    """
    from companion.audit.bundle import export as write  # noqa: PLC0415
    from companion.evidence import Evidence  # noqa: PLC0415

    with _opened(data) as (journal, ledger):
        done = write(journal, ledger, Evidence(data / "evidence"), game, output or Path(f"{game}.zip"))
        gone = f", {done.pruned} more were removed to make room or lost" if done.pruned else ""
        click.echo(f"{done.path}: {done.entries} entries, {done.pictures} photographs{gone}.")
        click.echo(f"The table's key is {ledger.key.fingerprint}; tell it to whoever checks the file.")


@audit.command()
@click.argument("file", type=_file())
@click.option("--checkpoint", "kept", multiple=True, type=_file(), help="A checkpoint that a phone kept.")
@click.option("--key", "known", help="The table's public key, if you know it from elsewhere.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def verify(file: Path, kept: tuple[Path, ...], known: str | None, as_json: bool) -> None:
    """Check a record that somebody gave you; needs nothing but the FILE.

    Example: companion audit verify rolling-heights-1.zip --checkpoint seen.txt
    """
    from companion.audit.notes import parse_key  # noqa: PLC0415
    from companion.audit.verify import verify as check  # noqa: PLC0415

    verdict = check(file, [_text_of(path) for path in kept], parse_key(known) if known else None)
    if as_json:
        faults = [asdict(fault) for fault in verdict.faults]
        click.echo(json.dumps({"ok": verdict.ok, "game": verdict.game, "key": str(verdict.key), "faults": faults,
                               "first": verdict.first, "last": verdict.last, "pruned": verdict.pruned}))  # fmt: skip
    else:
        for line in _verdict_lines(verdict):
            click.echo(line)
    if not verdict.ok:
        sys.exit(1)


def _text_of(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The checkpoint {str(path)!r} cannot be read ({error}); check its name.") from None
    return text.rstrip("\n") + "\n"  # copying by hand often loses or adds the last line's end


def _verdict_lines(verdict: Any) -> Iterator[str]:
    for fault in verdict.faults:
        yield f"WRONG {fault.text}"
    if verdict.ok:
        yield (
            f"Whole: entries {verdict.first} to {verdict.last} of {verdict.game} are as signed"
            f" ({verdict.checkpoints} checkpoints, {verdict.pictures} photographs)."
        )
    if verdict.pruned:
        entries = ", ".join(str(seq) for seq in sorted({seq for _, seq in verdict.pruned}))
        yield f"Photographs removed to make room, as the record says: of entries {entries}."
    yield f"Signed with the key {verdict.key.fingerprint}; compare it with the one on the table's panel."
    if not verdict.witnesses:
        yield "No kept checkpoint was given: whoever has the key could have written all of this anew."


@audit.command()
@click.argument("roll", type=click.IntRange(1))
@click.option("--proof", type=_file(), help="Also write the proof that the entry is in the signed record.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@_data_option
def show(roll: int, proof: Path | None, as_json: bool, data: Path) -> None:
    """Show everything known about a ROLL, by its entry's number.

    Example: companion audit show 42
    """
    from companion.audit.showing import proof_text, show_lines, shown  # noqa: PLC0415

    with _opened(data) as (journal, ledger):
        ledger.sign()
        found = shown(journal, ledger, roll, data / "evidence")
        if as_json:
            click.echo(json.dumps(found, ensure_ascii=False))
        else:
            for line in show_lines(found):
                click.echo(line)
        if proof:
            _write(proof, proof_text(ledger, roll))


@audit.command()
@click.argument("file", type=_file())
@click.option("--json", "as_json", is_flag=True, help="One JSON object per photograph.")
def reread(file: Path, as_json: bool) -> None:
    """Read the photographs of a record again and compare with what was read then.

    Example: companion audit reread rolling-heights-1.zip
    """
    from companion.audit.rereading import reread as read_again  # noqa: PLC0415
    from companion.audit.verify import verify as check  # noqa: PLC0415

    if not check(file).ok:
        raise JournalError("This record is not whole, so its pictures prove nothing; see 'companion audit verify'.")
    differ = total = 0
    for again in read_again(file):
        total += 1
        differ += not again.agrees
        if as_json:
            click.echo(json.dumps(asdict(again)))
        elif not again.agrees:
            click.echo(f"Entry {again.entry}: then {', '.join(again.was)}; now {', '.join(again.now)}.")
    if not as_json:
        click.echo(f"{total} photographs read again, {differ} differ.")
    if differ:
        sys.exit(1)


@audit.command()
@click.argument("game")
@click.option("--html", "page", type=_file(), help="Write a page with charts to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@_data_option
def report(game: str, page: Path | None, as_json: bool, data: Path) -> None:
    """Say how fair the dice of GAME (or all) were and who was lucky.

    Example: companion audit report all --html report.html
    """
    from companion.audit.report import html_page, lines  # noqa: PLC0415 - SciPy takes a while to load
    from companion.audit.report import report as make  # noqa: PLC0415
    from companion.games import all_games  # noqa: PLC0415
    from vision.confusion import load  # noqa: PLC0415

    with _opened(data) as (journal, _):
        found = make(journal, all_games(), game, load())
    if page:
        _write(page, html_page(found))
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    for line in lines(found):
        click.echo(line)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{str(path)!r} cannot be written ({error}); choose another file.") from None
