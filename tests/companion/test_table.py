"""The table: events in, one view out, nothing lost, nothing counted twice."""

import threading

import pytest

from companion.errors import IllegalEvent, JournalError, StaleEvent
from companion.games import find_game
from companion.journal import Journal
from companion.model import CATALOGUE_VERB, Event
from companion.table import Table
from tests.toygame import TOY

GAMES = {"toy": TOY}


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.fixture
def table(journal):
    return Table.begin(journal, TOY, ("Ann", "Ben"))


def play(table, *texts):
    for text in texts:
        event = Event.parse(text)
        table.submit(event, "test", table.view.numbers[event.seat])


def test_table_plays_events_and_shows_the_view(table):
    play(table, "0 roll 3 5", "0 keep 5", "1 roll 2 2")
    assert table.view.scores == (5, 0)
    assert [str(s.event) for s in table.history()] == ["0 roll 3 5", "0 keep 5", "1 roll 2 2"]
    assert [s.is_roll for s in table.history()] == [True, False, True]
    assert table.history()[1].sentences == ("@0 kept",)


def test_table_resumes_exactly_where_it_was(journal, table):
    play(table, "0 roll 3 5", "0 keep 5", "1 roll 2 4", "1 cheer")
    again = Table.resume(journal, table.id, GAMES)
    assert again.state == table.state
    assert again.names == ("Ann", "Ben")
    assert [s.event for s in again.history()] == [s.event for s in table.history()]


def test_table_refuses_an_answer_to_an_older_view(table):
    old = table.view.numbers[0]
    play(table, "0 roll 3 5")
    with pytest.raises(StaleEvent, match="moved on"):
        table.submit(Event.parse("0 keep 3"), "test", old)
    assert table.view.scores == (0, 0)


