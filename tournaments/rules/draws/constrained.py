"""Partners drawn so that some never play together, each possible way of pairing equally likely.

To take the next one who fits, as draws on television do, would favour some ways. Here the ways are
counted: a partner is as likely as there are ways to pair all the others after that. Only bans among
too many players to count are met by drawing all of it again until it fits, which favours no way
either.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Final, NamedTuple

from core.chance import Stream
from core.refusals import Refusal

Pair = tuple[int, int]
Bans = AbstractSet[frozenset[int]]
Polynomial = list[int]
"""At index k: in how many ways k pairs can be taken from players who must not play together."""
Club = str | int
PlayersByClub = dict[Club, list[int]]

MAX_PLAYERS: Final = 512
"""With more of many clubs the counting would take minutes."""
MAX_COUNTED_PLAYERS: Final = 22
"""Up to this many the ways that any list of bans leaves can be counted."""
MAX_DRAWS: Final = 1000
"""How often all is drawn where they cannot."""


class Wishes(NamedTuple):
    """Who must not come together, of players 0, 1, 2, ..., whose number is even."""

    clubs: Sequence[str]
    """Two of one club never come together; "" is a club of one's own."""
    strong: Collection[int] = ()
    """Half of all, each of whom gets a partner of the other half; () where anybody may."""
    bans: Bans = frozenset()
    """Further pairs that are excluded."""


def pairs(wishes: Wishes, stream: Stream) -> tuple[Pair, ...] | None:
    """All players in pairs; None when the bans leave no way, or none is found among too many to count.

    Raises as `check_apart` does.
    """
    check_apart(wishes.clubs)
    players = len(wishes.clubs)
    if wishes.bans and players <= MAX_COUNTED_PLAYERS:
        return _counted_pairs(players, _all_bans(wishes), stream)
    for _ in range(MAX_DRAWS):
        drawn = _drawn(wishes, stream)
        if wishes.bans.isdisjoint(frozenset(pair) for pair in drawn):
            return drawn
    return None


def ways(wishes: Wishes) -> int:
    """In how many ways all can be paired, bans aside."""
    return Field(wishes).ways


def _drawn(wishes: Wishes, stream: Stream) -> tuple[Pair, ...]:
    field = Field(wishes)
    return tuple(field.next_pair(stream) for _ in range(field.pairs_left))


def check_apart(clubs: Sequence[str]) -> None:
    """Raises Refusal `draw.too_many_apart`, and `draw.club_too_large` for more than half."""
    if len(clubs) > MAX_PLAYERS:
        raise Refusal("draw.too_many_apart", players=len(clubs), most=MAX_PLAYERS)
    most = (len(clubs) + 1) // 2
    for club, members in Counter(filter(None, clubs)).items():
        if members > most:
            raise Refusal("draw.club_too_large", club=club, members=members, most=most)


class Counting(NamedTuple):
    """How ways of pairing are counted: by inclusion and exclusion over the pairs inside clubs."""

    inside: Callable[[int, int], Polynomial]
    """Pairs inside a club with these numbers of players who choose and who can be chosen."""
    pairings: Callable[[int], int]
    """The ways to make this many pairs of all who are left, whatever their clubs."""

    def ways(self, inside: Polynomial, pairs: int) -> int:
        """All ways to make the pairs, less those with a pair inside a club, plus those with two, ..."""
        ways = 0
        for k, times in enumerate(inside[: pairs + 1]):
            sign = -1 if k % 2 else 1
            ways += sign * times * self.pairings(pairs - k)
        return ways


