"""Round robin: the Berger tables, tables and first places balanced, one or two legs, and what its
rounds come to.
"""

from collections import Counter
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import field, stream, table
from tournaments.rules.formats import round_robin
from tournaments.rules.formats.base import Json, StageSettings
from tournaments.rules.schedules.berger import BALANCED, at_tables, berger, schedule
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

BERGER = table("berger.json")["tables"]
BTD = table("table_balance_btd.json")["tables"]
SETUP = StageSettings(tie_breaks=round_robin.FORMAT.tie_breaks)
DRAWN: Json = {"numbers": [30, 10, 20, 40], "lots": [40, 30, 20, 10]}

sizes = st.integers(2, round_robin.MAX_ENTRIES)


def rounds_of(entries: int) -> range:
    return range(entries - 1 + entries % 2)


def playing(entries: int, number: int) -> list[tuple[int, int]]:
    """The pairs of a round at their tables, without the free one."""
    return [pair for pair in at_tables(entries, number) if max(pair) <= entries]


@pytest.mark.parametrize("entries", map(int, BERGER))
def test_the_rounds_are_those_of_the_published_berger_tables(entries: int) -> None:
    published = [[tuple(pair) for pair in pairs] for pairs in BERGER[str(entries)]]
    assert [berger(entries, number) for number in rounds_of(entries)] == published


@pytest.mark.parametrize("entries", [int(n) - 1 for n in BERGER])
def test_with_an_odd_field_whoever_meets_the_number_too_many_is_free(
    entries: int,
) -> None:
    published = [[tuple(pair) for pair in pairs] for pairs in BERGER[str(entries + 1)]]
    assert [berger(entries, number) for number in rounds_of(entries)] == published


@given(sizes, st.integers(1, round_robin.MAX_LEGS))
def test_everybody_meets_everybody_once_in_a_leg_and_plays_once_in_a_round(
    entries: int, legs: int
) -> None:
    rounds = [
        [pair for pair in pairs if max(pair) <= entries]
        for pairs in schedule(entries, legs)
    ]
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == dict.fromkeys(
        map(frozenset, combinations(range(1, entries + 1), 2)), legs
    )
    for pairs in rounds:
        playing = list(chain.from_iterable(pairs))
        assert len(playing) == len(set(playing)) == entries - entries % 2


@given(sizes, st.just(2))
def test_in_two_legs_everybody_is_first_against_everybody_once(
    entries: int, legs: int
) -> None:
    pairs = [
        pair
        for pairs in schedule(entries, legs)
        for pair in pairs
        if max(pair) <= entries
    ]
    assert len(set(pairs)) == len(pairs)


@given(sizes)
def test_everybody_is_first_as_often_as_second_or_once_more_or_less(
    entries: int,
) -> None:
    pairs = [pair for number in rounds_of(entries) for pair in playing(entries, number)]
    firsts, seconds = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    assert all(abs(firsts[n] - seconds[n]) <= 1 for n in range(1, entries + 1))


@pytest.mark.parametrize("entries", [4, 6, 8, 10, 12, 14, 16, 40, 64])
def test_nobody_is_first_or_second_in_three_rounds_running_where_two_legs_meet(
    entries: int,
) -> None:
    where = [
        [pair.index(n) for pairs in schedule(entries, 2) for pair in pairs if n in pair]
        for n in (1, 2, entries)
    ]
    half = entries - 1
    for turns in where:
        around = turns[half - 3 : half + 3]
        assert all(len(set(around[i : i + 3])) > 1 for i in range(4))


