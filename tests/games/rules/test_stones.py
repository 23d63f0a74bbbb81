"""Stones show the running set as the rule book lays them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.stones import Stones, stones


@pytest.mark.parametrize(
    ("points", "target", "laid"),
    [
        (0, 30, (0, 0, False)),
        (4, 30, (0, 4, False)),
        (9, 30, (1, 4, False)),
        (10, 30, (2, 0, False)),
        (24, 30, (4, 4, False)),
        (25, 30, (0, 0, True)),
        (26, 30, (0, 1, True)),
        (29, 30, (0, 4, True)),
        (30, 30, (1, 0, True)),
        (34, 40, (6, 4, False)),
        (35, 40, (0, 0, True)),
        (22, 28, (4, 2, False)),
        (23, 28, (0, 0, True)),
        (0, 5, (0, 0, False)),
        (5, 5, (1, 0, False)),
        (0, 1, (0, 0, False)),
        (1, 6, (0, 0, True)),
    ],
)
def test_stones_on_the_table(points, target, laid):
    assert stones(points, target) == Stones(*laid)


@given(target=st.integers(1, 200), data=st.data())
def test_stones_are_worth_the_points(target, data):
    points = data.draw(st.integers(0, target))
    laid = stones(points, target)
    assert 5 * laid.amarracos + laid.piedras + (target - 5 if laid.adentro else 0) == points
    assert 0 <= laid.piedras < 5


def test_sixteen_stones_are_enough_for_two_teams_at_thirty():
    """MUS-B35."""
    laid = [stones(points, 30) for points in range(30)]
    assert 2 * max(one.piedras for one in laid) + 2 * max(one.amarracos for one in laid) == 16
