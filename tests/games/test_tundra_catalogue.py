"""Printed values: asked once, checked, remembered; play goes on before they are complete."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.printed import COMMON_GOALS, layout_of, printed_of, problems, shipped
from companion.games.tundra.rehearsal import layout
from companion.games.tundra.rules import advance
from companion.games.tundra.state import Board, Tile
from companion.games.tundra.steps import EndRound
from companion.model import CATALOGUE_VERB
from tests.games.test_tundra_kit import boards, copy_of, is_offered, me, play, refusal, said, turn, verbs, words


def lacking(prefix):
    return {k: v for k, v in copy_of().items() if not k.startswith(prefix)}


def test_only_certain_values_are_shipped():
    """TU-170 TU-175 TU-179 TU-189: five rows stand in the text, everything else is null."""
    assert shipped() == {
        "board.travel.basic.3": "mp-1",
        "board.gathering.basic.4": "gather-3",
        "board.gathering.upgraded.6": "any-4",
        "board.gathering.upgraded.5": "any-4",
        "board.trade.basic.3": "berry-2+upgrade-4",
    }


def test_a_row_is_asked_alone_or_with_its_whole_side():
    """TU-006 TU-007: one tap, or a form of all rows that are not known yet."""
    state = play(turn(dice="5", boards=boards(), catalogue=lacking("board.travel")), "0 use 5 travel")
    one, form = GAME.prompts(state)
    assert one.options == (("board.travel.basic.5",), ("mp-2", "mp-1"))
    assert [words[0] for words in form.options[::2]] == [f"board.travel.basic.{n}" for n in (6, 5, 4, 2, 1)]
    state = play(state, "0 catalogue " + " ".join(f"board.travel.basic.{n} mp-2" for n in (6, 5, 4, 2, 1)))
    assert state.steps[0].parts[0].n == 2
    assert state.printed.get("board.travel.basic.1") == "mp-2"
    assert state.printed.get("board.travel.basic.3") == "mp-1"


def test_a_value_is_asked_only_once():
    state = play(turn(dice="5 5", boards=boards(), catalogue=lacking("board.gathering")), "0 use 5 gathering")
    state = play(state, "0 catalogue board.gathering.basic.5 gather-4")
    again = GAME.start(2, {}, dict(state.printed.pairs))
    assert again.printed.get("board.gathering.basic.5") == "gather-4"


def test_a_card_may_do_anything_that_can_be_written():
    """TU-125 TU-126: words from the list, free effect words, nothing, or by hand."""
    own = (boards()[0], Board(starter="s09"), *boards()[2:])
    state = play(turn(dice="5", boards=own, catalogue=lacking("starter.")), "0 use 5 travel")
    assert refusal(state, "0 catalogue starter.s09.row5 gold-3")[1].startswith(
        "'gold-3' cannot stand for row 5 of card s09"
    )
    assert is_offered(state, "0 catalogue starter.s09.row5 berry-1+peat-1")
    assert words(play(state, "0 catalogue starter.s09.row5 berry-1+peat-1"), "do") == {"travel", "s09"}
    assert verbs(play(state, "0 catalogue starter.s09.row5 nothing")) == {"move", "done"}


def test_a_card_listed_once_is_known_in_the_next_game():
    """TU-205: with what it does as its label."""
    state = turn(dice="4", boards=boards())
    (prompt,) = [p for p in GAME.prompts(play(state, "0 use 4 trade")) if p.verb == "take"]
    assert dict(prompt.labels)["c01"] == "c01: advisor, 2 berries"


def test_values_that_cannot_be_right_are_asked_again():
    bad = {"start.berries": "99", "board.travel.basic.6": "mp-7", "city.c41.kind": "advisor", "layout.2.Z9": "glade"}
    assert not any(key in printed_of(bad).known for key in bad)
    assert printed_of({"board.trade.upgraded.1": "card-2+berry-1"}).get("board.trade.upgraded.1") == "card-2+berry-1"


def test_the_layout_can_be_drawn_and_kept():
    """TU-024 TU-025 TU-284: glade by glade, edge by edge, until all are there."""
    state = GAME.start(2, {"special": "on"}, lacking("layout."))
    state = play(state, "0 character elisabeth", "1 character polkan", "0 title wisdom", "1 title generous")
    state = play(state, "0 settle C6", "0 starts D5 D6")
    state = play(state, "0 tile D5 peat", "0 tile D6 peat", "1 settle J5")
    state = play(state, "1 starts I5 I6", "1 tile I5 peat", "1 tile I6 peat")
    for where in ("E5", "F5", "G5", "H5", "E6", "F6", "G6", "H6"):
        state = play(state, f"0 glade {where}")
    assert len(state.tiles) == 12
    assert words(state, "edge") == {t.hex for t in state.tiles}
    (keep,) = [p for p in GAME.prompts(state) if p.verb == CATALOGUE_VERB]
    kept = play(state, "0 catalogue " + " ".join(word for (word,) in keep.options))
    assert layout_of(kept.printed, "2") == {k[len("layout.2.") :]: v for k, v in layout(2).items()}
    assert "kept for the next game" in said(kept)
    assert CATALOGUE_VERB not in verbs(kept)
    state = play(state, "0 edge E5")
    assert (state.edges, verbs(play(state, "0 begin"))) == (("E5",), {"starter"})


def test_the_map_found_in_play_is_kept_with_one_tap():
    """TU-025: at the end, if there is something new."""
    state = turn(catalogue=lacking("layout.2.E"))
    found = tuple(Tile(where, "peat") for where in ("D5", "D6", "I5", "I6", "E5"))
    state = advance(replace(state, tiles=found, round=4, steps=(EndRound(),)))
    kept = play(state, "0 catalogue layout.2.E5 glade")
    assert (kept.steps, kept.printed.get("layout.2.E5")) == ((), "glade")
    assert "kept for the next game" in said(kept)
    assert play(state, "0 done").printed.get("layout.2.E5") == ""


@pytest.mark.parametrize(
    ("values", "words_said"),
    [
        ({f"glade.g{n:02}.dots": "0" for n in range(1, 25)}, "glade list"),
        ({f"starter.s{n:02}.dots": "0" for n in range(1, 17)}, "starter list"),
        (
            {
                f"goal.{g}.dots": "0"
                for g in ("cards", "upgrades", "berries", "towers", "workers", "firewood", "stone", "peat", "resources")
            },
            "common goals",
        ),
    ],
)
def test_lists_that_cannot_be_right_are_mentioned(values, words_said):
    """TU-024 TU-031 TU-036: the numbers of tiles and cards with dots are known."""
    (sentence,) = problems(printed_of(values))
    assert words_said in sentence
    assert sentence in GAME.view(GAME.start(2, {}, values)).advice
    assert problems(printed_of({})) == ()
    right = {f"glade.g{n:02}.dots": "0" if n <= 12 else "3" if n <= 18 else "4" for n in range(1, 25)}
    right |= {f"starter.s{n:02}.dots": "0" if n <= 8 else "3" if n <= 12 else "4" for n in range(1, 17)}
    right |= {f"goal.{g}.dots": "3" if g in ("cards", "stone", "peat") else "0" for g in COMMON_GOALS}
    assert problems(printed_of(right)) == ()


def test_what_was_asked_is_said():
    state = play(turn(dice="5", boards=boards(), catalogue=lacking("board.gathering")), "0 use 5 gathering")
    state = play(state, "0 catalogue board.gathering.basic.5 gather-4")
    assert "row 5 of Gathering, basic side: gather 4." in said(state)
    assert me(state).boards[2].dice[4] == "5"
