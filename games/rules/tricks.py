"""What trick-taking games share: following suit, winning a trick, and sampling hidden hands.

A set of cards is a bit mask: bit `card` is set when the card is in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import comb, prod
from typing import Final, NamedTuple, TypeVar

from games.rules.base import Below, Card
from games.rules.cards import Cards

T = TypeVar("T")


def mask(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(map(_BIT, cards))


_BIT: Final = tuple(1 << card for card in range(64)).__getitem__


def subsets(items: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """All subsets of `items`, in order, indexed by the bit mask of the positions chosen."""
    table: list[tuple[T, ...]] = [()]
    for item in items:
        table += [(*chosen, item) for chosen in table]
    return tuple(table)


def follow(hand: int, led: int) -> int:
    """The cards of a hand that may be played to a trick (MIZ-16, MU-34).

    `led` is the set of all cards of the suit led, 0 for the leader.
    """
    return hand & led or hand


def winning_index(trick: Cards, strength: Sequence[int]) -> int:
    """The index of the card that wins the trick: the strongest, the first of equals.

    MIZ-18, MU-36, MU-38. `strength` is indexed by card.
    """
    strengths = [strength[card] for card in trick]
    return strengths.index(max(strengths))


# --- sampling the cards that a seat has not seen ---

SuitCounts = tuple[int, ...]
"""A number of cards for each suit."""


class Holder(NamedTuple):
    """A hidden hand: its size, and the indexes of the suits that it is known to lack."""

    size: int
    voids: frozenset[int] = frozenset()


def deal_hidden(
    unseen: Sequence[Cards], holders: Sequence[Holder], below: Below
) -> tuple[Cards, ...]:
    """Hands for these holders from the unseen cards, given suit by suit.

    All hands that respect the voids are equally likely; there must be at least one way.
    The cards that are left lie elsewhere.
    """
    # Suits that the same holders lack count as one suit, and holders that lack the same
    # suits as one holder: that leaves few ways to count.
    piles = _merge_suits(unseen, holders)
    groups = _group_holders(list(piles), len(holders))
    merged = []
    for voids, members in groups.items():
        size = 0
        for place in members:
            size += holders[place].size
        merged.append(Holder(size, voids))
    heaps = _deal_groups(list(piles.values()), merged, below)
    hands: list[Cards] = [()] * len(holders)
    for members, heap in zip(groups.values(), heaps, strict=True):
        for place in members:
            size = holders[place].size
            hands[place] = tuple(_draw(heap, size, below))
    return tuple(hands)


def _merge_suits(
    unseen: Sequence[Cards], holders: Sequence[Holder]
) -> dict[frozenset[int], list[Card]]:
    """The unseen cards by the set of holders that cannot have them."""
    piles: dict[frozenset[int], list[Card]] = {}
    for suit, cards in enumerate(unseen):
        barred = []
        for place, holder in enumerate(holders):
            if suit in holder.voids:
                barred.append(place)
        pile = piles.setdefault(frozenset(barred), [])
        pile.extend(cards)
    return piles


def _group_holders(
    barred: list[frozenset[int]], count: int
) -> dict[frozenset[int], list[int]]:
    """The holders by the set of piles that they cannot draw from."""
    groups: dict[frozenset[int], list[int]] = {}
    for place in range(count):
        voids = []
        for pile, who in enumerate(barred):
            if place in who:
                voids.append(pile)
        group = groups.setdefault(frozenset(voids), [])
        group.append(place)
    return groups


def _deal_groups(
    piles: list[list[Card]], holders: Sequence[Holder], below: Below
) -> list[list[Card]]:
    """A hand for each of some holders that all differ in their voids."""
    bound = [place for place, holder in enumerate(holders) if holder.voids]
    hands: dict[int, list[Card]] = {}
    # Holders with voids draw first: the others can take whatever is left.
    for done, place in enumerate(bound, start=1):
        left = tuple(map(len, piles))
        later = tuple([holders[other] for other in bound[done:]])
        counts = _choose_split(left, holders[place], later, below)
        hands[place] = []
        for pile, count in zip(piles, counts, strict=True):
            hands[place] += _draw(pile, count, below)
    rest = list(chain.from_iterable(piles))
    for place, holder in enumerate(holders):
        if place not in hands:
            hands[place] = _draw(rest, holder.size, below)
    return [hands[place] for place in range(len(holders))]


def _draw(pile: list[Card], count: int, below: Below) -> list[Card]:
    """Take random cards out of the pile."""
    drawn = []
    for _ in range(count):
        index = below(len(pile))
        drawn.append(pile.pop(index))
    return drawn


def _choose_split(
    left: SuitCounts, holder: Holder, later: tuple[Holder, ...], below: Below
) -> SuitCounts:
    """How many cards of each suit this holder gets.

    Each split is weighted by the number of deals that begin with it, since only then are
    all deals equally likely.
    """
    splits = list(_splits(holder.size, _allowed(left, holder)))
    weights = [_count_deals_after(left, split, later) for split in splits]
    chosen = below(sum(weights))
    for split, weight in zip(splits, weights, strict=True):
        chosen -= weight
        if chosen < 0:
            return split
    raise AssertionError("below(n) is less than n")


def _count_deals_after(
    left: SuitCounts, split: SuitCounts, later: tuple[Holder, ...]
) -> int:
    """The number of deals in which a holder gets this split and the later ones fit too."""
    rest = []
    for available, taken in zip(left, split, strict=True):
        rest.append(available - taken)
    return prod(map(comb, left, split)) * _count_deals(tuple(rest), later)


@lru_cache(maxsize=1 << 14)
def _count_deals(left: SuitCounts, holders: tuple[Holder, ...]) -> int:
    """The number of ways to deal to these holders, all of whom have voids."""
    if not holders:
        return 1
    holder, *others = holders
    limits = _allowed(left, holder)
    if not others:
        return comb(sum(limits), holder.size)
    deals = 0
    for split in _splits(holder.size, limits):
        deals += _count_deals_after(left, split, tuple(others))
    return deals


def _allowed(left: SuitCounts, holder: Holder) -> SuitCounts:
    """How many cards of each suit the holder could have at most."""
    limits = list(left)
    for suit in holder.voids:
        limits[suit] = 0
    return tuple(limits)


def _splits(size: int, limits: SuitCounts) -> Iterator[SuitCounts]:
    """All ways to make up `size` from the suits within these limits."""
    if not limits:
        yield ()
        return
    first, *others = limits
    fewest = max(0, size - sum(others))
    for count in range(fewest, min(size, first) + 1):
        for rest in _splits(size - count, tuple(others)):
            yield (count, *rest)