@given(st.integers(1, 31).map(lambda n: 2 * n + 1))
def test_with_an_odd_field_everybody_is_twice_at_each_table_and_free_once(
    entries: int,
) -> None:
    seen = Counter(
        (n, seat)
        for number in rounds_of(entries)
        for n, pair in enumerate(playing(entries, number))
        for seat in pair
    )
    assert set(seen.values()) == {2}
    assert len(seen) == entries * (entries // 2)
    assert all(
        max(at_tables(entries, number)[-1]) == entries + 1
        for number in rounds_of(entries)
    )


@given(st.integers(1, 32).map(lambda n: 2 * n))
def test_with_an_even_field_nobody_is_more_than_three_times_at_a_table(
    entries: int,
) -> None:
    seen = Counter(
        (n, seat)
        for number in rounds_of(entries)
        for n, pair in enumerate(at_tables(entries, number))
        for seat in pair
    )
    assert max(seen.values()) <= 3


@pytest.mark.parametrize("entries", map(int, BTD))
def test_where_a_balanced_order_of_tables_is_published_it_is_taken(
    entries: int,
) -> None:
    published = [[tuple(pair) for pair in pairs] for pairs in BTD[str(entries)]]
    assert [at_tables(entries, number) for number in rounds_of(entries)] == published


@pytest.mark.parametrize("entries", BALANCED)
def test_in_a_balanced_order_everybody_is_once_or_twice_at_each_table(
    entries: int,
) -> None:
    rounds = [at_tables(entries, number) for number in rounds_of(entries)]
    seen = Counter(
        (table, seat)
        for one in rounds
        for table, pair in enumerate(one)
        for seat in pair
    )
    assert set(seen.values()) == {1, 2}
    assert len(seen) == entries * entries // 2


# --- the draw ---


@given(sizes)
def test_the_draw_gives_everybody_one_number_and_one_lot(entries: int) -> None:
    drawn = round_robin.FORMAT.draw(field(entries), stream(entries), SETUP)
    assert round_robin.FORMAT.check(drawn, field(entries), SETUP) == []
    assert (
        sorted(drawn["numbers"]) == sorted(drawn["lots"]) == list(range(1, entries + 1))
    )


def test_numbers_and_lots_are_shuffled_one_after_the_other_from_one_stream() -> None:
    chance = stream("league")
    ids = [entrant.id for entrant in field(9)]
    expected = {
        "numbers": list(chance.shuffled(ids)),
        "lots": list(chance.shuffled(ids)),
    }
    assert round_robin.FORMAT.draw(field(9), stream("league"), SETUP) == expected
    assert expected["numbers"] != expected["lots"]


@pytest.mark.parametrize(
    ("numbers", "lots", "codes"),
    [
        ([1, 2, 2], [1, 2, 3], ["draw.entry_twice", "draw.entry_missing"]),
        ([1, 2, 3], [1, 2], ["draw.entry_missing"]),
        ([1, 2, 3, 4], [1, 2, 3], ["draw.entry_unknown"]),
    ],
)
def test_a_draft_without_somebody_is_not_published(
    numbers: list[int], lots: list[int], codes: list[str]
) -> None:
    problems = round_robin.FORMAT.check(
        {"numbers": numbers, "lots": lots}, field(3), SETUP
    )
    assert [problem.code for problem in problems] == codes


@pytest.mark.parametrize(
    ("entries", "code"),
    [(0, "too_few"), (1, "too_few"), (65, "too_many"), (512, "too_many")],
)
def test_a_field_too_small_or_too_large_is_refused(entries: int, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        round_robin.FORMAT.draw(field(entries), stream(), SETUP)
    assert caught.value.code == f"round_robin.{code}"


# --- rounds and results ---


def fact(round: int, slot: int, a: int, b: int, kind: str = PLAYED) -> ConfirmedResult:
    """A 3-1 for a."""
    won = a if kind in {PLAYED, WALKOVER} else None
    return ConfirmedResult(
        round, slot, a, b, kind, won, *((3, 1) if kind == PLAYED else (0, 0))
    )


def test_the_numbers_say_who_meets_whom() -> None:
    planned = round_robin.FORMAT.plan(DRAWN, [], SETUP)
    assert [one.code for one in planned] == ["round_1", "round_2", "round_3"]
    assert [meeting.entries for meeting in planned[0].meetings] == [(30, 40), (10, 20)]
    assert all(meeting.ready for one in planned for meeting in one.meetings)


def test_the_free_one_is_at_no_table_and_waits_for_nothing() -> None:
    drawn = {"numbers": [30, 10, 20], "lots": [10, 20, 30]}
    for planned in round_robin.FORMAT.plan(drawn, [], SETUP):
        *at_table, free = planned.meetings
        assert [meeting.ready for meeting in at_table] == [True]
        assert free.decided
        assert None in free.entries


@pytest.mark.parametrize(
    ("kind", "decided"),
    [(PLAYED, True), (WALKOVER, True), (DOUBLE_WALKOVER, True), (VOID, False)],
)
def test_a_match_is_decided_by_any_result_but_a_void_one(
    kind: str, decided: bool
) -> None:
    planned = round_robin.FORMAT.plan(DRAWN, [fact(1, 1, 10, 20, kind)], SETUP)
    assert [meeting.decided for meeting in planned[0].meetings] == [False, decided]


@pytest.mark.parametrize("entries", [2, 3, 6, 7])
@pytest.mark.parametrize("legs", [1, 2])
def test_when_every_match_is_played_everybody_has_a_place(
    entries: int, legs: int
) -> None:
    setup = SETUP._replace(legs=legs)
    drawn = round_robin.FORMAT.draw(field(entries), stream("all"), setup)
    facts = [
        fact(n, meeting.slot, *sorted(meeting.entries))  # type: ignore[type-var]
        for n, one in enumerate(round_robin.FORMAT.plan(drawn, [], setup), start=1)
        for meeting in one.meetings
        if meeting.ready
    ]
    assert all(
        meeting.decided
        for one in round_robin.FORMAT.plan(drawn, facts, setup)
        for meeting in one.meetings
    )
    rows = round_robin.FORMAT.standings(drawn, facts, setup, {})
    assert [(row.entry, row.rank, row.shared_to) for row in rows] == [
        (n, n, n) for n in range(1, entries + 1)
    ]
    assert all(row.tally.played == legs * (entries - 1) for row in rows)
    for above, below in pairwise(rows):
        assert above.why == (
            "match_wins",
            {"own": above.tally.won, "other": below.tally.won, "below": below.entry},
        )


def test_before_the_first_result_all_share_the_places_in_the_order_of_their_numbers() -> (
    None
):
    rows = round_robin.FORMAT.standings(DRAWN, [], SETUP, {})
    assert [(row.entry, row.rank, row.shared_to) for row in rows] == [
        (n, 1, 4) for n in DRAWN["numbers"]
    ]
    assert [row.why.code for row in rows] == ["shared"] * 3 + ["last"]
