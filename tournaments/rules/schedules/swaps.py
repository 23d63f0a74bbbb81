"""Schedules improved by swapping two players of a round, until as few as possible meet again.

Two who meet n times cost as many as there are pairs of these times.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past

CHANCES: Final = (65536, 442, 3)
"""Of 65536: how often a swap is made that costs 0, 1 or 2 more, namely exp(-5 x cost)."""


PARTNER: Final = 6
"""So much more than to meet again costs it to play together again."""


class Meetings:
    """How often each two have met, and what that costs."""

    def __init__(self, players: int) -> None:
        self.players, self.cost = players, 0
        self.times = [[0] * players for _ in range(players)]
        self.again: list[int] = []
        """The pairs who meet more than once, each as one number, in no order; `where` each stands in this list."""
        self.where: dict[int, int] = {}

    def meet(self, a: int, b: int) -> None:
        times = self.times[a][b]
        self.times[a][b] = self.times[b][a] = times + 1
        self.cost += times
        if times == 1:
            self.where[self._pair(a, b)] = len(self.again)
            self.again.append(self._pair(a, b))

    def part(self, a: int, b: int) -> None:
        times = self.times[a][b] - 1
        self.times[a][b] = self.times[b][a] = times
        self.cost -= times
        if times == 1:
            place, last = self.where.pop(self._pair(a, b)), self.again.pop()
            if place < len(self.again):
                self.again[place], self.where[last] = last, place

    def one_again(self, stream: Stream) -> tuple[int, int]:
        """Two who meet again, by chance."""
        return divmod(self.again[stream.below(len(self.again))], self.players)

    def _pair(self, a: int, b: int) -> int:
        return min(a, b) * self.players + max(a, b)


class Search:
    """A schedule that is improved step by step, and what it costs."""

    @property
    def cost(self) -> int:
        raise NotImplementedError

    def improve(self, steps: int, fewest: int, stream: Stream) -> None:
        """Try so many swaps, in the last quarter none that costs more, or until it can cost no less."""
        for step in range(steps):
            if self.cost <= fewest:
                return
            self._try(CHANCES if 4 * step < 3 * steps else CHANCES[:1], stream)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        raise NotImplementedError


def taken(more: int, chances: Sequence[int], stream: Stream) -> bool:
    """Is a swap made that costs so much more?"""
    return more <= 0 or (
        more < len(chances) and stream.below(CHANCES[0]) < chances[more]
    )


class Swaps(Search):
    """A schedule of tables, and what it costs: its meetings, and who sits at n short tables as if it met itself there.

    Nobody comes to sit at short tables more than once more or less than the average, rounded.
    """

    def __init__(
        self, rounds: Sequence[Round], players: int, past: Past = NO_PAST
    ) -> None:
        self.rounds = [[list(table) for table in one] for one in rounds]
        self.players, self.uneven = players, 0
        self.table_of = [[0] * players for _ in rounds]
        self.meetings = Meetings(players)
        self.short = [0] * players
        for one in past.rounds:
            self._sit_down(one)
        for one, at in zip(self.rounds, self.table_of, strict=True):
            self._sit_down(one)
            for table, who in enumerate(one):
                for player in who:
                    at[player] = table
        self.usual = (2 * sum(self.short) + players) // (2 * players)
        """How often one sits at a short table on average, rounded."""

    @property
    def cost(self) -> int:
        return self.meetings.cost + self.uneven

    def _sit_down(self, one: Sequence[Sequence[int | None]]) -> None:
        """Count a round; who has gone since is None."""
        largest = max(map(len, one))
        for table in one:
            there = [player for player in table if player is not None]
            for player in there if len(table) < largest else ():
                self.uneven += self.short[player]
                self.short[player] += 1
            for pair in combinations(there, 2):
                self.meetings.meet(*pair)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """One swap in one round of a player with anybody at another table."""
        number, player = self._chosen(stream)
        other, at, tables = (
            stream.below(self.players),
            self.table_of[number],
            self.rounds[number],
        )
        one, two = tables[at[player]], tables[at[other]]
        if one is two:
            return
        more = self._more(player, one, other, two) + self._less_fair(
            player, one, other, two
        )
        if taken(more, chances, stream):
            self._swap(number, player, other)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and who shall move in it: mostly one of two who meet again, where they do; else anybody."""
        if not self.meetings.again or stream.below(8) == 0:
            return stream.below(len(self.rounds)), stream.below(self.players)
        pair = self.meetings.one_again(stream)
        together = [
            n for n, at in enumerate(self.table_of) if at[pair[0]] == at[pair[1]]
        ]
        if not together:  # both times before
            return stream.below(len(self.rounds)), pair[0]
        return together[stream.below(len(together))], pair[stream.below(2)]

    def _less_fair(
        self, player: int, one: Sequence[int], other: int, two: Sequence[int]
    ) -> int:
        """How much more the short tables cost; too much to be taken if somebody comes to be off the average."""
        if len(one) == len(two):
            return 0
        leaves, comes = (player, other) if len(one) < len(two) else (other, player)
        if self.short[comes] > self.usual or self.short[leaves] < self.usual:
            return len(CHANCES) + self.players
        return self.short[comes] - self.short[leaves] + 1

    def _more(
        self, player: int, one: Sequence[int], other: int, two: Sequence[int]
    ) -> int:
        """How much more it costs if player goes from one to two, and other from two to one."""
        own, theirs = (self.meetings.times[who].__getitem__ for who in (player, other))
        come = sum(map(own, two)) - own(other) + sum(map(theirs, one)) - theirs(player)
        gone = sum(map(own, one)) + sum(map(theirs, two)) - len(one) - len(two) + 2
        return come - gone

    def _swap(self, number: int, player: int, other: int) -> None:
        at = self.table_of[number]
        one, two = (self.rounds[number][at[who]] for who in (player, other))
        self.uneven += self._less_fair(player, one, other, two)
        one.remove(player)
        two.remove(other)
        for who, old, new in ((player, one, two), (other, two, one)):
            for met in old:
                self.meetings.part(who, met)
            for met in new:
                self.meetings.meet(who, met)
            self.short[who] += (len(new) < len(old)) - (len(old) < len(new))
        one.append(other)
        two.append(player)
        at[player], at[other] = at[other], at[player]


