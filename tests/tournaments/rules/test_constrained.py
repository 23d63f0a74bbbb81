"""Partners drawn with some kept apart: no way of pairing is favoured, and what is impossible is named."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import Refusal
from tests.tournaments.rules.events import stream, table
from tournaments.rules import constrained
from tournaments.rules.constrained import PLAYERS_MOST, pairs_apart, pairs_without, ways_apart

COUNTS = table("constrained_draw_counts.json")
SMALL_CLUBS = ["aabbcc", "aaabbc", "aaabbbcc", "aaaabbcc", "aaaabbb-", "aabb----"]
"""Clubs by their letters, - for a player without one."""

Pairs = frozenset[frozenset[int]]


def clubs_of(letters: str) -> list[str]:
    return [letter.strip("-") for letter in letters]


def sized(sizes: Sequence[int]) -> list[str]:
    return [f"club {number}" for number, size in enumerate(sizes) for _ in range(size)]


def all_pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
    for other in players[1:]:
        for rest in all_pairings([player for player in players[1:] if player != other]):
            yield [(players[0], other), *rest]


def admissible(players: int, bans: set[frozenset[int]]) -> set[Pairs]:
    """Every way to pair them without a banned pair, found by trying all."""
    ways = (frozenset(map(frozenset, pairs)) for pairs in all_pairings(range(players)))
    return {pairs for pairs in ways if not pairs & bans}


def mates(clubs: Sequence[str]) -> set[frozenset[int]]:
    """The pairs of one club."""
    pairs = combinations(range(len(clubs)), 2)
    return {frozenset((a, b)) for a, b in pairs if clubs[a] and clubs[a] == clubs[b]}


def misfit(outcomes: Counter[object], cells: int) -> float:
    """How far chi-square is from what equally likely cells give, in standard deviations."""
    expected, freedom = outcomes.total() / cells, cells - 1
    found = sum((seen - expected) ** 2 for seen in outcomes.values()) / expected + (cells - len(outcomes)) * expected
    return (found - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize("known", COUNTS, ids=lambda known: "-".join(map(str, known["club_sizes"])))
def test_the_ways_to_pair_clubs_are_as_many_as_published(known):
    assert ways_apart(known["club_sizes"]) == int(known["pairings_without_same_club"])


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.integers(1, 5), min_size=1, max_size=5).filter(lambda sizes: sum(sizes) <= 10))
def test_the_ways_to_pair_clubs_are_those_found_by_trying_all(sizes):
    assert ways_apart(sizes) == (len(admissible(sum(sizes), mates(sized(sizes)))) if sum(sizes) % 2 == 0 else 0)


@pytest.mark.parametrize("letters", SMALL_CLUBS)
def test_each_way_without_two_of_one_club_is_equally_likely(letters):
    clubs = clubs_of(letters)
    ways = admissible(len(clubs), mates(clubs))
    outcomes = Counter(
        frozenset(map(frozenset, pairs_apart(clubs, stream(seed)))) for seed in range(12 * max(len(ways), 40))
    )
    assert set(outcomes) <= ways
    assert misfit(outcomes, len(ways)) < 3.3


@pytest.mark.parametrize(
    ("players", "bans"),
    [(6, [(0, 1), (2, 3)]), (6, [(0, 1), (0, 2), (0, 3), (0, 4)]), (8, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])],
    ids=["couples", "one is left", "a chain"],
)
def test_each_way_without_a_banned_pair_is_equally_likely(players, bans):
    ways = admissible(players, set(map(frozenset, bans)))
    outcomes = Counter(
        frozenset(map(frozenset, pairs_without(["?"] * players, bans, stream(seed)))) for seed in range(12 * len(ways))
    )
    assert set(outcomes) <= ways
    assert misfit(outcomes, len(ways)) < 3.3


def test_shuffling_again_favours_no_way_either(monkeypatch):
    monkeypatch.setattr(constrained, "COUNTED_MOST", 0)
    bans = [(0, 1), (2, 3)]
    ways = admissible(6, set(map(frozenset, bans)))
    outcomes = Counter(frozenset(map(frozenset, pairs_without(["?"] * 6, bans, stream(n)))) for n in range(800))
    assert set(outcomes) == ways
    assert misfit(outcomes, len(ways)) < 3.3


@settings(max_examples=40, deadline=None)
@given(
    letters=st.text("abcd-", min_size=2, max_size=40).filter(lambda letters: len(letters) % 2 == 0), seed=st.integers()
)
def test_everybody_has_one_partner_of_another_club_or_the_club_too_large_is_named(letters, seed):
    clubs = clubs_of(letters)
    club, members = Counter(filter(None, clubs)).most_common(1)[0] if any(clubs) else ("", 0)
    if 2 * members > len(clubs):
        with pytest.raises(Refusal) as refused:
            pairs_apart(clubs, stream(seed))
        assert (refused.value.code, refused.value.fields) == (
            "draw.club_too_large",
            {"club": club, "members": members, "most": len(clubs) // 2},
        )
        return
    pairs = pairs_apart(clubs, stream(seed))
    assert sorted(player for pair in pairs for player in pair) == list(range(len(clubs)))
    assert mates(clubs).isdisjoint(map(frozenset, pairs))


@pytest.mark.parametrize(
    "sizes",
    [[8] * 8, [20, 12, 8, 6, 6, 4, 4, 4], [30] + [1] * 34, [32, 32], [200] + [1] * 200, [*range(1, 28), 22]],
    ids=["8 clubs of 8", "8 uneven clubs", "one of 30", "two halves", "half of 400", "400 in 28 uneven clubs"],
)
def test_large_fields_are_drawn_whatever_their_clubs(sizes):
    clubs = sized(sizes)
    pairs = pairs_apart(clubs, stream(sizes))
    assert sorted(player for pair in pairs for player in pair) == list(range(len(clubs)))
    assert mates(clubs).isdisjoint(map(frozenset, pairs))


def test_more_players_than_can_be_counted_are_refused():
    with pytest.raises(Refusal, match="too_many_apart"):
        pairs_apart([""] * (PLAYERS_MOST + 2), stream())


def test_nobody_needs_no_partner():
    assert pairs_apart([], stream()) == pairs_without([], [], stream()) == ()


@pytest.mark.parametrize(
    ("players", "among", "code"), [(8, 5, "draw.bans_exclude_all"), (40, 30, "draw.bans_too_many")]
)
def test_bans_that_leave_no_way_name_whoever_has_the_most(players, among, code, monkeypatch):
    monkeypatch.setattr(constrained, "SHUFFLES_MOST", 50)
    bans = [*combinations(range(among), 2), (3, players - 1)]
    with pytest.raises(Refusal) as refused:
        pairs_without([f"Player {n}" for n in range(players)], bans, stream())
    assert (refused.value.code, refused.value.fields) == (code, {"name": "Player 3", "bans": among})


@settings(max_examples=30, deadline=None)
@given(bans=st.sets(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=20), seed=st.integers())
def test_a_few_bans_among_many_are_kept(bans, seed):
    pairs = pairs_without(["?"] * 30, bans, stream(seed))
    assert sorted(player for pair in pairs for player in pair) == list(range(30))
    assert {frozenset(pair) for pair in bans}.isdisjoint(map(frozenset, pairs))
