"""From a tray at rest to an accepted event, with fakes of our own ports only."""

from dataclasses import replace

import pytest

from companion.changes import Changes
from companion.errors import CompanionError, UnclearRoll
from companion.journal import Journal
from companion.model import Event, Observation, Piece, roll_prompt
from companion.referee import Referee
from companion.table import Table
from tests.toygame import TOY


def die(face, x=0, doubtful=False, color=""):
    return Piece("d6", str(face), color, box_px=(x, 0, 40, 40), doubtful=doubtful)


def see(*pieces, doubts=()):
    return Observation(tuple(pieces), doubts)


class Desk:
    """A table with a referee whose eyes see what the test lays down."""

    def __init__(self, path):
        self.journal = Journal(path)
        self.changes = Changes()
        self.table = Table.begin(self.journal, TOY, ("Ann", "Ben"), changes=self.changes)
        self.seen = see()
        self.expected = []
        self.referee = Referee(lambda: self.table, self, self.changes)

    def read(self, frame, expect):
        self.expected.append(expect)
        if isinstance(self.seen, Exception):
            raise self.seen
        return self.seen

    def keep(self, frame):
        return f"photo of {frame}"

    def circumstances(self):
        return {"profile": "abc"}

    def roll(self, *pieces, **more):
        self.seen = see(*pieces, **more)
        self.referee.watch("moving", (640, 480))
        self.referee.watch("settling", (640, 480))
        self.referee.rest("frame")

    def say(self, text):
        event = Event.parse(text)
        self.table.submit(event, "panel", self.table.view.numbers[event.seat])

    @property
    def events(self):
        return [str(s.event) for s in self.table.history()]


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path / "j.sqlite")
    yield desk
    desk.journal.close()


def test_referee_counts_a_clear_roll_with_its_photograph_and_reading(desk):
    desk.roll(die(5), die(3, x=90))
    assert desk.events == ["0 roll 3 5"]
    assert desk.expected == [{"d6": 2, "meeple": 0}]
    step = desk.table.history()[0]
    assert (step.source, step.evidence, desk.referee.live.unclear) == ("camera", "photo of frame", "")
    body = list(desk.journal.entries())[-1].body
    assert (body["reading"]["profile"], body["reading"]["expected"]) == ("abc", {"d6": 2, "meeple": 0})
    assert body["reading"]["pieces"][0] == ["d6", "5", "", [0, 0, 40, 40], True, 1.0]


def test_referee_asks_about_a_doubtful_piece_and_counts_the_answer(desk):
    desk.roll(die(5), die(3, x=90, doubtful=True))
    assert desk.events == []
    assert "Not sure about 1" in desk.referee.live.unclear
    assert desk.referee.live.proposal == "0 roll 3 5"
    desk.referee.answer(1, "2")
    assert desk.events == ["0 roll 2 5"]
    assert desk.table.history()[0].source == "camera, told"


def test_referee_asks_on_until_every_doubtful_piece_is_told(desk):
    doubts = ("The left die is not clear.", "The right die is not clear.")
    desk.roll(die(5, doubtful=True), die(3, x=90, doubtful=True), doubts=doubts)
    desk.referee.answer(0, "6")
    assert (desk.events, desk.referee.live.unclear) == ([], " ".join(doubts))
    desk.referee.answer(1, "3")
    assert desk.events == ["0 roll 3 6"]


def test_referee_counts_the_whole_reading_when_a_person_accepts_it(desk):
    desk.roll(die(5), die(3, x=90, doubtful=True), doubts=("It is dark.",))
    desk.referee.accept()
    assert desk.events == ["0 roll 3 5"]


def test_referee_lets_a_person_take_a_roll_whose_colors_deceive_the_eyes(desk):
    """A person sees whose dice they are: one tap, and faces count as they were read."""
    red = (roll_prompt(0, "roll", ("d6/red", "d6/red")),)
    painted = replace(TOY, prompts=lambda state: red, view=lambda state: replace(TOY.view(state), prompts=red))
    desk.table = Table.begin(desk.journal, painted, ("Ann", "Ben"), changes=desk.changes)
    desk.roll(die(5, color="red"), die(3, x=90, color="orange"))
    live = desk.referee.live
    assert (desk.events, live.proposal) == ([], "0 roll red:3 red:5")
    assert live.unclear == "1 × red die missing: outside the tray? 1 × orange die too many: take it out."
    desk.referee.accept()
    assert desk.events == ["0 roll red:3 red:5"]


