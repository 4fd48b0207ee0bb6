"""A table with valid credentials that sends nonsense harms itself only: the others are heard, the pages stay up."""

import json
import random

import pytest

from companion.hub.hub import Hub
from companion.hub.store import Store
from companion.journal import FIRST, content_bytes
from companion.network.broker import Login
from companion.network.messages import pack
from companion.network.topics import CHECKPOINT, JOURNAL, STATUS, VIEW, topic
from tests.nights.night import SimulatedTable
from tests.nights.test_pages import Visitor, hear
from web.hub import create_hub_app

GOOD, BAD = "table-01", "table-02"
NOWHERE = Login("mqtt://127.0.0.1:9")


class Night:
    def __init__(self, folder, url):
        self.hub = Hub(NOWHERE, Store(url))
        self.table = SimulatedTable(folder, GOOD, NOWHERE, seed=1)
        self.table.play(30)
        self.app = create_hub_app(self.hub, folder / "web")
        self.access = self.app.extensions["access"]

    def say(self, part, payload, table=BAD):
        self.hub.intake.put(topic(table, part), payload)

    def take_in(self):
        while self.hub.intake.step(0):
            pass
        self.hub.judge.step()


@pytest.fixture(params=["sqlite", "postgresql"])
def night(request, tmp_path):
    kept = f"sqlite:///{tmp_path / 'hub.sqlite'}"
    made = Night(tmp_path, kept if request.param == "sqlite" else request.getfixturevalue("server").database())
    yield made
    made.table.close()
    made.hub._store.close()


def entry(*, seq=1, at_ns=1, game="tundra-1", kind="start", body="{}", prev=FIRST):
    return content_bytes((seq, at_ns, game, kind, body, prev))


POISON = [
    (JOURNAL, b"[" * 50_000),
    (JOURNAL, b'[1,1,"a","start","' + b"[" * 50_000 + b'",""]'),
    (JOURNAL, entry(at_ns=10**30)),
    (JOURNAL, entry(at_ns=-1)),
    (JOURNAL, entry(seq=10**30)),
    (JOURNAL, entry(seq=-5)),
    (JOURNAL, entry(kind="k" * 500)),
    (JOURNAL, entry(game="nul\0")),
    (JOURNAL, b'[1,1,"half \\ud800","start","{}","' + FIRST.encode() + b'"]'),
    (JOURNAL, entry(body=json.dumps({"game": "rollopolis", "names": [{}, 7], "settings": [], "catalogue": 0}))),
    (JOURNAL, entry(body=json.dumps({"reading": {"pieces": [[[[]], 0, "red"], 7, None, [1]]}}))),
    (JOURNAL, b"\xff\xfe\0"),
    (CHECKPOINT, b"\0" * 100),
    (CHECKPOINT, b"\n\n\n\n"),
    (CHECKPOINT, "é\n\n\0".encode()),
    (STATUS, b'{"online":true,"short_of":9007199254740991,"size":-9}'),
    (VIEW, b'{"asks":[1,2],"names":[1,2],"asked":["a"],"scores":["x"],"game":"x"}'),
    (VIEW, b'{"name":"nul\\u0000","title":"\\ud800","game":"x","names":["\\u0000"]}'),
    (VIEW, b'{"headline":["{a!r}",{"a":{"b":[1]}}],"trouble":[["{x}",{"x":[["y",{}],{}]}]]}'),
    (VIEW, b'{"winners":[-1,99],"turn":-7,"asked":[-3,99],"names":["a"],"scores":[1,2,3],"game":"x"}'),
    (VIEW, b'{"headline":' + b'["{a}",{"a":' * 400 + b'""' + b"}]" * 400 + b"}"),
]


def test_nonsense_of_some_tables_leaves_the_others_and_the_pages_alone(night):
    hear(night.hub, night.table)
    for n, (part, payload) in enumerate(POISON):
        night.say(part, payload, f"bad-{n}")
        night.take_in()
    night.table.play(5)
    hear(night.hub, night.table)
    night.take_in()
    assert night.hub.lines(night.hub.intake.desk(GOOD)) == night.table.lines()
    assert night.hub.intake.desk(GOOD).kept.standing.signed == 35
    assert night.hub.notices() == ["The hub is not connected to the broker yet."]
    visitor = Visitor(night, night.access.code)
    tables = [f"/table/bad-{n}" for n in range(len(POISON))]
    pages = ("/", "/results", "/print", f"/table/{GOOD}", *tables, "/export/results.csv", "/api/evening")
    assert [visitor.get(page).status_code for page in pages] == [200] * len(pages)
    assert next(iter(visitor.get("/api/stream?lang=de").response))


@pytest.mark.parametrize("night", ["sqlite"], indirect=True)
def test_message_that_breaks_the_hub_itself_shuts_out_its_table_only(night, monkeypatch):
    hear(night.hub, night.table)
    night.take_in()
    desk = night.hub.intake.desk(GOOD)
    real = type(desk.witness).take

    def stumble(witness, payload):
        if payload == b"stumble":
            raise ZeroDivisionError
        return real(witness, payload)

    monkeypatch.setattr(type(desk.witness), "take", stumble)
    night.table.play(5)
    hear(night.hub, night.table)
    night.say(JOURNAL, b"stumble")
    night.table.play(5)
    hear(night.hub, night.table)
    night.take_in()
    assert night.hub.lines(night.hub.intake.desk(GOOD)) == night.table.lines()
    assert night.hub.intake.desk(BAD).kept.standing.trouble == "it sent something that is no entry of a journal."


@pytest.mark.parametrize("night", ["sqlite"], indirect=True)
def test_random_messages_never_stop_the_hub(night):
    dice = random.Random(3)
    hear(night.hub, night.table)
    night.take_in()
    whole = {
        JOURNAL: b"\n".join(night.table.lines()[:3]),
        CHECKPOINT: f"{night.table.ledger.key}\n\n{night.table.ledger.newest}".encode(),
        STATUS: b'{"online":true,"size":3}',
        VIEW: pack(night.table.sketch()),
    }
    for n in range(600):
        part = dice.choice(list(whole))
        spoilt = bytearray(whole[part])
        for _ in range(dice.randrange(1, 8)):
            spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
        night.say(part, bytes(spoilt), f"table-{n % 50 + 2:02d}")
    night.take_in()
    night.table.play(5)
    hear(night.hub, night.table)
    night.take_in()
    assert night.hub.lines(night.hub.intake.desk(GOOD)) == night.table.lines()
    assert Visitor(night, night.access.code).get("/").status_code == 200
