"""Cases beside the vectors: the other half of a rule, where a vector shows only one."""

import pytest

from companion.errors import IllegalEvent
from companion.games.meeple_towers.rehearsal import arranged, play, tile_values
from tests.games.test_meeple_towers_table import (
    I3_TOPS,
    SIX_STACKS,
    begin,
    copy_of,
    covered_row,
    offered,
    refusal,
    supports,
    worker,
)


def test_take_that_sends_a_worker_to_its_owner():
    """MT-072 and MT-073: my support takes the place of another player's worker."""
    state = play(arranged(begin(settings={"take-that": "on"}), workers={"c3": 1}), ["0 play 4A", "0 swap c3"])
    assert (worker(state, "c3"), supports(state, "c3")) == (-1, (0,))
    assert (state.supports, state.workers) == ((15, 16), (8, 8))


def test_family_lasts_while_its_first_stack_does():
    """MT-077: the last listed stack of a family being empty is not enough."""
    stacks = (("f", "i3", 1), ("f", "l3", 1), ("b", "i5", 19))
    catalogue = copy_of(stacks) | tile_values("2.1", (6, 3), (2, 3), I3_TOPS)
    state = arranged(begin(catalogue=catalogue), {"b3": (1,), "a4": (1,)})
    state = play(state, ["0 play 7A", "0 take 2.1", "0 construct 0 a3"])
    assert (state.ending, state.turn) == ((), 1)


def test_end_is_announced_once():
    """MT-080: the trigger stays as it was first met, though more become true."""
    state = arranged(begin(), {word: (0, 0) for word in (*SIX_STACKS, "b4")} | {"c4": (0,), "e1": (1,)})
    state = play(state, ["0 play 5A", "0 support e5"])
    assert "The game ends: @0 has put every support on the tower; 1 turn to play after this one." in state.happened
    after = play(state, ["1 play 1A", "1 support e4"])
    assert after.ending == state.ending
    assert not any("The game ends" in text for text in after.happened)


def test_all_shown_workers_can_be_placed():
    """MT-027: two shown, two placed, each on a square of its own."""
    state = play(begin(), ["0 play 3B", "0 worker blue a3"])
    assert (state.turn, refusal(state, "0 worker blue a3")[0]) == (0, "MT-033")
    state = play(state, ["0 worker blue b3"])
    assert (state.workers[0], state.turn) == (6, 1)


def test_tile_on_the_tower_is_not_in_its_stack():
    """MT-040 and MT-092: a placed tile is offered no more."""
    state = play(arranged(covered_row(), {"a3": (1,), "c3": (1,)}), ["1 play 1B"])
    assert offered(state, "take") == tuple(f"1.{n}" for n in range(2, 11))
    assert refusal(state, "1 take 1.1") == ("MT-040", "That tile is not in its stack; take one that is.")


def test_put_back_leaves_the_action_open():
    state = arranged(begin(), {"a1": (0,), "c1": (0,)})
    state = play(state, ["0 play 1B", "0 take 1.1"])
    assert refusal(state, "0 done")[0] == "MT-040"
    state = play(state, ["0 put-back", "0 take 1.2", "0 construct 0 a1"])
    assert [level.tile for level in state.tower.levels] == [(0, 1)]


def test_support_of_the_supply_runs_out_in_a_swap():
    """MT-060: no support at home, no swap of a worker."""
    stacks = {word: (0, 0) for word in (*SIX_STACKS, "b4", "c4")}
    state = play(arranged(begin(), stacks, {"a1": 0, "b1": 1}), ["0 play 6B"])
    assert refusal(state, "0 swap a1") == ("MT-060", "You have no support left in your supply.")
    assert refusal(state, "0 swap e5") == ("MT-060", "No piece stands there; tap one of your own.")


def test_worker_of_the_supply_runs_out_in_a_swap():
    """MT-060: no worker at home, no swap of a support."""
    standing = dict.fromkeys(("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2"), 0)
    state = play(arranged(begin(), {"e5": (0,)}, standing), ["0 play 6B"])
    assert refusal(state, "0 swap e5") == ("MT-060", "You have no worker left in your supply.")


def test_more_tiles_than_the_box_holds_are_refused():
    """MT-092: 21 level tiles in all."""
    with pytest.raises(IllegalEvent) as caught:
        begin(catalogue=copy_of() | {"stack.regular.3.count": "2"})
    assert caught.value.rule == "MT-092"


def test_words_that_are_no_squares_or_tiles_are_refused():
    state = play(arranged(begin(), {"a1": (0,), "c1": (0,)}), ["0 play 1B"])
    assert refusal(state, "0 take x")[0] == refusal(state, "0 take 9.1")[0] == "MT-040"
    assert refusal(play(begin(), ["0 play 5A"]), "0 support z9")[0] == "MT-048"
    assert refusal(begin(), "0 play 8A")[0] == "MT-024"
    assert "does not go with" in refusal(begin(), "0 play")[1]
