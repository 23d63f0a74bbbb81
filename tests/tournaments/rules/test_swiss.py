"""Swiss: everybody once a round, against somebody new, nobody free twice, as near in points as can
be, and why.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.chi_square import misfit
from tests.tournaments.rules.events import field, stream, table
from tests.tournaments.rules.pairings import every_pairing
from tournaments.rules.draws import matching
from tournaments.rules.field import Entrant
from tournaments.rules.formats import swiss
from tournaments.rules.formats.base import NOTHING, History, Json, StageSettings
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

SETUP = StageSettings(rounds=3, tie_breaks=swiss.FORMAT.tie_breaks)
APART = SETUP._replace(apart=True)


def fact(round: int, slot: int, a: int, b: int, kind: str = PLAYED) -> ConfirmedResult:
    """A 3-1 for a."""
    won = a if kind in {PLAYED, WALKOVER} else None
    return ConfirmedResult(
        round, slot, a, b, kind, won, *((3, 1) if kind == PLAYED else (0, 0))
    )


def drawn_so(pairs: Sequence[Sequence[int]], bye: int | None = None) -> Json:
    lots = [entry for pair in pairs for entry in pair] + ([bye] if bye else [])
    return {
        "pairs": [list(pair) for pair in pairs],
        "bye": bye,
        "why": [],
        "lots": lots,
    }


def wins(entry: int, number: int) -> list[ConfirmedResult]:
    """So many matches won, against somebody who is not there any more."""
    return [fact(n, 0, entry, 0) for n in range(number)]


def played(
    seed: object, entrants: Sequence[Entrant], rounds: int, setup: StageSettings = SETUP
) -> History:
    """So many rounds with even sides; one match in three is won without play."""
    chance, before = stream(("results", seed)), NOTHING
    for n in range(1, rounds + 1):
        one = swiss.FORMAT.draw(
            entrants, stream((seed, n)), setup._replace(rounds=rounds), before
        )
        facts = [
            fact(
                n,
                slot,
                *(pair if chance.below(2) else pair[::-1]),
                PLAYED if chance.below(3) else WALKOVER,
            )
            for slot, pair in enumerate(one["pairs"])
        ]
        before = History([*before.rounds, one], [*before.facts, *facts])
    return before


Weight = tuple[int, ...]


def weight(
    one: Json, entrants: Sequence[Entrant], before: History, apart: bool = False
) -> Weight:
    """What the rules of the format weigh, the heaviest first, counted anew for one round."""
    met = Counter(frozenset(pair) for other in before.rounds for pair in other["pairs"])
    byes = Counter(other["bye"] for other in before.rounds)
    won = Counter(fact.winner for fact in before.facts)
    given = Counter(fact.winner for fact in before.facts if fact.kind == WALKOVER)
    clubs = {entrant.id: entrant.club for entrant in entrants}
    score = {entry: won[entry] + byes[entry] for entry in clubs}
    free = one["bye"]
    return (
        byes[free] + given[free] if free else 0,
        sum(met[frozenset(pair)] for pair in one["pairs"]),
        score[free] if free else 0,
        sum(clubs[a] == clubs[b] != "" for a, b in one["pairs"]) if apart else 0,
        sum((score[a] - score[b]) ** 2 for a, b in one["pairs"]),
    )


def best(entrants: Sequence[Entrant], before: History, apart: bool = False) -> Weight:
    """The least of all rounds there are."""
    everybody = [entrant.id for entrant in entrants] + (
        [0] if len(entrants) % 2 else []
    )
    rounds = (
        {
            "pairs": [pair for pair in pairs if 0 not in pair],
            "bye": next((max(pair) for pair in pairs if 0 in pair), None),
        }
        for pairs in every_pairing(everybody)
    )
    return min(weight(one, entrants, before, apart) for one in rounds)


# --- who meets whom ---


@settings(max_examples=80, deadline=None)
@given(
    size=st.integers(2, 10),
    rounds=st.integers(0, 8),
    clubs=st.integers(0, 3),
    seed=st.integers(),
)
def test_no_round_of_up_to_ten_is_better(
    size: int, rounds: int, clubs: int, seed: int
) -> None:
    entrants = [
        one._replace(club=str(one.id % (clubs + 1) or "")) for one in field(size)
    ]
    setup = APART if clubs else SETUP
    before = played(seed, entrants, min(rounds, size - 1), setup)
    one = swiss.FORMAT.draw(entrants, stream(seed), setup._replace(rounds=1), before)
    assert weight(one, entrants, before, setup.apart) == best(
        entrants, before, setup.apart
    )


@settings(max_examples=25, deadline=None)
@given(
    size=st.integers(14, 60),
    rounds=st.integers(1, 12),
    clubs=st.sampled_from([0, 2, 9]),
    seed=st.integers(),
)
def test_looking_at_neighbours_first_finds_a_round_as_good_as_looking_at_all(
    size: int, rounds: int, clubs: int, seed: int
) -> None:
    entrants = [
        one._replace(club=str(one.id % clubs) if clubs else "") for one in field(size)
    ]
    setup = APART if clubs else SETUP
    before = played(seed, entrants, rounds, setup)
    near = swiss.FORMAT.draw(entrants, stream(seed), setup, before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WINDOW", 99)
        everybody = swiss.FORMAT.draw(entrants, stream(seed), setup, before)
    assert weight(near, entrants, before, setup.apart) == weight(
        everybody, entrants, before, setup.apart
    )


def half_points(events: dict[str, list[tuple[int, str]]], rounds: int) -> History:
    """So many rounds of a published tournament, in which a draw counted half: each half point as a
    match won.
    """
    pairs = [
        {frozenset((int(one), own[n][0])) for one, own in events.items() if own[n][0]}
        for n in range(rounds)
    ]
    byes = [
        next((int(one) for one, own in events.items() if own[n][1] == "U"), None)
        for n in range(rounds)
    ]
    points = {"1": 2, "=": 1, "0": 0, "U": 1}  # a bye counts as one match won already
    halves = {
        int(one): sum(points[result] for _, result in own[:rounds])
        for one, own in events.items()
    }
    drawn = [
        drawn_so([sorted(pair) for pair in some], free)
        for some, free in zip(pairs, byes, strict=True)
    ]
    return History(
        drawn, [won for one, number in halves.items() for won in wins(one, number)]
    )


@pytest.mark.parametrize(
    "event",
    table("swiss_kat.json")["tournaments"],
    ids=lambda one: f"{one['players']}-{one['seed']}",
)
def test_points_are_as_near_as_in_published_tournaments(event: Any) -> None:
    entrants = field(event["players"])
    for n, known in enumerate(event["optimum"]):
        before = half_points(event["events"], n)
        one = swiss.FORMAT.draw(entrants, stream(n), SETUP._replace(rounds=1), before)
        found = weight(one, entrants, before)
        floats = sum(why["code"] == "float" for why in one["why"])
        assert (found[1], found[2], found[4], floats) == (
            0,
            2 * known["bye_score"],
            known["sum_d2"],
            known["floats"],
        )


# --- round 1 ---


def test_without_seeds_round_1_is_by_lot() -> None:
    opponents: Counter[object] = Counter()
    for seed in range(600):
        one = swiss.FORMAT.draw(field(4), stream(seed), SETUP)
        assert {why["code"] for why in one["why"]} == {"lot"}
        opponents[next(tuple(sorted(pair)) for pair in one["pairs"] if 1 in pair)] += 1
    assert misfit(opponents, 3) < 13.8  # 2 degrees of freedom, 0.1 %


def test_with_seeds_the_first_of_the_upper_half_meets_the_first_of_the_lower() -> None:
    entrants = [one._replace(seed=one.id) for one in reversed(field(9))]
    one = swiss.FORMAT.draw(entrants, stream(), SETUP._replace(seeds=9))
    assert (one["pairs"], one["bye"]) == ([[1, 5], [2, 6], [3, 7], [4, 8]], 9)
    assert one["why"][0] == {"code": "fold", "places": [1, 5]}


def test_those_after_the_seeds_follow_by_lot() -> None:
    entrants = [one._replace(seed=one.id) for one in field(8)]
    seen = Counter(
        tuple(
            swiss.FORMAT.draw(entrants, stream(n), SETUP._replace(seeds=2))["pairs"][0]
        )
        for n in range(600)
    )
    assert set(seen) == {(1, other) for other in range(3, 9)}
    assert misfit(seen, 6) < 20.5  # 5 degrees of freedom, 0.1 %


def test_club_mates_of_a_fold_meet_their_neighbours() -> None:
    entrants = [
        one._replace(seed=one.id, club="A" if one.id in {1, 5} else "")
        for one in field(8)
    ]
    one = swiss.FORMAT.draw(entrants, stream(), APART._replace(seeds=8))
    assert one["pairs"] in (
        [[1, 6], [2, 5], [3, 7], [4, 8]],
        [[1, 2], [3, 7], [4, 8], [5, 6]],
    )


def test_in_round_1_the_last_of_those_with_the_fewest_byes_is_free() -> None:
    entrants = [one._replace(seed=one.id, byes=one.id > 3) for one in field(5)]
    assert swiss.FORMAT.draw(entrants, stream(), SETUP._replace(seeds=5))["bye"] == 3


# --- reasons ---


def after(
    pairs: Sequence[Sequence[int]], points: dict[int, int], bye: int | None = None
) -> History:
    """One round with these pairs, and so many matches won by each."""
    return History(
        [drawn_so(pairs, bye)],
        [won for entry, number in points.items() for won in wins(entry, number)],
    )


def reasons(one: Json) -> list[tuple[str, Any]]:
    return [(why["code"], why.get("because")) for why in one["why"]]


def test_the_odd_one_of_a_group_floats() -> None:
    one = swiss.FORMAT.draw(field(6), stream(), SETUP, after([], {1: 2, 2: 2, 3: 2}))
    assert reasons(one) == [
        ("same_score", None),
        ("float", "odd"),
        ("same_score", None),
    ]
    assert {key: one["why"][1][key] for key in ("from", "to")} == {"from": 2, "to": 0}
    assert one["why"][1]["entry"] == one["pairs"][1][0]


def test_whoever_has_met_its_whole_group_floats() -> None:
    one = swiss.FORMAT.draw(
        field(4), stream(), SETUP, after([(1, 2), (3, 4)], {1: 2, 2: 2})
    )
    assert reasons(one) == [("float", "met"), ("float", "met")]


def test_one_floats_so_that_two_others_of_its_group_need_not_meet_again() -> None:
    """2 and 3 have met; 1 and 4 have met them both. So only 1 and 4 can stay together."""
    met = [(2, 3), (1, 2), (1, 3), (4, 2), (4, 3)]
    one = swiss.FORMAT.draw(
        field(6), stream(), SETUP, after(met, dict.fromkeys((1, 2, 3, 4), 1))
    )
    assert sorted(map(sorted, one["pairs"]))[0] == [1, 4]
    assert reasons(one) == [("same_score", None), ("float", "met"), ("float", "met")]


def test_a_float_that_its_group_could_have_kept_is_for_the_others() -> None:
    """3 and 4 have met everybody of their group but 1 and 2, and so have 5 and 6: 1 or 2 alone
    cannot help them all.
    """
    met = [(3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6)]
    one = swiss.FORMAT.draw(
        field(8), stream(), SETUP, after(met, dict.fromkeys(range(1, 7), 1))
    )
    assert Counter(reasons(one)) == {("same_score", None): 2, ("float", "others"): 2}


def test_a_forced_rematch_says_how_often_they_have_met() -> None:
    before = History([drawn_so([(1, 2)])], [])
    one = swiss.FORMAT.draw(field(2), stream(), SETUP, before)
    assert one["why"] == [{"code": "rematch_forced", "met": 1}]


def test_when_all_have_met_those_who_met_least_often_meet_again() -> None:
    before = History(
        [
            drawn_so(pairs)
            for pairs in (
                [(1, 2), (3, 4)],
                [(1, 3), (2, 4)],
                [(1, 4), (2, 3)],
                [(1, 2), (3, 4)],
            )
        ]
    )
    one = swiss.FORMAT.draw(field(4), stream(), SETUP, before)
    assert sorted(map(sorted, one["pairs"])) != [[1, 2], [3, 4]]
    assert [why["met"] for why in one["why"]] == [1, 1]


def test_the_lowest_who_was_not_free_yet_is_free() -> None:
    before = after([(2, 3), (4, 5)], {2: 1, 4: 1}, bye=1)
    one = swiss.FORMAT.draw(field(5), stream(), SETUP, before)
    assert one["bye"] in {3, 5}
    assert one["why"][-1] == {"code": "bye", "score": 0, "had": 0}


def test_a_win_without_play_counts_as_having_been_free() -> None:
    before = History([drawn_so([(1, 2)], 3)], [fact(1, 0, 1, 2, WALKOVER)])
    assert swiss.FORMAT.draw(field(3), stream(), SETUP, before)["bye"] == 2


def test_byes_of_earlier_phases_count() -> None:
    entrants = [one._replace(byes=one.id != 2) for one in field(3)]
    assert {
        swiss.FORMAT.draw(entrants, stream(n), SETUP)["bye"] for n in range(20)
    } == {2}


def test_tables_are_numbered_from_the_most_points_down() -> None:
    before = played("tables", field(20), 4)
    score = Counter(fact.winner for fact in before.facts)
    one = swiss.FORMAT.draw(field(20), stream(), SETUP, before)
    assert all(score[a] >= score[b] for a, b in one["pairs"])
    assert all(
        score[above[0]] >= score[below[0]] for above, below in pairwise(one["pairs"])
    )


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
