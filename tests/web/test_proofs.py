"""The pages about fairness and witnesses: what they say, and that a phone finds out by itself what was done."""

import base64
import hashlib
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.audit import luck, report  # loads SciPy now, so that no page has to wait for it
from companion.audit.ledger import Ledger
from companion.audit.record import Record
from companion.evidence import Evidence
from companion.games import all_games
from companion.journal import Journal
from companion.model import Event
from tests.web.listening import untranslated, written
from tests.web.test_accessible import AXE, serious
from web.fairness import speaker

ENGLISH_PAGE = ("<p>", "Luck of the evening", "Longest streaks")
"""What only the page of the command line says."""


@pytest.fixture
def client(phone: Any, access: Any) -> Any:
    """A phone without a screen that has joined."""
    return phone(access.code)


@pytest.fixture
def record(room: Any, tmp_path: Path) -> Any:
    """The room with a record that can be proven."""
    ledger = Ledger(room._journal, tmp_path / "audit")
    room.record = Record(room._journal, lambda: ledger, Evidence(tmp_path / "evidence"), all_games)
    yield room.record
    ledger.close()


@pytest.fixture
def game(room: Any, record: Any) -> Any:
    """A game with dice, in which some were rolled."""
    table = room.start("rollopolis", ("Anna", "Ben"), {})
    for _ in range(6):
        play_on(table)
    return table


def play_on(table: Any) -> None:
    """Anything the rules accept, rolls before all else."""
    prompts = [p for p in table.view.prompts if not p.reason and ("*",) not in p.options]
    prompt = next((p for p in prompts if p.is_roll), prompts[0])
    event = Event(prompt.seat, prompt.verb, tuple(words[len(table.history()) % len(words)] for words in prompt.options))
    table.submit(event, "panel", table.view.numbers[event.seat])


def rewritten(room: Any, folder: Path, entries: int) -> None:
    """The owner of the key writes another evening and signs that."""
    other = folder / "other"
    other.mkdir()
    shutil.copy(folder / "audit" / "key", other / "key")
    journal = Journal(folder / "other.sqlite")
    for n in range(entries):
        journal.append("rollopolis-1", "start" if n == 0 else "event", {"n": n, "game": "none", "names": []})
    ledger = Ledger(journal, other)
    room.record = Record(journal, lambda: ledger, room.record._evidence, all_games)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install axe-core)")
@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desktop", "dark")])
def test_pages_are_accessible(size: str, theme: str, screen: Any, server: Any, game: Any) -> None:
    page = screen("host", size).join(server.access.host_code)
    page.run("localStorage.setItem('table.theme', JSON.stringify(arguments[0]))", theme)
    page.open("/fairness").find("[data-suspect] h3")
    page.run("for (const d of document.querySelectorAll('details')) d.open = true")
    found = [*serious(page)]
    page.open("/witness").find(".verdict[data-state]")
    page.find("img.qr")
    assert found + serious(page) == []


# ------------------------------------------------------------------------------------------------ fairness


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_fairness_page_draws_every_die_player_and_the_table(size: str, screen: Any, server: Any, game: Any) -> None:
    page = screen("anna", size).join(server.access.code).open("/fairness")
    page.find("h1", "Nothing looks unfair so far")
    families = {e.get_attribute("data-suspect") for e in page.all("[data-suspect]")}
    assert families == {"die", "seat", "table"}
    assert len(page.all("svg.proof rect.bar")) >= 6 * 3
    page.click("[data-suspect='table'] summary")
    page.find("[data-suspect='table'] details .proofbox")
    assert len(page.all("[data-suspect='table'] svg.proof polyline.path")) == 1
    assert page.run("return document.documentElement.scrollWidth <= window.innerWidth")


def test_fairness_page_follows_the_game(screen: Any, server: Any, room: Any, record: Any) -> None:
    page = screen("anna").join(server.access.code).open("/fairness")
    page.find(".card", "Nothing has been rolled yet")
    table = room.start("rollopolis", ("Anna", "Ben"), {})
    play_on(table)
    page.find(".verdict", "1 throws were judged")


