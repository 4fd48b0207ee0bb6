"""Each house rule of Meeple Towers, both ways."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.rehearsal import arranged, made_up_copy, play
from companion.games.meeple_towers.scoring import finish, share_tokens
from companion.games.meeple_towers.sheets import setup
from tests.games.test_meeple_towers_table import (
    I3,
    begin,
    copy_of,
    covered_row,
    fault_of,
    height,
    offered,
    raised,
    refusal,
)


def test_settings_have_the_specification_defaults():
    assert {setting.name: setting.words[0] for setting in GAME.settings} == {
        "board": "auto",
        "tiles": "regular",
        "start-player": "first-seat",
        "teams": "off",
        "take-that": "off",
        "empty-plan": "allowed",
        "strict-half": "off",
        "overhang": "refused",
        "surface-icons": "ignored",
        "short-supports": "score",
        "token-sharing": "sequential",
        "tile-thickness": "ignored",
    }


@pytest.mark.parametrize(("seats", "label"), [(2, "5x5"), (3, "1F+2F"), (4, "1F+2F")])
def test_board_auto_follows_the_number_of_seats(seats, label):
    assert GAME.start(seats, {}, made_up_copy()).house.board == label


def test_start_player_must_sit_at_the_table():
    with pytest.raises(IllegalEvent, match="sit at the table"):
        GAME.start(3, {"start-player": "fourth-seat"}, {})


def test_empty_plan_can_be_refused():
    state = begin(settings={"empty-plan": "refused"})
    assert refusal(state, "0 plan")[0] == "MT-021"
    assert next(p.reason for p in GAME.prompts(state) if p.verb == "plan")


def test_strict_half_demands_everything_but_workers():
    state = play(begin(settings={"strict-half": "on"}), ["0 play 1A"])
    assert refusal(state, "0 done")[0] == "MT-026"
    assert next(p.reason for p in GAME.prompts(state) if p.verb == "done")
    assert play(state, ["0 support a1", "0 done"]).turn == 1


def test_strict_half_demands_a_tile_that_surely_fits():
    state = arranged(begin(settings={"strict-half": "on"}), {"a1": (0,), "c1": (0,)})
    assert refusal(play(state, ["0 play 1B"]), "0 done")[0] == "MT-026"


def test_possible_action_may_be_declined():
    """MT-026: a support could be placed, and is not."""
    state = play(begin(), ["0 play 2A", "0 done"])
    assert (state.turn, state.supports) == (1, (16, 16))


def test_impossible_half_is_skipped():
    """MT-026: nothing can be moved or swapped, so the turn passes by itself and says so."""
    state = play(begin(), ["0 play 6B"])
    assert (state.turn, state.played[0]) == (1, (6,))
    assert "Not possible and skipped" in state.happened[-1]


def test_overhang_lets_a_tile_stick_out():
    """MT-048: over the edge only with the house rule; what lies outside the board carries nothing."""
    catalogue = copy_of() | {"tile.regular.1.1.icon.3": "no"}
    stacks = {"d1": (0,), "e1": (0,)}
    inside = play(arranged(begin(catalogue=catalogue), stacks), ["0 play 1B", "0 take 1.1"])
    assert refusal(inside, "0 construct 0 d1")[0] == "MT-048"
    state = arranged(begin(settings={"overhang": "allowed"}, catalogue=catalogue), stacks)
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 d1"])
    assert (height(state, "d1"), height(state, "e1"), state.tower.levels[0].cells[2]) == (1, 1, -1)
    assert state.scores == (6 + 6, 0)


def test_surface_icons_are_asked_where_they_matter():
    state = arranged(begin(settings={"surface-icons": "required"}), {"a2": (0,), "c2": (0,)})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a2"])
    assert [ask.key for ask in state.question.asks] == ["icon.5x5.b2"]
    no = play(state, ["0 catalogue icon.5x5.b2 yes"])
    assert no.happened == ("The covered square b2 shows an icon and has no support.",)
    assert height(play(state, ["0 catalogue icon.5x5.b2 no"]), "b2") == 1


@pytest.mark.parametrize(("setting", "rule"), [("ignored", None), ("required", "MT-049")])
def test_surface_icons_of_tiles_count_too(setting, rule):
    """MT-049: c1 shows the lower tile's icon and has no support."""
    state = covered_row({"surface-icons": setting})
    if state.question is not None:
        state = play(state, ["0 catalogue icon.5x5.b1 no"])
    state = raised(arranged(state, {"b1": (1,), "d1": (0, 0)}), {"d1": 1})
    no = fault_of(state, I3, "0", "b1")
    assert (no.rule if no else None) == rule


