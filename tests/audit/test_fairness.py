"""The fairness test: its formula, its promise in a small sample, and the sentences players read."""

import math
import re

import numpy as np
import pytest
from scipy.optimize import minimize

from companion.audit import poses
from companion.audit.fairness import (
    Bounds,
    best_fair,
    bounds_from,
    evidence_needed,
    exact,
    intervals,
    loaded,
    log_evidence,
    rolls_to_notice,
    within,
)
from companion.audit.luck import chance_of_at_least, chance_of_streak, longest, luck_of, reader_of, streaks_of
from companion.audit.report import charts_of, html_page, lines, report_on
from companion.audit.rolls import Throw, Thrown
from companion.audit.suspects import suspects

ONE_DIE = math.log(1 / 0.05)


def counts_of(p, rolls, seed):
    dice = np.random.default_rng(seed)
    return np.cumsum(np.eye(6)[dice.choice(6, rolls, p=p)], axis=0)


def rolled(p, n, *, seed=1, name="Ann", color="red", source="camera"):
    """Throws of one die each."""
    faces = np.random.default_rng(seed).choice(6, n, p=p) + 1
    return [Throw(i, "g-1", 0, name, source, False, (Thrown("d6", color, str(f)),)) for i, f in enumerate(faces)]


FAIR = np.full(6, 1 / 6)

# ---------------------------------------------------------------------------------------------- the mathematics


def test_evidence_averages_to_one_over_all_outcomes_of_fair_dice():
    """What makes it an e-value: summed over every sequence of four rolls, weighted by its chance, it is 1."""
    outcomes = np.array(np.meshgrid(*[range(6)] * 4)).reshape(4, -1).T
    counts = np.array([np.bincount(row, minlength=6) for row in outcomes])
    assert np.exp(log_evidence(counts, exact(6))).mean() == pytest.approx(1.0, abs=1e-12)
    assert np.exp(log_evidence(counts, within(6, 0.01))).mean() < 1.0


def test_discounting_only_ever_lowers_the_evidence():
    counts = counts_of(loaded(6, 5, 0.3), 300, 3)
    assert np.all(log_evidence(counts, within(6, 0.01)) <= log_evidence(counts, exact(6)) + 1e-9)


@pytest.mark.parametrize("counts", [(5, 9, 10, 11, 12, 53), (0, 0, 0, 0, 0, 7), (30, 1, 30, 1, 30, 1)])
def test_best_fair_is_the_best_that_an_optimiser_finds(counts):
    bounds, x = within(6, 0.05), np.array(counts, dtype=float)
    found = best_fair(x, bounds)
    limits = list(zip(bounds.low, bounds.high, strict=True))
    other = minimize(lambda p: -np.sum(x * np.log(p)), FAIR, bounds=limits,
                     constraints={"type": "eq", "fun": lambda p: p.sum() - 1})  # fmt: skip
    assert found.sum() <= 1 + 1e-9
    assert np.all((found >= np.array(bounds.low) - 1e-12) & (found <= np.array(bounds.high) + 1e-12))
    assert np.sum(x * np.log(found)) == pytest.approx(-other.fun, abs=1e-3)


def test_fair_dice_are_rarely_suspected_however_often_one_looks():
    """A small sample; the full one is in the benchmarks. Chi-square looked at as often fails here."""
    ours = [np.any(log_evidence(counts_of(FAIR, 2000, seed), exact(6)) >= ONE_DIE) for seed in range(60)]
    n = np.arange(1, 2001)[:, None]
    chi = [np.any(np.sum((counts_of(FAIR, 2000, s) - n / 6) ** 2 / (n / 6), axis=1)[30:] > 11.07) for s in range(60)]
    assert np.mean(ours) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 60)
    assert np.mean(chi) > 0.25


def test_reader_that_errs_towards_one_face_does_not_make_a_fair_die_suspicious():
    read = FAIR * 0.99
    read[5] += 0.01
    counts = np.random.default_rng(4).multinomial(100_000, read, 200)
    alarms = log_evidence(counts, within(6, 0.01)) >= ONE_DIE
    naive = log_evidence(counts, exact(6)) >= ONE_DIE
    assert np.mean(alarms) <= 0.05
    assert np.mean(naive) > 0.5


def test_loaded_dice_are_noticed_about_when_foretold():
    p = loaded(6, 5, 0.3)
    foretold = rolls_to_notice(p, exact(6), ONE_DIE)
    firsts = [int(np.argmax(log_evidence(counts_of(p, 2000, s), exact(6)) >= ONE_DIE)) for s in range(30)]
    assert foretold / 2 < np.median(firsts) < foretold * 2
    assert rolls_to_notice(FAIR, exact(6), ONE_DIE, most=10_000) is None


