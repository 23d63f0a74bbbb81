"""Schedules of partners: nobody plays with the same one again while it can be helped, and few meet
again.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Stream
from tournaments.rules.schedules import designs, whist

WHIST = [players for players in range(4, designs.MOST_ROUNDS + 1) if players % 4 < 2]
FRAMES = [10, *range(18, 51, 4)]

Rounds = Sequence[Sequence[Sequence[int]]]


def partners(rounds: Rounds) -> Counter[frozenset[int]]:
    """How often each two play together, counted seat by seat."""
    return Counter(
        frozenset(two) for a, b, c, d in chain(*rounds) for two in ((a, c), (b, d))
    )


def opponents(rounds: Rounds) -> Counter[frozenset[int]]:
    """How often each two play against each other."""
    beside = ((0, 1), (1, 2), (2, 3), (3, 0))
    return Counter(
        frozenset((table[one], table[other]))
        for table in chain(*rounds)
        for one, other in beside
    )


def sit_outs(rounds: Rounds, players: int) -> Counter[int]:
    return Counter(
        who for one in rounds for who in set(range(players)) - set(chain(*one))
    )


def everybody(players: int) -> set[frozenset[int]]:
    return {frozenset(two) for two in combinations(range(players), 2)}


def scheduled(
    players: int, rounds: int, seed: bytes = b"a night of Mus"
) -> list[list[list[int]]]:
    return whist.schedule(players, rounds, Stream(seed)).rounds


def certified(rounds: Rounds, players: int) -> dict[str, int]:
    return whist.certificate(rounds, whist.sitting_out(rounds, players), range(players))


# --- designs ---


@pytest.mark.parametrize("players", WHIST)
def test_in_a_whist_design_everybody_plays_with_everybody_once_and_against_everybody_twice(
    players: int,
) -> None:
    rounds = designs.rounds(players)
    assert len(rounds) == players - (players % 4 == 0)
    assert partners(rounds) == dict.fromkeys(everybody(players), 1)
    assert opponents(rounds) == dict.fromkeys(everybody(players), 2)
    assert sit_outs(rounds, players) == (
        dict.fromkeys(range(players), 1) if players % 4 else {}
    )


@pytest.mark.parametrize("players", FRAMES)
def test_with_two_players_too_many_everybody_meets_all_but_one_and_sits_out_twice(
    players: int,
) -> None:
    rounds, met = designs.rounds(players), everybody(players)
    met -= {
        frozenset((player, player + players // 2)) for player in range(players // 2)
    }
    assert len(rounds) == players
    assert partners(rounds) == dict.fromkeys(met, 1)
    assert opponents(rounds) == dict.fromkeys(met, 2)
    assert sit_outs(rounds, players) == dict.fromkeys(range(players), 2)


@pytest.mark.parametrize(
    "players", [players - 1 for players in WHIST if players % 4 == 0 and players > 4]
)
def test_with_three_players_too_many_nobody_plays_with_the_same_one_twice_and_all_sit_out_three_times(
    players: int,
) -> None:
    rounds = designs.rounds(players)
    assert len(rounds) == players
    assert set(partners(rounds).values()) == {1}
    assert opponents(rounds).keys() == everybody(players)
    assert max(opponents(rounds).values()) == 2
    assert sit_outs(rounds, players) == dict.fromkeys(range(players), 3)


@pytest.mark.parametrize("players", [4, 5, 7, 8, 9, 12, 13, 16, 29, 53])
def test_who_plays_as_many_rounds_as_a_design_has_plays_that_design(
    players: int,
) -> None:
    rounds = players - (players % 4 == 0)
    found = whist.schedule(players, rounds, Stream(b"x"))
    assert found.way == whist.WHIST
    assert whist.cost(found.rounds, players) == whist.fewest(players, rounds)


# --- schedules ---


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 5),
        (20, 5),
        (24, 7),
        (27, 9),
        (28, 9),
        (36, 11),
        (39, 13),
        (40, 13),
        (44, 11),
        (48, 15),
    ],
)
def test_in_few_rounds_nobody_meets_anybody_twice_in_any_role(
    players: int, rounds: int
) -> None:
    found = whist.schedule(players, rounds, Stream(b"few"))
    assert found.way == whist.GOLFERS
    assert max((partners(found.rounds) + opponents(found.rounds)).values()) == 1


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        (6, 6, 21),
        (14, 7, 35),
        (18, 5, 0),
        (18, 8, 39),
        (22, 5, 0),
        (33, 5, 0),
        (50, 6, 0),
        (60, 8, 0),
        (100, 6, 0),
    ],
)
def test_where_nothing_is_known_a_search_comes_as_far_as_counting_allows(
    players: int, rounds: int, repeats: int
) -> None:
    found = certified(scheduled(players, rounds), players)
    assert (found["repeats"], found["repeats_bound"], found["partner_repeats"]) == (
        repeats,
        repeats,
        0,
    )


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (5, 5),
        (6, 7),
        (7, 9),
        (8, 7),
        (9, 8),
        (10, 11),
        (11, 11),
        (13, 7),
        (14, 8),
        (15, 9),
        (20, 8),
    ],
)
def test_nobody_plays_with_the_same_one_again_while_there_are_others(
    players: int, rounds: int
) -> None:
    assert max(partners(scheduled(players, rounds)).values()) == 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 7), (5, 12), (6, 12), (8, 8), (9, 11)]
)
def test_with_more_rounds_than_others_as_few_as_possible_play_together_again(
    players: int, rounds: int
) -> None:
    found = partners(scheduled(players, rounds))
    assert found.keys() == everybody(players)
    assert max(found.values()) - min(found.values()) <= 1


def test_the_same_seed_gives_the_same_schedule() -> None:
    assert scheduled(6, 4) == scheduled(6, 4) != scheduled(6, 4, b"other words")


def test_a_search_takes_a_bounded_number_of_steps() -> None:
    """A stream that counts: the search asks it for so many numbers at most, and then ends."""

    class Counting(Stream):
        asked = 0

        def below(self, n: int) -> int:
            self.asked += 1
            return super().below(n)

    counted = Counting(b"x")
    players, rounds = 6, 11
    whist.schedule(players, rounds, counted)
    seats = 2 * 200 * (players // 4) * rounds
    assert counted.asked <= 8 * whist.STEPS_MOST + players * rounds + seats


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(4, 60), st.integers(1, 12), st.binary(max_size=4))
def test_everybody_plays_or_sits_out_and_what_cannot_be_equal_is_shared_out(
    players: int, rounds: int, seed: bytes
) -> None:
    found = scheduled(players, rounds, seed)
    assert len(found) == rounds
    for one in found:
        assert [len(table) for table in one] == [4] * (players // 4)
        assert len(set(chain(*one))) == players // 4 * 4
    out = sit_outs(found, players)
    assert (
        max(out[who] for who in range(players))
        - min(out[who] for who in range(players))
        <= 1
    )
    told = certified(found, players)
    assert (
        told["partner_repeats"]
        == told["partner_repeats_bound"]
        == partners(found).total() - len(partners(found))
    )
    assert told["repeats"] >= told["repeats_bound"]
    assert told["seat_spread"] <= 2


# --- the certificate ---


def test_a_certificate_counts_what_went_wrong() -> None:
    rounds = [[[0, 1, 2, 3]], [[0, 1, 2, 4]]]
    assert certified(rounds, 6) == {
        "partner_repeats": 1,
        "partner_repeats_bound": 0,
        "most_opposed": 2,
        "most_opposed_bound": 1,
        "fewest_opposed": 0,
        "fewest_opposed_bound": 0,
        "repeats": 3,
        "repeats_bound": 0,
        "sit_out_spread": 2,
        "seat_spread": 2,
    }


def test_a_certificate_of_a_perfect_night_says_so() -> None:
    assert certified(designs.rounds(5), 5) == {
        "partner_repeats": 0,
        "partner_repeats_bound": 0,
        "most_opposed": 2,
        "most_opposed_bound": 2,
        "fewest_opposed": 2,
        "fewest_opposed_bound": 2,
        "repeats": 20,
        "repeats_bound": 20,
        "sit_out_spread": 0,
        "seat_spread": 0,
    }
