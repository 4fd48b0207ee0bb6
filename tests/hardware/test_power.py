"""A strip never draws more than its supply can give."""

import pytest

from hardware.power import current_ma, within

WHITE = ((255, 255, 255),)


def test_current_of_a_strip() -> None:
    assert current_ma(WHITE * 10) == pytest.approx(610)
    assert current_ma(((0, 0, 0),) * 10) == 10


def test_bright_strip_is_dimmed_alike_and_a_modest_one_left_alone() -> None:
    assert within(((10, 20, 30),) * 24, 400) == ((10, 20, 30),) * 24
    dimmed = within(((255, 0, 0),) * 10 + WHITE * 20, 400)
    assert current_ma(dimmed) <= 400
    assert dimmed[0][0] == dimmed[-1][0] > 50
    assert within(WHITE * 60, 10) == ((0, 0, 0),) * 60
