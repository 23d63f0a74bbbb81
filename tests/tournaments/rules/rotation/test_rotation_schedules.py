"""Rotations: who sits with whom over the rounds."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Stream
from tests.tournaments.rules.rotation.rotations import (
    MIZZAIRE,
    MU,
    scheduled,
)
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.schedules import golfers, rotation

# fmt: off
KNOWN = {
    (3, 3): 4, (4, 3): 4, (5, 3): 7, (6, 3): 8, (7, 3): 10, (8, 3): 11, (9, 3): 13, (10, 3): 14, (12, 3): 17,
    (4, 4): 5, (5, 4): 5, (6, 4): 7, (7, 4): 9, (8, 4): 9, (9, 4): 11, (10, 4): 13, (11, 4): 13, (12, 4): 15,
    (5, 5): 6, (6, 5): 6, (7, 5): 7, (8, 5): 8, (9, 5): 9, (10, 5): 9, (13, 5): 13,
    (6, 6): 3, (7, 6): 7, (8, 6): 8, (9, 6): 9, (10, 6): 7, (7, 7): 8, (8, 7): 8, (9, 7): 9, (10, 7): 6,
    (4, 2): 7, (9, 2): 17, (3, 4): 0, (2, 3): 0, (30, 4): 0,
}
"""Tables and their size, and in how many rounds nobody need meet anybody twice, as far as it is
known.
"""


# fmt: on


def by_hand(rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[int, int]:
    """How often two meet at most, and how many meetings come after the first of the same two."""
    met = Counter(
        frozenset(two)
        for table in chain.from_iterable(rounds)
        for two in combinations(table, 2)
    )
    return max(met.values()), sum(times - 1 for times in met.values())


BEST = {
    (int(number), int(size)): weeks
    for number, row in json.loads(
        (Path(__file__).parent.parent / "data" / "social_golfer.json").read_text()
    )["weeks"].items()
    for size, weeks in row.items()
}
"""The published optimum, as far as it is known: tables and their size, and the rounds."""


@pytest.mark.parametrize(("number", "size"), KNOWN)
def test_the_known_schedules_bring_nobody_together_twice(
    number: int, size: int
) -> None:
    rounds = golfers.rounds(number, size)
    assert len(rounds) == KNOWN[number, size]
    for one in rounds:
        assert sorted(chain.from_iterable(one)) == list(range(number * size))
        assert {len(table) for table in one} == {size}
    if rounds:
        assert by_hand(rounds) == (1, 0)


def test_up_to_ten_tables_of_three_to_seven_have_as_many_rounds_as_any_that_are_published() -> (
    None
):
    sizes = [
        (number, size)
        for number, size in BEST
        if 3 <= size <= 7 and BEST[number, size] > 1
    ]
    short = {
        one: len(golfers.rounds(*one))
        for one in sizes
        if len(golfers.rounds(*one)) < BEST[one]
    }
    assert short == {(8, 4): 9, (10, 7): 6}


@pytest.mark.parametrize(
    ("players", "seats", "preferred", "rounds"),
    [
        (40, MU, 4, 12),
        (15, MU, 3, 7),
        (24, MU, 4, 7),
        (25, MU, 5, 6),
        (49, MIZZAIRE, 7, 8),
        (8, MIZZAIRE, 2, 7),
    ],
)
def test_where_a_perfect_schedule_is_known_nobody_meets_again(
    players: int, seats: tuple[int, int], preferred: int, rounds: int
) -> None:
    found = rotation.certificate(scheduled(players, seats, rounds, preferred))
    assert (
        found["most_meetings"],
        found["repeats"],
        found["repeats_bound"],
        found["short_spread"],
    ) == (1, 0, 0, 0)
    assert found["seat_spread"] <= 1


@pytest.mark.parametrize(
    ("players", "seats", "rounds", "most", "repeats"),
    [
        (23, MU, 3, 1, 0),
        (27, MU, 4, 1, 0),
        (33, MU, 5, 1, 0),
        (17, MIZZAIRE, 4, 2, 14),
        (13, MU, 4, 3, 26),
    ],
)
def test_tables_of_unequal_sizes_share_out_what_cannot_be_equal(
    players: int, seats: tuple[int, int], rounds: int, most: int, repeats: int
) -> None:
    found = rotation.certificate(scheduled(players, seats, rounds))
    assert found["most_meetings"] <= most
    assert found["repeats_bound"] <= found["repeats"] <= repeats
    assert found["short_spread"] <= 2
    assert found["seat_spread"] <= 1


def test_one_table_meets_again_in_every_round_and_only_the_seats_change() -> None:
    rounds = scheduled(4, MU, 4)
    assert rotation.certificate(rounds) == {
        "most_meetings": 4,
        "most_meetings_bound": 4,
        "repeats": 18,
        "repeats_bound": 18,
        "short_spread": 0,
        "seat_spread": 0,
    }
    assert {one[0][0] for one in rounds} == {0, 1, 2, 3}


def test_a_certificate_counts_what_went_wrong() -> None:
    twice = [[[0, 1, 2], [3, 4]], [[0, 1, 3], [2, 4]]]
    found = rotation.certificate(twice)
    assert (found["most_meetings"], found["repeats"]) == (2, 1)
    assert (found["most_meetings_bound"], found["repeats_bound"]) == (1, 0)
    assert (found["short_spread"], found["seat_spread"]) == (2, 2)


def test_a_search_that_cannot_reach_the_bound_takes_a_bounded_number_of_steps() -> None:
    """A stream that counts: the search asks it for so many numbers at most, and then ends."""

    class Counting(Stream):
        asked = 0

        def below(self, n: int) -> int:
            self.asked += 1
            return super().below(n)

    counted = Counting(b"x")
    rotation.schedule((5, 4, 4), 12, counted)
    shuffles, seats = 13 * 12, 200 * 13 * 12
    assert counted.asked <= 7 * rotation.STEPS_MOST + shuffles + 2 * seats


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from([MU, MIZZAIRE]),
    st.integers(3, 40),
    st.integers(2, 6),
    st.integers(3, 5),
    st.binary(max_size=4),
)
def test_everybody_sits_once_a_round_and_the_certificate_is_true(
    seats: tuple[int, int], players: int, rounds: int, preferred: int, seed: bytes
) -> None:
    sizes = multiplayer_tables.sizes(players, seats, (preferred,))
    found, again = (rotation.schedule(sizes, rounds, Stream(seed)) for _ in range(2))
    assert found == again
    assert len(found) == rounds
    for one in found:
        assert sorted(chain.from_iterable(one)) == list(range(players))
        assert tuple(map(len, one)) == sizes
    told = rotation.certificate(found)
    if players > 1:
        assert (told["most_meetings"], told["repeats"]) == by_hand(found)
        assert told["most_meetings"] >= told["most_meetings_bound"]
        assert told["repeats"] >= told["repeats_bound"]