def test_shares_of_alpha_add_up_to_all_of_it():
    shares = [1 / math.exp(evidence_needed(n, families=4)) for n in range(1, 5000)]
    assert sum(shares) * 4 == pytest.approx(0.05, rel=1e-3)
    assert sum(shares) * 4 < 0.05


def test_bounds_follow_from_a_measured_confusion_matrix():
    perfect = bounds_from(np.eye(6, dtype=int) * 3000)
    assert all(0.995 / 6 < low < 1 / 6 < high < 1.02 / 6 for low, high in zip(perfect.low, perfect.high, strict=True))
    matrix = np.eye(6, dtype=int) * 3000
    matrix[5, 4] = 90  # sixes read as fives
    wrong = bounds_from(matrix)
    assert wrong.high[4] > 1.03 / 6 > perfect.high[4]
    assert wrong.low[5] < 0.975 / 6
    assert wrong.low[0] == pytest.approx(perfect.low[0])
    assert bounds_from(np.zeros((6, 6))).low == (0.0,) * 6


def test_intervals_hold_the_truth_and_shrink():
    few, many = (intervals([int(n) for n in counts_of(FAIR, rolls, 5)[-1]]) for rolls in (60, 6000))
    assert all(low <= 1 / 6 <= high for low, high in (*few, *many))
    assert all(b[1] - b[0] < (a[1] - a[0]) / 3 for a, b in zip(few, many, strict=True))
    assert intervals((0, 0)) == ((0.0, 1.0), (0.0, 1.0))
    assert intervals((5, 0))[1][0] == 0.0


# ---------------------------------------------------------------------------------------------- meeples


def meeples(n, seed, brown):
    """Throws of three brown and four green meeples; brown falls with the given chances."""
    dice, throws = np.random.default_rng(seed), []
    for i in range(n):
        other = dice.dirichlet((4, 3, 6))  # the way of throwing changes from roll to roll
        chances = other if brown is None else brown
        fallen = [Thrown("meeple", "brown", poses.POSES[f]) for f in dice.choice(3, 3, p=chances)]
        fallen += [Thrown("meeple", "green", poses.POSES[f]) for f in dice.choice(3, 4, p=other)]
        throws.append(Throw(i, "g", 0, "Ann", "camera", False, tuple(fallen)))
    return throws


def test_like_meeples_are_rarely_suspected_and_unlike_ones_are_noticed():
    limit = math.log(20)
    assert np.mean([max(poses.color_path(meeples(80, s, None), "brown")) >= limit for s in range(25)]) <= 0.16
    heavy = meeples(200, 1, (0.05, 0.05, 0.9))
    assert max(poses.color_path(heavy, "brown")) > limit


def test_bet_on_poses_averages_to_one_over_all_shuffles():
    pool, weights = (2, 1, 2), (0.5, -0.2, 0.1)
    ways = poses._ways(pool, 2)
    total = sum(n for _, n in ways)
    assert total == math.comb(5, 2)
    assert sum(n / total * math.exp(poses._bet(x, pool, weights)) for x, n in ways) == pytest.approx(1.0)


# ---------------------------------------------------------------------------------------------- words and luck


def test_sentences_name_what_is_wrong_and_what_is_not():
    good = suspects(rolled(FAIR, 214))
    assert [s.family for s in good] == ["die", "seat", "table"]
    assert good[0].sentence.startswith("After 214 rolls nothing speaks against the red dice, but it is early: ")
    much = suspects(rolled(FAIR, 1500))[0].sentence
    assert much.startswith("After 1500 rolls nothing speaks against the red dice. A die that shows ")
    assert "would have been noticed after about 7" in much
    assert not any(s.suspicious for s in good)
    bad = suspects(rolled(loaded(6, 5, 0.5), 300))
    assert [s.suspicious for s in bad] == [True] * 3
    assert bad[0].sentence.startswith("Something is wrong with the red dice: in 300 rolls 6 came ")
    assert sum(bad[0].counts) == 300


def test_a_new_die_never_changes_what_is_said_about_another():
    red = rolled(FAIR, 50)
    alone, beside = suspects(red)[0], suspects([*red, *rolled(FAIR, 20, color="blue", seed=9)])
    assert beside[0] == alone
    assert beside[1].needed > beside[0].needed


