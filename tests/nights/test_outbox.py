"""Which entries are sent when: in order, again after silence, and never more than a window ahead."""

import json
import random

import pytest

from companion.journal import Journal
from companion.network.outbox import MOST_BYTES, MOST_ENTRIES, MOST_PATIENCE_S, PATIENCE_S, WINDOW, Outbox


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def journal(tmp_path):
    made = Journal(tmp_path / "journal.sqlite")
    yield made
    made.close()


@pytest.fixture
def outbox(journal):
    made = Outbox(journal.path, Clock())
    yield made
    made.close()


def fill(journal, n, body=None):
    journal._db.execute("BEGIN")
    for _ in range(n):
        journal.append("g", "event", body or {"event": "0 roll 6"})
    journal._db.execute("COMMIT")
    return journal.next_seq - 1


def sent(outbox, size):
    """The numbers of all entries that are sent now."""
    numbers = []
    while batch := outbox.next_batch(size):
        assert len(batch) <= MOST_BYTES or b"\n" not in batch
        lines = [json.loads(line)[0] for line in batch.split(b"\n")]
        assert len(lines) <= MOST_ENTRIES
        numbers += lines
        outbox.is_sent()
    return numbers


def test_without_a_hub_only_what_is_new_is_sent_and_never_again(journal, outbox):
    outbox.begin(fill(journal, 5))
    assert sent(outbox, fill(journal, 3)) == [6, 7, 8]
    outbox._clock.now += 10 * MOST_PATIENCE_S
    assert sent(outbox, 8) == []


def test_first_answer_of_a_hub_brings_everything_it_lacks(journal, outbox):
    outbox.begin(fill(journal, 500))
    outbox.take_answer(0, again=False)
    assert sent(outbox, 500) == list(range(1, 501))


def test_window_limits_what_is_under_way(journal, outbox):
    size = fill(journal, 3 * WINDOW)
    outbox.begin(size)
    outbox.take_answer(0, again=True)
    assert sent(outbox, size) == list(range(1, WINDOW + 1))
    outbox.take_answer(300, again=False)
    assert sent(outbox, size) == list(range(WINDOW + 1, WINDOW + 301))


def test_what_is_not_answered_is_sent_again_ever_more_rarely_and_a_little_at_a_time(journal, outbox):
    size = fill(journal, WINDOW)
    outbox.begin(size)
    outbox.take_answer(0, again=True)
    assert len(sent(outbox, size)) == WINDOW
    waits = []
    for _ in range(7):
        waited = 0
        while not (numbers := sent(outbox, size)):
            outbox._clock.now += 1
            waited += 1
        assert numbers == list(range(1, MOST_ENTRIES + 1))
        waits.append(waited)
    assert waits[0] == PATIENCE_S + 1
    assert waits == sorted(waits)
    assert waits[-1] == MOST_PATIENCE_S + 1
    outbox.take_answer(MOST_ENTRIES, again=False)
    assert sent(outbox, size) == list(range(MOST_ENTRIES + 1, WINDOW + 1))


def test_large_entries_make_small_batches(journal, outbox):
    outbox.begin(0)
    outbox.take_answer(0, again=True)
    size = fill(journal, 20, {"reading": "x" * (MOST_BYTES // 3)})
    assert sent(outbox, size) == list(range(1, 21))


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_lost_on_the_way_everything_arrives_once_and_in_order(journal, outbox, seed):
    """A hub that takes what follows and asks again for the rest, over a network that loses messages both ways."""
    dice, have, arrived = random.Random(seed), 0, []
    size = fill(journal, 700)
    outbox.begin(size)
    for _ in range(3000):
        batch = outbox.next_batch(size)
        if batch is not None:
            outbox.is_sent()
            if dice.random() < 0.3:
                continue
            numbers = [json.loads(line)[0] for line in batch.split(b"\n")]
            gap = numbers[0] > have + 1
            arrived += [n for n in numbers if n > have] if not gap else []
            have = len(arrived)
            if dice.random() < 0.7:
                outbox.take_answer(have, again=gap)
        elif outbox._confirmed is None:
            outbox.take_answer(have, again=True)
        else:
            outbox._clock.now += 1
        if have == size:
            break
    assert arrived == list(range(1, 701))
