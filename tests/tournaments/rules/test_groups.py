"""Groups: filled by lot or by snake, club-mates spread over them, and a table for each."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import field, stream
from tournaments.rules.draws.spreading import _swapped, spread
from tournaments.rules.field import Entrant
from tournaments.rules.formats import groups
from tournaments.rules.formats.base import Json, StageSettings
from tournaments.rules.formats.groups import sizes, together
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult

SETUP = StageSettings(groups=4, tie_breaks=groups.FORMAT.tie_breaks)
DRAWN: Json = {"groups": [[10, 20, 30], [40, 50]], "lots": [50, 40, 30, 20, 10]}

fields = st.tuples(st.integers(2, 16), st.integers(0, 40)).map(
    lambda drawn: (drawn[0], 2 * drawn[0] + drawn[1])
)


def clubs(*of_each: int, seeded: bool = False) -> list[Entrant]:
    """So many entrants of each club, the strongest first."""
    names = chain.from_iterable([f"Club {n}"] * size for n, size in enumerate(of_each))
    return [
        Entrant(n, f"Pair {n}", club=club, seed=n if seeded else None)
        for n, club in enumerate(names, start=1)
    ]


def seeded(size: int) -> list[Entrant]:
    return [entrant._replace(seed=entrant.id) for entrant in field(size)]


def met(drawn: Json, setup: StageSettings) -> Counter[frozenset[int]]:
    """How often two meet, whom the plan brings together."""
    meetings = [
        meeting
        for planned in groups.FORMAT.plan(drawn, [], setup)
        for meeting in planned.meetings
    ]
    return Counter(frozenset(m.entries) for m in meetings if m.ready)  # type: ignore[arg-type]


# --- how many there are ---


@given(fields)
def test_groups_are_equal_within_one_and_take_everybody_once(
    drawn: tuple[int, int],
) -> None:
    number, entries = drawn
    setup = SETUP._replace(groups=number)
    made = groups.FORMAT.draw(field(entries), stream(entries), setup)
    found = sorted(map(len, made["groups"]))
    assert len(found) == number
    assert found[-1] - found[0] <= 1
    assert groups.FORMAT.check(made, field(entries), setup) == []


def test_ten_pairs_in_two_groups_with_three_matches_each_are_six_and_four() -> None:
    """As in Madrid in 2025: in two groups of five nobody could have three matches while all others
    have them.
    """
    setup = SETUP._replace(groups=2, matches=3)
    drawn = groups.FORMAT.draw(field(10), stream("Madrid"), setup)
    assert sorted(map(len, drawn["groups"])) == [4, 6]
    times = met(drawn, setup)
    assert Counter(chain.from_iterable(times)) == dict.fromkeys(range(1, 11), 3)
    assert set(times.values()) == {1}
    assert len(groups.FORMAT.plan(drawn, [], setup)) == 3


@given(st.integers(1, 6), st.integers(2, 6), st.integers(0, 8))
def test_everybody_has_so_many_matches_and_none_twice_against_the_same(
    matches: int, number: int, more: int
) -> None:
    setup = SETUP._replace(groups=number, matches=matches)
    entries = number * (matches + 1 + (matches + 1) % 2) + 2 * more
    drawn = groups.FORMAT.draw(field(entries), stream(entries), setup)
    times = met(drawn, setup)
    assert Counter(chain.from_iterable(times)) == dict.fromkeys(
        range(1, entries + 1), matches
    )
    assert set(times.values()) == {1}


@pytest.mark.parametrize(
    ("entries", "setup", "code", "fields"),
    [
        (7, {"groups": 4}, "too_few", {"groups": 4, "fewest": 8}),
        (15, {"groups": 4, "matches": 3}, "too_few", {"groups": 4, "fewest": 16}),
        (11, {"groups": 4, "matches": 2}, "too_few", {"groups": 4, "fewest": 16}),
        (129, {"groups": 2}, "too_many", {"groups": 2, "most": 128}),
        (513, {"groups": 64}, "too_many", {"groups": 64, "most": 512}),
        (11, {"groups": 2, "matches": 3}, "odd", {"matches": 3, "allowed": [10, 12]}),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_what_would_fit(
    entries: int, setup: dict[str, int], code: str, fields: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as caught:
        groups.FORMAT.draw(field(entries), stream(), SETUP._replace(**setup))  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.fields) == (
        f"groups.{code}",
        {"entries": entries, **fields},
    )


@pytest.mark.parametrize("entries", [8, 9, 10, 128, 256])
def test_every_number_that_is_not_refused_has_its_sizes(entries: int) -> None:
    assert sum(sizes(entries, SETUP)) == entries
    assert min(sizes(entries, SETUP)) >= 2


# --- who is where ---


def test_a_snake_goes_through_the_order_of_strength_and_back() -> None:
    made = groups.FORMAT.draw(
        seeded(10), stream(), SETUP._replace(groups=3, spread="snake")
    )
    assert made["groups"] == [[1, 6, 7, 10], [2, 5, 8], [3, 4, 9]]


def test_whoever_has_no_place_in_the_order_comes_after_by_lot() -> None:
    entrants = [*field(8)[2:], *seeded(2)]
    made = [
        groups.FORMAT.draw(
            entrants, stream(n), SETUP._replace(groups=2, spread="snake")
        )["groups"]
        for n in range(20)
    ]
    assert all([group[0] for group in one] == [1, 2] for one in made)
    assert len({one[0][1] for one in made}) > 3


def test_a_draw_by_lot_is_everybody_in_a_random_order_dealt_out_in_turn() -> None:
    chance = stream("lot")
    order, lots = chance.shuffled(range(1, 10)), chance.shuffled(range(1, 10))
    made = groups.FORMAT.draw(field(9), stream("lot"), SETUP)
    assert made == {"groups": [list(order[n::4]) for n in range(4)], "lots": list(lots)}


def test_club_mates_are_in_groups_of_their_own_where_there_are_enough() -> None:
    """128 pairs of seven provinces in 32 groups, as in the final of Euskal Herria."""
    entrants = clubs(32, 32, 20, 14, 12, 10, 8)
    made = groups.FORMAT.draw(
        entrants, stream("final"), SETUP._replace(groups=32, apart=True)
    )
    assert together(made, entrants) == []


def test_a_club_with_more_than_there_are_groups_is_spread_evenly_and_who_shares_a_group_is_named() -> (
    None
):
    entrants = clubs(10, 3, 3)
    made = groups.FORMAT.draw(entrants, stream(), SETUP._replace(apart=True))
    shares = together(made, entrants)
    assert sorted(map(len, shares)) == [2, 2, 3, 3]
    assert sorted(chain.from_iterable(shares)) == list(range(1, 11))


def test_by_snake_each_turn_of_the_order_stays_one_to_a_group_when_club_mates_are_spread() -> (
    None
):
    entrants = [
        entrant._replace(club="Ordago" if entrant.id in {1, 8, 9} else "")
        for entrant in seeded(16)
    ]
    made = groups.FORMAT.draw(
        entrants, stream(), SETUP._replace(spread="snake", apart=True)
    )
    assert all(
        [(entry - 1) // 4 for entry in group] == [0, 1, 2, 3]
        for group in made["groups"]
    )
    assert together(made, entrants) == []


def test_nobody_is_spread_for_having_no_club() -> None:
    apart = groups.FORMAT.draw(field(8), stream("none"), SETUP._replace(apart=True))
    assert apart == groups.FORMAT.draw(field(8), stream("none"), SETUP) | {
        "lots": apart["lots"]
    } | {"groups": apart["groups"]}
    assert together(apart, field(8)) == []


# --- without bias ---


Outcome = frozenset[tuple[int, int]]
"""Who is in which group."""


def outcome(order: Sequence[int], places: Sequence[int]) -> Outcome:
    return frozenset(zip(order, places, strict=True))


def admissible(
    entrants: list[Entrant], places: list[int], pots: list[int]
) -> set[Outcome]:
    """Every way in which as few club-mates as can be share a group, by trying all."""
    found: dict[int, set[Outcome]] = {}
    club = {entrant.id: entrant.club for entrant in entrants}
    pot = [n for n, size in enumerate(pots) for _ in range(size)]
    at = {entrant.id: pot[n] for n, entrant in enumerate(entrants)}
    for order in permutations(club):
        if [at[entry] for entry in order] == pot:
            meets = sum(
                places[a] == places[b] and club[order[a]] == club[order[b]]
                for a, b in combinations(range(len(pot)), 2)
            )
            found.setdefault(meets, set()).add(outcome(order, places))
    return found[min(found)]


@pytest.mark.parametrize(
    ("by", "times"),
    [
        pytest.param(spread, 1500, id="spread"),
        pytest.param(_swapped, 400, id="swapped", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    ("entrants", "places", "pots"),
    [
        (clubs(2, 2, 1), [0, 1, 0, 1, 0], [5]),
        (clubs(3, 1, 1), [0, 1, 0, 1, 0], [5]),
        (clubs(2, 1, 2, 1), [0, 1, 2, 2, 1, 0], [3, 3]),
        (clubs(1, 2, 1, 1, 1), [0, 1, 0, 1, 0, 1], [6]),
    ],
)
def test_every_admissible_way_is_equally_likely(
    by: Any, times: int, entrants: list[Entrant], places: list[int], pots: list[int]
) -> None:
    """Chi-square at a significance of about one in a thousand, with a fixed stream."""
    cases, chance = admissible(entrants, places, pots), stream("uniform")
    counts = Counter(
        outcome([one.id for one in by(entrants, places, pots, chance)], places)
        for _ in range(times)
    )
    expected = times / len(cases)
    assert set(counts) <= cases
    degrees = len(cases) - 1
    assert (
        sum((counts[case] - expected) ** 2 / expected for case in cases)
        < degrees + 3.1 * (2 * degrees) ** 0.5 + 6
    )


def test_where_luck_cannot_do_it_swaps_bring_as_few_club_mates_together_as_can_be() -> (
    None
):
    entrants, places = clubs(4, 2), [0, 1, 0, 1, 0, 0]
    cases, chance = admissible(entrants, places, [6]), stream("swaps")
    found = {
        outcome([one.id for one in spread(entrants, places, [6], chance)], places)
        for _ in range(60)
    }
    assert found <= cases
    assert len(found) > 8


# --- rounds and tables ---


def test_the_rounds_of_all_groups_go_side_by_side_and_whoever_is_free_comes_last() -> (
    None
):
    planned = groups.FORMAT.plan(DRAWN, [], SETUP._replace(groups=2))
    assert [[meeting.entries for meeting in one.meetings] for one in planned] == [
        [(20, 30), (40, 50), (10, None)],
        [(10, 20), (30, None)],
        [(30, 10), (20, None)],
    ]
    assert [[meeting.slot for meeting in one.meetings] for one in planned] == [
        [0, 1, 2],
        [0, 1],
        [0, 1],
    ]


@given(fields, st.integers(1, 2))
def test_everybody_meets_everybody_of_the_group_in_each_leg_and_nobody_else(
    drawn: tuple[int, int], legs: int
) -> None:
    number, entries = drawn
    setup = SETUP._replace(groups=number, legs=legs)
    made = groups.FORMAT.draw(field(entries), stream(entries), setup)
    pairs = chain.from_iterable(combinations(group, 2) for group in made["groups"])
    assert met(made, setup) == dict.fromkeys(map(frozenset, pairs), legs)
    for planned in groups.FORMAT.plan(made, [], setup):
        playing = [
            entry
            for meeting in planned.meetings
            for entry in meeting.entries
            if entry is not None
        ]
        assert len(playing) == len(set(playing))


def test_each_pairing_says_which_numbers_of_which_group_meet() -> None:
    setup = SETUP._replace(groups=2)
    assert groups.FORMAT.why(DRAWN, [], setup, 1, 0) == (
        "berger",
        {"round": 1, "group": 1, "numbers": [2, 3]},
    )
    assert groups.FORMAT.why(DRAWN, [], setup, 1, 1) == (
        "berger",
        {"round": 1, "group": 2, "numbers": [1, 2]},
    )
    assert groups.FORMAT.why(DRAWN, [], setup, 2, 1) == (
        "free",
        {"round": 2, "group": 1, "numbers": [3]},
    )


def test_each_group_has_a_table_of_its_own() -> None:
    facts = [
        ConfirmedResult(1, 0, 20, 30, PLAYED, 20, 3, 1),
        ConfirmedResult(1, 1, 40, 50, PLAYED, 50, 2, 3),
        ConfirmedResult(2, 0, 10, 20, PLAYED, 10, 3, 0),
        ConfirmedResult(3, 0, 30, 10, VOID, None),
    ]
    rows = groups.FORMAT.standings(DRAWN, facts, SETUP._replace(groups=2), {})
    assert [(row.group, row.entry, row.rank, row.shared_to) for row in rows] == [
        (1, 10, 1, 1),
        (1, 20, 2, 2),
        (1, 30, 3, 3),
        (2, 50, 1, 1),
        (2, 40, 2, 2),
    ]
    assert rows[0].why == ("set_difference", {"own": 3, "other": -1, "below": 20})
    assert rows[2].why.code == "last"


def test_lots_decide_within_a_group() -> None:
    rows = groups.FORMAT.standings(
        DRAWN, [], SETUP._replace(groups=2, tie_breaks=("match_wins", "lot")), {}
    )
    assert [row.entry for row in rows] == [30, 20, 10, 50, 40]


@pytest.mark.parametrize(
    ("drawn", "codes"),
    [
        ({"groups": [[1, 2, 3], [4]], "lots": [1, 2, 3, 4]}, ["draw.wrong_groups"]),
        (
            {"groups": [[1, 2], [3, 3]], "lots": [1, 2, 3, 4]},
            ["draw.entry_twice", "draw.entry_missing"],
        ),
        ({"groups": [[1, 2], [3, 4]], "lots": [1, 2, 3]}, ["draw.entry_missing"]),
    ],
)
def test_a_draft_that_leaves_somebody_out_or_fills_a_group_too_much_is_not_published(
    drawn: Json, codes: list[str]
) -> None:
    assert [
        problem.code
        for problem in groups.FORMAT.check(drawn, field(4), SETUP._replace(groups=2))
    ] == codes