def test_fairness_page_speaks_german(screen: Any, server: Any, game: Any) -> None:
    page = screen("anna").join(server.access.code)
    anna = next(d for d in server.access.devices() if not d.host)
    server.access.change(anna, lang="de")
    page.open("/fairness").find("h1", "Bisher sieht nichts unfair aus")
    assert "Nach" in page.text("[data-suspect='die'] p")
    text = page.text("main")
    assert not any(english in text for english in ("rolls", "throws", "dice", "evenings"))


def test_host_names_dice_and_they_are_judged_by_themselves(screen: Any, server: Any, game: Any, record: Any) -> None:
    host = screen("host").join(server.access.host_code).open("/fairness")
    host.find("[data-act='diename']").send_keys("Casino")
    assert host.run("return document.querySelector('[data-act=color]').selectedOptions[0].text") == "any colour"
    host.click("[data-act='namedice']")
    host.find(".people b", "Casino")
    assert [(named.name, named.color, named.owner) for named in record.dice()] == [("Casino", "", "")]
    while not game.history()[-1].is_roll or len(game.history()) < 8:
        play_on(game)
    host.find("[data-suspect='die'] h3", "“Casino”")


def test_only_the_host_names_dice(client: Any, record: Any) -> None:
    refused = client.post("/api/dice", {"name": "mine", "color": "", "owner": ""})
    assert (refused.status_code, record.dice()) == (403, ())


def test_report_on_an_unknown_game_is_refused_in_a_sentence(client: Any, game: Any) -> None:
    refused = client.get("/api/fairness?of=nothing-9")
    assert (refused.status_code, "There is no game" in refused.json["error"]) == (409, True)


def test_numbers_have_the_sign_of_the_language() -> None:
    from companion.words import say

    template = "{name}: {n} rolls in a row with a six; the chance of that was {chance}."
    assert speaker("de")(say(template, name="Jo 1.0", n=3, chance="0.4 %")).endswith("die Chance dafür war 0,4 %.")
    assert speaker("en")(say(template, name="Jo", n=3, chance="0.4 %")).endswith("0.4 %.")


def test_german_has_every_sentence_of_the_report() -> None:
    names = ("suspects", "report", "luck", "dice", "readers")
    files = [Path(report.__file__).with_name(f"{name}.py") for name in names]
    sentences = [text for file in files for text in written(file) if not text.startswith(ENGLISH_PAGE)]
    sentences += [row.template for row in luck._ROWS]
    assert len(sentences) > 20
    assert untranslated(iter(sentences), "de") == set()


# ------------------------------------------------------------------------------------------------ witness


@pytest.fixture
def witness(screen: Any, server: Any, game: Any) -> Any:
    """A phone that has become a witness."""
    found = screen("anna").join(server.access.code).open("/witness")
    found.find(".verdict[data-state='first'] h1", "witness from now on")
    return found


def test_phone_finds_the_honest_record_whole(witness: Any, game: Any, record: Any) -> None:
    assert witness.text(".code") == record.key.fingerprint
    seen = game.history()[-1].index
    for _ in range(5):
        play_on(game)
    witness.open("/witness").find(".verdict[data-state='good'] h1", "The record is whole")
    assert f"of {seen} entries" in witness.text(".verdict p")


def test_phone_keeps_by_itself_on_any_page(screen: Any, server: Any, game: Any, record: Any) -> None:
    page = screen("anna").join(server.access.code)
    kept = page.wait(lambda: page.run("return localStorage.getItem('table.witness')"))
    assert record.checkpoint().split("\n")[2] in kept


def test_table_without_a_game_has_nothing_to_witness_and_raises_no_alarm(screen: Any, server: Any, record: Any) -> None:
    page = screen("anna").join(server.access.code).open("/witness")
    page.find(".verdict[data-state='first'] h1", "There is nothing to witness yet")
    page.run("localStorage.removeItem('table.witness')")
    page.open("/").wait(lambda: page.run("return localStorage.getItem('table.witness')"))
    assert "The record was changed" not in page.text("body")


