"""The ``companion`` command: builds everything and starts it. Errors end here as one sentence and exit code 1."""

import fcntl
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion import __version__
from companion.audit.commands import audit
from companion.config import Config, load
from companion.config import example as annotated_example
from companion.errors import CompanionError, ConfigError
from companion.games import all_games, find_game
from companion.logs import FORM
from companion.machine import RESTART
from companion.machine import address as name_here
from companion.nights import hub

F = TypeVar("F", bound=Callable[..., Any])

CONFIG_NAME = "companion.toml"
DATA_NAME = "data"


class _Verbs(click.Group):
    """Shows our own errors as one sentence; everything else is a defect and keeps its traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
@click.option("-v", "--verbose", count=True, help="Say more: once for every event, twice for every frame.")
def main(verbose: int) -> None:
    """Reads rolled dice and meeples, knows the rules, keeps the score and can prove every roll."""
    level = (logging.WARNING, logging.INFO, logging.DEBUG)[min(verbose, 2)]
    logging.basicConfig(level=level, format=FORM)


def data_option(verb: F) -> F:
    """The folder that holds games, photographs and the profile."""
    return click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), default=Path(DATA_NAME), show_default=True,
        help="Folder with games, photographs and profile.",
    )(verb)  # fmt: skip


def config_option(verb: F) -> F:
    """The config file."""
    return click.option(
        "--config", type=click.Path(path_type=Path, dir_okay=False), default=None,
        help=f"Config file. Default: {CONFIG_NAME} here, if there is one; without one the table is simulated.",
    )(verb)  # fmt: skip


def _config_file(config: Path | None) -> Path | None:
    """The config file named, or the one that lies here."""
    return Path(CONFIG_NAME) if config is None and Path(CONFIG_NAME).exists() else config


def _load(config: Path | None) -> Config:
    return load(_config_file(config))


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), default=None, help="Port of the panel. Default: 8000.")
@data_option
@config_option
@click.option("--safe", is_flag=True, help="Panel and games only: no camera, no lights, no buttons, no network.")
def run(port: int | None, data: Path, config: Path | None, safe: bool) -> None:
    """Start the companion and its panel.

    Example: companion run --port 8080 --data ~/games
    """
    from companion.serving import serve  # noqa: PLC0415 - OpenCV takes a while to load; other verbs need not wait

    with _only_one(data):
        told = serve(_config_file(config), data, port, _greet, is_safe=safe)
    if told == RESTART:
        words = [word for word in sys.orig_argv[1:] if word != "--safe"]
        os.execv(sys.executable, [sys.executable, *words])


class _only_one:  # noqa: N801 - reads as a word in a with statement
    """Holds the data folder: two companions writing one journal would lose games."""

    def __init__(self, data: Path) -> None:
        self._path = data / "lock"

    def __enter__(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("w")
        except OSError as error:
            folder = str(self._path.parent)
            raise ConfigError(f"The data folder {folder!r} cannot be used ({error}); choose one with --data.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            folder = str(self._path.parent)
            raise ConfigError(
                f"Another companion is already using {folder!r}; stop it, or choose another folder with --data."
            ) from None

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _greet(room: Any, server: Any) -> None:
    if room.simulated:
        click.secho("SIMULATED TABLE: no camera is used; the panel shows a tray that does not exist.", fg="yellow")
    click.echo(f"The panel is at http://localhost:{server.port}   table code: {server.access.code}")
    click.echo(
        f"To be host from another device, open http://{name_here()}:{server.port}/join?code={server.access.host_code}"
    )
    for _, text in room.notices():
        click.secho(text, fg="yellow")


@main.command()
@data_option
@config_option
def address(data: Path, config: Path | None) -> None:
    """Say where the panel is, with a square for the host's phone to scan.

    Example: companion address
    """
    from companion.whereabouts import whereabouts  # noqa: PLC0415 - only those who show the square need its library

    for line in whereabouts(_load(config).panel.port, data):
        click.echo(line)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object per game.")
def games(as_json: bool) -> None:
    """List the games and their settings.

    Example: companion games
    """
    for game in all_games().values():
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        if as_json:
            settings = {s.name: list(s.words) for s in game.settings}
            click.echo(
                json.dumps({"name": game.name, "title": game.title, "seats": list(game.seats), "settings": settings})
            )
            continue
        click.echo(f"{game.name}: {game.title}, {seats} players")
        for setting in game.settings:
            click.echo(f"    {setting.name} = {' | '.join(setting.words)}   {setting.text}")


@main.command()
@click.argument("game")
@click.option("--names", default="Ann,Ben", show_default=True, help="Who plays, separated by commas.")
@click.option("--set", "settings", multiple=True, metavar="NAME=WORD", help="A house rule; may be given again.")
@data_option
def play(game: str, names: str, settings: tuple[str, ...], data: Path) -> None:
    """Play a game in the terminal, without camera and panel.

    Example: companion play rolling-heights --names Ann,Ben,Cy
    """
    from companion.journal import Journal  # noqa: PLC0415
    from companion.table import Table  # noqa: PLC0415
    from companion.terminal import play as play_in_terminal  # noqa: PLC0415

    chosen = dict(_pair(text) for text in settings)
    with _only_one(data):
        journal = Journal(data / "journal.sqlite")
        table = Table.begin(journal, find_game(game), [n.strip() for n in names.split(",")], chosen)
        play_in_terminal(table, sys.stdin, click.echo)
        journal.close()


def _pair(text: str) -> tuple[str, str]:
    name, equals, word = text.partition("=")
    if not equals:
        raise click.UsageError(f"--set {text!r} must be NAME=WORD, such as --set depth=rolls.")
    return name, word


@main.command()
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@data_option
def printed(game: str, file: Path | None, data: Path) -> None:
    """Print what is known of the values printed on your copy of a game, or learn those in a file.

    Example: companion printed tundra our-copy.json
    """
    from companion.catalogues import Catalogues, read_values  # noqa: PLC0415

    chosen, catalogues = find_game(game), Catalogues(data / "catalogue")
    known = catalogues.load(chosen.name)
    if file is None:
        click.echo(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False))
        return
    values = read_values(file)
    chosen.start(chosen.seats[0], {}, {**known, **values})  # a value that cannot be is refused with its sentence
    catalogues.remember(chosen.name, values)
    click.echo(f"{len(values)} printed values of {chosen.title} are known from the next game on.")


@main.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per event.")
@data_option
def replay(game: str | None, as_json: bool, data: Path) -> None:
    """Play a recorded game again and check its record; without GAME, list the games.

    Example: companion replay rolling-heights-1
    """
    from companion.terminal import list_games, replay_game  # noqa: PLC0415

    path = data / "journal.sqlite"
    if not path.exists():
        raise ConfigError(f"There is no journal in {str(data)!r}; choose the folder with --data.")
    lines = replay_game(path, game, as_json) if game else list_games(path, as_json)
    for line in lines:
        click.echo(line)


@main.command()
@click.option("--example", is_flag=True, help="Print an annotated companion.toml and stop.")
@click.option("--hands-on", is_flag=True, help="Also blink each lamp and ask for each button in turn.")
@click.option(
    "--report", type=click.Path(path_type=Path, dir_okay=False), help="Write a file for a bug report, without secrets."
)
@data_option
@config_option
def check(example: bool, hands_on: bool, report: Path | None, data: Path, config: Path | None) -> None:
    """Look at everything in turn: green, or the one thing to do.

    Example: companion check --report report.txt
    """
    if example:
        click.echo(annotated_example())
        return
    from companion.checkpage import check_everything  # noqa: PLC0415 - OpenCV takes a while to load

    file = _config_file(config)
    found = check_everything(file, data, click.echo, click.confirm if hands_on else None)
    if report is not None:
        from companion.bugreport import write_report  # noqa: PLC0415

        write_report(report, found, file, data)
        click.echo(f"Wrote {report}: read it before you send it; codes, passwords and names are left out.")
    if not all(part.ok for part in found):
        sys.exit(1)


@main.command()
@click.option(
    "--print-markers", "markers", type=click.Path(path_type=Path, dir_okay=False), help="Write the marker sheet."
)
@click.option(
    "--print-board",
    "board_sheet",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the board for the lens.",
)
@click.option("--from", "empty", type=click.Path(path_type=Path, dir_okay=False), help="A picture of the empty tray.")
@click.option(
    "--pieces", type=click.Path(path_type=Path, dir_okay=False), help="A picture with one piece of each colour."
)
@click.option("--tray", default="", metavar="WxD", help="Inner size of the tray in mm, such as 200x140.")
@click.option(
    "--corners", multiple=True, metavar="X,Y", help="A corner of the tray floor in pixels; give it four times."
)
@click.option(
    "--box", "boxes", multiple=True, metavar="SEAT:X,Y,…",
    help="One of up to four boxes: whose it is (1 = first seat) and the four corners of its floor in pixels.",
)  # fmt: skip
@click.option(
    "--board", multiple=True, type=click.Path(path_type=Path, dir_okay=False),
    help="A picture of the board, to measure the lens from; give five or more.",
)  # fmt: skip
@click.option("--lens", is_flag=True, help="Measure the lens with the camera and the board.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Where the profile goes. Default: the data folder."
)
@data_option
@config_option
def calibrate(  # noqa: PLR0913, PLR0917 - one parameter for each option
    markers: Path | None, board_sheet: Path | None, empty: Path | None, pieces: Path | None, tray: str,
    corners: tuple[str, ...], boxes: tuple[str, ...], board: tuple[Path, ...], lens: bool,
    out: Path | None, data: Path, config: Path | None,
) -> None:  # fmt: skip
    """Measure the tray from a picture of it empty, taken now or given as a file.

    Example: companion calibrate --tray 200x140
    """
    from companion import calibrating  # noqa: PLC0415 - OpenCV takes a while to load

    if markers is not None or board_sheet is not None:
        if markers is not None:
            calibrating.print_markers(markers, click.echo)
        if board_sheet is not None:
            calibrating.print_board(board_sheet, click.echo)
        return
    said = _load(config)
    wanted = calibrating.Wanted(empty, pieces, tray, corners, boxes, board, lens)
    ask = click.confirm if sys.stdin.isatty() else None
    calibrating.calibrate(out or data / said.camera.profile, wanted, said.camera.url, click.echo, ask)


main.add_command(audit)
main.add_command(hub)


@main.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", type=click.Path(path_type=Path, dir_okay=False), help="What calibration measured.")
@click.option("--reference", type=click.Path(path_type=Path, dir_okay=False), help="A picture of the empty tray.")
@click.option("--expect", default="", metavar="KIND=N,…", help="What should lie there, such as meeple=7,d6=0.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per picture; this is also the default form.")
@click.option(
    "--draw", "drawn", type=click.Path(path_type=Path, file_okay=False), help="Draw the readings into a folder."
)
@click.option("--report", is_flag=True, help="Compare with the labels.json beside the pictures.")
def read(  # noqa: PLR0913, PLR0917 - one parameter for each option
    pictures: tuple[Path, ...], profile: Path | None, reference: Path | None, expect: str, as_json: bool,
    drawn: Path | None, report: bool,
) -> None:  # fmt: skip
    """Read dice and meeples in pictures, folders of pictures, or films.

    Example: companion read --expect meeple=7 tray.jpg
    """
    from companion.reading import print_readings  # noqa: PLC0415 - OpenCV takes a while to load

    if not print_readings(pictures, profile, reference, expect, report=report, drawn=drawn):
        sys.exit(1)


if __name__ == "__main__":
    main()
