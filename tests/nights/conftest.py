"""A broker, a hub and tables for the tests of a game night."""

import pytest

from companion.hub.hub import Hub
from companion.hub.store import Store
from tests.nights import postgres
from tests.nights.night import MOSQUITTO, Mosquitto, SimulatedTable

TABLES = ("table-01", "table-02", "table-03")


@pytest.fixture
def broker(tmp_path):
    """A real Mosquitto with TLS, passwords and the sample ACL."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    made = Mosquitto(tmp_path / "broker", TABLES).start()
    yield made
    made.stop()


@pytest.fixture
def hub(broker, tmp_path):
    """A hub that listens to it."""
    made = Hub(broker.hub_login(), Store(f"sqlite:///{tmp_path / 'hub.sqlite'}"))
    made.open()
    yield made
    made.close()


@pytest.fixture
def seat_a_table(broker, tmp_path):
    """Makes tables that play and publish."""
    made = []

    def make(name, *, login=None, folder=None, **more):
        table = SimulatedTable(folder or tmp_path, name, login or broker.login(name), seed=len(made), **more)
        made.append(table)
        return table.open()

    yield make
    for table in made:
        table.close()


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL, where the machine has it."""
    if not postgres.is_there():
        pytest.skip("PostgreSQL is not installed")
    made = postgres.Postgres()
    yield made
    made.close()
