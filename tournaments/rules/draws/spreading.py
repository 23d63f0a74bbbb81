"""Spreading club-mates over groups: as few as can be in one group, and chance in all else."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from core.chance import Stream
from tournaments.rules.field import Entrant

TRIES: Final = 500
SWAPS: Final = 50
"""So many swaps are tried for each entry and each doubling of the field."""


def mates(group: Sequence[int], clubs: Mapping[int, str]) -> Iterator[list[int]]:
    """Those of one club in this group, for each club with more than one there."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for entry in group:
        members[clubs[entry]].append(entry)
    yield from (
        entries for club, entries in members.items() if club and len(entries) > 1
    )


def spread(
    order: Sequence[Entrant], places: Sequence[int], pots: Sequence[int], stream: Stream
) -> tuple[Entrant, ...]:
    """Who goes to which place of the order: `places` are their groups, `pots` how many each take theirs together.

    Everybody in a pot is shuffled, and all is shuffled anew until every club is spread as evenly as there are groups
    for it: what is found so is equally likely as any other such order. When that does not come by luck, places are
    swapped within pots, each swap by chance, whenever that brings no more club-mates together; a swap is as likely as
    the one back, so that after many of them the orders with equally few together are equally likely among those that
    such swaps lead to.
    """
    least = _least(order, len(set(places)))
    for _ in range(TRIES):
        tried = [
            one
            for start, end in pairwise(accumulate(pots, initial=0))
            for one in stream.shuffled(order[start:end])
        ]
        if (
            _met(Counter(zip(places, (one.club for one in tried), strict=True)))
            == least
        ):
            return tuple(tried)
    return _swapped(tried, places, pots, stream)


def _least(order: Sequence[Entrant], groups: int) -> int:
    """How many pairs of club-mates have to share a group however they are spread."""
    even = (
        divmod(size, groups)
        for size in Counter(one.club for one in order if one.club).values()
    )
    return sum(
        more * (size + 1) * size // 2 + (groups - more) * size * (size - 1) // 2
        for size, more in even
    )


def _met(counts: Mapping[tuple[int, str], int]) -> int:
    """How many pairs of club-mates share a group."""
    return sum(count * (count - 1) // 2 for (_, club), count in counts.items() if club)


def _swapped(
    order: Sequence[Entrant], places: Sequence[int], pots: Sequence[int], stream: Stream
) -> tuple[Entrant, ...]:
    swapped, counts = (
        list(order),
        Counter(zip(places, (one.club for one in order), strict=True)),
    )
    pot = [ends for ends in pairwise(accumulate(pots, initial=0)) for _ in range(*ends)]
    for _ in range(SWAPS * len(order) * len(order).bit_length()):
        one = stream.below(len(order))
        start, end = pot[one]
        other = start + stream.below(end - start)
        came, went = _moved(
            places[one], swapped[one].club, places[other], swapped[other].club
        )
        if _more(counts, came, went) <= 0:
            counts.update(came)
            counts.subtract(went)
            swapped[one], swapped[other] = swapped[other], swapped[one]
    return tuple(swapped)


Seats = tuple[tuple[int, str], ...]
"""Groups, with the clubs of those who sit there."""


def _moved(here: int, ours: str, there: int, theirs: str) -> tuple[Seats, Seats]:
    """Which club comes to which group when two change places, and which leaves which; none where nothing changes."""
    if here == there or ours == theirs:
        return (), ()
    return ((there, ours), (here, theirs)), ((here, ours), (there, theirs))


def _more(counts: Mapping[tuple[int, str], int], came: Seats, went: Seats) -> int:
    """How many more pairs of club-mates share a group then."""
    return sum(counts[seat] for seat in came if seat[1]) - sum(
        counts[seat] - 1 for seat in went if seat[1]
    )
