"""The audit on the command line: what it says, what it writes and how it ends."""

import json

import pytest
from click.testing import CliRunner

from companion.audit import commands, notes
from companion.audit.pruning import prune
from companion.audit.rolls import Thrown, throws_of
from companion.model import Event, Prompt, roll_prompt
from companion.table import Table
from tests.audit.table_record import contents, evening, lines_of, with_lines, write
from tests.toygame import TOY


@pytest.fixture
def night(tmp_path, monkeypatch):
    found = evening(tmp_path / "data")
    found.game = found.play()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("companion.games.all_games", lambda: {"toy": TOY})
    return found


def run(*words, code=0):
    result = CliRunner().invoke(commands.audit, [str(w) for w in words])
    assert result.exit_code == code, result.output + str(result.exception)
    return result.output


def test_export_and_verify_a_game_with_a_witness(night, tmp_path):
    (tmp_path / "seen.txt").write_text(night.ledger.newest.rstrip("\n"), encoding="utf-8")
    said = run("export", night.game)
    assert f"{night.game}.zip: {night.ledger.size} entries" in said and night.ledger.key.fingerprint in said
    said = run("verify", f"{night.game}.zip", "--checkpoint", "seen.txt", "--key", night.ledger.key)
    assert said.startswith(f"Whole: entries 1 to {night.ledger.size} of {night.game} are as signed")
    assert "No kept checkpoint" not in said
    assert "No kept checkpoint was given" in run("verify", f"{night.game}.zip")


def test_verify_says_what_is_wrong_and_ends_with_one(night, tmp_path):
    files = contents(night.export(night.game))
    lines = lines_of(files)
    write(tmp_path / "bad.zip", with_lines(files, lines[:2] + lines[3:]))
    assert "WRONG Entry 3 is missing." in run("verify", "bad.zip", code=1)
    said = json.loads(run("verify", "bad.zip", "--json", code=1))
    assert (said["ok"], said["faults"]) == (False, [{"kind": "missing", "text": "Entry 3 is missing.", "entry": 3}])


def test_verify_names_pruned_pictures(night):
    gone = prune(night.journal, night.evidence, night.evidence.total_bytes() - 1)
    said = run("verify", night.export(night.game))
    assert len(gone) == 1 and "Photographs removed to make room, as the record says: of entries 2." in said


def test_exported_page_can_be_read(night):
    page = contents(night.export(night.game))["index.html"].decode()
    assert "Ann roll" in page and "it lay under the box" in page and "red d6" in page and "<script" not in page


def test_show_tells_everything_about_a_roll_and_its_correction(night):
    said = run("show", 2)
    assert said.startswith(f"Entry 2 of {night.game}, ")
    assert "The camera read: red d6 " in said and "(99%)" in said
    assert "by Ann, because: it lay under the box" in said
    assert said.count("Photograph ") == 2
    found = json.loads(run("show", 2, "--json", "--proof", "two.tlog-proof"))
    assert (found["entry"], len(found["pictures"]), found["amendments"][0]["who"]) == (2, 2, "Ann")


def test_proof_of_one_entry_can_be_checked_by_itself(night, tmp_path):
    import base64

    from companion.audit import merkle

    run("show", 2, "--proof", "two.tlog-proof")
    head, _, note = (tmp_path / "two.tlog-proof").read_text(encoding="utf-8").partition("\n\n")
    magic, index, *hashes = head.split("\n")
    checkpoint = notes.open_checkpoint(note, night.ledger.key)
    leaf = merkle.leaf_hash(night.journal.contents(1, 2)[0])
    proof = [base64.b64decode(h) for h in hashes]
    assert (magic, index) == ("c2sp.org/tlog-proof@v1", "index 1")
    assert merkle.is_included(leaf, 1, checkpoint.size, proof, checkpoint.root)


def test_report_speaks_and_draws(night, tmp_path):
    said = run("report", "all", "--html", "report.html")
    assert "nothing speaks against the red dice" in said and "Ann rolled" in said
    assert (tmp_path / "report.html").read_text(encoding="utf-8").count("<svg") >= 8
    assert json.loads(run("report", night.game, "--json"))["rolls"] > 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("export", "chess-1"), "no game 'chess-1'"),
        (("report", "chess-1"), "no game 'chess-1'"),
        (("show", "1"), "Entry 1 is no event"),
        (("show", "99999"), "Entry 99999 is no event"),
        (("export", "all", "--data", "nowhere"), "no journal in 'nowhere'"),
        (("export", "all", "-o", "no/such/folder/x.zip"), "cannot be written"),
        (("verify", "absent.zip"), "not a whole record"),
        (("report", "all", "--html", "no/such/x.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(night, words, sentence):
    result = CliRunner().invoke(commands.audit, words)
    assert result.exit_code == 1 and sentence in str(result.exception)


def test_throws_are_those_that_count_after_correction(night):
    table = Table.resume(night.journal, night.game, {"toy": TOY})
    before = throws_of(night.journal, {"toy": TOY}, [night.game])
    assert [t.seq for t in before] == [s.index for s in table.history() if s.is_roll]
    first = before[0]
    faces = tuple("5" if p.face == "1" else "1" for p in first.pieces)
    table = Table.resume(night.journal, night.game, {"toy": TOY})
    keep = next(s for s in table.history() if not s.is_roll)
    table.correct(first.seq, Event(0, "roll", faces), "Ben", "look at it")
    after = throws_of(night.journal, {"toy": TOY}, [night.game])
    assert (after[0].corrected, [p.face for p in after[0].pieces]) == (True, list(faces))
    assert keep.index not in [t.seq for t in after]
    assert throws_of(night.journal, {}, [night.game]) == ()


def test_colours_of_dice_come_from_the_camera_only_where_there_is_no_question():
    from companion.audit.rolls import thrown

    def piece(face, color, kind="d6"):
        return [kind, face, color, [0, 0, 1, 1], True, 0.9]

    two = roll_prompt(0, "roll", ("d6", "d6"), also=("cocked",))
    seen = [piece("5", "red"), piece("2", "blue"), piece("2", "blue")]
    assert thrown(two, Event(0, "roll", ("2", "5")), seen) == (Thrown("d6", "blue", "2"), Thrown("d6", "red", "5"))
    both = [piece("4", "red"), piece("4", "blue")]
    assert {p.color for p in thrown(two, Event(0, "roll", ("4", "4")), both)} == {"red", "blue"}
    assert thrown(two, Event(0, "roll", ("4", "cocked")), both) == (Thrown("d6", "", "4"),)
    mixed = Prompt(0, "roll", (("a",), ("brown:hard",)), tray=("d6:3", "meeple/brown"))
    assert thrown(mixed, Event(0, "roll", ("a", "brown:hard")), ()) == (Thrown("meeple", "brown", "hard"),)


def test_what_runs_at_the_table_does_not_load_the_mathematics():
    import subprocess
    import sys
    from pathlib import Path

    code = (
        "import sys, companion.audit.commands, companion.audit.ledger, companion.audit.pruning, companion.audit.strip\n"
        "print('scipy' in sys.modules)"
    )
    root = Path(__file__).parent.parent.parent
    said = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"
