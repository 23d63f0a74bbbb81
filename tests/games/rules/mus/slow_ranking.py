"""A second ranking of hands, as slow and as literal as the rule book: rank by rank, pair by pair."""

from collections.abc import Callable
from typing import Any, Final

Hand = str
"""Four rank letters, threes and twos named as what they count for."""

SUMS_BEST_FIRST: Final = (31, 32, 40, 37, 36, 35, 34, 33)


def named(ranks: str, kings: int) -> Hand:
    """With eight kings a three is a king and a two an ace (MUS-3)."""
    return ranks.replace("3", "K").replace("2", "A") if kings == 8 else ranks


def order(kings: int) -> str:
    """The ranks, the highest first (MUS-4)."""
    return "KHS7654A" if kings == 8 else "KHS765432A"


def better(lance: str, kings: int) -> Callable[[Hand, Hand], int]:
    """By how much one hand is better than the other in this lance: above 0, below 0, or 0 if they
    are equal.
    """
    ranks = order(kings)
    return {
        "grande": lambda one, other: most_of(ranks, one, other),
        "chica": lambda one, other: most_of(ranks[::-1], one, other),
        "pares": lambda one, other: (
            (pairs(one, ranks) > pairs(other, ranks))
            - (pairs(one, ranks) < pairs(other, ranks))
        ),
        "juego": lambda one, other: place_of_juego(one) - place_of_juego(other),
        "punto": lambda one, other: total(one) - total(other),
    }[lance]


def sign(one: Any, other: Any) -> int:
    return int(one > other) - int(one < other)


def most_of(ranks: str, one: Hand, other: Hand) -> int:
    """More of the first rank wins, else more of the next, and so on (MUS-24, MUS-25)."""
    for rank in ranks:
        if one.count(rank) != other.count(rank):
            return one.count(rank) - other.count(rank)
    return 0


def pairs(hand: Hand, ranks: str) -> tuple[int, list[int]]:
    """How good the kind is, and the places of the paired ranks, the highest pair first (MUS-29,
    MUS-30).
    """
    found = [
        len(ranks) - ranks.index(rank)
        for rank in ranks
        for _ in range(hand.count(rank) // 2)
    ]
    if len(found) == 2:
        return 3, found
    return (
        (2 if any(hand.count(rank) == 3 for rank in ranks) else 1, found)
        if found
        else (0, [])
    )


def place_of_juego(hand: Hand) -> int:
    """0 without juego; three sevens and a card worth ten are above all (MUS-34, MUS-35)."""
    if hand.count("7") == 3 and any(value(rank) == 10 for rank in hand):
        return 100
    return 8 - SUMS_BEST_FIRST.index(total(hand)) if total(hand) > 30 else 0


def total(hand: Hand) -> int:
    """MUS-32, MUS-36."""
    return sum(map(value, hand))


def value(rank: str) -> int:
    """MUS-5."""
    return 10 if rank in "KHS" else 1 if rank == "A" else int(rank)
