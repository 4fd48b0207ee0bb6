"""The specification's vectors about squares, pieces and tiles; each function is named by its vector."""

from dataclasses import replace

from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.drawing import seen_cell
from companion.games.meeple_towers.invariants import check
from companion.games.meeple_towers.placing import fits
from companion.games.meeple_towers.rehearsal import arranged, play
from companion.games.meeple_towers.scoring import score_workers
from companion.model import Grid
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
    supports,
    token_fight,
    worker,
)

# ------------------------------------------------------------------------------------------------ rulebook examples


def three_purple_squares():
    catalogue = copy_of()
    catalogue |= {key: "blue" for key in catalogue if key.startswith("square.5x5.")}
    catalogue |= {"square.5x5.a1": "purple", "square.5x5.b1": "purple", "square.5x5.c1": "purple"}
    return arranged(begin(catalogue=catalogue | {"icon.5x5.b1": "yes"}), workers={"a1": 1})


def test_mtv_01_worker_squares():
    """MT-028 and MT-032: two of three purple squares are free, the icon one among them."""
    state = play(three_purple_squares(), ["0 play 1A"])
    assert offered(state, "worker") == ("b1", "c1")
    state = play(state, ["0 worker purple c1"])
    assert (worker(state, "c1"), worker(state, "b1")) == (0, -1)
    assert seen_cell(state, 1).text == "R◎"
    assert worker(play(three_purple_squares(), ["0 play 1A", "0 worker purple b1"]), "b1") == 0


def test_mtv_02_support_squares():
    """MT-035 and MT-038: a support goes anywhere but on the two workers."""
    state = play(three_purple_squares(), ["0 play 1A", "0 worker purple c1"])
    assert set(offered(state, "support")) == set(state.tower.words) - {"a1", "c1"}
    assert refusal(state, "0 support a1")[0] == "MT-038"
    assert supports(play(state, ["0 support b1"]), "b1") == (0,)


def test_mtv_03_unlevel_tile():
    """MT-042: icon supports of different height are refused; one more support makes it legal."""
    state = arranged(begin(), {"a2": (0,), "c2": (0, 0), "a5": (1,), "c5": (1,)})
    state = play(state, ["0 play 1B", "0 take 1.1"])
    assert refusal(state, "0 construct 0 a2") == ("MT-042", "Not level: square a2 is 1 high, c2 is 2 high.")
    assert height(play(arranged(state, {"a2": (0,)}), ["0 construct 0 a2"]), "b2") == 2


def test_mtv_04_missing_support():
    """MT-044: an icon without a support refuses the tile and names the square."""
    state = arranged(begin(), {"a2": (0,), "a5": (1,), "c5": (1,)})
    state = play(state, ["0 play 1B", "0 take 1.1"])
    assert refusal(state, "0 construct 0 a2") == ("MT-044", "No support under the icon at c2; add one first.")
    assert height(play(arranged(state, {"c2": (0,)}), ["0 construct 0 a2"]), "b2") == 1


def test_mtv_05_scoring_example():
    """MT-040, MT-050, MT-051, MT-052, MT-053, MT-054, MT-055: 6 + 9 and 3 points; the worker goes home."""
    state = arranged(begin(), {"a1": (0, 0), "c1": (1, 0)}, {"b1": 0})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a1"])
    assert state.scores == (15, 3)
    assert (state.workers, state.tokens) == ((8, 8), ((1, 0, 0), (0, 0, 0)))
    lines = GAME.view(state).breakdown
    assert [[(line.points, line.rule) for line in seat] for seat in lines] == [
        [(6, "MT-050"), (9, "MT-051")],
        [(3, "MT-051")],
    ]


def test_mtv_06_final_example():
    """MT-081 to MT-083: workers are worth 1 plus their height."""
    state = arranged(begin(3), workers={"a1": 0, "b1": 0, "a2": 1, "b2": 1, "c2": 2})
    state = score_workers(raised(state, {"a1": 2, "a2": 1, "c2": 1}))
    assert state.scores == (4, 3, 2)
    assert [line.rule for line in state.lines[0]] == ["MT-083", "MT-082"]


# ------------------------------------------------------------------------------------------------ derived vectors


def test_mtv_10_empty_hand():
    """MT-019 and MT-020: with all cards played only planning is left, and it ends the turn."""
    state = replace(begin(), played=((1, 2, 3, 4, 5, 6, 7), ()))
    assert refusal(state, "0 play 1A")[0] == "MT-020"
    assert [(p.verb, bool(p.reason)) for p in GAME.prompts(state) if not p.aside] == [("play", True), ("plan", False)]
    after = play(state, ["0 plan"])
    assert (after.played, after.turn, after.tower) == (((), ()), 1, state.tower)


