"""Whole deals counted exactly, for both decks: through the worth of every hand, and again from the
deck alone.

How many ways there are to deal some of the seats hands that take no part in a lance says
whether there is a bet: none of the four without pares, for example, is a bet on pares that all
four may join (MUS-26, MUS-28, MUS-32, MUS-33).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial, prod

import pytest

from games.mus.rules.hand import hand_strength
from games.mus.rules.options import Kings
from games.rules.cards import SPANISH

Used = tuple[int, ...]
"""How many cards of each printed rank."""


@cache
def classes(lance: str, kings: Kings) -> Counter[Used]:
    """The hands that take no part in this lance, by printed ranks, and how many there are of each."""
    ways: Counter[Used] = Counter()
    for hand in combinations(SPANISH.cards, 4):
        if not getattr(hand_strength(hand, kings), lance):
            ranks = [card // 4 for card in hand]
            ways[tuple(ranks.count(rank) for rank in range(10))] += 1
    return ways


def through_the_hands(lance: str, kings: Kings, seats: int) -> int:
    """In how many ways so many seats, one after the other, can be dealt hands that take no part in
    the lance.
    """
    inside = [
        (used, 24 // prod(map(factorial, used))) for used in classes(lance, kings)
    ]
    dealt: Counter[Used] = Counter({(0,) * 10: 1})
    for _ in range(seats):
        after: Counter[Used] = Counter()
        for (before, ways), (used, orders) in product(dealt.items(), inside):
            total = tuple(map(sum, zip(before, used, strict=True)))
            if max(total) <= 4:
                after[alike(total, lance, kings)] += ways * orders
        dealt = after
    # each hand in each order of its cards, from so many cards of each rank; then the orders do
    # not count
    return (
        sum(ways * prod(map(falling, used)) for used, ways in dealt.items())
        // 24**seats
    )


def alike(used: Used, lance: str, kings: Kings) -> Used:
    """One of all that differ only by the names of ranks; in pares no rank is better for taking no
    part than another.
    """
    if lance != "pares":
        return used
    if kings == 4:
        return tuple(sorted(used))
    king, *plain, three, two, ace = used
    king, three = sorted((king, three))
    return king, *sorted(plain), three, *sorted((two, ace))


@pytest.mark.parametrize("kings", [8, 4])
def test_taking_no_part_in_pares_has_nothing_to_do_with_the_names_of_ranks(
    kings: Kings,
) -> None:
    """MUS-26: of ten ranks or, with eight kings, of K and 3, of A and 2, of the six between;
    `alike` rests on it.
    """
    found = Counter(alike(used, "pares", kings) for used in classes("pares", kings))
    orders = {used: len(set(permuted(used, kings))) for used in found}
    assert found == orders


def permuted(used: Used, kings: Kings) -> Iterator[Used]:
    """All that are alike to it."""
    if kings == 4:
        yield from permutations(used)
        return
    for (king, three), plain, aces in product(
        permutations((used[0], used[7])),
        permutations(used[1:7]),
        permutations(used[8:]),
    ):
        yield king, *plain, three, *aces


def falling(used: int) -> int:
    """In how many orders so many of the four cards of a rank can be taken."""
    return factorial(4) // factorial(4 - used)


def test_the_orders_of_a_hand_are_counted_once() -> None:
    for kings in (8, 4):
        assert through_the_hands("pares", kings, 1) == sum(
            classes("pares", kings).values()
        )


def pairless(kings: Kings) -> tuple[int, ...]:
    """The sizes of the groups of equal cards: with eight kings a 3 is a king and a 2 an ace
    (MUS-3, MUS-V3).
    """
    return (8, 4, 4, 4, 4, 4, 4, 8) if kings == 8 else (4,) * 10


def without_pares(kings: Kings, seats: int) -> int:
    """The same from the deck alone: of each group a seat has one card or none."""
    hands: Counter[tuple[int, ...]] = Counter({(0,) * seats: 1})
    for size in pairless(kings):
        hands = spread(
            hands,
            lambda used, size=size: perm(size, sum(used)),
            lambda _: 1,
            (0, 1),
            seats,
        )
    return hands[(4,) * seats]


def spread(
    hands: Counter[tuple[int, ...]],
    ways: Callable[[tuple[int, ...]], int],
    orders: Callable[[tuple[int, ...]], int],
    each: tuple[int, ...],
    seats: int,
) -> Counter[tuple[int, ...]]:
    """After one more group of cards has been spread over the seats."""
    after: Counter[tuple[int, ...]] = Counter()
    for (held, count), used in product(hands.items(), product(each, repeat=seats)):
        total = tuple(map(sum, zip(held, used, strict=True)))
        if max(total) <= 4:
            after[total] += count * ways(used) // orders(used)
    return after


def perm(size: int, taken: int) -> int:
    return factorial(size) // factorial(size - taken) if taken <= size else 0


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("seats", [1, 2])
def test_seats_without_pares(kings: Kings, seats: int) -> None:
    """MUS-26 for one hand and for two at once; the published number of hands without pares is
    91,390 - 51,710.
    """
    assert through_the_hands("pares", kings, seats) == without_pares(kings, seats)
    assert without_pares(8, 1) == 91_390 - 51_710


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("seats", [3, 4])
def test_whole_deals_without_pares(kings: Kings, seats: int) -> None:
    """MUS-28: with all four seats, the deals in which nobody has pares and there is no bet on
    them.
    """
    assert through_the_hands("pares", kings, seats) == without_pares(kings, seats)


def values(kings: Kings) -> dict[int, int]:
    """How many cards are worth so much (MUS-5)."""
    return (
        {10: 16, 7: 4, 6: 4, 5: 4, 4: 4, 1: 8}
        if kings == 8
        else {10: 12, 7: 4, 6: 4, 5: 4, 4: 4, 3: 4, 2: 4, 1: 4}
    )


def hands_by_sum(
    kings: Kings, left: dict[int, int], most: int
) -> Iterator[tuple[dict[int, int], int]]:
    """Every way to take four cards worth `most` at most by value, and the number of such hands in
    what is left.
    """
    strengths = list(values(kings))
    for hand in combinations_with_replacement(strengths, 4):
        if sum(hand) <= most:
            taken = {value: hand.count(value) for value in strengths}
            yield taken, prod(comb(left[value], many) for value, many in taken.items())


@pytest.mark.parametrize("kings", [8, 4])
def test_two_seats_without_juego(kings: Kings) -> None:
    """MUS-32, MUS-36: the first seat's hand of 30 at most, then the second's from the cards that
    are left.
    """
    full, total = values(kings), 0
    for taken, ways in hands_by_sum(kings, full, 30):
        left = {value: number - taken[value] for value, number in full.items()}
        total += ways * sum(more for _, more in hands_by_sum(kings, left, 30))
    assert through_the_hands("juego", kings, 2) == total
