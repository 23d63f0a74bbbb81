"""Spreading club-mates over groups: as few as possible in one group, and chance in all else."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from core.chance import Stream
from tournaments.rules.field import Entrant

TRIES: Final = 500
SWAPS: Final = 50
"""How many swaps are tried for each entry and each doubling of the field."""

Seat = tuple[int, str]
"""A group and the club of an entry in it."""
Seats = tuple[Seat, ...]


def mates(group: Sequence[int], clubs: Mapping[int, str]) -> Iterator[list[int]]:
    """The entries of each club with more than one in this group."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for entry in group:
        members[clubs[entry]].append(entry)
    for club, entries in members.items():
        if club and len(entries) > 1:
            yield entries


def spread(
    order: Sequence[Entrant], places: Sequence[int], pots: Sequence[int], stream: Stream
) -> tuple[Entrant, ...]:
    """The entrants in the order of the places, whose groups are `places`.

    `pots` are the sizes of consecutive parts that keep their own places. Every pot is shuffled, and
    all of it again until each club is spread as evenly as possible: what is found so is as likely as
    any other such order. If that does not come by luck, random places are swapped within pots as
    long as that brings no more club-mates together. A swap is as likely as the one back, so after
    many of them all orders with equally few club-mates together that such swaps can reach are
    equally likely.
    """
    least = _least_together(order, len(set(places)))
    for _ in range(TRIES):
        tried: list[Entrant] = []
        for start, end in pairwise(accumulate(pots, initial=0)):
            tried += stream.shuffled(order[start:end])
        if _together(_count_seats(tried, places)) == least:
            return tuple(tried)
    return _swapped(tried, places, pots, stream)


def _count_seats(order: Sequence[Entrant], places: Sequence[int]) -> Counter[Seat]:
    return Counter(zip(places, (one.club for one in order), strict=True))


def _least_together(order: Sequence[Entrant], groups: int) -> int:
    """How many pairs of club-mates share a group however they are spread."""
    least = 0
    for members in Counter(one.club for one in order if one.club).values():
        size, larger = divmod(members, groups)
        least += larger * (size + 1) * size // 2
        least += (groups - larger) * size * (size - 1) // 2
    return least


def _together(counts: Mapping[Seat, int]) -> int:
    """How many pairs of club-mates share a group."""
    pairs = 0
    for (_, club), count in counts.items():
        if club:
            pairs += count * (count - 1) // 2
    return pairs


def _swapped(
    order: Sequence[Entrant], places: Sequence[int], pots: Sequence[int], stream: Stream
) -> tuple[Entrant, ...]:
    swapped, counts = list(order), _count_seats(order, places)
    pot_of_place: list[tuple[int, int]] = []
    for start, end in pairwise(accumulate(pots, initial=0)):
        pot_of_place += [(start, end)] * (end - start)
    for _ in range(SWAPS * len(order) * len(order).bit_length()):
        one = stream.below(len(order))
        start, end = pot_of_place[one]
        other = start + stream.below(end - start)
        here, there = places[one], places[other]
        came, went = _exchange(here, swapped[one].club, there, swapped[other].club)
        if _more_together(counts, came, went) <= 0:
            counts.update(came)
            counts.subtract(went)
            swapped[one], swapped[other] = swapped[other], swapped[one]
    return tuple(swapped)


def _exchange(here: int, ours: str, there: int, theirs: str) -> tuple[Seats, Seats]:
    """The seats that are taken and those that are left when two change places; () if none change."""
    if here == there or ours == theirs:
        return (), ()
    return ((there, ours), (here, theirs)), ((here, ours), (there, theirs))


def _more_together(counts: Mapping[Seat, int], came: Seats, went: Seats) -> int:
    """How many more pairs of club-mates would share a group."""
    more = 0
    for seat in came:
        if seat[1]:
            more += counts[seat]
    for seat in went:
        if seat[1]:
            more -= counts[seat] - 1
    return more
