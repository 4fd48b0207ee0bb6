"""The files for a Mosquitto: written again they keep what is in use, and nobody can speak or stand in for another."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509

from companion.cli import main
from companion.config import load
from companion.errors import ConfigError
from companion.hub.brokerfiles import write_all
from companion.network.broker import Broker
from tests.nights.night import until


def said(folder, table):
    return tomllib.loads((folder / "tables" / f"{table}.toml").read_text())["network"]


def test_writing_again_adds_tables_and_follows_a_new_address(tmp_path):
    write_all(tmp_path, ["table-01"], "hub.local", 8883)
    before = said(tmp_path, "table-01")
    kept = {name: (tmp_path / name).read_bytes() for name in ("ca.crt", "ca.key", "hub.password")}
    hashes = (tmp_path / "passwords").read_text()
    write_all(tmp_path, ["table-01", "table-02"], "192.168.1.9", 8884)
    assert {name: (tmp_path / name).read_bytes() for name in kept} == kept
    assert (tmp_path / "passwords").read_text().startswith(hashes)
    assert said(tmp_path, "table-01") == {**before, "broker": "mqtts://192.168.1.9:8884"}
    assert said(tmp_path, "table-02")["password"] != before["password"]
    certificate = x509.load_pem_x509_certificate((tmp_path / "broker.crt").read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(name.value) for name in names] == ["192.168.1.9", "hub.local", "localhost", "127.0.0.1"]
    certificate.verify_directly_issued_by(x509.load_pem_x509_certificate((tmp_path / "ca.crt").read_bytes()))


def test_setup_writes_a_file_for_each_table_and_can_be_run_again(tmp_path):
    out = str(tmp_path / "broker")
    first = CliRunner().invoke(main, ["hub", "setup", "--count", "3", "--at", "hub.local", "--out", out])
    assert (first.exit_code, first.output.startswith("3 tables are in ")) == (0, True)
    again = CliRunner().invoke(main, ["hub", "setup", "--count", "4", "arena", "--out", out])
    assert again.exit_code == 0
    written = sorted(path.stem for path in (tmp_path / "broker" / "tables").iterdir())
    assert written == ["arena", "table-01", "table-02", "table-03", "table-04"]
    table = load(tmp_path / "broker" / "tables" / "table-03.toml")
    assert (table.network.table, table.network.user) == ("table-03", "table-03")
    assert Path(table.network.ca) == tmp_path / "broker" / "tables" / "ca.crt"  # beside the config it stands in
    assert "password_file /etc/mosquitto/companion/passwords" in (tmp_path / "broker" / "companion.conf").read_text()


@pytest.mark.parametrize("given", [[], ["Table 7"], ["hub"], ["--count", "x"]])
def test_setup_says_what_it_needs(tmp_path, given):
    done = CliRunner().invoke(main, ["hub", "setup", *given, "--out", str(tmp_path / "broker")])
    assert done.exit_code != 0
    assert not (tmp_path / "broker").exists()
    assert "Traceback" not in done.output


def test_writing_the_same_again_changes_nothing(tmp_path):
    write_all(tmp_path, ["table-01"], "localhost", 8883)
    before = {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()}
    write_all(tmp_path, ["table-01"], "localhost", 8883)
    assert {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()} == before
    secret = [p.name for p in before if p.stat().st_mode & 0o077 == 0]
    assert secret == ["broker.key", "ca.key", "homeassistant.password", "hub.password", "passwords", "table-01.toml"]


def test_damaged_file_is_named(tmp_path):
    write_all(tmp_path, ["table-01"], "localhost", 8883)
    (tmp_path / "tables" / "table-01.toml").write_text("[network\n")
    with pytest.raises(ConfigError, match="is damaged"):
        write_all(tmp_path, ["table-01"], "localhost", 8883)


@pytest.fixture
def visitor(broker):
    """Somebody else who comes to the broker."""
    made = []

    def come(login, client_id):
        come_in = []
        made.append(
            Broker(login, client_id, connected=lambda: come_in.append(1), heard=lambda *_: None, trouble=lambda _: None)
        )
        made[-1].open()
        until(lambda: come_in, what="that the visitor is let in")

    yield come
    for one in made:
        one.close()


def test_table_is_not_thrown_out_by_another_that_takes_its_client_name(hub, seat_a_table, broker, visitor):
    table = seat_a_table("table-01")
    until(lambda: table.publisher._broker.is_connected)
    visitor(broker.login("table-03"), "companion-table-01")
    table.play(5)
    until(lambda: hub.intake.desk("table-01") and hub.intake.desk("table-01").kept.standing.size == 5)
    assert table.told == []