def test_luck_and_its_chance():
    assert chance_of_at_least(12, 2) == pytest.approx(1 / 36)
    assert chance_of_at_least(2, 2) == pytest.approx(1)
    assert chance_of_at_least(3600, 1000) == pytest.approx(0.033, abs=0.003)
    throws = [*rolled(loaded(6, 5, 0.9), 30, name="Ann"), *rolled(loaded(6, 0, 0.9), 30, name="Ben")]
    assert [luck.name for luck in luck_of(throws)] == ["Ann", "Ben"]
    assert luck_of(throws)[0].luckier < 0.001


def test_streaks_and_their_chance():
    assert longest([True, False, True, True]) == 2
    assert chance_of_streak([0.5] * 3, 2) == pytest.approx(3 / 8)
    assert chance_of_streak([0.5, 0.25], 2) == pytest.approx(1 / 8)
    throws = [Throw(i, "g", 0, "Ann", "camera", False, (Thrown("d6", "", f),)) for i, f in enumerate("6661111")]
    assert streaks_of(throws) == (
        "Ann: 3 rolls in a row with a six; the chance of that was 2 %.",
        "Ann: 4 rolls in a row without a six; the chance of that was 72 %.",
    )


def test_reader_is_counted():
    throws = [*rolled(FAIR, 5), *rolled(FAIR, 2, source="camera, told"), *rolled(FAIR, 3, source="panel")]
    assert (reader_of(throws).rolls, reader_of(throws).by_camera, reader_of(throws).asked) == (10, 7, 2)


def test_report_is_one_page_with_charts_and_no_other_file():
    found = report_on("Evening <1>", [*rolled(FAIR, 90, name="A&B"), *meeples(10, 1, None)])
    text = html_page(found)
    assert text.count("<svg") == 2 * len(found.suspects) == 2 * 5
    assert "Evening &lt;1&gt;" in text and "A&amp;B" in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "") and "<script" not in text
    assert len(lines(found)) > 6
    assert all(svg.startswith("<svg") for suspect in found.suspects for svg in charts_of(suspect))


def test_report_on_nothing_is_a_page():
    assert "Nothing has been rolled yet" in html_page(report_on("Empty", []))


def test_exact_bounds_are_those_of_a_fair_die():
    assert exact(6) == Bounds((1 / 6,) * 6, (1 / 6,) * 6)


def threw(name, poses, seq=0, **more):
    return Throw(seq, "g", 0, name, "camera", False, tuple(Thrown("meeple", "brown", pose) for pose in poses), **more)


def test_luck_with_meeples_compares_people_at_one_table():
    """Of eight meeples four stand, all of them Ann's: one deal in seventy is as kind to her."""
    ann, ben = threw("Ann", ["hard"] * 3 + ["steady"]), threw("Ben", ["exhausted"] * 4)
    found = luck_of([ann, ben])
    assert [(luck.name, luck.kind, luck.pieces) for luck in found] == [("Ann", "meeple", 4), ("Ben", "meeple", 4)]
    assert [luck.luckier for luck in found] == pytest.approx([1 / 70, 1.0])
    assert found[0].sentence == (
        "Ann threw 4 meeples and 4 did not lie flat, at the whole table 50 of 100;"
        " in 1 of 100 evenings the meeples are at least as kind."
    )
    assert luck_of([ann]) == ()  # nobody to compare with


def test_streaks_of_meeples_go_by_how_they_fall_at_this_table():
    throws = [threw("Ann", ["hard"], i) for i in range(3)] + [threw("Ben", ["exhausted"], i + 3) for i in range(3)]
    assert streaks_of(throws) == (
        "Ann: 3 rolls in a row with an upright meeple; the chance of that was 12 %.",
        "Ben: 3 rolls in a row without an upright meeple; the chance of that was 12 %.",
    )


def test_reader_is_told_how_often_its_own_guess_was_right():
    from companion.audit.rolls import _asked

    opinions = [
        [["network", "5", "", 0.9]],
        [["network", "5", "", 0.6], ["pips", "6", "", 1.0], ["person", "6", "", 1.0]],
        [["network", "hard", "pink", 0.6], ["person", "hard", "", 1.0]],
        [["network", "hard", "pink", 0.6], ["person", "hard", "magenta", 1.0]],
    ]
    assert _asked(opinions) == (False, True, False)
    reader = reader_of([threw("Ann", ["hard"], asked=_asked(opinions))])
    assert (reader.questions, reader.guessed) == (3, 1)


def test_charts_escape_names_and_stay_within_their_frame():
    from companion.audit.charts import luck_svg

    svg = luck_svg("Luck", [("<b>Ann</b>", 0.0), ("Ben", 1.0)], ("unkind", "kind"))
    assert "<b>" not in svg and "&lt;b&gt;" in svg
    assert [float(x) for x in re.findall(r'cx="([0-9.]+)"', svg)] == [126.0, 406.0]
