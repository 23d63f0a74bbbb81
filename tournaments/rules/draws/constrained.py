"""Partners drawn so that some never play together, each admissible way of pairing all as likely as any other.

To take the next one who fits, as draws on television do, would favour some ways. Here the ways are counted: each
partner is as likely as there are ways to pair all the others after that. Only bans among too many players to count are
met by drawing all of it again until it fits, which favours nobody either.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, reduce
from itertools import accumulate, combinations
from math import comb, factorial, prod
from typing import Final, NamedTuple

from core.chance import Stream
from core.refusals import Refusal

Pair = tuple[int, int]
Bans = AbstractSet[frozenset[int]]
Polynomial = list[int]
"""At place k: in how many ways k pairs can be taken from those who may not play together."""
Club = str | int
Left = dict[Club, list[int]]
"""Who has no partner yet, by club."""

PLAYERS_MOST: Final = 512
"""With more of many clubs the counting would take minutes."""
COUNTED_MOST: Final = 22
"""With so many players the ways that any list of bans leaves can be counted."""
DRAWS_MOST: Final = 1000
"""So often all is drawn where they cannot."""


class Wishes(NamedTuple):
    """Who shall not come together, of players 0, 1, 2, ..., whose number is even."""

    clubs: Sequence[str]
    """The club of each, no two of which come together; "" is a club of one's own."""
    strong: Collection[int] = ()
    """Half of all, each of whom gets a partner of the other half; () where anybody may be anybody's."""
    bans: Bans = frozenset()
    """Pairs that shall not be."""


def pairs(wishes: Wishes, stream: Stream) -> tuple[Pair, ...] | None:
    """All of them in pairs; None when the bans leave no way, or none is found among too many to count.

    Raises as `check_apart` does.
    """
    check_apart(wishes.clubs)
    if wishes.bans and len(wishes.clubs) <= COUNTED_MOST:
        return _counted(len(wishes.clubs), _kept_apart(wishes), stream)
    draws = (_drawn(wishes, stream) for _ in range(DRAWS_MOST))
    return next(
        (drawn for drawn in draws if wishes.bans.isdisjoint(map(frozenset, drawn))),
        None,
    )


def ways(wishes: Wishes) -> int:
    """In how many ways all can be paired, bans aside."""
    return Field(wishes).number


def _drawn(wishes: Wishes, stream: Stream) -> tuple[Pair, ...]:
    field = Field(wishes)
    return tuple(field.next(stream) for _ in range(field.waiting))


def check_apart(clubs: Sequence[str]) -> None:
    """Raises Refusal `draw.club_too_large` where one club has more than half, rounded up, and `draw.too_many_apart`."""
    if len(clubs) > PLAYERS_MOST:
        raise Refusal("draw.too_many_apart", players=len(clubs), most=PLAYERS_MOST)
    most = (len(clubs) + 1) // 2
    for club, members in Counter(filter(None, clubs)).items():
        if members > most:
            raise Refusal("draw.club_too_large", club=club, members=members, most=most)


class Ways(NamedTuple):
    """How ways of pairing are counted: by inclusion and exclusion over the pairs inside clubs."""

    inside: Callable[[int, int], Polynomial]
    """The ways to take k pairs inside a club of which so many choose and so many can be chosen."""
    pairings: Callable[[int], int]
    """The ways to make so many pairs of all who are left, whatever their clubs."""

    def number(self, inside: Polynomial, pairs: int) -> int:
        """All ways to make so many pairs, less those with a pair inside a club, plus those with two, and so on."""
        terms = enumerate(inside[: pairs + 1])
        return sum(
            (-times if k % 2 else times) * self.pairings(pairs - k)
            for k, times in terms
        )