@cache
def _matchings(_: int, size: int) -> Polynomial:
    """The ways to take k pairs of a club all of whom choose and can be chosen."""
    counts = []
    for k in range(size // 2 + 1):
        arrangements = 2**k * factorial(k) * factorial(size - 2 * k)
        counts.append(factorial(size) // arrangements)
    return counts


@cache
def _rooks(strong: int, weak: int) -> Polynomial:
    """The ways to take k pairs of a strong and a weak player: rooks that do not attack each other."""
    counts = []
    for k in range(min(strong, weak) + 1):
        counts.append(comb(strong, k) * comb(weak, k) * factorial(k))
    return counts


@cache
def _odd_numbers(pairs: int) -> int:
    """1 x 3 x 5 x ..., as many factors as pairs."""
    return prod(range(1, 2 * pairs, 2))


ANYBODY: Final = Counting(_matchings, _odd_numbers)
"""Anybody may be anybody's partner."""
ACROSS: Final = Counting(_rooks, factorial)
"""Each of the strong half has a partner of the other."""


class Field:
    """The players without a partner, by club."""

    def __init__(self, wishes: Wishes) -> None:
        self.can_be_chosen: PlayersByClub = {}
        self.choosing: PlayersByClub = {} if wishes.strong else self.can_be_chosen
        strong = set(wishes.strong)
        for player, name in enumerate(wishes.clubs):
            side = self.choosing if player in strong else self.can_be_chosen
            side.setdefault(name or player, []).append(player)
        self.counting = ACROSS if strong else ANYBODY
        self.pairs_left = len(wishes.clubs) // 2
        self.inside: Polynomial = [1]
        """The pairs inside all clubs."""
        for club in self.can_be_chosen:
            own = self.counting.inside(*self._sizes(club))
            self.inside = _product(self.inside, own)

    @property
    def ways(self) -> int:
        """In how many ways all can be paired."""
        return self.counting.ways(self.inside, self.pairs_left)

    def next_pair(self, stream: Stream) -> Pair:
        """The first player who chooses, and a partner as likely as the ways that this one leaves."""
        own = min(
            (club for club, left in self.choosing.items() if left),
            key=lambda club: self.choosing[club][0],
        )
        player = self._remove(own, self.choosing, 0)
        self.pairs_left -= 1
        others = [
            club for club, left in self.can_be_chosen.items() if left and club != own
        ]
        club, index = self._choice(others, stream)
        return player, self._remove(club, self.can_be_chosen, index)

    def _choice(self, clubs: Sequence[Club], stream: Stream) -> tuple[Club, int]:
        """One of these clubs and a player of it by index; all players of a club leave as many ways."""
        ways_by_sizes: dict[Pair, int] = {}
        ways, upto = [], [0]
        for club in clubs:
            sizes = self._sizes(club)
            if sizes not in ways_by_sizes:
                ways_by_sizes[sizes] = self._ways_after_choice(sizes)
            ways.append(ways_by_sizes[sizes])
            upto.append(upto[-1] + len(self.can_be_chosen[club]) * ways[-1])
        number = stream.below(upto[-1])
        n = bisect_right(upto, number) - 1
        return clubs[n], (number - upto[n]) // ways[n]

    def _ways_after_choice(self, sizes: Pair) -> int:
        """In how many ways the others can be paired once one of a club of these sizes is chosen."""
        choosing, chosen = sizes
        inside = self._with_sizes(sizes, (choosing, chosen - 1))
        return self.counting.ways(inside, self.pairs_left)

    def _remove(self, club: Club, side: PlayersByClub, index: int) -> int:
        before = self._sizes(club)
        player = side[club].pop(index)
        self.inside = self._with_sizes(before, self._sizes(club))
        return player

    def _sizes(self, club: Club) -> Pair:
        chosen = len(self.can_be_chosen.get(club, ()))
        return len(self.choosing.get(club, ())), chosen

    def _with_sizes(self, before: Pair, after: Pair) -> Polynomial:
        """The pairs inside all clubs when one of them has other sizes."""
        others = _quotient(self.inside, self.counting.inside(*before))
        return _product(others, self.counting.inside(*after))


def _product(one: Polynomial, two: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            product[i + j] += a * b
    return product


def _quotient(product: Polynomial, by: Polynomial) -> Polynomial:
    """The factor that gives this product; `by` begins with 1."""
    factor: list[int] = []
    for k in range(len(product) - len(by) + 1):
        known = 0
        for j in range(1, min(k, len(by) - 1) + 1):
            known += by[j] * factor[k - j]
        factor.append(product[k] - known)
    return factor


def _all_bans(wishes: Wishes) -> Bans:
    """All pairs that the wishes exclude."""
    clubs, strong = wishes.clubs, set(wishes.strong)
    excluded = set(wishes.bans)
    for a, b in combinations(range(len(clubs)), 2):
        is_of_one_club = clubs[a] and clubs[a] == clubs[b]
        is_of_one_half = strong and (a in strong) == (b in strong)
        if is_of_one_club or is_of_one_half:
            excluded.add(frozenset((a, b)))
    return excluded


def _counted_pairs(
    players: int, banned: Bans, stream: Stream
) -> tuple[Pair, ...] | None:
    """The same, with the ways counted one by one."""
    pairings = _Pairings(players, banned)
    left = (1 << players) - 1
    if not pairings.count(left):
        return None
    drawn = list[Pair]()
    while left:
        number = stream.below(pairings.count(left))
        for pair, rest in pairings.partners(left).items():
            number -= pairings.count(rest)
            if number < 0:
                drawn.append(pair)
                left = rest
                break
    return tuple(drawn)


class _Pairings:
    """The ways to pair a set of players. A set is the bits of a number."""

    def __init__(self, players: int, banned: Bans) -> None:
        self.players = players
        self.banned = banned
        self.count = cache(self._count)

    def _count(self, left: int) -> int:
        if not left:
            return 1
        return sum(self.count(rest) for rest in self.partners(left).values())

    def partners(self, left: int) -> dict[Pair, int]:
        """Each pair of the first player in the set, with the set that remains."""
        first = (left & -left).bit_length() - 1
        others = left & (left - 1)
        found = {}
        for other in range(first + 1, self.players):
            is_left = others >> other & 1
            if is_left and frozenset((first, other)) not in self.banned:
                found[first, other] = others ^ (1 << other)
        return found
