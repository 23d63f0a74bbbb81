"""Pairs drawn so that some never play together, each admissible way of pairing all as likely as any other.

To take the next one who fits, as draws on television do, would favour some ways. Here the ways are counted: each
partner is as likely as there are ways to pair all the others after that. Only bans among too many players to count are
met by shuffling the whole order again until it fits, which favours nobody either.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, reduce
from itertools import accumulate, chain
from math import factorial, prod
from typing import Final

from games.rules.chance import Stream
from games.rules.errors import Refusal

Pair = tuple[int, int]
Bans = AbstractSet[frozenset[int]]
Polynomial = list[int]
"""At place k: in how many ways k pairs can be taken from those who may not play together."""

PLAYERS_MOST: Final = 512
"""With more of many clubs the counting would take minutes."""
COUNTED_MOST: Final = 22
"""With so many players the ways that any list of bans leaves can be counted."""
SHUFFLES_MOST: Final = 10_000
"""So often the order is shuffled where they cannot."""


def pairs_apart(clubs: Sequence[str], stream: Stream) -> tuple[Pair, ...]:
    """Players 0, 1, 2, ... of these clubs in pairs, no two of one club; "" is a club of one's own.

    Their number is even. Raises as `check_apart` does.
    """
    check_apart(clubs)
    return tuple(_apart([club or player for player, club in enumerate(clubs)], stream))


def check_apart(clubs: Sequence[str]) -> None:
    """Raises Refusal `draw.club_too_large` where one club has more than half, rounded up, and `draw.too_many_apart`."""
    if len(clubs) > PLAYERS_MOST:
        raise Refusal("draw.too_many_apart", players=len(clubs), most=PLAYERS_MOST)
    most = (len(clubs) + 1) // 2
    for club, members in Counter(filter(None, clubs)).items():
        if members > most:
            raise Refusal("draw.club_too_large", club=club, members=members, most=most)


def pairs_without(names: Sequence[str], bans: Iterable[Pair], stream: Stream) -> tuple[Pair, ...]:
    """Players 0, 1, 2, ... of these names, an even number, in pairs of which none is banned.

    Raises Refusal `draw.bans_exclude_all` when no way is left, and `draw.bans_too_many` when so few are left that
    none is found among too many to count; both name the player with the most bans.
    """
    banned = set(map(frozenset, bans))
    few = len(names) <= COUNTED_MOST
    pairs = (_of_few if few else _of_many)(len(names), banned, stream)
    if pairs is None:
        player, times = Counter(chain.from_iterable(banned)).most_common(1)[0]
        raise Refusal("draw.bans_exclude_all" if few else "draw.bans_too_many", name=names[player], bans=times)
    return pairs


def ways_apart(sizes: Iterable[int]) -> int:
    """In how many ways all members of clubs of these sizes can be paired without two of one club.

    By inclusion and exclusion over the pairs inside clubs; 0 when the number of members is odd.
    """
    known = list(sizes)
    return _ways(_all_inside(known), sum(known))


def _apart(clubs: Sequence[str | int], stream: Stream) -> Iterator[Pair]:
    """A partner for the first player who is left, then for the first who is left after that, and so on."""
    left: dict[str | int, list[int]] = {}
    for player, club in enumerate(clubs):
        left.setdefault(club, []).append(player)
    inside = _all_inside(map(len, left.values()))
    for waiting in range(len(clubs) - 2, -1, -2):
        own = min((club for club in left if left[club]), key=lambda club: left[club][0])
        inside = _one_less(inside, len(left[own]))
        player = left[own].pop(0)
        others = [members for club, members in left.items() if members and club != own]
        members, place = _partner(others, inside, waiting, stream)
        inside = _one_less(inside, len(members))
        yield player, members.pop(place)


def _partner(others: Sequence[list[int]], inside: Polynomial, waiting: int, stream: Stream) -> tuple[list[int], int]:
    """A club and the place in its list; all members of a club leave as many ways for those who wait."""
    after = {size: _ways(_one_less(inside, size), waiting) for size in set(map(len, others))}
    chosen, members = stream.below(sum(len(members) * after[len(members)] for members in others)), others[0]
    for members in others:
        if chosen < len(members) * after[len(members)]:
            break
        chosen -= len(members) * after[len(members)]
    return members, chosen // after[len(members)]


def _ways(inside: Polynomial, players: int) -> int:
    """All ways to pair so many, less those with a pair inside a club, plus those with two, and so on."""
    if players % 2:
        return 0
    terms = enumerate(inside[: players // 2 + 1])
    return sum((-times if k % 2 else times) * _pairings(players - 2 * k) for k, times in terms)


@cache
def _pairings(players: int) -> int:
    """The ways to pair an even number of players: 1 x 3 x 5 x ... x (players - 1)."""
    return prod(range(1, players, 2))


def _all_inside(sizes: Iterable[int]) -> Polynomial:
    return reduce(_times, map(_inside, sizes), [1])


@cache
def _inside(size: int) -> Polynomial:
    """The ways to take k pairs of the `size` members of a club."""
    return [factorial(size) // (2**k * factorial(k) * factorial(size - 2 * k)) for k in range(size // 2 + 1)]


def _times(one: Polynomial, two: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            product[i + j] += a * b
    return product


def _one_less(inside: Polynomial, size: int) -> Polynomial:
    """The same for all clubs after one of `size` members has lost one."""
    return _times(_divided(inside, _inside(size)), _inside(size - 1))


def _divided(product: Polynomial, by: Polynomial) -> Polynomial:
    """The factor that gives this product; `by` begins with 1."""
    factor: list[int] = []
    for k in range(len(product) - len(by) + 1):
        factor.append(product[k] - sum(by[j] * factor[k - j] for j in range(1, min(k, len(by) - 1) + 1)))
    return factor


def _of_few(players: int, banned: Bans, stream: Stream) -> tuple[Pair, ...] | None:
    """The same with the ways counted one by one; sets of players are the bits of a number."""

    @cache
    def ways(left: int) -> int:
        return sum(map(ways, partners(left).values())) if left else 1

    def partners(left: int) -> dict[Pair, int]:
        """The first who is left with each possible partner, and who is left then."""
        first, rest = (left & -left).bit_length() - 1, left & (left - 1)
        pairs = [(first, other) for other in range(first + 1, players) if rest >> other & 1]
        return {pair: rest ^ (1 << pair[1]) for pair in pairs if frozenset(pair) not in banned}

    left, pairs = (1 << players) - 1, list[Pair]()
    if not ways(left):
        return None
    while left:
        after = [(pair, rest, ways(rest)) for pair, rest in partners(left).items()]
        chosen = stream.below(ways(left))
        upto = accumulate(number for _, _, number in after)
        pair, left, _ = next(one for one, end in zip(after, upto, strict=True) if chosen < end)
        pairs.append(pair)
    return tuple(pairs)


def _of_many(players: int, banned: Bans, stream: Stream) -> tuple[Pair, ...] | None:
    """The first shuffle in which no pair is banned, two by two from the first place on."""
    for _ in range(SHUFFLES_MOST):
        order = stream.shuffled(range(players))
        pairs = tuple(zip(order[::2], order[1::2], strict=True))
        if banned.isdisjoint(map(frozenset, pairs)):
            return pairs
    return None