@cache
def _matchings(_: int, size: int) -> Polynomial:
    """The ways to take k pairs of the `size` members of a club, all of whom choose and can be chosen."""
    return [
        factorial(size) // (2**k * factorial(k) * factorial(size - 2 * k))
        for k in range(size // 2 + 1)
    ]


@cache
def _rooks(strong: int, weak: int) -> Polynomial:
    """The ways to take k pairs of one of these and one of those, as rooks on a board that do not attack each other."""
    return [
        comb(strong, k) * comb(weak, k) * factorial(k)
        for k in range(min(strong, weak) + 1)
    ]


@cache
def _odd_numbers(pairs: int) -> int:
    """1 x 3 x 5 x ..., as many factors as pairs."""
    return prod(range(1, 2 * pairs, 2))


ANYBODY: Final = Ways(_matchings, _odd_numbers)
"""Everybody may be everybody's partner."""
ACROSS: Final = Ways(_rooks, factorial)
"""Each of the strong half has a partner of the other."""


class Field:
    """Who has no partner yet, by club: who chooses and who can be chosen, the same where anybody may be chosen."""

    def __init__(self, wishes: Wishes) -> None:
        clubs = [club or player for player, club in enumerate(wishes.clubs)]
        strong = set(wishes.strong)
        self.chosen: Left = {}
        self.choose: Left = {} if strong else self.chosen
        for player, club in enumerate(clubs):
            (self.choose if player in strong else self.chosen).setdefault(
                club, []
            ).append(player)
        self.ways, self.waiting = ACROSS if strong else ANYBODY, len(clubs) // 2
        self.inside = reduce(
            _times, (self.ways.inside(*self._sizes(club)) for club in self.chosen), [1]
        )

    @property
    def number(self) -> int:
        """In how many ways all can be paired."""
        return self.ways.number(self.inside, self.waiting)

    def next(self, stream: Stream) -> Pair:
        """The first who chooses, and a partner of another club, each as likely as there are ways for the others."""
        own = min(
            (club for club, left in self.choose.items() if left),
            key=lambda club: self.choose[club][0],
        )
        player = self._gone(own, self.choose, 0)
        self.waiting -= 1
        club, place = self._chosen(
            [club for club, left in self.chosen.items() if left and club != own], stream
        )
        return player, self._gone(club, self.chosen, place)

    def _chosen(self, others: Sequence[Club], stream: Stream) -> tuple[Club, int]:
        """One of these clubs and a place there; all who can be chosen in a club leave as many ways."""
        after = {sizes: self._after(sizes) for sizes in set(map(self._sizes, others))}
        ways = [after[self._sizes(club)] for club in others]
        upto = list(
            accumulate(
                len(self.chosen[club]) * each
                for club, each in zip(others, ways, strict=True)
            )
        )
        number = stream.below(upto[-1])
        n = bisect_right(upto, number)
        return others[n], (number - (upto[n - 1] if n else 0)) // ways[n]

    def _after(self, sizes: Pair) -> int:
        """In how many ways the others can be paired once one of a club of these sizes is chosen."""
        choose, chosen = sizes
        return self.ways.number(
            self._changed(sizes, (choose, chosen - 1)), self.waiting
        )

    def _gone(self, club: Club, side: Left, place: int) -> int:
        before = self._sizes(club)
        player = side[club].pop(place)
        self.inside = self._changed(before, self._sizes(club))
        return player

    def _sizes(self, club: Club) -> Pair:
        return len(self.choose.get(club, ())), len(self.chosen.get(club, ()))

    def _changed(self, before: Pair, after: Pair) -> Polynomial:
        """The pairs inside all clubs when one of them has other sizes."""
        return _times(
            _divided(self.inside, self.ways.inside(*before)), self.ways.inside(*after)
        )


def _times(one: Polynomial, two: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            product[i + j] += a * b
    return product


def _divided(product: Polynomial, by: Polynomial) -> Polynomial:
    """The factor that gives this product; `by` begins with 1."""
    factor: list[int] = []
    for k in range(len(product) - len(by) + 1):
        factor.append(
            product[k]
            - sum(by[j] * factor[k - j] for j in range(1, min(k, len(by) - 1) + 1))
        )
    return factor


def _kept_apart(wishes: Wishes) -> Bans:
    """All pairs that the wishes exclude."""
    clubs, strong = wishes.clubs, set(wishes.strong)
    every = list(combinations(range(len(clubs)), 2))
    mates = {frozenset((a, b)) for a, b in every if clubs[a] and clubs[a] == clubs[b]}
    return (
        wishes.bans
        | mates
        | {
            frozenset((a, b))
            for a, b in every
            if strong and (a in strong) == (b in strong)
        }
    )


def _counted(players: int, banned: Bans, stream: Stream) -> tuple[Pair, ...] | None:
    """The same with the ways counted one by one; sets of players are the bits of a number."""

    @cache
    def ways(left: int) -> int:
        return sum(map(ways, partners(left).values())) if left else 1

    def partners(left: int) -> dict[Pair, int]:
        """The first who is left with each possible partner, and who is left then."""
        first, rest = (left & -left).bit_length() - 1, left & (left - 1)
        pairs = [
            (first, other) for other in range(first + 1, players) if rest >> other & 1
        ]
        return {
            pair: rest ^ (1 << pair[1])
            for pair in pairs
            if frozenset(pair) not in banned
        }

    left, pairs = (1 << players) - 1, list[Pair]()
    if not ways(left):
        return None
    while left:
        after = [(pair, rest, ways(rest)) for pair, rest in partners(left).items()]
        chosen = stream.below(ways(left))
        upto = accumulate(number for _, _, number in after)
        pair, left, _ = next(
            one for one, end in zip(after, upto, strict=True) if chosen < end
        )
        pairs.append(pair)
    return tuple(pairs)