def test_mtv_11_empty_plan():
    """MT-021: planning with nothing played is warned about, then accepted as a pass."""
    state = begin()
    warning = next(p.hint for p in GAME.prompts(state) if p.verb == "plan")
    assert "Warning" in warning and "pass" in warning
    assert play(state, ["0 plan"]).turn == 1


def test_mtv_12_one_half():
    """MT-024: the other half of a card is refused, in the same turn and later."""
    state = play(begin(), ["0 play 1A", "0 worker purple a1"])
    assert refusal(state, "0 play 1B")[0] == "MT-024"
    later = play(state, ["0 done", "1 plan"])
    assert refusal(later, "0 play 1B")[0] == "MT-018"
    assert "1B" not in offered(later, "play")


def test_mtv_13_striped_square():
    """MT-030: a striped square takes no worker, whatever the card shows."""
    state = play(begin(), ["0 play 6A"])
    assert refusal(state, "0 worker purple d4")[0] == "MT-030"
    assert "d4" not in offered(state, "worker")


def test_mtv_14_worker_and_support():
    """MT-033: no worker on a support or on a worker; an empty square is accepted."""
    state = play(arranged(begin(), {"a1": (1,)}, {"c1": 1}), ["0 play 6A"])
    assert refusal(state, "0 worker purple a1")[0] == "MT-033"
    assert refusal(state, "0 worker purple c1")[0] == "MT-033"
    assert worker(play(state, ["0 worker purple b1"]), "b1") == 0


def test_mtv_15_different_squares():
    """MT-037: two supports of one action need two squares."""
    state = play(begin(), ["0 play 2A", "0 support c3"])
    assert refusal(state, "0 support c3")[0] == "MT-037"
    state = play(state, ["0 support d3"])
    assert (supports(state, "c3"), supports(state, "d3"), state.turn) == ((0,), (0,), 1)


def test_mtv_16_two_high():
    """MT-036: a third support is refused."""
    state = play(arranged(begin(), {"c3": (1, 1)}), ["0 play 5A"])
    assert refusal(state, "0 support c3")[0] == "MT-036"
    assert "c3" not in offered(state, "support")


def test_mtv_17_mixed_stack():
    """MT-036: a support may stand on somebody else's."""
    assert supports(play(arranged(begin(), {"c3": (1,)}), ["0 play 5A", "0 support c3"]), "c3") == (1, 0)


def test_mtv_18_support_on_stripes():
    """MT-035: supports may stand on striped squares."""
    assert supports(play(begin(), ["0 play 5A", "0 support d4"]), "d4") == (0,)


def test_mtv_19_below_a_tile():
    """MT-023: the board square below a tile takes nothing, and the drawing says so."""
    state = play(covered_row(), ["1 play 5A"])
    assert refusal(state, "1 support b1@0")[0] == "MT-023"
    board = next(s for s in GAME.view(state).sheets if isinstance(s, Grid) and s.title == "Property board")
    assert "a tile covers that square" in next(c.title for c in board.cells if c.id == "b1@0")


def low_tile(more=None):
    """The result of MTV-20: a tile one high on a2 to c2, seat 1 to play."""
    state = arranged(begin(), {"a2": (0,), "c2": (0,)} | (more or {}))
    return play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a2"])


def test_mtv_20_one_high():
    """MT-044 and MT-047: supports one high under both icons carry the tile at height 1."""
    state = low_tile()
    assert [height(state, word) for word in ("a2", "b2", "c2", "d2")] == [1, 1, 1, 0]
    assert [supports(state, word) for word in ("a2", "b2", "c2")] == [(), (), ()]


def test_mtv_21_support_on_a_tile():
    """MT-023 and MT-035: the top of a tile is a visible square like any other."""
    state = play(low_tile(), ["1 play 5A", "1 support b2"])
    assert (height(state, "b2"), supports(state, "b2")) == (1, (1,))


def test_mtv_22_touching_a_tile():
    """MT-043: a tile may not rest on another tile."""
    no = fault_of(arranged(low_tile(), {"c1": (0,), "c3": (0,)}), I3, "90", "c1")
    assert no == ("It would rest on another tile at c2; raise it with supports.", "MT-043")


def test_mtv_23_bridge():
    """MT-046 and MT-047: two-high stacks on both sides bridge the lower tile."""
    state = arranged(low_tile(), {"c1": (0, 0), "c3": (0, 0)})
    state = play(state, ["1 play 1B", "1 take 1.2", "1 construct 90 c1"])
    assert [height(state, word) for word in ("c1", "c2", "c3", "b2")] == [2, 2, 2, 1]
    check(state)


