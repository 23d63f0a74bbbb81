"""A draw of partners that keeps some players apart. Every allowed pairing is equally likely.

Taking the next player who fits, as televised draws do, would favour some pairings. Here the
pairings are counted, and the chance of a partner is proportional to the number of ways to pair
all the others afterwards. With bans among too many players to count, the whole draw is repeated
until it fits, which favours no pairing either.
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
"""At index k: the number of ways to take k pairs of players who must not play together."""
Club = str | int
PlayersByClub = dict[Club, list[int]]

MAX_PLAYERS: Final = 512
"""With more players from many clubs, counting would take minutes."""
MAX_COUNTED_PLAYERS: Final = 22
"""Up to this many players the pairings can be counted under any list of bans."""
MAX_DRAWS: Final = 1000
"""How often a draw with more players is repeated before it gives up."""


class Wishes(NamedTuple):
    """Which of the players 0, 1, 2, ... must not be partners. Their number is even."""

    clubs: Sequence[str]
    """Two players of one club are never partners. A player with "" has no club."""
    strong: Collection[int] = ()
    """Half of the players: each gets a partner from the other half. () for no such rule."""
    bans: Bans = frozenset()
    """Further pairs that are excluded."""


def pairs(wishes: Wishes, stream: Stream) -> tuple[Pair, ...] | None:
    """All players in pairs, or None if the bans leave no pairing.

    None also means that no pairing was found among too many players to count.
    Raises the refusals of `check_apart`.
    """
    check_apart(wishes.clubs)
    players = len(wishes.clubs)
    if wishes.bans and players <= MAX_COUNTED_PLAYERS:
        banned = _all_bans(wishes)
        return _counted_pairs(players, banned, stream)
    for _ in range(MAX_DRAWS):
        drawn = _drawn(wishes, stream)
        unordered = map(frozenset, drawn)
        if wishes.bans.isdisjoint(unordered):
            return drawn
    return None


def ways(wishes: Wishes) -> int:
    """The number of ways to pair all players, without regard to bans."""
    return Field(wishes).ways


def _drawn(wishes: Wishes, stream: Stream) -> tuple[Pair, ...]:
    field = Field(wishes)
    drawn = []
    while field.pairs_left:
        pair = field.next_pair(stream)
        drawn.append(pair)
    return tuple(drawn)


def check_apart(clubs: Sequence[str]) -> None:
    """Raises Refusal `draw.too_many_apart`.

    Raises `draw.club_too_large` if one club has more than half of the players.
    """
    players = len(clubs)
    if players > MAX_PLAYERS:
        raise Refusal("draw.too_many_apart", players=players, most=MAX_PLAYERS)
    most = (players + 1) // 2
    members_by_club = Counter(filter(None, clubs))
    for club, members in members_by_club.items():
        if members > most:
            raise Refusal(
                "draw.club_too_large",
                club=club,
                members=members,
                most=most,
            )


class Counting(NamedTuple):
    """Counts pairings by inclusion and exclusion over the pairs inside clubs."""

    inside: Callable[[int, int], Polynomial]
    """The pairs inside a club, given how many of its players choose and can be chosen."""
    pairings: Callable[[int], int]
    """The number of ways to make this many pairs of all players left, whatever their clubs."""

    def ways(self, inside: Polynomial, pairs: int) -> int:
        """All pairings, less those with a pair inside a club, plus those with two, and so on."""
        ways = 0
        sign = 1
        remaining = pairs
        counted = inside[: pairs + 1]
        for times in counted:
            rest = self.pairings(remaining)
            ways += sign * times * rest
            sign = -sign
            remaining -= 1
        return ways


@cache
def _matchings(_: int, size: int) -> Polynomial:
    """The ways to take k pairs of a club whose players all choose and can be chosen."""
    orders = factorial(size)
    most = size // 2
    counts = []
    for k in range(most + 1):
        unpaired = size - 2 * k
        # Orders that differ only inside pairs, of the pairs or of the others are one way.
        same = 2**k
        same *= factorial(k)
        same *= factorial(unpaired)
        counts.append(orders // same)
    return counts


@cache
def _rooks(strong: int, weak: int) -> Polynomial:
    """The ways to take k pairs of a strong and a weak player: k non-attacking rooks."""
    most = min(strong, weak)
    counts = []
    for k in range(most + 1):
        ways = factorial(k)
        ways *= comb(strong, k)
        ways *= comb(weak, k)
        counts.append(ways)
    return counts


@cache
def _odd_numbers(pairs: int) -> int:
    """1 x 3 x 5 x ..., with one factor for each pair."""
    factors = range(1, 2 * pairs, 2)
    return prod(factors)


ANYBODY: Final = Counting(_matchings, _odd_numbers)
"""Anybody may be anybody's partner."""
ACROSS: Final = Counting(_rooks, factorial)
"""Each player of the strong half gets a partner from the other half."""


