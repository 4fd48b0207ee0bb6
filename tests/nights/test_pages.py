"""The hub's pages: who may look, who may change, what they show, in both languages, live and in files."""

import csv
import io
import json
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import unquote

import pytest

from companion.audit import notes
from companion.hub.hub import Hub
from companion.hub.store import Store
from companion.network.broker import Login
from companion.network.messages import Status, pack
from companion.network.topics import CHECKPOINT, JOURNAL, STATUS, VIEW, topic
from tests.nights.night import SimulatedTable
from web.hub import create_hub_app
from web.language import HERE, catalogue, panel_words

HOST = "192.168.1.20:8100"


@pytest.fixture
def night(tmp_path):
    """A hub that has heard of three tables without any network: one is at play, one has finished, one is refused."""
    hub = Hub(Login("mqtt://127.0.0.1:9"), Store(f"sqlite:///{tmp_path / 'hub.sqlite'}"))
    tables = [SimulatedTable(tmp_path, f"table-0{n}", Login("mqtt://127.0.0.1:9"), seed=n) for n in (1, 2, 3)]
    tables[0].play(40)
    while tables[1].table is None or tables[1].table.view.prompts:
        tables[1].play()
    tables[2].play(10)
    for table in tables:
        hear(hub, table)
    hub.intake.put(topic("table-03", JOURNAL), b"rubbish")
    while hub.intake.step(0):
        pass
    hub.judge.step()
    app = create_hub_app(hub, tmp_path / "web")
    yield SimpleNamespace(hub=hub, tables=tables, app=app, access=app.extensions["access"])
    for table in tables:
        table.close()
    hub._store.close()


def hear(hub, table):
    """Let the hub hear what the table would publish."""
    table.sign()
    hub.intake.put(topic(table.name, STATUS), pack(Status(True, key=str(table.ledger.key))))
    hub.intake.put(topic(table.name, JOURNAL), b"\n".join(table.lines()))
    hub.intake.put(topic(table.name, CHECKPOINT), f"{table.ledger.key}\n\n{table.ledger.newest}".encode())
    hub.intake.put(topic(table.name, VIEW), pack(table.sketch()))


class Visitor:
    """A browser somewhere in the network."""

    def __init__(self, night, code=""):
        self.client, self._night = night.app.test_client(), night
        if code:
            assert self.post("/api/join", {"code": code}).status_code == 200

    def get(self, path, **more):
        return self.client.get(
            path, base_url=f"http://{HOST}", environ_overrides={"REMOTE_ADDR": "192.168.1.50"}, **more
        )

    def post(self, path, what=None, token=None):
        cookie = self.client.get_cookie("hub", domain="192.168.1.20")
        device = self._night.access.device(cookie.value) if cookie else None
        csrf = token if token is not None else self._night.access.csrf(device) if device else ""
        return self.client.post(
            path, json=what or {}, headers={"X-CSRF-Token": csrf}, base_url=f"http://{HOST}",
            environ_overrides={"REMOTE_ADDR": "192.168.1.50"},
        )  # fmt: skip

    def boot(self, path, **more):
        page = self.get(path, **more).get_data(as_text=True)
        return json.loads(page.split('id="boot">')[1].split("</script>")[0])


@pytest.fixture
def spectator(night):
    return Visitor(night, night.access.code)


@pytest.fixture
def organiser(night):
    return Visitor(night, night.access.host_code)


PAGES = (
    *("/", "/table/table-01", "/results", "/print", "/overlay/table-01", "/qr.svg"),
    *("/export/results.csv", "/export/standings.csv", "/export/results.json", "/export/bgstats.json"),
    *("/export/table-01/checkpoint.txt", "/export/table-01/journal.jsonl"),
)


def test_strangers_see_nothing_and_spectators_everything(night, spectator):
    strangers = [Visitor(night).get(path) for path in PAGES]
    assert [(s.status_code, s.headers["Location"]) for s in strangers] == [(302, "/join")] * len(PAGES)
    assert [spectator.get(path).status_code for path in PAGES] == [200] * len(PAGES)


def test_strangers_hear_nothing(night):
    asked = [Visitor(night).get(path) for path in ("/api/stream", "/api/table/table-01", "/api/evening")]
    assert [answer.status_code for answer in asked] == [401] * 3


def test_code_in_the_address_lets_a_streams_overlay_in(night):
    assert Visitor(night).get(f"/overlay/table-01?code={night.access.code}").status_code == 200
    assert Visitor(night).get("/overlay/table-01?code=WRONG2").status_code == 403


def test_only_the_organiser_changes_anything(night, spectator, organiser):
    refused = spectator.post("/api/table/table-03/anew")
    assert (refused.status_code, refused.json["error"]) == (403, "Only the organiser can do that.")
    assert organiser.post("/api/table/table-03/anew", token="wrong").status_code == 403
    assert organiser.post("/api/table/table-01/anew").status_code == 409
    assert organiser.post("/api/table/table-03/anew").status_code == 200
    assert night.hub.intake.desk("table-03").kept.standing.trouble == ""


def test_spectators_are_not_told_the_codes(night, spectator, organiser):
    assert night.access.host_code not in spectator.get("/").get_data(as_text=True)
    assert spectator.boot("/")["code"] == ""
    assert organiser.boot("/")["code"] == night.access.code