def test_mtv_24_equal_heights_in_supports():
    """MT-042 and MT-047: one support on a tile is as high as two on the board (MA-15)."""
    state = arranged(low_tile(), {"a2": (0,), "a4": (1, 1)})
    assert height(play(state, ["1 play 1B", "1 take 1.2", "1 construct 90 a2"]), "a3") == 2


def test_mtv_25_middle_too_high():
    """MT-042: a taller support between the icons keeps the tile from lying flat."""
    state = arranged(begin(), {"a3": (0,), "b3": (0, 0), "c3": (0,)})
    assert fault_of(state, I3, "0", "a3") == ("Not level: square a3 is 1 high, b3 is 2 high.", "MT-042")
    assert not fits(state, state.printed.tile(I3))


def test_mtv_26_short_support():
    """MT-045 and MT-059: a support that does not reach the tile is allowed and scores."""
    state = arranged(begin(), {"a3": (0, 0), "b3": (1,), "c3": (0, 0)})
    assert play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a3"]).scores == (6 + 12, 3)


def test_mtv_27_one_token_for_two():
    """MT-054 and MT-057: both workers go home; the active player gets the only token."""
    state = token_fight((8, 1, 9), {"b2": 0, "c2": 1})
    assert (state.workers, state.tokens) == ((8, 8), ((0, 1, 0), (0, 0, 0)))
    assert height(state, "c2") == 2


def test_mtv_28_token_trigger():
    """MT-078: the second type of tokens running out ends the game, the first alone does not."""
    assert token_fight((8, 1, 9), {"b2": 0, "c2": 1}).ending == ()
    state = token_fight((8, 1, 9), {"b2": 0, "c2": 1}, tokens=((5, 0, 0), (3, 0, 0)))
    assert state.ending == ("two types of bonus tokens are used up",)


def test_mtv_29_swap():
    """MT-060 and MT-061: the worker comes out, the support goes back to the supply."""
    state = play(arranged(begin(), {"c3": (0,)}), ["0 play 4A", "0 swap c3"])
    assert (worker(state, "c3"), supports(state, "c3")) == (0, ())
    assert (state.supports, state.workers) == ((16, 16), (7, 8))
    back = play(arranged(begin(), workers={"c3": 0}), ["0 play 4A", "0 swap c3"])
    assert (worker(back, "c3"), supports(back, "c3")) == (-1, (0,))
    assert (back.supports, back.workers) == ((15, 16), (8, 8))


def test_mtv_30_swap_on_stripes():
    """MT-063 and MT-030: no worker comes to a striped square by swapping."""
    state = play(arranged(begin(), {"d4": (0,), "a1": (0,)}), ["0 play 4A"])
    assert refusal(state, "0 swap d4")[0] == "MT-063"
    assert offered(state, "swap") == ("a1",)


def test_mtv_31_swap_on_a_stack():
    """MT-063 and MT-065: a stack of two cannot be swapped, but its top support can be moved."""
    state = play(arranged(begin(), {"c3": (1, 0), "a1": (0,)}), ["0 play 6B"])
    assert refusal(state, "0 swap c3")[0] == "MT-063"
    moved = play(state, ["0 move c3 e5"])
    assert (supports(moved, "c3"), supports(moved, "e5")) == ((1,), (0,))


def test_mtv_32_support_below_another():
    """MT-065: a support that carries another stays."""
    state = play(arranged(begin(), {"c3": (0, 1), "a1": (0,)}), ["0 play 4B"])
    assert refusal(state, "0 move c3 e5") == (
        "MT-065",
        "Your support there carries another one; only exposed supports can be moved.",
    )


def test_mtv_33_support_below_a_tile():
    """MT-023, MT-062 and MT-065: a support under a tile is neither moved nor swapped, even if it does not touch it."""
    state = arranged(begin(), {"a3": (1, 0), "b3": (1,), "c3": (0, 0), "e5": (1,)})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a3", "1 play 6B"])
    assert refusal(state, "1 move b3@0 e1")[0] == "MT-023"
    assert refusal(state, "1 swap b3@0")[0] == "MT-023"
    assert refusal(state, "1 move b3 e1")[0] == "MT-065"
    assert (offered(state, "swap"), next(p for p in GAME.prompts(state) if p.verb == "move").options[0]) == (
        ("e5",),
        ("e5",),
    )


def test_mtv_34_take_that_swap():
    """MT-072, MT-073 and MT-075: other people's pieces only with Take That, and they go back to them."""
    off = play(arranged(begin(), {"c3": (1,), "a1": (0,)}), ["0 play 4A"])
    assert refusal(off, "0 swap c3")[0] == "MT-075"
    on = play(arranged(begin(settings={"take-that": "on"}), {"c3": (1,)}), ["0 play 4A", "0 swap c3"])
    assert (worker(on, "c3"), on.supports, on.workers) == (0, (16, 16), (7, 8))
