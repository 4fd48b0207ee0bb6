"""``companion hub``: the one place where all tables of an evening are seen; ``hub setup`` writes what it needs."""

from pathlib import Path

import click

from companion.errors import ConfigError
from companion.machine import address, until_told_to_stop

DATABASE = "hub.sqlite"


@click.group(invoke_without_command=True)
@click.option("--broker", default="mqtt://localhost", show_default=True, help="mqtt://HOST, or mqtts://HOST for TLS.")
@click.option("--user", default="", help="The hub's user name on the broker.")
@click.option("--password-file", type=click.Path(path_type=Path, dir_okay=False), help="File with its password.")
@click.option("--ca", default="", help="The certificate the broker's own is checked with (ca.crt).")
@click.option("--database", default="", help="sqlite:///FILE or postgresql://USER@HOST/NAME. Default: in --data.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Where the page listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="Port of the page.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), default=Path("hub"), show_default=True,
    help="Folder with the database and the codes of the page.",
)  # fmt: skip
@click.pass_context
def hub(  # noqa: PLR0913, PLR0917 - one parameter for each option
    context: click.Context, broker: str, user: str, password_file: Path | None, ca: str, database: str, host: str,
    port: int, data: Path,
) -> None:  # fmt: skip
    """Watch all tables of a game night in one place.

    Example: companion hub --broker mqtts://localhost --user hub --password-file broker/hub.password --ca broker/ca.crt
    """
    if context.invoked_subcommand is not None:
        return
    from companion.network.broker import Login, read_secret  # noqa: PLC0415 - only the hub itself needs these

    password = read_secret(password_file) if password_file else ""
    _serve(Login(broker, user, password, ca), database or f"sqlite:///{data / DATABASE}", host, port, data)


def _serve(login: object, database: str, host: str, port: int, data: Path) -> None:
    try:
        from companion.hub.store import Store  # noqa: PLC0415 - SQLAlchemy is an extra
    except ImportError as error:
        raise ConfigError(
            f"The hub needs {error.name}, which is not installed; run 'make hub' once, or install the extra 'hub'."
        ) from None
    from companion.hub.hub import Hub  # noqa: PLC0415
    from companion.network.broker import Login  # noqa: PLC0415
    from web.hub import create_hub_app  # noqa: PLC0415
    from web.hub.context import THREADS  # noqa: PLC0415
    from web.serve import Server  # noqa: PLC0415

    assert isinstance(login, Login)
    data.mkdir(parents=True, exist_ok=True)
    watched = Hub(login, Store(database))
    server = Server(create_hub_app(watched, data), host, port, THREADS)
    server.start()
    watched.open()
    click.echo(f"The tables are at http://localhost:{server.port}   code for those who watch: {server.access.code}")
    click.echo(
        "To be organiser from another device, open"
        f" http://{address()}:{server.port}/join?code={server.access.host_code}"
    )
    until_told_to_stop()
    server.stop()
    watched.close()


@hub.command()
@click.argument("tables", nargs=-1)
@click.option("--count", type=click.IntRange(0, 10_000), default=0, help="Name so many tables table-01, table-02 …")
@click.option("--at", default="", help="Name or address of the broker for the tables. Default: this machine.")
@click.option(
    "--broker-port", type=click.IntRange(1, 65535), default=8883, show_default=True, help="The broker's port."
)
@click.option(
    "--installed", default="/etc/mosquitto/companion", show_default=True, help="Where the folder lies on the broker."
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("broker"), show_default=True,
    help="Folder to write.",
)  # fmt: skip
def setup(tables: tuple[str, ...], count: int, at: str, broker_port: int, installed: str, out: Path) -> None:  # noqa: PLR0913, PLR0917
    """Write config, passwords and certificates for a Mosquitto, and a few lines for each table's companion.toml.

    Example: companion hub setup --count 24 --at hub.local
    """
    from companion.hub.brokerfiles import write_all  # noqa: PLC0415

    width = max(2, len(str(count)))
    names = [*tables, *(f"table-{n:0{width}d}" for n in range(1, count + 1))]
    if not names:
        raise ConfigError("Which tables are there? Give their names, or how many with --count.")
    write_all(out, names, at or address(), broker_port, installed=installed)
    click.echo(f"{len(names)} tables are in {str(out / 'tables')!r}; copy each file's lines into its companion.toml.")
    click.echo(f"The broker's files are in {str(out)!r}; docs/game-nights.md says where they go.")
