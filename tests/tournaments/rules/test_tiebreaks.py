"""Tie-breaks: one criterion after another, a league among those who are level, and why each row is
above the next.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import BadOption
from tests.tournaments.rules.events import table
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.results import PLAYED, VOID, WALKOVER
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import (
    ConfirmedResult,
    Round,
    Tally,
    cards,
    tallies,
    tally,
)
from tournaments.rules.tables.tiebreaks import Record

KNOWN = table("mini_league.json")
NAMES = "ABCDE"


def won(
    a: int,
    b: int,
    sets: tuple[int, int] = (3, 1),
    tantos: tuple[int, int] | None = None,
) -> ConfirmedResult:
    return ConfirmedResult(
        1,
        0,
        a,
        b,
        PLAYED,
        a if sets[0] > sets[1] else b,
        *sets,
        (tantos,) if tantos else None,
    )


def docked(a: int, b: int, penalties: tuple[int, int]) -> ConfirmedResult:
    return won(a, b)._replace(penalties=penalties)


def order(
    entries: list[int],
    codes: list[str],
    facts: list[ConfirmedResult],
    lots: list[int] | None = None,
) -> list[tuple[int, int, int]]:
    return [one[:3] for one in rows(entries, codes, facts, lots)]


def rows(
    entries: list[int],
    codes: list[str],
    facts: list[ConfirmedResult],
    lots: list[int] | None = None,
) -> list[Row]:
    return list(tiebreaks.ranked(entries, codes, known(entries, facts, lots or [])))


def known(
    entries: Sequence[int],
    facts: Sequence[ConfirmedResult],
    lots: Sequence[int] = (),
    byes: Sequence[Round] = (),
) -> Record:
    counted = cards(facts, byes)
    return Record(facts, counted, tallies(counted), lots, dict.fromkeys(entries, 1))


# --- known answers ---


def five() -> list[ConfirmedResult]:
    """The five of the published example."""
    return [
        won(NAMES.index(a), NAMES.index(b), (sets_a, sets_b), (tantos_a, tantos_b))
        for a, b, sets_a, sets_b, tantos_a, tantos_b in KNOWN["matches"]
    ]


def test_wins_and_differences_of_the_example_are_counted() -> None:
    lines = tally(five())
    for n, name in enumerate(NAMES):
        line = lines[n]
        assert line.tantos_for is not None
        assert line.tantos_against is not None
        counted = [
            line.won,
            line.sets_for - line.sets_against,
            line.tantos_for - line.tantos_against,
        ]
        assert counted == KNOWN["overall_table_wins_setdiff_stonediff"][name]


@pytest.mark.parametrize(
    ("codes", "published"),
    [
        (
            ["match_wins", "set_difference", "tantos_difference", "shared"],
            "order_wins_then_overall_diffs",
        ),
        (
            ["match_wins", "direct", "set_difference", "tantos_difference", "shared"],
            "order_wins_then_direct_encounter_restarting",
        ),
    ],
)
def test_the_order_of_the_example_is_the_published_one(
    codes: list[str], published: str
) -> None:
    found = order(list(range(5)), codes, five())
    assert [NAMES[entry] for entry, _, _ in found] == KNOWN[published]
    assert [(rank, to) for _, rank, to in found] == [(n, n) for n in range(1, 6)]


# --- each criterion ---


@pytest.mark.parametrize(
    ("code", "facts", "expected"),
    [
        ("match_wins", [won(2, 1), won(2, 3)], [(2, 1, 1), (1, 2, 3), (3, 2, 3)]),
        (
            "fewest_losses",
            [won(2, 1), won(2, 3), won(3, 1)],
            [(2, 1, 1), (3, 2, 2), (1, 3, 3)],
        ),
        ("match_points", [won(2, 1), won(2, 3)], [(2, 1, 1), (1, 2, 3), (3, 2, 3)]),
        (
            "wins_average",
            [won(1, 2), won(2, 1), won(3, 2)],
            [(3, 1, 1), (1, 2, 2), (2, 3, 3)],
        ),
        (
            "set_average",
            [won(1, 2, (3, 0)), won(2, 1, (3, 2)), won(3, 2)],
            [(3, 1, 1), (1, 2, 2), (2, 3, 3)],
        ),
        (
            "fewest_penalties",
            [docked(1, 3, (0, 1)), docked(1, 2, (2, 0))],
            [(2, 1, 1), (3, 2, 2), (1, 3, 3)],
        ),
        (
            "sets_for",
            [won(1, 2, (3, 2)), won(3, 1, (3, 0))],
            [(1, 1, 2), (3, 1, 2), (2, 3, 3)],
        ),
        (
            "set_difference",
            [won(1, 2, (3, 2)), won(3, 1, (3, 0))],
            [(3, 1, 1), (2, 2, 2), (1, 3, 3)],
        ),
        (
            "tantos_difference",
            [won(1, 2, (1, 0), (40, 9)), won(3, 1, (1, 0), (40, 39))],
            [(1, 1, 1), (3, 2, 2), (2, 3, 3)],
        ),
        (
            "tantos_difference",
            [won(1, 2, (1, 0), (40, 9)), won(3, 1, (1, 0))],
            [(1, 1, 3), (2, 1, 3), (3, 1, 3)],
        ),
        ("shared", [won(3, 2)], [(1, 1, 3), (2, 1, 3), (3, 1, 3)]),
        ("lot", [won(3, 2)], [(3, 1, 1), (1, 2, 2), (2, 3, 3)]),
    ],
)
def test_what_each_criterion_puts_first(
    code: str, facts: list[ConfirmedResult], expected: list[tuple[int, int, int]]
) -> None:
    """Tantos count only where all of those level have them; the lots say 3, 1, 2."""
    assert order([1, 2, 3], [code], facts, [3, 1, 2]) == expected


def test_a_win_without_play_is_a_win_without_sets() -> None:
    facts = [ConfirmedResult(1, 0, 1, 2, WALKOVER, 1), won(3, 2)]
    assert order([1, 2, 3], ["match_wins", "set_difference", "shared"], facts) == [
        (3, 1, 1),
        (1, 2, 2),
        (2, 3, 3),
    ]


def test_three_in_a_circle_are_taken_apart_by_the_sets_among_them_and_whoever_is_left_begins_anew() -> (
    None
):
    circle = [won(1, 2, (3, 0)), won(2, 3, (3, 1)), won(3, 1, (3, 2))]
    found = rows(
        [1, 2, 3, 4],
        ["match_wins", "direct", "shared"],
        [*circle, *(won(n, 4) for n in (1, 2, 3))],
    )
    assert [one.entry for one in found] == [1, 2, 3, 4]
    assert [one.why for one in found] == [
        ("direct_sets", {"own": 2, "other": -1, "level": 3, "below": 2}),
        ("direct_wins", {"own": 1, "other": 0, "level": 2, "below": 3}),
        ("match_wins", {"own": 2, "other": 0, "below": 4}),
        ("last", {}),
    ]


def test_what_happened_outside_does_not_count_among_those_who_are_level() -> None:
    facts = [won(1, 2, (3, 2)), won(2, 3, (3, 0)), won(3, 1, (3, 0))]
    two = rows([1, 2], ["match_wins", "direct", "shared"], facts)
    assert [one.entry for one in two] == [1, 2]
    assert two[0].why == ("direct_wins", {"own": 1, "other": 0, "level": 2, "below": 2})


def test_a_league_among_those_who_are_level_waits_until_all_of_them_have_met_equally_often() -> (
    None
):
    facts = [won(1, 2), won(1, 4), won(4, 1), won(2, 4), won(3, 4)]
    codes = ["fewest_losses", "direct", "shared"]
    assert order([1, 2, 3], ["direct", "shared"], facts) == [
        (1, 1, 3),
        (2, 1, 3),
        (3, 1, 3),
    ]
    assert order([1, 2, 3, 4], codes, facts) == [
        (3, 1, 1),
        (1, 2, 2),
        (2, 3, 3),
        (4, 4, 4),
    ]


def test_a_void_match_is_no_meeting() -> None:
    void = ConfirmedResult(1, 0, 2, 3, VOID, None)
    assert order([1, 2, 3], ["direct", "shared"], [won(1, 2), won(1, 3), void]) == [
        (1, 1, 3),
        (2, 1, 3),
        (3, 1, 3),
    ]


def test_an_average_is_told_exactly() -> None:
    found = rows(
        [1, 2],
        ["wins_average", "shared"],
        [won(1, 3), won(1, 3), won(3, 1), won(2, 3), won(3, 2)],
    )
    assert found[0].why == ("wins_average", {"own": "2/3", "other": "1/2", "below": 2})


def test_a_bye_that_counts_is_worth_two_points_and_no_win() -> None:
    facts = [won(1, 2)]
    free = known([1, 2, 3], facts, byes=[(1, 3)])
    assert [
        one[:3] for one in tiebreaks.ranked([1, 2, 3], ["match_points", "shared"], free)
    ] == [
        (1, 1, 2),
        (3, 1, 2),
        (2, 3, 3),
    ]
    assert [
        one[0] for one in tiebreaks.ranked([3, 1, 2], ["match_wins", "shared"], free)
    ] == [1, 3, 2]


def test_whoever_has_no_lot_stands_after_those_who_have_one() -> None:
    assert order([1, 2, 3, 4], ["lot"], [], [3, 2]) == [
        (3, 1, 1),
        (2, 2, 2),
        (1, 3, 4),
        (4, 3, 4),
    ]


def test_whoever_is_level_in_everything_shares_and_each_says_with_whom() -> None:
    found = rows(
        [7, 8, 9], ["match_wins", "direct", "shared"], [won(7, 8), won(8, 9), won(9, 7)]
    )
    assert [one[:3] for one in found] == [(7, 1, 3), (8, 1, 3), (9, 1, 3)]
    assert [one.why for one in found] == [
        ("shared", {"below": 8}),
        ("shared", {"below": 9}),
        ("last", {}),
    ]


results = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 2)).filter(
        lambda drawn: drawn[0] != drawn[1]
    ),
    max_size=25,
)
orders = st.lists(st.sampled_from(tiebreaks.CRITERIA), unique=True)


@given(results, orders, st.permutations(range(7)), st.sampled_from(tiebreaks.LAST))
def test_any_order_of_tie_breaks_places_each_once_and_never_turns_the_first_criterion_round(
    drawn: Any, codes: list[str], lots: list[int], last: str
) -> None:
    facts = [
        won(a, b, (3, lost))._replace(round=n) for n, (a, b, lost) in enumerate(drawn)
    ]
    found = rows(list(range(7)), [*codes, last], facts, lots)
    assert sorted(one.entry for one in found) == list(range(7))
    assert all(
        (one.rank or 0) <= n <= (one.shared_to or 0)
        for n, one in enumerate(found, start=1)
    )
    if last == "lot":
        assert all(one.rank == one.shared_to for one in found)
    if codes[:1] == ["match_wins"]:
        wins = [tally(facts).get(one.entry, Tally()).won for one in found]
        assert wins == sorted(wins, reverse=True)


@given(results, orders, st.permutations(range(7)))
def test_the_order_in_which_entries_and_results_come_changes_no_place(
    drawn: Any, codes: list[str], shuffled: list[int]
) -> None:
    facts = [
        won(a, b, (3, lost))._replace(round=n) for n, (a, b, lost) in enumerate(drawn)
    ]
    one, other = (
        {entry: rest for entry, *rest in order(entries, [*codes, "shared"], results)}
        for entries, results in ((list(range(7)), facts), (shuffled, facts[::-1]))
    )
    assert one == other


# --- which orders there are ---


@pytest.mark.parametrize(
    ("codes", "refused"),
    [
        (["match_wins", "luck", "shared"], "no_such_tie_break"),
        (["match_wins", "direct", "match_wins", "shared"], "tie_break_twice"),
        (["match_wins", "direct"], "tie_break_last"),
        (["lot", "match_wins"], "tie_break_last"),
        (["match_wins", "lot", "shared"], "tie_break_last"),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_what_would_be_allowed(
    codes: list[str], refused: str
) -> None:
    with pytest.raises(BadOption) as caught:
        tiebreaks.check(codes)
    assert caught.value.code == f"option.{refused}"
    if refused != "tie_break_twice":
        assert "shared" in caught.value.fields["allowed"]  # type: ignore[operator]


@pytest.mark.parametrize("codes", [["shared"], ["lot"], [*tiebreaks.CRITERIA, "lot"]])
def test_any_criteria_once_and_a_last_step_are_an_order(codes: list[str]) -> None:
    tiebreaks.check(codes)


def test_the_order_of_a_format_is_an_order() -> None:
    own = [one.tie_breaks for one in FORMATS.values() if one.tie_breaks]
    assert own
    for codes in own:
        tiebreaks.check(codes)