def test_referee_does_not_count_a_roll_that_was_typed_while_it_came_to_rest(desk):
    desk.referee.watch("moving", (640, 480))
    desk.seen = see(die(5), die(3, x=90))
    desk.say("0 roll 3 5")
    desk.referee.rest("frame")
    assert desk.events == ["0 roll 3 5"]
    assert "A roll was typed while this one fell" in desk.referee.live.unclear


def test_referee_does_not_count_a_typed_roll_twice_even_if_the_next_roll_would_look_alike(desk):
    """Ann types her roll and keeps a die; Ben is on; what lies there is still Ann's roll."""
    desk.referee.watch("moving", (640, 480))
    desk.seen = see(die(5), die(3, x=90))
    desk.say("0 roll 3 5")
    desk.say("0 keep 5")
    desk.referee.rest("frame")
    assert desk.events == ["0 roll 3 5", "0 keep 5"]
    assert "A roll was typed while this one fell" in desk.referee.live.unclear


def test_referee_asks_whether_a_roll_counts_that_began_before_it_was_called_for(desk):
    desk.roll(die(5), die(3, x=90))
    desk.referee.watch("moving", (640, 480))
    desk.seen = see(die(2, x=300), die(4, x=200))
    desk.say("0 keep 5")
    desk.referee.rest("frame")
    assert desk.events == ["0 roll 3 5", "0 keep 5"]
    assert "read again" in desk.referee.live.unclear
    desk.referee.recheck()
    assert desk.events[-1] == "1 roll 2 4"


def test_referee_sees_a_die_being_kept_from_what_is_left(desk):
    desk.roll(die(5), die(3, x=90))
    desk.roll(die(3, x=91))
    assert desk.events == ["0 roll 3 5", "0 keep 3"]


def test_referee_does_not_take_leftover_pieces_for_the_next_roll(desk):
    desk.roll(die(5), die(3, x=90))
    desk.say("0 keep 5")
    desk.roll(die(5, x=2), die(3, x=92))
    assert desk.events == ["0 roll 3 5", "0 keep 5"]
    assert desk.referee.live.unclear == ""
    desk.referee.watch("empty", (640, 480))
    desk.roll(die(5, x=2), die(3, x=92))
    assert desk.events[-1] == "1 roll 3 5"


def test_referee_still_counts_a_throw_after_a_piece_too_many_was_taken_out(desk):
    desk.roll(die(5), die(3, x=90), die(1, x=200))
    assert "1 × die too many" in desk.referee.live.unclear
    desk.roll(die(5), die(3, x=90))
    assert desk.events == ["0 roll 3 5"]


def test_referee_does_not_count_what_it_did_not_see_fall(desk):
    desk.seen = see(die(5), die(3, x=90))
    desk.referee.rest("frame", thrown=False)
    assert desk.events == []
    assert "lay in the tray already" in desk.referee.live.unclear
    desk.referee.recheck()
    assert desk.events == ["0 roll 3 5"]


def test_referee_says_what_the_rules_refuse(desk):
    desk.roll(die(6), die(6, x=90))
    assert (desk.events, desk.referee.live.unclear) == ([], "Two sixes never count; roll again.")


def test_referee_shows_why_a_picture_cannot_be_read_and_goes_on(desk):
    desk.seen = CompanionError("The picture is black; take the cap off.")
    desk.referee.watch("moving", (640, 480))
    assert desk.referee.rest("frame") is None
    assert desk.referee.live.unclear == "The picture is black; take the cap off."
    desk.roll(die(5), die(3, x=90))
    assert desk.events == ["0 roll 3 5"]


def test_referee_refuses_answers_to_nothing(desk):
    for call in (desk.referee.accept, lambda: desk.referee.answer(0, "3"), desk.referee.recheck):
        with pytest.raises(UnclearRoll):
            call()
    desk.roll(die(5), die(3, x=90, doubtful=True))
    with pytest.raises(UnclearRoll, match="no piece 7"):
        desk.referee.answer(7, "3")