class Field:
    """The players without a partner, by club."""

    def __init__(self, wishes: Wishes) -> None:
        self.can_be_chosen: PlayersByClub = {}
        self.choosing = self.can_be_chosen
        self.counting = ANYBODY
        if wishes.strong:
            self.choosing = {}
            self.counting = ACROSS
        strong = set(wishes.strong)
        for player, name in enumerate(wishes.clubs):
            side = self.can_be_chosen
            if player in strong:
                side = self.choosing
            # A player without a club is a club alone.
            club = name or player
            members = side.setdefault(club, [])
            members.append(player)
        players = len(wishes.clubs)
        self.pairs_left = players // 2
        self.inside: Polynomial = [1]
        """The pairs inside all clubs."""
        for club in self.can_be_chosen:
            sizes = self._sizes(club)
            own = self.counting.inside(*sizes)
            self.inside = _product(self.inside, own)

    @property
    def ways(self) -> int:
        """The number of ways to pair all players left."""
        return self.counting.ways(self.inside, self.pairs_left)

    def next_pair(self, stream: Stream) -> Pair:
        """The first player who chooses, with a partner.

        A partner is as likely as the number of pairings of the others after that choice.
        """
        own = self._first_club()
        player = self._remove(own, self.choosing, 0)
        self.pairs_left -= 1
        others = []
        for club, left in self.can_be_chosen.items():
            if left and club != own:
                others.append(club)
        partner_club, index = self._choice(others, stream)
        partner = self._remove(partner_club, self.can_be_chosen, index)
        return player, partner

    def _first_club(self) -> Club:
        """The club of the first player who chooses."""
        club_of_first = {}
        for club, left in self.choosing.items():
            if left:
                first = left[0]
                club_of_first[first] = club
        first_of_all = min(club_of_first)
        return club_of_first[first_of_all]

    def _choice(self, clubs: Sequence[Club], stream: Stream) -> tuple[Club, int]:
        """One of these clubs and the index of a player in it."""
        ways_by_sizes: dict[Pair, int] = {}
        ways = []
        upto = [0]
        total = 0
        for club in clubs:
            # All players of a club leave equally many ways, as do clubs of equal sizes.
            sizes = self._sizes(club)
            if sizes not in ways_by_sizes:
                ways_by_sizes[sizes] = self._ways_after_choice(sizes)
            own_ways = ways_by_sizes[sizes]
            ways.append(own_ways)
            members = self.can_be_chosen[club]
            total += len(members) * own_ways
            upto.append(total)
        number = stream.below(total)
        n = bisect_right(upto, number) - 1
        past = number - upto[n]
        index = past // ways[n]
        return clubs[n], index

    def _ways_after_choice(self, sizes: Pair) -> int:
        """The number of ways to pair the others once a player of such a club is chosen."""
        choosing, chosen = sizes
        after = (choosing, chosen - 1)
        inside = self._with_sizes(sizes, after)
        return self.counting.ways(inside, self.pairs_left)

    def _remove(self, club: Club, side: PlayersByClub, index: int) -> int:
        before = self._sizes(club)
        members = side[club]
        player = members.pop(index)
        after = self._sizes(club)
        self.inside = self._with_sizes(before, after)
        return player

    def _sizes(self, club: Club) -> Pair:
        choosing = self.choosing.get(club, ())
        can_be_chosen = self.can_be_chosen.get(club, ())
        return len(choosing), len(can_be_chosen)

    def _with_sizes(self, before: Pair, after: Pair) -> Polynomial:
        """The pairs inside all clubs once the sizes of one club have changed."""
        removed = self.counting.inside(*before)
        others = _quotient(self.inside, removed)
        added = self.counting.inside(*after)
        return _product(others, added)


def _product(one: Polynomial, two: Polynomial) -> Polynomial:
    terms = len(one) + len(two) - 1
    product = [0] * terms
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            degree = i + j
            product[degree] += a * b
    return product


def _quotient(product: Polynomial, by: Polynomial) -> Polynomial:
    """The factor that gives this product when multiplied by `by`, which begins with 1."""
    degree = len(by) - 1
    terms = len(product) - degree
    factor: list[int] = []
    for k in range(terms):
        known = 0
        highest = min(k, degree)
        for j in range(1, highest + 1):
            earlier = factor[k - j]
            known += by[j] * earlier
        coefficient = product[k] - known
        factor.append(coefficient)
    return factor


def _all_bans(wishes: Wishes) -> Bans:
    """All pairs that the wishes exclude."""
    clubs = wishes.clubs
    strong = set(wishes.strong)
    players = range(len(clubs))
    excluded = set(wishes.bans)
    for pair in combinations(players, 2):
        a, b = pair
        club = clubs[a]
        is_of_one_club = club and club == clubs[b]
        is_of_one_half = strong and (a in strong) == (b in strong)
        if is_of_one_club or is_of_one_half:
            unordered = frozenset(pair)
            excluded.add(unordered)
    return excluded


def _counted_pairs(
    players: int, banned: Bans, stream: Stream
) -> tuple[Pair, ...] | None:
    """All players in pairs, with the pairings counted one by one. None if there is none."""
    pairings = _Pairings(players, banned)
    left = (1 << players) - 1
    if not pairings.count(left):
        return None
    drawn = list[Pair]()
    while left:
        ways = pairings.count(left)
        number = stream.below(ways)
        choices = pairings.partners(left)
        for pair, rest in choices.items():
            number -= pairings.count(rest)
            if number < 0:
                drawn.append(pair)
                left = rest
                break
    return tuple(drawn)


class _Pairings:
    """The pairings of a set of players. The bits of a number stand for the set."""

    def __init__(self, players: int, banned: Bans) -> None:
        self.players = players
        self.banned = banned
        self.count = cache(self._count)

    def _count(self, left: int) -> int:
        if not left:
            return 1
        choices = self.partners(left)
        remainders = choices.values()
        return sum(map(self.count, remainders))

    def partners(self, left: int) -> dict[Pair, int]:
        """Each pair of the first player in the set, with the set that remains."""
        lowest_bit = left & -left
        first = lowest_bit.bit_length() - 1
        others = left ^ lowest_bit
        found = {}
        for other in range(first + 1, self.players):
            bit = 1 << other
            if not others & bit:
                continue
            pair = (first, other)
            unordered = frozenset(pair)
            if unordered not in self.banned:
                found[pair] = others ^ bit
        return found