def test_glance_tells_game_round_phase_scores_who_is_asked_and_trouble(night, spectator):
    rows = {row["name"]: row for row in spectator.boot("/")["tables"]}
    table, view = night.tables[0].table, night.tables[0].table.view
    assert rows["table-01"]["state"] == "there"
    shown = {
        "game": "Rollopolis", "round": view.round, "phase": str(view.phase), "scores": list(view.scores),
        "names": list(table.names), "turn": view.turn, "refused": "", "over": False,
    }  # fmt: skip
    assert {name: rows["table-01"][name] for name in shown} == shown
    assert rows["table-01"]["asked"] == sorted({p.seat for p in view.prompts if not p.reason and not p.aside})
    assert rows["table-02"]["over"]
    assert rows["table-03"]["refused"] == (
        "Nothing more is taken from this table: it sent something that is no entry of a journal."
    )


def test_pages_speak_german(spectator):
    german = spectator.boot("/", headers={"Accept-Language": "de"})
    refused = {row["name"]: row for row in german["tables"]}["table-03"]["refused"]
    assert refused.startswith("Von diesem Tisch wird nichts mehr angenommen: er hat etwas gesendet")
    assert german["words"]["Standings"] == "Stand"
    assert "Stand" in spectator.get("/print?lang=de").get_data(as_text=True)


def test_german_has_every_word_of_the_hub():
    assert panel_words(HERE / "hub") - catalogue("de").keys() == set()


def test_detail_is_the_game_as_the_hub_plays_it(night, spectator):
    detail = spectator.get("/api/table/table-01").json
    table = night.tables[0]
    assert detail["played"]["scores"] == list(table.table.view.scores)
    assert detail["played"]["sheets"]
    assert [e["index"] for e in detail["played"]["past"]] == [s.index for s in table.table.history()]
    assert detail["fingerprint"] == table.ledger.key.fingerprint
    assert not detail["differs"]
    assert (detail["row"]["entries"], detail["row"]["signed"]) == (40, 40)


def test_table_that_shows_other_scores_than_it_wrote_is_shown(night, spectator):
    sketch = night.tables[0].sketch()
    boast = replace(sketch, scores=(999, *sketch.scores[1:]))
    night.hub.intake.put(topic("table-01", VIEW), pack(boast))
    night.hub.intake.step(0)
    assert spectator.get("/api/table/table-01").json["differs"]


def test_results_come_from_the_journal(night, spectator):
    (result,) = spectator.get("/api/evening").json["results"]
    view = night.tables[1].table.view
    assert (result["at"], result["scores"], result["winners"]) == ("Table 02", list(view.scores), list(view.winners))
    play = json.loads(unquote(result["bgstats"].partition("data=")[2]))
    assert [p["score"] for p in play["players"]] == [str(s) for s in view.scores]
    assert play["sourcePlayId"] == "table-02/rollopolis-1"


def test_exports_hold_every_player_once_and_no_formula(night, spectator):
    text = spectator.get("/export/results.csv").get_data(as_text=True)
    lines = list(csv.DictReader(io.StringIO(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))))
    table = night.tables[1].table
    assert [(line["player"], int(line["score"])) for line in lines] == list(
        zip(table.names, table.view.scores, strict=True)
    )
    assert {line["table"] for line in lines} == {"Table 02"}
    standings = spectator.get("/export/standings.csv").get_data(as_text=True)
    assert len(standings.splitlines()) == 1 + len(table.names)
    assert len(json.loads(spectator.get("/export/results.json").data)["standings"]) == len(table.names)
    assert len(json.loads(spectator.get("/export/bgstats.json").data)) == 1


def test_witness_gives_its_checkpoint_and_journal_to_who_wants_to_check(night, spectator):
    note = spectator.get("/export/table-01/checkpoint.txt").get_data(as_text=True)
    table = night.tables[0]
    assert table.ledger.agrees_with(note).size == 40
    assert notes.open_checkpoint(note, table.ledger.key).size == 40
    lines = spectator.get("/export/table-01/journal.jsonl").data
    assert lines == b"".join(line + b"\n" for line in table.lines())


def test_stream_sends_everything_first_and_then_only_what_changed(night, spectator):
    stream = iter(spectator.get("/api/stream").response)
    first = next(stream).decode()
    assert first.count('"name":"table-0') == 3
    night.tables[0].play(1)
    hear(night.hub, night.tables[0])
    night.hub.intake.step(0)
    after = next(stream).decode()
    assert '"name":"table-01"' in after
    assert '"name":"table-02"' not in after
    night.app.extensions["panel"].broadcast.close()
    stream.close()


def test_only_the_page_of_the_evening_is_told_about_it(spectator):
    assert "evening" not in spectator.boot("/")
    assert len(spectator.boot("/results")["evening"]["results"]) == 1
    streams = [next(iter(spectator.get(path).response)).decode() for path in ("/api/stream", "/api/stream?evening=")]
    assert ["event: evening" in text for text in streams] == [False, True]


def test_pages_have_the_headers_of_the_panel_and_need_a_name_of_the_house(spectator):
    page = spectator.get("/")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    evil = spectator.client.get("/", base_url="http://evil.example.com")
    assert evil.status_code == 421


def test_unknown_table_is_a_sentence(spectator):
    assert spectator.get("/table/table-99").status_code == 404
    assert "There is no such table here." in spectator.get("/table/table-99").get_data(as_text=True)


def test_hub_remembers_results_over_a_restart(night, tmp_path):
    before = night.hub.judge.results()
    again = Hub(Login("mqtt://127.0.0.1:9"), Store(f"sqlite:///{tmp_path / 'hub.sqlite'}"))
    assert again.judge.results() == before
    again.judge.catch_up(again.desks())
    again.judge.step()
    assert again.judge.results().keys() >= before.keys()
    again._store.close()