def test_phone_finds_out_that_everything_was_removed(witness: Any, room: Any, tmp_path: Path) -> None:
    rewritten(room, tmp_path, 0)
    witness.open("/witness").find(".verdict[data-state='shorter'] h1", "Entries were removed!")


def test_phone_finds_out_that_the_owner_of_the_key_rewrote_everything(
    witness: Any, room: Any, game: Any, tmp_path: Path
) -> None:
    before = witness.run("return localStorage.getItem('table.witness')")
    rewritten(room, tmp_path, game.history()[-1].index + 5)
    witness.open("/witness").find(".verdict[data-state='rewritten'] h1", "The record was changed!")
    note = witness.run("return JSON.parse(arguments[0]).own[0].note", before)
    witness.open("/witness").find(".verdict[data-state='rewritten']")
    assert witness.run("return JSON.parse(localStorage.getItem('table.witness')).own[0].note") == note


def test_phone_finds_out_that_entries_were_removed(witness: Any, room: Any, tmp_path: Path) -> None:
    rewritten(room, tmp_path, 3)
    witness.open("/witness").find(".verdict[data-state='shorter'] h1", "Entries were removed!")


def test_phone_notices_another_key(witness: Any, room: Any, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "new.sqlite")
    journal.append("rollopolis-1", "start", {"game": "none", "names": []})
    ledger = Ledger(journal, tmp_path / "new")
    room.record = Record(journal, lambda: ledger, room.record._evidence, all_games)
    witness.open("/witness").find(".verdict[data-state='first']")
    witness.find("section.ask h2", "Another key was here")
    ledger.close()


def test_table_that_lies_about_the_proof_is_found_out(witness: Any, room: Any, game: Any, tmp_path: Path) -> None:
    """The phone believes no answer, only the proof: here the server vouches for a record it did not write."""
    rewritten(room, tmp_path, game.history()[-1].index + 5)
    room.record.continues = lambda size: (room.record.checkpoint(), (b"\0" * 32,) * 5)
    witness.open("/witness").find(".verdict[data-state='rewritten']")


def test_what_a_friend_saw_is_handed_over_and_checked(  # noqa: PLR0917 - a whole evening
    witness: Any, screen: Any, server: Any, room: Any, game: Any, record: Any, tmp_path: Path
) -> None:
    note = record.checkpoint()
    packed = base64.urlsafe_b64encode(note.encode()).decode().rstrip("=")
    assert witness.find("img.qr").get_attribute("src").endswith(f"/witness/qr.svg?c={packed}")
    play_on(game)
    friend = screen("ben").open(f"/witness#c={packed}")  # what the square says; Ben has not joined yet
    friend.find("#code").send_keys(server.access.code)
    friend.click("form button")
    friend.find(".friends [data-state='good'] b", "Agrees")
    assert "#" not in friend.driver.current_url
    friend.find("[data-act='paste']").send_keys(note.replace(note.split("\n")[2][:4], "AAAA"))
    friend.click("[data-act='check']")
    friend.find(".friends [data-state='forged'] b", "copied wrongly, or made up")
    rewritten(room, tmp_path, game.history()[-1].index + 5)
    friend.open("/witness").find(".friends [data-state='rewritten'] b", "It was written anew")


def test_phone_s_own_digests_are_those_of_the_standard(witness: Any) -> None:
    script = """const done = arguments[arguments.length - 1];
    import(document.querySelector('link[href$="digest.js"]').href).then((d) => done(arguments[0].map((n) => {
      const bytes = Uint8Array.from({length: n}, (_, i) => i * 7 % 256);
      return [d.toHex(d.sha256(bytes)), d.toHex(d.sha512(bytes))];
    })));"""
    lengths = [0, 1, 55, 56, 64, 65, 111, 112, 128, 129, 300]
    texts = [bytes(i * 7 % 256 for i in range(n)) for n in lengths]
    expected = [[hashlib.sha256(text).hexdigest(), hashlib.sha512(text).hexdigest()] for text in texts]
    assert witness.driver.execute_async_script(script, lengths) == expected