class Partners(Search):
    """A schedule of partners, and what it costs: its meetings, and much more who plays with somebody again.

    A round is one row of all players, four by four in turn order, partners opposite; the last sit out. Whoever has sat
    out as often as others, or once more or less, still has after each swap.
    """

    def __init__(
        self, rounds: Sequence[Sequence[int]], players: int, past: Past = NO_PAST
    ) -> None:
        self.rounds, self.players, self.seats = (
            [list(one) for one in rounds],
            players,
            players // 4 * 4,
        )
        self.meetings, self.partners = Meetings(players), Meetings(players)
        self.place = [
            sorted(range(players), key=one.__getitem__) for one in map(list, rounds)
        ]
        """In each round the place of each player in the row."""
        had = Counter(chain(*past.out))
        self.out = [
            had[player] + sum(at[player] >= self.seats for at in self.place)
            for player in range(players)
        ]
        own = (
            row[start : start + 4]
            for row in self.rounds
            for start in range(0, self.seats, 4)
        )
        for a, b, c, d in chain(*past.rounds, own):
            for ledger, two in (
                (self.partners, [(a, c), (b, d)]),
                (self.meetings, combinations((a, b, c, d), 2)),
            ):
                for one, other in two:
                    if one is not None and other is not None:
                        ledger.meet(one, other)

    @property
    def cost(self) -> int:
        return self.meetings.cost + PARTNER * self.partners.cost

    def _near(self, number: int, place: int) -> list[int]:
        """Who sits at the table of a place, the partner first; nobody where one sits out."""
        row = self.rounds[number]
        return (
            [row[place ^ 2], row[place ^ 1], row[place ^ 3]]
            if place < self.seats
            else []
        )

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """A swap in one round of a player with anybody else; if need be, after one in another that makes up for it."""
        number, player = self._chosen(stream)
        steps = self._steps(number, player, stream.below(self.players), stream)
        if not steps:
            return
        (*early, last), more = steps, 0
        for step in early:
            more += self._more(*step)
            self._swap(*step)
        more += self._more(*last)
        for step in [last] if taken(more, chances, stream) else early:
            self._swap(*step)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and who shall move in it: mostly one of two who meet again, at first as partners; else anybody."""
        ledger, reach = (
            (self.partners, 1)
            if self.partners.again and stream.below(2)
            else (self.meetings, 3)
        )
        if not ledger.again or stream.below(8) == 0:
            return stream.below(len(self.rounds)), stream.below(self.players)
        player, other = ledger.one_again(stream)
        together = [
            n
            for n, at in enumerate(self.place)
            if other in self._near(n, at[player])[:reach]
        ]
        if not together:  # both times before
            return stream.below(len(self.rounds)), player
        return together[stream.below(len(together))], (player, other)[stream.below(2)]

    def _steps(
        self, number: int, player: int, other: int, stream: Stream
    ) -> list[tuple[int, int, int]]:
        """Rounds with two players each to be swapped so that nobody sits out too often; none if that cannot be."""
        leaves, comes = sorted((player, other), key=self.place[number].__getitem__)
        first = (number, leaves, comes)
        if self._plays(number, comes):
            return [first]
        if not self._plays(number, leaves) or self.out[leaves] > self.out[comes]:
            return []
        if self.out[leaves] < self.out[comes]:
            return [first]
        back = [
            n
            for n in range(len(self.rounds))
            if self._plays(n, comes) and not self._plays(n, leaves)
        ]
        return [first, (back[stream.below(len(back))], leaves, comes)] if back else []

    def _plays(self, number: int, player: int) -> bool:
        return self.place[number][player] < self.seats

    def _more(self, number: int, a: int, b: int) -> int:
        """How much more it costs if these two change places."""
        one, two = (self._near(number, self.place[number][who]) for who in (a, b))
        if a in two[:1]:
            return 0
        partners = PARTNER * _change(
            self.partners.times[a], self.partners.times[b], one[:1], two[:1]
        )
        return partners + (
            0
            if a in two
            else _change(self.meetings.times[a], self.meetings.times[b], one, two)
        )

    def _swap(self, number: int, a: int, b: int) -> None:
        row, at = self.rounds[number], self.place[number]
        self._meet(number, (a, b), Meetings.part)
        self.out[a] += self._plays(number, a) - self._plays(number, b)
        self.out[b] += self._plays(number, b) - self._plays(number, a)
        row[at[a]], row[at[b]], at[a], at[b] = b, a, at[b], at[a]
        self._meet(number, (a, b), Meetings.meet)

    def _meet(
        self,
        number: int,
        both: tuple[int, int],
        count: Callable[[Meetings, int, int], None],
    ) -> None:
        """Count the meetings of these two with others."""
        for who in both:
            near = self._near(number, self.place[number][who])
            for ledger, others in ((self.partners, near[:1]), (self.meetings, near)):
                for other in others:
                    if other not in both:
                        count(ledger, who, other)


def _change(
    own: Sequence[int],
    theirs: Sequence[int],
    mine: Sequence[int],
    others: Sequence[int],
) -> int:
    """How much more the meetings cost if these two change whom they meet."""
    return sum(own[n] - theirs[n] + 1 for n in others) + sum(
        theirs[n] - own[n] + 1 for n in mine
    )
