"""Pictures, folders and films on the command line: one JSON line for each picture or settled roll."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import cv2

from companion.errors import CompanionError, PictureError
from companion.model import Observation
from vision.cameras.replay import frames
from vision.draw import draw
from vision.read import load_picture, read, reading_json
from vision.settle import Settler

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}
FILMS = {".avi", ".mp4", ".mkv", ".mov", ".webm", ".m4v"}
KINDS = ("d6", "meeple")

Reader = Callable[[Any], Any]


def print_readings(  # noqa: PLR0913 - one argument for each option of the verb
    paths: Iterable[Path],
    profile: Path | None,
    reference: Path | None,
    expect: str,
    *,
    report: bool,
    drawn: Path | None = None,
) -> bool:
    """Print a line for each reading and draw it into the folder ``drawn``; whether everything could be read."""
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
            good = _print(path, read_one, drawn) and good
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


def _print(path: Path, read_one: Reader, drawn: Path | None) -> bool:
    """Print what one file shows; a file that cannot be read is a sentence and does not stop the others."""
    try:
        for picture, observation, line in _readings(path, read_one):
            click.echo(json.dumps(line))
            if drawn is not None:
                _draw(drawn / f"{path.stem}-{observation.frame}.png", picture, observation)
    except CompanionError as error:
        click.echo(f"Error: {path}: {error}", err=True)
        return False
    return True


def _readings(path: Path, read_one: Reader) -> Iterator[tuple[Any, Observation, Mapping[str, Any]]]:
    """Each picture that was read, what was seen in it, and that as a line."""
    if path.suffix.lower() not in FILMS:
        picture = load_picture(path)
        seen = read_one(picture)
        yield picture, seen, reading_json(seen, str(path))
        return
    for frame in _settled(path):
        seen = read_one(frame)
        yield frame.image, seen, {**reading_json(seen, str(path)), "frame": frame.number}


def _draw(path: Path, picture: Any, observation: Observation) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), draw(picture, observation)):
        raise PictureError(f"{str(path)!r} cannot be written; choose another folder with --draw.")


def _settled(path: Path) -> Iterator[Any]:
    """The frames of a film in which a roll has come to rest."""
    settler = Settler()
    for frame in frames(path):
        if (resting := settler.feed(frame)) is not None:
            yield resting