def test_phone_s_own_checks_accept_every_proof_and_no_spoilt_one(witness: Any, room: Any, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "many.sqlite")
    ledger = Ledger(journal, tmp_path / "many")
    notes = []
    for n in range(20):
        journal.append("g", "event", {"n": n, "why": "é"})
        notes.append(ledger.sign())
    proofs = [
        (old, new, [base64.b64encode(h).decode() for h in ledger.consistency(old, new)])
        for new in (20, 17, 16, 9)
        for old in range(1, new + 1)
    ]
    script = """const [key, notes, proofs] = arguments, done = arguments[arguments.length - 1];
    import(document.querySelector('link[href$="proofs.js"]').href).then((p) => {
      const mine = p.parseKey(key), said = notes.map((note) => p.openNote(note, mine));
      const spoilt = (x) => ({...x, root: x.root.map((b, i) => i ? b : b ^ 1)});
      const good = proofs.filter(([a, b, proof]) => p.continues(said[a - 1], said[b - 1], proof)).length;
      const bad = proofs.filter(([a, b, proof]) => p.continues(spoilt(said[a - 1]), said[b - 1], proof)
        || p.continues(said[a - 1], spoilt(said[b - 1]), proof)
        || proof.length && p.continues(said[a - 1], said[b - 1], proof.slice(1))
        || p.continues(said[a - 1], said[b - 1], [...proof, notes[0].split("\\n")[2]])).length;
      const forged = notes.slice(0, 3).filter((note) => [...note].some((c, i) => i % 9 === 0 && c !== "\\n"
        && p.openNote(note.slice(0, i) + (c === "A" ? "B" : "A") + note.slice(i + 1), mine))).length;
      done([said.filter(Boolean).length, good, bad, forged, p.fingerprint(mine)]);
    }).catch((e) => done(String(e)));"""
    witness.driver.set_script_timeout(60)
    found = witness.driver.execute_async_script(script, str(ledger.key), notes, proofs)
    assert found == [20, len(proofs), 0, 0, ledger.key.fingerprint]
    ledger.close()


@pytest.mark.parametrize("size", ["", "-1", "x", "1" * 13, "²"])
def test_nonsense_for_a_size_is_refused(size: str, client: Any, game: Any) -> None:
    assert client.get(f"/api/continues?size={size}").status_code == 400


@pytest.mark.parametrize("size", [0, 99999])
def test_proof_about_entries_that_are_not_there_is_refused(size: int, client: Any, game: Any) -> None:
    refused = client.get(f"/api/continues?size={size}")
    assert (refused.status_code, "nothing can be proven" in refused.json["error"]) == (409, True)


def test_checkpoint_is_handed_out_as_a_file(client: Any, game: Any, record: Any) -> None:
    answer = client.get("/checkpoint.txt")
    assert (answer.text, answer.mimetype) == (record.checkpoint(), "text/plain")


def test_record_is_handed_out_whole_and_checks_against_what_was_kept(
    client: Any, game: Any, record: Any, tmp_path: Path
) -> None:
    from companion.audit.verify import verify

    seen = client.get("/checkpoint.txt").text
    play_on(game)
    answer = client.get(f"/record.zip?of={game.id}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{game.id}.zip"'
    (tmp_path / "got.zip").write_bytes(answer.data)
    verdict = verify(tmp_path / "got.zip", [seen], record.key)
    assert (verdict.ok, verdict.witnesses, verdict.game) == (True, 1, game.id)
    assert client.get("/record.zip?of=../../x").status_code == 409
    assert client.get("/record.zip").data[:2] == b"PK"


def test_square_holds_nothing_but_a_checkpoint(client: Any, game: Any) -> None:
    assert client.get("/witness/qr.svg?c=" + "A" * 300).status_code == 200
    assert client.get("/witness/qr.svg?c=javascript:alert(1)//" + "A" * 60).status_code == 404


def test_room_without_a_record_says_so(client: Any) -> None:
    assert client.get("/api/checkpoint").status_code == 404
