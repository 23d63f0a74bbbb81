"""What the points of a table count: as they are, as shares, or by the place, at tables of any
size.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.scales import (
    EVEN_SHARE,
    PLACE,
    POINTS,
    SCALES,
    SHARE,
    WHOLE,
    counted,
)
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

PLACES = json.loads(
    (Path(__file__).parent / "data" / "placement_points.json").read_text()
)
DRAWN = {"tables": [[1, 2, 3, 4, 5], [6, 7, 8, 9]]}
GOT = [(50, 40, 30, 20, 10), (9, 3, 3, 1)]
POINTS_OF_TABLES = st.lists(st.integers(-60, 300), min_size=2, max_size=7)


def counts(points: Sequence[int], scale: str) -> list[int]:
    return list(counted(dict(enumerate(points)), scale).values())


def board(
    scale: str, *got: Sequence[int], running: dict[int, int] | None = None
) -> dict[int, Row]:
    facts = [
        ConfirmedResult(
            1, slot, 0, 0, PLAYED, None, points=tuple(zip(who, points, strict=True))
        )
        for slot, (who, points) in enumerate(zip(DRAWN["tables"], got, strict=False))
    ]
    return {
        row.entry: row
        for row in multiplayer_tables.FORMAT.standings(
            DRAWN, facts, StageSettings(scale=scale), running or {}
        )
    }


@pytest.mark.parametrize("players", PLACES)
def test_places_bring_the_published_steps_from_the_whole_to_nothing(
    players: str,
) -> None:
    points = range(int(players), 0, -1)
    assert [round(count / WHOLE, 4) for count in counts(points, PLACE)] == PLACES[
        players
    ]["percentile"]


@pytest.mark.parametrize(
    ("points", "scale", "expected"),
    [
        ((40, 30, 20, 10), POINTS, [40, 30, 20, 10]),
        ((40, 30, 20, 10), SHARE, [160, 120, 80, 40]),
        ((40, 30, -20, -10), SHARE, [229, 171, 0, 0]),
        ((0, -5, 0), SHARE, [100, 100, 100]),
        ((2, 1, 1), SHARE, [150, 75, 75]),
        ((40, 30, 30, 10), PLACE, [120, 60, 60, 0]),
        ((7, 7, 7), PLACE, [60, 60, 60]),
        ((9, 9, 1, 1, 1, 0), PLACE, [108, 108, 48, 48, 48, 0]),
        ((5, 5, 4, 4, 3, 2, 1), PLACE, [110, 110, 70, 70, 40, 20, 0]),
        ((1, 2), PLACE, [0, 120]),
    ],
)
def test_points_count_what_the_scale_says(
    points: Sequence[int], scale: str, expected: list[int]
) -> None:
    assert counts(points, scale) == expected


@pytest.mark.parametrize(
    ("points", "scale", "expected"),
    [
        ((40, None, 20, 10), POINTS, [40, 0, 20, 10]),
        ((40, None, -5, -10), POINTS, [40, -10, -5, -10]),
        ((40, None, 20, 0), SHARE, [200, 0, 100, 0]),
        ((9, None, 3, 6), PLACE, [120, 0, 0, 60]),
        ((9, None, None, None), PLACE, [120, 0, 0, 0]),
        ((None, None, None), POINTS, [0, 0, 0]),
    ],
)
def test_who_did_not_come_gets_nothing_and_never_more_than_the_last_and_the_others_as_at_a_smaller_table(
    points: Sequence[int | None], scale: str, expected: list[int]
) -> None:
    assert list(counted(dict(enumerate(points)), scale).values()) == expected


@given(POINTS_OF_TABLES)
def test_places_share_out_the_same_on_average_whatever_the_size_of_the_table(
    points: list[int],
) -> None:
    assert 2 * sum(counts(points, PLACE)) == WHOLE * len(points)


@given(POINTS_OF_TABLES)
def test_shares_come_to_an_even_share_each_but_for_rounding(points: list[int]) -> None:
    assert abs(sum(counts(points, SHARE)) - EVEN_SHARE * len(points)) <= len(points) / 2


@given(POINTS_OF_TABLES, st.sampled_from(SCALES))
def test_nobody_with_more_points_counts_less(points: list[int], scale: str) -> None:
    order = [
        count for _, count in sorted(zip(points, counts(points, scale), strict=True))
    ]
    assert order == sorted(order)


def test_the_board_is_in_the_order_of_what_counts() -> None:
    assert list(board(POINTS, *GOT)) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert list(board(SHARE, *GOT)) == [6, 1, 2, 3, 7, 8, 4, 5, 9]


def test_equal_places_at_tables_of_different_sizes_share_the_rank() -> None:
    rows = board(PLACE, *GOT)
    assert [rows[entry].rank for entry in (1, 6, 2, 3, 7, 8, 4, 5, 9)] == [
        1,
        1,
        3,
        4,
        4,
        4,
        7,
        8,
        8,
    ]


def test_a_reason_has_the_points_and_what_they_count() -> None:
    row = board(PLACE, *GOT)[7]
    assert row.points == 60
    assert row.why.fields == {
        "round": 1,
        "table": 2,
        "place": 2,
        "players": 4,
        "points": 3,
        "counts": 60,
    }
    assert "counts" not in board(POINTS, *GOT)[7].why.fields


def test_a_table_in_play_counts_as_if_it_ended_now() -> None:
    rows = board(PLACE, GOT[0], running={6: 4, 7: 2, 8: 8, 9: 0})
    assert [rows[entry].points for entry in DRAWN["tables"][1]] == [80, 40, 120, 0]
    assert rows[8].why.code == "so_far"
