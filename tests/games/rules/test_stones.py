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
def test_mus_61_and_62_stones_on_the_table(
    points: int, target: int, laid: tuple[int, int, bool]
) -> None:
    assert stones(points, target) == Stones(*laid)


@given(target=st.integers(1, 200), data=st.data())
def test_mus_61_stones_are_worth_the_points(target: int, data: st.DataObject) -> None:
    points = data.draw(st.integers(0, target))
    laid = stones(points, target)
    assert (
        5 * laid.amarracos + laid.piedras + (target - 5 if laid.adentro else 0)
        == points
    )
    assert 0 <= laid.piedras < 5


@given(target=st.integers(6, 200), data=st.data())
def test_mus_62_whoever_lacks_five_or_less_is_inside(
    target: int, data: st.DataObject
) -> None:
    points = data.draw(st.integers(0, target))
    assert stones(points, target).adentro == (target - points <= 5)


def test_mus_b35_sixteen_stones_are_enough_for_every_score_of_a_set_to_thirty() -> None:
    """MUS-61: one partner lays the ones, the other the fives; all come from one pot."""
    laid = [stones(points, 30) for points in range(30)]
    most = max(
        a.piedras + a.amarracos + b.piedras + b.amarracos for a in laid for b in laid
    )
    assert most == 16
