"""What trick-taking games share: following suit, taking a trick, and where the cards that a seat has not seen can lie.

A set of cards is a bit mask: bit `card` is set when the card is in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Final, NamedTuple, TypeVar

from games.rules.base import Below, Card
from games.rules.cards import Cards

T = TypeVar("T")


def mask(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(map(_BIT, cards))


_BIT: Final = tuple(1 << card for card in range(64)).__getitem__


def picks(items: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """For every set of the places of `items`, as a mask, the items in it, in order: a table of 2 ** len(items)."""
    table: list[tuple[T, ...]] = [()]
    for item in items:
        table += [(*chosen, item) for chosen in table]
    return tuple(table)


def follow(hand: int, led: int) -> int:
    """The cards of the hand that may be played where `led` is the whole suit led, 0 for the leader (MIZ-16, MU-34)."""
    return hand & led or hand


def taker(trick: Cards, strength: Sequence[int]) -> int:
    """The place in the trick of the card that takes it: the strongest, of equals the first (MIZ-18, MU-36, MU-38)."""
    strengths = [strength[card] for card in trick]
    return strengths.index(max(strengths))


# --- the cards that a seat has not seen ---

Counts = tuple[int, ...]
"""How many cards of each suit."""


class Holder(NamedTuple):
    """A hand that is not seen: how many cards it has, and the places of the suits of which it cannot have any."""

    size: int
    voids: frozenset[int] = frozenset()


def lie(
    unseen: Sequence[Cards], holders: Sequence[Holder], below: Below
) -> tuple[Cards, ...]:
    """Hands for these holders out of the unseen cards (given suit by suit), each way that fits equally likely.

    Cards that are left lie elsewhere. There must be a way that fits. Suits that the same holders cannot have are
    counted as one, and so are holders that cannot have the same suits: that leaves little to count.
    """
    piles: dict[frozenset[int], list[Card]] = {}
    for suit, cards in enumerate(unseen):
        barred = frozenset(
            place for place, holder in enumerate(holders) if suit in holder.voids
        )
        piles.setdefault(barred, []).extend(cards)
    crowds: dict[frozenset[int], list[int]] = {}
    for place in range(len(holders)):
        crowds.setdefault(
            frozenset(n for n, barred in enumerate(piles) if place in barred), []
        ).append(place)
    crowd = [
        Holder(sum(holders[place].size for place in places), voids)
        for voids, places in crowds.items()
    ]
    hands: dict[int, Cards] = {}
    for places, heap in zip(
        crowds.values(), _lie(list(piles.values()), crowd, below), strict=True
    ):
        hands |= {
            place: tuple(_drawn(heap, holders[place].size, below)) for place in places
        }
    return tuple(hands[place] for place in range(len(holders)))


def _lie(
    left: list[list[Card]], holders: Sequence[Holder], below: Below
) -> list[list[Card]]:
    """The same, for suits and holders that all differ; those bound by voids are served first."""
    bound = [place for place, holder in enumerate(holders) if holder.voids]
    hands = {}
    for done, place in enumerate(bound, start=1):
        counts = _counts(
            tuple(map(len, left)),
            holders[place],
            tuple(holders[other] for other in bound[done:]),
            below,
        )
        hands[place] = [
            card
            for suit, count in zip(left, counts, strict=True)
            for card in _drawn(suit, count, below)
        ]
    rest = [card for suit in left for card in suit]
    return [
        hands.get(place) or _drawn(rest, holder.size, below)
        for place, holder in enumerate(holders)
    ]


def _drawn(pile: list[Card], count: int, below: Below) -> list[Card]:
    """So many cards out of the pile, drawn at random."""
    return [pile.pop(below(len(pile))) for _ in range(count)]


def _counts(
    left: Counts, holder: Holder, bound: tuple[Holder, ...], below: Below
) -> Counts:
    """How many cards of each suit this holder gets, so that those who are bound by voids can be served after it."""
    splits = list(_splits(holder.size, _open(left, holder)))
    ways = [_ways_to(left, split, bound) for split in splits]
    chosen = below(sum(ways))
    for split, number in zip(splits, ways, strict=True):
        chosen -= number
        if chosen < 0:
            return split
    raise AssertionError("below(n) is less than n")


def _ways_to(left: Counts, split: Counts, bound: tuple[Holder, ...]) -> int:
    """In how many ways this holder can get so many of each suit, and those bound by voids theirs after it."""
    rest = tuple(a - b for a, b in zip(left, split, strict=True))
    return prod(map(comb, left, split)) * _ways(rest, bound)


@lru_cache(maxsize=1 << 14)
def _ways(left: Counts, holders: tuple[Holder, ...]) -> int:
    """In how many ways these holders can be served; who is bound by nothing is left out, since all is fine for him."""
    if not holders:
        return 1
    holder, *others = holders
    limits = _open(left, holder)
    if not others:
        return comb(sum(limits), holder.size)
    return sum(
        _ways_to(left, split, tuple(others)) for split in _splits(holder.size, limits)
    )


def _open(left: Counts, holder: Holder) -> Counts:
    """How many of each suit the holder could have."""
    return tuple(
        0 if suit in holder.voids else count for suit, count in enumerate(left)
    )


def _splits(size: int, limits: Counts) -> Iterator[Counts]:
    """All ways to make up `size` of at most so many of each suit."""
    if not limits:
        yield ()
        return
    first, *others = limits
    for count in range(max(0, size - sum(others)), min(size, first) + 1):
        for rest in _splits(size - count, tuple(others)):
            yield (count, *rest)
