"""A ranking over several events: points for places, the best of them, and why one stands above
another.
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rules.events import table
from tournaments.rules.seasons.circuits import (
    Circuit,
    Finish,
    Ranked,
    points_for,
    ranking,
)
from tournaments.rules.tables.standings import Reason

TABLE = Circuit((10, 6, 4, 2))


def alone(*order):
    """Everybody's finish in an event without shared places."""
    return [Finish(who, place, place) for place, who in enumerate(order, start=1)]


@pytest.mark.parametrize(
    ("rank", "shared_to", "points"),
    [
        (1, 1, 10),
        (2, 2, 6),
        (5, 5, 0),
        (2, 3, 5),
        (1, 3, Fraction(20, 3)),
        (4, 7, Fraction(1, 2)),
        (9, 16, 0),
    ],
)
def test_who_shares_places_shares_their_points(rank, shared_to, points):
    assert points_for(TABLE, Finish(1, rank, shared_to)) == points


def test_points_of_all_events_add_up_and_each_line_says_why():
    rows = ranking(TABLE, [alone(1, 2, 3), alone(2, 3, 1)])
    assert rows == (
        Ranked(2, 1, 1, 16, (10, 6), Reason("total", {"own": 16, "other": 14})),
        Ranked(1, 2, 2, 14, (10, 4), Reason("total", {"own": 14, "other": 10})),
        Ranked(3, 3, 3, 10, (6, 4), Reason("last", {})),
    )


def test_only_the_best_events_count_where_the_circuit_says_so():
    events = [alone(1, 2), alone(3, 2), alone(4, 2), alone(5, 1)]
    assert [(row.who, row.total) for row in ranking(TABLE, events)][:2] == [
        (2, 18),
        (1, 16),
    ]
    best = ranking(TABLE._replace(best=2), events)
    assert [(row.who, row.total, row.counted) for row in best][:2] == [
        (1, 16, (10, 6)),
        (2, 12, (6, 6)),
    ]


def test_of_the_same_total_the_better_single_event_stands_above():
    rows = ranking(TABLE, [alone(1, 2, 3, 4), alone(5, 2, 6, 4), alone(7, 8, 4, 1)])
    level = [row for row in rows if row.total == 12]
    assert [(row.who, row.counted) for row in level] == [(1, (10, 2)), (2, (6, 6))]
    assert level[0].why == Reason("best_events", {"number": 1, "own": 10, "other": 6})


def test_of_the_same_total_from_fewer_events_the_missing_one_counts_nothing():
    upper, lower = ranking(TABLE, [alone(1, 2), [Finish(2, 3, 3)]])
    assert (upper.who, upper.why) == (
        1,
        Reason("best_events", {"number": 1, "own": 10, "other": 6}),
    )
    assert lower.total == upper.total == 10


def test_who_is_level_in_everything_shares_the_place():
    rows = ranking(TABLE, [alone(1, 2, 3), alone(2, 1, 4)])
    assert [(row.who, row.rank, row.shared_to) for row in rows] == [
        (1, 1, 2),
        (2, 1, 2),
        (3, 3, 4),
        (4, 3, 4),
    ]
    assert rows[0].why == Reason("shared", {})


def test_an_open_with_all_places_played_gives_each_its_points():
    """Argi Berri 2016: 115 pairs, of which the first eight have a place of their own."""
    places = [row["rank"] for row in table("argi_berri_2016.json")["classification"]]
    rows = ranking(
        Circuit((25, 20, 16, 13, 11, 10, 9, 8)),
        [[Finish(100 + place, place, place) for place in places]],
    )
    assert [(row.who, row.rank, row.total) for row in rows][-1] == (108, 8, 8)


@given(
    st.lists(st.integers(0, 50), min_size=1, max_size=6).map(
        lambda points: tuple(sorted(points, reverse=True))
    ),
    st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=6), max_size=5),
    st.integers(0, 4),
)
def test_an_event_hands_out_the_same_points_however_many_end_level(
    points, events, best
):
    finishes = []
    for shares in events:
        firsts = [1 + sum(shares[:n]) for n in range(len(shares))]
        shared = [
            (first, first + many - 1)
            for first, many in zip(firsts, shares, strict=True)
        ]
        finishes.append(
            [
                Finish(who, *both)
                for both in shared
                for who in range(both[0], both[1] + 1)
            ]
        )
    for event in finishes:
        assert sum(points_for(Circuit(points), finish) for finish in event) == sum(
            points[: len(event)]
        )
    rows = ranking(Circuit(points, best), finishes)
    assert [row.total for row in rows] == sorted(
        (row.total for row in rows), reverse=True
    )
    assert [row.rank for row in rows] == [
        next(r.rank for r in rows if r[3:5] == row[3:5]) for row in rows
    ]
    assert {finish.who for event in finishes for finish in event} == {
        row.who for row in rows
    }
