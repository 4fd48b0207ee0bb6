"""The tray read by what the rules await: rolls, drafts, rerolls; and a whole game by camera and taps."""

import random
from dataclasses import replace

import pytest

from companion.errors import UnclearRoll
from companion.games.rollopolis import GAME
from companion.interpret import interpret, lying_still
from companion.journal import Journal
from companion.model import Event, Observation, Piece
from companion.table import Table
from tests.games.test_rollopolis_positions import SHEET, act, begun, drafted

COMMUNITY = ". . . . . . . . . . . . L . . . . . . . . . . . ."


def seen(*faces, shift=0.0):
    """Dice lying in the tray in a row; another shift is another throw."""
    pieces = tuple(Piece("d6", str(f), box_px=(60.0 * i + shift, shift, 40, 40)) for i, f in enumerate(faces))
    return Observation(pieces)


def read(state, observation, lying=()):
    """The event an observation means, given the pieces that were not thrown."""
    return str(interpret(observation, GAME.prompts(state), lying=lying))


def test_pool_roll_is_read():
    """RO-004 RO-031"""
    assert read(begun(2), seen(6, 1, 3, 3, 5)) == "0 roll 1 3 3 5 6"
    assert read(begun(1), seen(4, 4, 2)) == "0 roll 2 4 4"


def test_terrain_roll_is_read():
    """RO-021"""
    assert read(GAME.start(2, {}, SHEET), seen(6, 1)) == "0 roll 1 6"


@pytest.mark.parametrize("faces", [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6)])
def test_wrong_number_of_dice_is_said(faces):
    """RO-004: too few and too many."""
    with pytest.raises(UnclearRoll) as caught:
        read(begun(2), seen(*faces))
    assert "1 × die" in str(caught.value)


def test_missing_die_is_the_drafted_one():
    """RO-035 RO-038: among equal dice only the value matters; two gone at once is a question."""
    state = act(begun(2), "roll 1 3 3 5 6")
    assert read(state, seen(1, 3, 5, 6)) == "0 draft 3"
    assert read(state, seen(6, 5, 3, 3)) == "0 draft 1"
    with pytest.raises(UnclearRoll):
        read(state, seen(1, 5, 6))


def test_drafted_die_thrown_back_is_a_reroll():
    """RO-140 RO-141: the others lie still, the new face is read."""
    state = drafted(4, seats=1, district=COMMUNITY)
    lying = seen(1, 2)
    thrown = Observation((*lying.pieces, Piece("d6", "6", box_px=(300.0, 90.0, 40, 40))))
    assert read(state, thrown, lying.pieces) == "0 reroll 6"


def test_dice_that_lie_still_are_no_reroll():
    """RO-140: a draft by tap leaves the die in the tray, which is not a throw."""
    state = drafted(4, seats=1, district=COMMUNITY)
    lying = seen(1, 2, 4)
    with pytest.raises(UnclearRoll):
        read(state, lying, lying.pieces)


def test_colours_of_dice_mean_nothing():
    """RO-005: pool, draft and reroll are read alike whatever colours the eyes tell, and if they tell them once only."""

    def painted(observation, *colors):
        paints = zip(observation.pieces, colors, strict=True)
        return Observation(tuple(replace(piece, color=color) for piece, color in paints))

    assert read(begun(2), painted(seen(6, 1, 3, 3, 5), "red", "", "white", "ivory", "blue")) == "0 roll 1 3 3 5 6"
    state = act(begun(2), "roll 1 3 3 5 6")
    assert read(state, painted(seen(1, 3, 5, 6), "red", "red", "", "black")) == "0 draft 3"
    drafting = drafted(4, seats=1, district=COMMUNITY)
    before, now = painted(seen(1, 2), "white", ""), painted(seen(1, 2, 6), "ivory", "red", "red")
    assert read(drafting, now, lying_still(now, before.pieces)) == "0 reroll 6"


def test_nothing_is_read_without_a_local_community():
    with pytest.raises(UnclearRoll):
        read(drafted(4, seats=1), seen(1, 2, 6))


def test_drafts_can_be_undone_and_rolls_cannot():
    """RO-147"""
    state = act(begun(2), "roll 1 3 3 5 6")
    assert {p.is_roll for p in GAME.prompts(state)} == {False}
    assert [p.is_roll for p in GAME.prompts(drafted(4, district=COMMUNITY)) if p.verb == "reroll"] == [True]
    assert GAME.prompts(begun(2))[0].is_roll


# ---------------------------------------------------------------------------------------------- a whole game


class Hands:
    """Somebody at the table who throws dice, takes them out and taps the rest."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.read = 0

    def next_event(self, state):
        prompts = [p for p in GAME.prompts(state) if not p.reason and p.verb != "catalogue"]
        shown = [p for p in prompts if p.tray]
        taps = [p for p in prompts if not p.tray and p.verb != "forgo"] or [p for p in prompts if not p.tray]
        if not shown or (taps and self.dice.random() < 0.7):
            prompt = self.dice.choice(taps)
            return Event(prompt.seat, prompt.verb, tuple(self.dice.choice(words) for words in prompt.options))
        return self.by_camera(self.dice.choice(shown), prompts)

    def by_camera(self, prompt, prompts):
        faces = [item.partition(":")[2] for item in prompt.tray]
        thrown = [f or str(self.dice.randint(1, 6)) for f in faces]
        now = seen(*thrown)
        lying = tuple(piece for piece, face in zip(now.pieces, faces, strict=True) if face)
        self.read += 1
        return interpret(now, prompts, lying=lying)


@pytest.mark.parametrize("seats", [1, 3])
def test_whole_game_at_a_table_by_camera_and_taps(tmp_path, seats):
    """RO-030 RO-165: every roll and draft is read from the tray, the rest is tapped; it ends and resumes alike."""
    journal = Journal(tmp_path / "journal.sqlite")
    names = ("Anna", "John", "Sarah")[:seats]
    table = Table.begin(journal, GAME, names, catalogue=SHEET)
    hands = Hands(seats)
    while table.view.prompts:
        event = hands.next_event(table.state)
        source = "camera" if event.verb in ("roll", "draft", "lot", "reroll") else "panel"
        table.submit(event, source, table.view.numbers[event.seat])
    assert hands.read > 20
    assert table.view.winners
    assert table.view.scores == tuple(sum(line.points for line in lines) for lines in table.view.breakdown)
    again = Table.resume(journal, table.id, {"rollopolis": GAME})
    assert again.state == table.state
    journal.close()
    assert replace(again.view, numbers=()) == replace(table.view, numbers=())