def test_table_counts_one_of_two_answers_given_at_the_same_moment(table):
    number = table.view.numbers[0]
    gate, outcomes = threading.Barrier(8), []

    def roll(source):
        gate.wait()
        try:
            table.submit(Event.parse("0 roll 3 5"), source, number)
            outcomes.append("counted")
        except StaleEvent:
            outcomes.append("stale")

    threads = [threading.Thread(target=roll, args=(f"source {n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["counted"] + ["stale"] * 7
    assert len(table.history()) == 1


def test_table_does_not_make_another_seats_answer_stale_without_need(table):
    play(table, "0 roll 3 5")
    ben = table.view.numbers[1]
    play(table, "0 cheer")
    table.submit(Event.parse("1 cheer"), "test", ben)
    assert len(table.history()) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0 fly", "Dice cannot fly"),
        ("0 keep 6", "does not fit what is asked"),
        ("1 keep 5", "asked of somebody else"),
        ("0 dance", "'dance' is not possible now"),
        ("7 cheer", "There is no seat 7"),
    ],
)
def test_table_refuses_with_a_sentence_and_changes_nothing(journal, table, text, sentence):
    play(table, "0 roll 3 5")
    before, written = table.view, journal.next_seq
    with pytest.raises(IllegalEvent, match=sentence):
        table.submit(Event.parse(text), "test", table.view.numbers[0])
    assert (table.view, journal.next_seq) == (before, written)


def test_table_passes_on_the_rule_that_refuses(table):
    with pytest.raises(IllegalEvent) as refusal:
        play(table, "0 roll 6 6")
    assert refusal.value.rule == "TOY-1"


def test_table_undoes_an_own_action_but_not_a_roll_or_anothers(table):
    play(table, "0 roll 3 5")
    with pytest.raises(IllegalEvent, match="roll cannot be undone"):
        table.undo(0, "test", table.view.numbers[0])
    play(table, "0 keep 5")
    with pytest.raises(IllegalEvent, match="Only @0"):
        table.undo(1, "test", table.view.numbers[1])
    table.undo(0, "test", table.view.numbers[0])
    assert table.view.scores == (0, 0)
    assert [s.undone for s in table.history()] == [False, True]
    play(table, "0 keep 3")
    assert table.view.scores == (3, 0)


def test_table_makes_every_open_answer_stale_by_undo(table):
    play(table, "0 roll 3 5", "0 cheer")
    ben = table.view.numbers[1]
    table.undo(0, "test", table.view.numbers[0])
    with pytest.raises(StaleEvent):
        table.submit(Event.parse("1 cheer"), "test", ben)


def test_table_corrects_a_roll_and_shows_what_that_changes(journal, table):
    play(table, "0 roll 3 5", "0 keep 5", "1 roll 2 4", "1 keep 4")
    first = table.history()[0].index
    change = table.preview(first, Event.parse("0 roll 3 4"))
    assert (change.scores_before, change.scores_after) == ((5, 4), (0, 0))
    assert [str(s.event) for s in change.dropped] == ["0 keep 5", "1 roll 2 4", "1 keep 4"]
    assert table.view.scores == (5, 4)
    table.correct(first, Event.parse("0 roll 5 6"), "Ben", "it was a six")
    assert table.view.scores == (5, 4)
    step = table.history()[0]
    assert (str(step.event), str(step.corrected_from), step.who, step.why) == (
        "0 roll 5 6",
        "0 roll 3 5",
        "Ben",
        "it was a six",
    )
    assert Table.resume(journal, table.id, GAMES).state == table.state
    assert table.was_corrected
    play(table, "0 roll 1 1")
    assert not table.was_corrected


def test_table_refuses_an_impossible_correction_and_changes_nothing(journal, table):
    play(table, "0 roll 3 5", "0 keep 5")
    rolled, kept = (s.index for s in table.history())
    written = journal.next_seq
    for index, text, sentence in (
        (rolled, "0 roll 3", "does not fit"),
        (rolled, "0 roll 6 6", "never count"),
        (kept, "1 keep 5", "stays theirs"),
        (999, "0 keep 5", "no event that counts"),
    ):
        with pytest.raises(IllegalEvent, match=sentence):
            table.correct(index, Event.parse(text), "Ben", "")
    assert (table.view.scores, journal.next_seq) == ((5, 0), written)


def test_table_moves_only_after_the_journal_has_it(journal, table):
    journal.close()
    before = table.view
    with pytest.raises(JournalError):
        play(table, "0 roll 3 5")
    assert table.view == before
    assert table.history() == ()


def test_table_refuses_wrong_seats_and_settings(journal):
    with pytest.raises(IllegalEvent, match="2 to 4, not 5"):
        Table.begin(journal, TOY, "abcde")
    with pytest.raises(IllegalEvent, match="no setting 'gaol'"):
        Table.begin(journal, TOY, "ab", {"gaol": "12"})
    with pytest.raises(IllegalEvent, match="goal cannot be '13'"):
        Table.begin(journal, TOY, "ab", {"goal": "13"})
    assert journal.next_seq == 1


def test_table_says_which_game_it_cannot_resume(journal, table):
    with pytest.raises(JournalError, match="no game 'x-9'"):
        Table.resume(journal, "x-9", GAMES)
    with pytest.raises(JournalError, match="begun with toy edition 1"):
        Table.resume(journal, table.id, {})


def test_table_tells_waiting_pages_of_a_change(table):
    seen = []
    version = table.version
    waiter = threading.Thread(target=lambda: seen.append(table.wait(version, 30)))
    waiter.start()
    play(table, "0 roll 3 5")
    waiter.join()
    assert seen == [table.version]


def test_table_hands_printed_values_on_to_be_remembered(journal):
    from dataclasses import replace

    from companion.model import Prompt

    def asking(state):
        return (*TOY.prompts(state), Prompt(0, CATALOGUE_VERB, (("goal",), ("*",))))

    learnt = []
    game = replace(TOY, prompts=asking, apply=lambda s, e: s if e.verb == CATALOGUE_VERB else TOY.apply(s, e))
    table = Table.begin(journal, game, "ab", remember=lambda name, values: learnt.append((name, dict(values))))
    play(table, "0 catalogue goal 20")
    assert learnt == [("toy", {"goal": "20"})]
    table.undo(0, "test", table.view.numbers[0])
    assert learnt[1:] == [("toy", {"goal": None})]


def test_what_nobody_awaits_is_refused_by_the_rule_that_forbids_it(journal):
    """A sentence of the rules says more than that it is not possible now."""
    table = Table.begin(journal, find_game("rolling-heights"), ("Ann", "Ben"))
    with pytest.raises(IllegalEvent) as refused:
        table.submit(Event.parse("0 stop"), "panel", table.view.numbers[0])
    assert refused.value.rule == "RH-045"
