"""Dice that the host gave a name are judged by themselves, from that entry of the journal on."""

import pytest

from companion.audit.dice import Named, all_named, name_dice, name_of, present
from companion.audit.report import report
from companion.audit.rolls import throws_of
from companion.audit.verify import verify
from companion.errors import IllegalEvent
from companion.journal import Journal
from companion.model import Event
from companion.table import Table
from tests.audit.table_record import contents, evening
from tests.toygame import TOY

SAID = (Named(1, "house dice"), Named(4, "casino", "red"), Named(6, "Ann's own", "", "Ann"), Named(9, "", "red"))


@pytest.mark.parametrize(
    ("seq", "color", "player", "expected"),
    [
        (1, "red", "Ben", ""),
        (2, "red", "Ben", "house dice"),
        (5, "red", "Ben", "casino"),
        (5, "blue", "Ben", "house dice"),
        (7, "blue", "Ann", "Ann's own"),
        (7, "red", "Ann", "Ann's own"),
        (10, "red", "Ben", "house dice"),
    ],
)
def test_narrower_and_newer_names_win(seq, color, player, expected):
    assert name_of(SAID, seq, color, player) == expected


def test_present_names_are_those_not_taken_away():
    assert [named.name for named in present(SAID)] == ["house dice", "Ann's own"]


def test_names_are_kept_in_the_journal_and_tidied(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    name_dice(journal, "  casino   red ", "red", "", "Host")
    assert all_named(journal) == (Named(1, "casino red", "red"),)
    with pytest.raises(IllegalEvent, match="too long"):
        name_dice(journal, "x" * 41, "", "", "Host")
    assert journal.next_seq == 2
    journal.close()


def test_named_dice_are_a_group_of_their_own_from_then_on(tmp_path):
    night = evening(tmp_path)
    first = night.play(1, corrected=False)
    name_dice(night.journal, "casino", "red", "", "Host")
    second = night.play(2, corrected=False)
    names = [str(s.name) for s in report(night.journal, {"toy": TOY}, "all").suspects if s.family == "die"]
    assert names == ["the red dice", "the blue dice", "the dice “casino”"]
    throws = throws_of(night.journal, {"toy": TOY}, [first, second])
    assert {p.die for t in throws if t.game == first for p in t.pieces} == {""}
    assert {(p.color, p.die) for t in throws if t.game == second for p in t.pieces} >= {("red", "casino"), ("blue", "")}


def test_record_with_named_dice_is_whole_and_its_page_says_so(tmp_path):
    night = evening(tmp_path)
    game = night.play()
    name_dice(night.journal, "casino", "red", "Ann", "Host")
    path = night.export("all")
    assert verify(path).ok
    assert "the red dice of Ann are called" in contents(path)["index.html"].decode()
    assert verify(night.export(game)).ok


def test_game_goes_on_after_dice_were_named(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table.begin(journal, TOY, ("Ann", "Ben"))
    name_dice(journal, "casino", "", "", "Host")
    table.submit(Event.parse("0 roll 1 2"), "panel", table.view.numbers[0])
    again = Table.resume(journal, table.id, {"toy": TOY})
    assert [str(step.event) for step in again.history()] == ["0 roll 1 2"]
    assert [p.die for p in throws_of(journal, {"toy": TOY}, [table.id])[0].pieces] == ["casino", "casino"]
    journal.close()


def test_record_plays_through_again_only_what_changed(tmp_path, monkeypatch):
    from companion.audit import record as records

    night = evening(tmp_path)
    night.play(1, corrected=False)
    found = records.Record(night.journal, lambda: night.ledger, night.evidence, lambda: {"toy": TOY})
    played, really = [], records.throws_of
    monkeypatch.setattr(records, "throws_of", lambda j, g, ids: played.append(*ids) or really(j, g, ids))
    before = found.report("all").rolls
    second = night.play(2, corrected=False)
    after = found.report("all")
    assert (before < after.rolls, played) == (True, ["toy-1", second])
    assert after == report(night.journal, {"toy": TOY}, "all")
    found.name_dice("casino", "", "", "Host")
    night.play(3)
    assert found.report("all") == report(night.journal, {"toy": TOY}, "all")
