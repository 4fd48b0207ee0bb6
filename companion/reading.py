"""Pictures, folders and films on the command line: one JSON line for each picture or settled roll."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from companion.errors import CompanionError, PictureError
from vision.cameras.replay import frames
from vision.read import load_picture, read, reading_json
from vision.settle import Settler

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}
FILMS = {".avi", ".mp4", ".mkv", ".mov", ".webm", ".m4v"}
KINDS = ("d6", "meeple")

Reader = Callable[[Any], Any]


def print_readings(
    paths: Iterable[Path], profile: Path | None, reference: Path | None, expect: str, *, report: bool
) -> bool:
    """Print a line for each reading; whether everything could be read."""
    known = _profile(profile) if profile else None
    empty = load_picture(reference) if reference else None
    wanted = parse_expect(expect)

    def read_one(picture: Any) -> Any:
        return read(picture, profile=known, reference=empty, expect=wanted)

    if report:
        from calibration.report import report_folder  # noqa: PLC0415 - only this option needs it

        for folder in paths:
            click.echo(report_folder(folder, reference_each=reference is None))
        return True
    files = list(_expand(paths))
    good = True
    with click.progressbar(files, file=sys.stderr, hidden=len(files) < 2 or not sys.stderr.isatty()) as bar:
        for path in bar:
            good = _print(path, read_one) and good
    return good


def _profile(path: Path) -> Any:
    from vision.profile import Profile  # noqa: PLC0415 - only with --profile

    return Profile.load(path)


def parse_expect(text: str) -> dict[str, int] | None:
    """``meeple=7,d6=0`` as counts."""
    if not text:
        return None
    counts = {}
    for part in text.split(","):
        kind, _, number = part.strip().partition("=")
        if kind not in KINDS or not number.isdigit():
            raise click.UsageError(f"--expect {text!r} is not understood; write counts such as meeple=7,d6=0.")
        counts[kind] = int(number)
    return counts


def _expand(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(p for p in path.rglob("*") if p.suffix.lower() in PICTURES | FILMS)
        if not inside:
            raise PictureError(f"There is no picture or film in the folder {str(path)!r}; name another one.")
        yield from inside


def _print(path: Path, read_one: Reader) -> bool:
    """Print what one file shows; a file that cannot be read is a sentence and does not stop the others."""
    try:
        for line in _readings(path, read_one):
            click.echo(json.dumps(line))
    except CompanionError as error:
        click.echo(f"Error: {path}: {error}", err=True)
        return False
    return True


def _readings(path: Path, read_one: Reader) -> Iterator[Mapping[str, Any]]:
    if path.suffix.lower() not in FILMS:
        yield reading_json(read_one(load_picture(path)), str(path))
        return
    for frame in _settled(path):
        yield {**reading_json(read_one(frame), str(path)), "frame": frame.number}


def _settled(path: Path) -> Iterator[Any]:
    """The frames of a film in which a roll has come to rest."""
    settler = Settler()
    for frame in frames(path):
        if (resting := settler.feed(frame)) is not None:
            yield resting