def test_short_supports_can_be_left_out():
    """MT-059: with the house rule only supports that carry the tile score."""
    state = arranged(begin(settings={"short-supports": "ignored"}), {"a3": (0, 0), "b3": (1,), "c3": (0, 0)})
    assert play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a3"]).scores == (18, 0)


@pytest.mark.parametrize(
    ("sequential", "got"),
    [(True, (0, 3, 0, 0)), (False, (0, 1, 1, 1))],
)
def test_token_sharing_starts_with_the_active_seat(sequential, got):
    """MT-057 and MT-058: all that are due to one after another, or one each."""
    assert share_tokens((1, 3, 1, 1), 3, first=1, sequential=sequential) == got


def test_token_sharing_one_by_one_goes_round_again():
    assert share_tokens((0, 3, 1), 3, first=1, sequential=False) == (0, 2, 1)


def test_supports_count_only_above_the_next_surface():
    """MT-052: supports below the lower tile do not score for the upper one."""
    state = arranged(covered_row(), {"a1": (1,), "c1": (1,)})
    before = state.scores
    state = play(state, ["1 play 1B", "1 take 1.2", "1 construct 0 a1"])
    assert (before, state.scores) == ((12, 6), (12, 6 + 6 + 6))
    assert height(state, "b1") == 3


@pytest.mark.parametrize(("setting", "rule"), [("ignored", None), ("counted", "MT-047")])
def test_tile_thickness_can_be_counted(setting, rule):
    """MT-047: equally many supports, but a tile in only one of the piles."""
    state = raised(arranged(covered_row({"tile-thickness": setting}), {"c1": (1,), "e1": (0, 0)}), {"e1": 1})
    no = fault_of(state, I3, "0", "c1")
    assert (no.rule if no else None) == rule


def test_worker_supply_limits_workers():
    """MT-027: with no worker at home none can be placed, and the half is skipped."""
    words = ("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2")
    state = play(arranged(begin(), workers=dict.fromkeys(words, 0)), ["0 play 6A"])
    assert state.turn == 1
    both = play(arranged(begin(), workers=dict.fromkeys(words, 0)), ["0 play 1A"])
    assert refusal(both, "0 worker purple a4") == ("MT-027", "No worker left in your supply.")
    assert offered(both, "worker") == ()


def test_plain_square_gives_no_token():
    """MT-055: a worker swapped onto a square without a location goes home without a token."""
    state = begin(catalogue=copy_of() | {"square.5x5.b2": "plain"})
    state = arranged(state, {"a2": (0,), "c2": (0,)}, {"b2": 1})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a2"])
    assert (state.workers, state.tokens) == ((8, 8), ((0, 0, 0), (0, 0, 0)))


def test_advanced_side_has_its_own_values():
    """MT-010: the other side of the same tiles."""
    copy = made_up_copy()
    boxes = [GAME.start(2, {"tiles": side}, copy).printed.tile((0, 0)).box for side in ("regular", "advanced")]
    assert boxes == [6, 8]


def test_teams_tie_counts_workers_of_both_partners():
    """MT-071 and MT-088: one worker each of the first team beats one of the second team on the same level."""
    state = arranged(begin(4, {"teams": "opposite"}), workers={"a1": 0, "b1": 2, "c1": 1})
    over = finish(replace(state, track=(9, 9), ending=("over",)))
    assert over.winners == (0, 2)
    assert over.happened == ("The tie goes to @0 and @2: more workers higher up.",)


def test_variants_are_named_in_the_set_up():
    rows = dict(setup(begin(4, {"teams": "opposite", "take-that": "on"})).rows)
    assert rows["Teams"] == "@0 and @2 against @1 and @3: partners sit opposite, one marker per team."
    assert rows["Take That"] == "Swap and move may be used on anybody's pieces."
