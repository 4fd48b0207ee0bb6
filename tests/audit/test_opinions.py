"""What each reader said by itself is kept apart in the record: the network, the count of pips, and a person."""

import pytest

from companion.audit.ledger import Ledger
from companion.audit.page import differing
from companion.audit.showing import show_lines, shown
from companion.changes import Changes
from companion.journal import Journal
from companion.model import Observation, Opinion, Piece
from companion.referee import Referee
from companion.table import Table
from tests.toygame import TOY

SURE = Piece("d6", "5", box_px=(0, 0, 40, 40), opinions=(Opinion("network", "5", confidence=0.99),))
SPLIT = Piece("d6", "3", box_px=(90, 0, 40, 40), confidence=0.6, doubtful=True,
              opinions=(Opinion("network", "3", confidence=0.7), Opinion("pips", "2")))  # fmt: skip


class Eyes:
    """Sees what the test lays down."""

    def read(self, frame, expect):
        return Observation((SURE, SPLIT))

    def keep(self, frame):
        return ""

    def circumstances(self):
        return {}


@pytest.fixture
def desk(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table.begin(journal, TOY, ("Ann", "Ben"))
    referee = Referee(lambda: table, Eyes(), Changes())
    referee.watch("moving", (640, 480))
    referee.rest("frame")
    yield journal, referee
    journal.close()


def kept(journal):
    return list(journal.entries())[-1].body["reading"]


def test_answer_of_a_person_stands_beside_what_network_and_pips_said(desk):
    journal, referee = desk
    referee.answer(1, "2")
    reading = kept(journal)
    assert [piece[1] for piece in reading["pieces"]] == ["5", "2"]
    assert reading["opinions"] == [
        [["network", "5", "", 0.99]],
        [["network", "3", "", 0.7], ["pips", "2", "", 1.0], ["person", "2", "", 1.0]],
    ]
    assert differing(reading) == ["the network 3 (70%), the count of pips 2, a person 2"]


def test_person_who_accepts_a_reading_vouches_for_its_doubtful_pieces_alone(desk):
    journal, referee = desk
    referee.accept()
    assert [[o[0] for o in piece] for piece in kept(journal)["opinions"]] == [
        ["network"],
        ["network", "pips", "person"],
    ]


def test_show_says_what_each_reader_said(desk, tmp_path):
    journal, referee = desk
    referee.answer(1, "2")
    ledger = Ledger(journal, tmp_path / "audit")
    ledger.sign()
    said = list(show_lines(shown(journal, ledger, 2, tmp_path)))
    ledger.close()
    assert "  piece 2: the network 3 (70%), the count of pips 2, a person 2" in said


def test_reader_that_could_not_tell_does_not_disagree():
    reading = {"opinions": [[["network", "3", "", 0.9], ["pips", "", "", 1.0]]]}
    assert differing(reading) == [] and differing({}) == []


def test_every_piece_read_in_a_picture_has_the_network_s_own_opinion():
    from vision.cameras.simulated import random_rolls
    from vision.read import read

    pieces = [piece for picture in random_rolls(901, 2, (640, 480))[0] for piece in read(picture).pieces]
    assert len(pieces) > 4
    assert {piece.opinions[0].who for piece in pieces} == {"network"}
    alone = [piece for piece in pieces if len(piece.opinions) == 1 and piece.kind == "d6"]
    assert all(piece.opinions[0].face == piece.face for piece in alone)
    assert all(o.who == "pips" for piece in pieces for o in piece.opinions[1:])


@pytest.mark.parametrize(("face", "agrees"), [("3", True), ("2", True), ("6", False)])
def test_picture_read_again_agrees_with_the_person_or_with_what_the_camera_said_then(monkeypatch, face, agrees):
    """The camera took a two for a three, was told better, and errs again: nobody changed anything."""
    import cv2
    import numpy as np

    from companion.audit import rereading

    monkeypatch.setattr(rereading, "read", lambda image, expect: Observation((Piece("d6", face),)))
    _, jpeg = cv2.imencode(".jpg", np.zeros((40, 40, 3), np.uint8))
    opinions = [[["network", "3", "", 0.7], ["pips", "2", "", 1.0], ["person", "2", "", 1.0]]]
    reading = {"pieces": [["d6", "2", "", [0, 0, 9, 9], True, 1.0]], "opinions": opinions}
    assert rereading._again(7, reading, jpeg.tobytes()).agrees is agrees
