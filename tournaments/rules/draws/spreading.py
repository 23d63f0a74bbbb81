"""Spreads club-mates over groups: as few as possible in one group, the rest by chance."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb
from typing import Final

from core.chance import Stream
from tournaments.rules.field import Entrant

TRIES: Final = 500
SWAPS: Final = 50
"""The number of swaps tried for each entry and each doubling of the field."""

Seat = tuple[int, str]
"""A group, and the club of an entry in it."""
Seats = tuple[Seat, ...]


def mates(group: Sequence[int], clubs: Mapping[int, str]) -> Iterator[list[int]]:
    """The entries of each club that has more than one in this group."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for entry in group:
        club = clubs[entry]
        members[club].append(entry)
    for club, entries in members.items():
        if club and len(entries) > 1:
            yield entries


def spread(
    order: Sequence[Entrant], places: Sequence[int], pots: Sequence[int], stream: Stream
) -> tuple[Entrant, ...]:
    """The entrants in the order of the places. `places` gives the group of each place.

    `pots` are the sizes of consecutive parts of the order, and each part keeps its own places.
    All pots are shuffled again and again until every club is spread as evenly as possible; each
    such order is equally likely to be found. If luck does not find one, random places are swapped
    within pots, unless a swap brings more club-mates together. A swap is as likely as the swap
    back, so after many of them all orders with equally few club-mates together that such swaps
    can reach are equally likely.
    """
    groups = set(places)
    least = _least_together(order, len(groups))
    for _ in range(TRIES):
        tried: list[Entrant] = []
        for start, end in _bounds(pots):
            pot = order[start:end]
            tried += stream.shuffled(pot)
        counts = _count_seats(tried, places)
        if _together(counts) == least:
            return tuple(tried)
    return _swapped(tried, places, pots, stream)


def _bounds(pots: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where each pot starts and ends."""
    limits = accumulate(pots, initial=0)
    return pairwise(limits)


def _count_seats(order: Sequence[Entrant], places: Sequence[int]) -> Counter[Seat]:
    clubs = [entrant.club for entrant in order]
    seats = zip(places, clubs, strict=True)
    return Counter(seats)


def _least_together(order: Sequence[Entrant], groups: int) -> int:
    """The fewest pairs of club-mates that share a group, however they are spread."""
    clubs = [entrant.club for entrant in order if entrant.club]
    members_by_club = Counter(clubs)
    least = 0
    for members in members_by_club.values():
        size, larger = divmod(members, groups)
        smaller = groups - larger
        least += larger * comb(size + 1, 2)
        least += smaller * comb(size, 2)
    return least


def _together(counts: Mapping[Seat, int]) -> int:
    """The number of pairs of club-mates that share a group."""
    pairs = 0
    for seat, members in counts.items():
        _, club = seat
        if club:
            pairs += comb(members, 2)
    return pairs


def _swapped(
    order: Sequence[Entrant], places: Sequence[int], pots: Sequence[int], stream: Stream
) -> tuple[Entrant, ...]:
    swapped = list(order)
    counts = _count_seats(order, places)
    pot_of_place: list[tuple[int, int]] = []
    for pot in _bounds(pots):
        start, end = pot
        size = end - start
        pot_of_place += [pot] * size
    entrants = len(order)
    swaps = SWAPS * entrants * entrants.bit_length()
    for _ in range(swaps):
        place_one = stream.below(entrants)
        start, end = pot_of_place[place_one]
        place_two = start + stream.below(end - start)
        one = swapped[place_one]
        two = swapped[place_two]
        came, went = _exchange(
            places[place_one],
            one.club,
            places[place_two],
            two.club,
        )
        if _more_together(counts, came, went) <= 0:
            counts.update(came)
            counts.subtract(went)
            swapped[place_one] = two
            swapped[place_two] = one
    return tuple(swapped)


def _exchange(here: int, ours: str, there: int, theirs: str) -> tuple[Seats, Seats]:
    """The seats taken and the seats left when two entries swap. Both are () if none change."""
    if here == there or ours == theirs:
        return (), ()
    came = (there, ours), (here, theirs)
    went = (here, ours), (there, theirs)
    return came, went


def _more_together(counts: Mapping[Seat, int], came: Seats, went: Seats) -> int:
    """How many more pairs of club-mates would share a group."""
    more = 0
    for seat in came:
        _, club = seat
        if club:
            more += counts[seat]
    for seat in went:
        _, club = seat
        if club:
            more -= counts[seat] - 1
    return more
