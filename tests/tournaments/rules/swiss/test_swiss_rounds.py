"""Swiss: numbers of entries, later rounds, and the table."""

from collections import Counter
from typing import Any

import pytest

from core.refusals import Refusal
from tests.tournaments.rules.events import field, stream
from tests.tournaments.rules.swiss.swiss_rounds import (
    APART,
    SETUP,
    best,
    drawn_so,
    fact,
    played,
    weight,
)
from tournaments.rules.formats import swiss
from tournaments.rules.formats.base import History, Json
from tournaments.rules.tables.results import DOUBLE_WALKOVER, VOID

# --- numbers ---


@pytest.mark.parametrize(
    ("entries", "rounds", "fields"),
    [
        (1, 1, {"code": "swiss.too_few", "fewest": 2}),
        (5000, 1, {"code": "swiss.too_many", "most": swiss.MAX_ENTRIES}),
        (6, 6, {"code": "swiss.too_many_rounds", "most": 5}),
        (7, 8, {"code": "swiss.too_many_rounds", "most": 7}),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_would_fit(
    entries: int, rounds: int, fields: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as caught:
        swiss.FORMAT.check_number(entries, SETUP._replace(rounds=rounds))
    assert {"code": caught.value.code, **caught.value.fields}.items() >= fields.items()


@pytest.mark.parametrize(("entries", "rounds"), [(2, 1), (6, 5), (7, 7), (54, 24)])
def test_so_many_rounds_have_opponents(entries: int, rounds: int) -> None:
    swiss.FORMAT.check_number(entries, SETUP._replace(rounds=rounds))


def test_a_field_that_has_shrunk_is_paired_all_the_same() -> None:
    before = played("shrunk", field(6), 3)
    one = swiss.FORMAT.draw(field(2), stream(), SETUP._replace(rounds=5), before)
    assert sorted(one["pairs"][0]) == [1, 2]


@pytest.mark.slow
def test_usumus_2015_plays_24_rounds_of_54_without_a_rematch() -> None:
    before = played("usumus", field(54), 24)
    met = Counter(frozenset(pair) for one in before.rounds for pair in one["pairs"])
    assert (len(met), set(met.values())) == (24 * 27, {1})


def test_when_all_are_of_one_club_they_meet_all_the_same() -> None:
    entrants = [one._replace(club="Txoko") for one in field(30)]
    assert len(swiss.FORMAT.draw(entrants, stream(), APART)["pairs"]) == 15


@pytest.mark.parametrize("size", [8, 9])
def test_a_club_with_more_than_half_meets_itself_as_seldom_as_can_be(size: int) -> None:
    entrants = [
        one._replace(club="Txoko" if one.id <= 6 else "") for one in field(size)
    ]
    one = swiss.FORMAT.draw(entrants, stream(), APART)
    inside = [max(pair) <= 6 for pair in one["pairs"]]
    assert sum(inside) == {8: 2, 9: 1}[size]
    told = [
        why.get("club") == "Txoko" and why["entries"] == 6
        for why in one["why"][: len(inside)]
    ]
    assert told == inside


# --- from round to round ---


def state(before: History) -> Json:
    return {"rounds": list(before.rounds)}


def test_the_next_round_is_drawn_when_all_matches_are_decided() -> None:
    before = played("next", field(4), 1)
    entries = [1, 2, 3, 4]
    assert swiss.FORMAT.to_draw(state(before), before.facts, SETUP, entries) == (
        1,
        2,
        3,
        4,
    )
    assert swiss.FORMAT.to_draw(state(before), before.facts[:1], SETUP, entries) == ()
    void = before.facts[1]._replace(kind=VOID, winner=None)
    assert (
        swiss.FORMAT.to_draw(state(before), [before.facts[0], void], SETUP, entries)
        == ()
    )


def test_there_is_no_round_after_the_last_or_for_one_alone() -> None:
    before = played("last", field(4), 3)
    assert swiss.FORMAT.to_draw(state(before), before.facts, SETUP, [1, 2, 3, 4]) == ()
    assert swiss.FORMAT.to_draw({"rounds": []}, [], SETUP, [1]) == ()


def test_a_late_entry_joins_without_points() -> None:
    before = played("late", field(4), 2)
    one = swiss.FORMAT.draw(field(5), stream(), SETUP, before)
    assert weight(one, field(5), before) == best(field(5), before)
    assert one["lots"][:4] == before.rounds[-1]["lots"]
    assert one["lots"][4:] == [5]


def test_the_reason_of_a_pairing_is_the_one_it_was_drawn_with() -> None:
    before = played("why", field(5), 2)
    for n, one in enumerate(before.rounds, start=1):
        for slot, drawn in enumerate(one["why"]):
            why = swiss.FORMAT.why(state(before), before.facts, SETUP, n, slot)
            assert {"code": why.code, **why.fields} == drawn
    assert swiss.FORMAT.why(state(before), before.facts, SETUP, 2, 2).code == "bye"


def test_whoever_is_free_comes_last_and_waits_for_nothing() -> None:
    planned = swiss.FORMAT.plan(state(played("free", field(5), 2)), [], SETUP)
    assert [one.code for one in planned] == ["round_1", "round_2"]
    assert [[meeting.ready for meeting in one.meetings] for one in planned] == [
        [True, True, False]
    ] * 2


@pytest.mark.parametrize(
    ("pairs", "bye", "codes"),
    [
        ([[1, 2], [3, 4]], 5, []),
        ([[1, 2], [3, 4]], None, ["draw.entry_missing", "draw.not_two_by_two"]),
        ([[1, 2], [3, 3]], 5, ["draw.entry_twice", "draw.entry_missing"]),
        ([[1, 2], [3, 9]], 5, ["draw.entry_missing", "draw.entry_unknown"]),
        ([[1, 2, 3], [4]], 5, ["draw.not_two_by_two"]),
        ([[2, 5], [3, 4]], 1, ["draw.bye_before_others"]),
    ],
)
def test_a_round_is_checked_before_it_is_published(
    pairs: list[list[int]], bye: int | None, codes: list[str]
) -> None:
    before = History([drawn_so([(2, 3), (4, 5)], 1)])
    one = drawn_so(pairs, bye) | {"why": [{"code": "lot"}] * 3}
    if bye is None:
        one["why"].pop()
    problems = swiss.FORMAT.check(one, field(5), SETUP, before)
    assert sorted(problem.code for problem in problems) == sorted(codes)


# --- the table ---


def test_a_bye_is_worth_a_match_won() -> None:
    before = History([drawn_so([(1, 2)], 3)], [fact(1, 0, 1, 2)])
    rows = swiss.FORMAT.standings(
        state(before),
        before.facts,
        SETUP._replace(tie_breaks=("match_points", "shared")),
        {},
    )
    assert [(row.entry, row.rank, row.shared_to) for row in rows] == [
        (1, 1, 2),
        (3, 1, 2),
        (2, 3, 3),
    ]
    assert [row.tally.byes for row in rows] == [0, 1, 0]


def test_whoever_is_level_is_placed_by_the_strength_of_the_opponents() -> None:
    before = played("table", field(16), 5)
    rows = swiss.FORMAT.standings(state(before), before.facts, SETUP, {})
    assert {row.entry for row in rows} == set(range(1, 17))
    assert [row.tally.won for row in rows] == sorted(
        (row.tally.won for row in rows), reverse=True
    )
    assert "buchholz_cut_1" in {row.why.code for row in rows}
    assert {row.round_reached for row in rows} == {5}


def test_whoever_is_away_was_last_in_the_round_that_it_was_drawn_into() -> None:
    drawn = [[(1, 2), (3, 4)], [(1, 3)], [(3, 2)]]
    before = History([{**drawn_so(pairs), "lots": [1, 2, 3, 4]} for pairs in drawn], [])
    rows = swiss.FORMAT.standings(state(before), before.facts, SETUP, {})
    assert {row.entry: row.round_reached for row in rows} == {1: 2, 2: 3, 3: 3, 4: 1}


def test_before_the_first_draw_there_is_no_table() -> None:
    assert swiss.FORMAT.standings({"rounds": []}, [], SETUP, {}) == ()


def test_a_double_walkover_is_lost_by_both() -> None:
    before = History(
        [drawn_so([(1, 2), (3, 4)])],
        [fact(1, 0, 1, 2, DOUBLE_WALKOVER), fact(1, 1, 3, 4)],
    )
    rows = swiss.FORMAT.standings(state(before), before.facts, SETUP, {})
    assert rows[0].entry == 3
    assert [row.tally.lost for row in rows if row.entry in {1, 2}] == [1, 1]


def test_the_same_history_and_stream_give_the_same_round() -> None:
    before = played("again", field(41), 4)
    once, again = (
        swiss.FORMAT.draw(field(41), stream("same"), SETUP, before) for _ in range(2)
    )
    assert once == again != swiss.FORMAT.draw(field(41), stream("other"), SETUP, before)
