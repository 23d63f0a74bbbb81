"""Partners drawn with some kept apart: no way of pairing is favoured, and what is impossible is
named.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import stream, table
from tournaments.rules.draws import constrained
from tournaments.rules.draws.constrained import MAX_PLAYERS, Wishes, pairs, ways

COUNTS, HALVES = (
    table("constrained_draw_counts.json")[of] for of in ("pairs", "strong_weak")
)
SMALL_CLUBS = [
    "aabbcc",
    "aaabbc",
    "aaabbbcc",
    "aaaabbcc",
    "aaaabbb-",
    "aabb----",
    "aaaabbbbcc",
]
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


def bans(*pairs: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, pairs))


def admissible(players: int, banned: AbstractSet[frozenset[int]]) -> set[Pairs]:
    """Every way to pair them without a banned pair, found by trying all."""
    ways = (frozenset(map(frozenset, pairs)) for pairs in all_pairings(range(players)))
    return {pairs for pairs in ways if not pairs & banned}


def mates(clubs: Sequence[str]) -> set[frozenset[int]]:
    """The pairs of one club."""
    pairs = combinations(range(len(clubs)), 2)
    return {frozenset((a, b)) for a, b in pairs if clubs[a] and clubs[a] == clubs[b]}


def misfit(outcomes: Counter[object], cells: int) -> float:
    """How far chi-square is from what equally likely cells give, in standard deviations."""
    expected, freedom = outcomes.total() / cells, cells - 1
    found = (
        sum((seen - expected) ** 2 for seen in outcomes.values()) / expected
        + (cells - len(outcomes)) * expected
    )
    return (found - freedom) / (2 * freedom) ** 0.5


def halves_of(strong: str, weak: str) -> Wishes:
    """The stronger half, then the weaker, by the letters of their clubs."""
    return Wishes(clubs_of(strong + weak), range(len(strong)))


def same_half(wishes: Wishes) -> set[frozenset[int]]:
    pairs = combinations(range(len(wishes.clubs)), 2)
    return {
        frozenset((a, b))
        for a, b in pairs
        if wishes.strong and (a in wishes.strong) == (b in wishes.strong)
    }


def all_ways(wishes: Wishes) -> set[Pairs]:
    """Every way that keeps the wishes, found by trying all."""
    return admissible(
        len(wishes.clubs), wishes.bans | mates(wishes.clubs) | same_half(wishes)
    )


@pytest.mark.parametrize(
    "known", COUNTS, ids=lambda known: "-".join(map(str, known["club_sizes"]))
)
def test_the_ways_to_pair_clubs_are_as_many_as_published(known):
    assert ways(Wishes(sized(known["club_sizes"]))) == int(
        known["pairings_without_same_club"]
    )


@pytest.mark.parametrize(
    "known", HALVES, ids=lambda known: str(known["clubs_strong_weak"])
)
def test_the_ways_to_pair_strong_and_weak_of_clubs_are_as_many_as_published(known):
    strong, weak = (
        sized(sizes) for sizes in zip(*known["clubs_strong_weak"], strict=True)
    )
    assert ways(Wishes(strong + weak, range(len(strong)))) == int(
        known["admissible_bijections"]
    )


@settings(max_examples=60, deadline=None)
@given(letters=st.text("abc-", max_size=5), other=st.data())
def test_the_ways_are_those_found_by_trying_all(letters, other):
    weak = other.draw(st.text("abc-", min_size=len(letters), max_size=len(letters)))
    for wishes in (Wishes(clubs_of(letters + weak)), halves_of(letters, weak)):
        assert ways(wishes) == len(all_ways(wishes))


@pytest.mark.parametrize(
    "wishes",
    [
        *(Wishes(clubs_of(letters)) for letters in SMALL_CLUBS),
        halves_of("----", "----"),
        halves_of("aabc", "abbc"),
        halves_of("aaab", "bcd-"),
        halves_of("ab--", "----"),
    ],
    ids=lambda wishes: (
        "".join(club or "-" for club in wishes.clubs)
        + (" in halves" if wishes.strong else "")
    ),
)
def test_each_way_without_two_of_one_club_is_equally_likely(wishes):
    admitted = all_ways(wishes)
    assert drawn_evenly(wishes, admitted, 30 * max(len(admitted), 40))


def drawn_evenly(wishes: Wishes, admitted: set[Pairs], times: int) -> bool:
    drawn = (pairs(wishes, stream(seed)) for seed in range(times))
    outcomes = Counter(frozenset(map(frozenset, one or ())) for one in drawn)
    return set(outcomes) <= admitted and misfit(outcomes, len(admitted)) < 3.3


BANNED = [
    Wishes([""] * 6, (), bans((0, 1), (2, 3))),
    Wishes([""] * 6, (), bans((0, 1), (0, 2), (0, 3), (0, 4))),
    Wishes([""] * 8, (), bans((0, 1), (1, 2), (2, 3), (3, 4), (4, 5))),
    Wishes(clubs_of("aabbcd"), (), bans((0, 2))),
    Wishes([""] * 8, range(4), bans((0, 4), (1, 5))),
    Wishes(clubs_of("abc-bcaa"), range(4), bans((0, 4), (3, 5))),
]
BANNED_IDS = [
    "couples",
    "one is left",
    "a chain",
    "of clubs too",
    "of halves",
    "of halves and clubs",
]


@pytest.mark.parametrize("wishes", BANNED, ids=BANNED_IDS)
def test_each_way_without_a_banned_pair_is_equally_likely(wishes):
    admitted = all_ways(wishes)
    assert drawn_evenly(wishes, admitted, 30 * max(len(admitted), 40))


@pytest.mark.parametrize("wishes", BANNED, ids=BANNED_IDS)
def test_drawing_all_again_favours_no_way_either(wishes, monkeypatch):
    monkeypatch.setattr(constrained, "MAX_COUNTED_PLAYERS", 0)
    admitted = all_ways(wishes)
    assert drawn_evenly(wishes, admitted, 30 * max(len(admitted), 40))


@settings(max_examples=40, deadline=None)
@given(
    letters=st.text("abcd-", min_size=2, max_size=40).filter(
        lambda letters: len(letters) % 2 == 0
    ),
    halves=st.booleans(),
    seed=st.integers(),
)
def test_everybody_has_one_partner_of_another_club_or_the_club_too_large_is_named(
    letters, halves, seed
):
    clubs = clubs_of(letters)
    wishes = Wishes(clubs, range(0, len(clubs), 2) if halves else ())
    club, members = (
        Counter(filter(None, clubs)).most_common(1)[0] if any(clubs) else ("", 0)
    )
    if 2 * members > len(clubs):
        with pytest.raises(Refusal) as refused:
            pairs(wishes, stream(seed))
        assert (refused.value.code, refused.value.fields) == (
            "draw.club_too_large",
            {"club": club, "members": members, "most": len(clubs) // 2},
        )
        return
    assert all_kept(wishes, pairs(wishes, stream(seed)))


def all_kept(wishes: Wishes, drawn: Sequence[tuple[int, int]] | None) -> bool:
    """Everybody is in one pair, and no pair is against a wish."""
    found = list(map(frozenset, drawn or ()))
    against = wishes.bans | mates(wishes.clubs) | same_half(wishes)
    return sorted(chain(*found)) == list(
        range(len(wishes.clubs))
    ) and against.isdisjoint(found)


@pytest.mark.parametrize(
    "sizes",
    [
        [8] * 8,
        [20, 12, 8, 6, 6, 4, 4, 4],
        [30] + [1] * 34,
        [32, 32],
        [200] + [1] * 200,
        [*range(1, 28), 22],
    ],
    ids=[
        "8 clubs of 8",
        "8 uneven clubs",
        "one of 30",
        "two halves",
        "half of 400",
        "400 in 28 uneven clubs",
    ],
)
@pytest.mark.parametrize("strong", [False, True], ids=["anybody", "in halves"])
def test_large_fields_are_drawn_whatever_their_clubs(sizes, strong):
    clubs = sized(sizes)
    wishes = Wishes(clubs, range(0, len(clubs), 2) if strong else ())
    assert all_kept(wishes, pairs(wishes, stream(sizes)))


def test_more_players_than_can_be_counted_are_refused():
    with pytest.raises(Refusal, match="too_many_apart"):
        pairs(Wishes([""] * (MAX_PLAYERS + 2)), stream())


def test_nobody_needs_no_partner():
    assert pairs(Wishes([]), stream()) == ()


@pytest.mark.parametrize(
    ("players", "among"), [(8, 5), (40, 30)], ids=["counted", "too many to count"]
)
def test_bans_may_leave_no_way(players, among, monkeypatch):
    monkeypatch.setattr(constrained, "MAX_DRAWS", 20)
    assert (
        pairs(
            Wishes([""] * players, (), bans(*combinations(range(among), 2))), stream()
        )
        is None
    )


@settings(max_examples=30, deadline=None)
@given(
    banned=st.sets(st.tuples(st.integers(0, 14), st.integers(15, 29)), max_size=20),
    halves=st.booleans(),
    seed=st.integers(),
)
def test_a_few_bans_among_many_are_kept(banned, halves, seed):
    wishes = Wishes([""] * 30, range(15) if halves else (), bans(*banned))
    assert all_kept(wishes, pairs(wishes, stream(seed)))
