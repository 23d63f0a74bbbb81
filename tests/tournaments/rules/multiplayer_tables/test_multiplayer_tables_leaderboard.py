"""Multiplayer tables: the leaderboard and absences."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rules.multiplayer_tables.table_draws import MU
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables import leaderboard
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

# --- the leaderboard ---

SEATED = {"tables": [[1, 2, 3], [4, 5, 6]]}


def result(slot: int, *points: int, kind: str = PLAYED) -> ConfirmedResult:
    who = SEATED["tables"][slot]
    return ConfirmedResult(
        1,
        slot,
        0,
        0,
        kind,
        None,
        points=tuple(zip(who, points, strict=True)) if kind == PLAYED else None,
    )


def board(
    *facts: ConfirmedResult, running: dict[int, int] | None = None
) -> tuple[Row, ...]:
    return multiplayer_tables.FORMAT.standings(SEATED, facts, MU, running or {})


def ranks(rows: tuple[Row, ...]) -> list[tuple[int, int | None, int | None]]:
    return [(row.entry, row.rank, row.shared_to) for row in rows]


def test_the_board_is_in_the_order_of_the_points() -> None:
    rows = board(result(0, 10, 50, -20), result(1, 40, 5, 30))
    assert ranks(rows) == [
        (2, 1, 1),
        (4, 2, 2),
        (6, 3, 3),
        (1, 4, 4),
        (5, 5, 5),
        (3, 6, 6),
    ]
    assert [(row.points, row.placing) for row in rows[:3]] == [
        (50, 1),
        (40, 1),
        (30, 2),
    ]


def test_of_equal_points_the_better_place_at_the_table_stands_first() -> None:
    rows = board(result(0, 30, 50, 10), result(1, 30, 5, 1))
    assert ranks(rows)[:3] == [(2, 1, 1), (4, 2, 2), (1, 3, 3)]


def test_equal_points_and_places_share_the_rank() -> None:
    rows = board(result(0, 30, 50, 30), result(1, 50, 5, 30))
    assert ranks(rows) == [
        (2, 1, 2),
        (4, 1, 2),
        (1, 3, 5),
        (3, 3, 5),
        (6, 3, 5),
        (5, 6, 6),
    ]


def test_each_row_says_why_it_is_there() -> None:
    first, *_, last = board(result(1, 40, 5, 5), running={1: 60, 2: 0})
    assert (first.why.code, first.why.fields) == ("so_far", {"round": 1, "table": 1})
    assert (last.entry, last.why.code, last.points, last.rank) == (
        3,
        "waiting",
        None,
        None,
    )
    four = next(row for row in board(result(1, 40, 5, 5)) if row.entry == 4)
    assert four.why.fields == {
        "round": 1,
        "table": 2,
        "place": 1,
        "players": 3,
        "points": 40,
    }


def test_what_is_played_counts_as_far_as_it_has_come() -> None:
    rows = board(result(1, 40, 5, 30), running={1: 60, 2: 7, 3: -3})
    assert [(row.entry, row.points) for row in rows] == [
        (1, 60),
        (4, 40),
        (6, 30),
        (2, 7),
        (5, 5),
        (3, -3),
    ]
    assert rows[0].placing is None


def test_whoever_has_fewer_points_than_none_still_stands_before_those_who_wait() -> (
    None
):
    rows = board(result(1, 40, -5, 30))
    assert [(row.entry, row.rank) for row in rows] == [
        (4, 1),
        (6, 2),
        (5, 3),
        (1, None),
        (2, None),
        (3, None),
    ]


def test_a_void_table_is_still_to_be_decided() -> None:
    facts = [result(0, kind=VOID), result(1, 1, 2, 3)]
    (only,) = multiplayer_tables.FORMAT.plan(SEATED, facts, MU)
    assert [(table.ready, table.decided) for table in only.meetings] == [
        (True, False),
        (False, True),
    ]
    assert {
        row.why.code for row in board(*facts) if row.entry in SEATED["tables"][0]
    } == {"waiting"}


def test_places_at_a_table_are_shared_by_equal_points() -> None:
    assert leaderboard.placing((5, 9, 5, 1)) == (2, 1, 2, 4)
    assert leaderboard.placing((5, None, -5, None)) == (1, 4, 2, 4)


@given(
    st.lists(st.integers(-50, 50), min_size=3, max_size=3),
    st.lists(st.integers(-50, 50), min_size=3, max_size=3),
)
def test_ranks_run_from_first_to_last_and_nobody_with_more_points_stands_lower(
    a: list[int], b: list[int]
) -> None:
    rows = board(result(0, *a), result(1, *b))
    assert sorted(row.entry for row in rows) == [1, 2, 3, 4, 5, 6]
    assert all(upper.points >= lower.points for upper, lower in pairwise(rows))
    assert all(row.rank <= n <= row.shared_to for n, row in enumerate(rows, start=1))


# --- who did not come ---


def short(slot: int, **points: int) -> ConfirmedResult:
    """A table to which only these came."""
    return ConfirmedResult(
        1,
        slot,
        0,
        0,
        PLAYED,
        None,
        points=tuple((int(name[1:]), own) for name, own in points.items()),
    )


def test_who_did_not_come_stands_behind_those_who_did_and_has_the_last_place() -> None:
    rows = {
        row.entry: row for row in board(short(0, n1=30, n3=-5), result(1, 40, 5, -5))
    }
    assert [(rows[n].points, rows[n].placing) for n in (1, 2, 3)] == [
        (30, 1),
        (-5, 3),
        (-5, 2),
    ]
    assert (rows[3].rank, rows[2].rank) == (4, 5)
    assert rows[2].why == (
        "not_there",
        {"round": 1, "table": 1, "place": 3, "players": 2, "counts": -5},
    )
    assert rows[1].why.fields["players"] == 2


def test_who_did_not_come_has_lost_without_play() -> None:
    tallies = {
        row.entry: row.tally
        for row in board(short(0, n1=30, n3=-5), result(1, 40, 5, -5))
    }
    assert [
        (one.played, one.won, one.lost, one.walkovers)
        for one in (tallies[1], tallies[2])
    ] == [
        (1, 1, 0, 0),
        (0, 0, 1, 1),
    ]


def test_of_several_rounds_one_may_have_been_missed() -> None:
    drawn = {"rounds": [SEATED["tables"], SEATED["tables"]]}
    facts = [short(0, n1=30, n3=20), result(0, 10, 20, 30)._replace(round=2)]
    rows = {
        row.entry: row
        for row in multiplayer_tables.FORMAT.standings(
            drawn, facts, MU._replace(rounds=2), {}
        )
    }
    assert (rows[2].points, rows[2].placing, rows[2].tally.played) == (20, 5, 1)
    assert [each.get("points") for each in rows[2].why.fields["each"]] == [None, 20]


def test_nobody_is_seated_who_has_left_and_nobody_waits_for_a_table_that_all_have_left() -> (
    None
):
    drawn = SEATED | {"left": [2, 4, 5, 6]}
    (only,) = multiplayer_tables.FORMAT.plan(drawn, [], MU)
    assert [(table.entries, table.ready) for table in only.meetings] == [
        ((1, 3), True),
        ((), False),
    ]
    rows = {
        row.entry: row for row in multiplayer_tables.FORMAT.standings(drawn, [], MU, {})
    }
    assert [(rows[n].why.code, rows[n].points) for n in (2, 4)] == [
        ("waiting", None),
        ("not_there", 0),
    ]


# --- formats and games ---


@pytest.mark.parametrize(
    ("sides", "fitting"),
    [
        (((0, 2), (1, 3)), list(FORMATS)),
        (((0,), (1,), (2,)), ["tables"]),
        (((0,), (1,)), ["tables"]),
        (((0, 2), (1,)), []),
    ],
    ids=["two pairs", "three players", "two players", "a pair against one"],
)
def test_a_format_says_which_games_it_is_for(
    sides: tuple[tuple[int, ...], ...], fitting: list[str]
) -> None:
    assert [code for code, one in FORMATS.items() if one.fits(sides)] == fitting
