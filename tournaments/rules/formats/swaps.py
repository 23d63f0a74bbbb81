"""Schedules improved by swapping two players of a round, until as few as possible meet again.

Two who meet n times cost as many as there are pairs of these times, and so does somebody who sits at n short tables.
Nobody comes to sit at short tables more than once more or less than the average, rounded.
"""

from collections.abc import Sequence
from typing import Final

from games.rules.chance import Stream
from tournaments.rules.formats.golfers import Round

CHANCES: Final = (65536, 442, 3)
"""Of 65536: how often a swap is made that costs 0, 1 or 2 more, namely exp(-5 x cost)."""


class Swaps:
    """A schedule, and what its meetings cost."""

    def __init__(self, rounds: Sequence[Round], players: int) -> None:
        self.rounds = [[list(table) for table in one] for one in rounds]
        self.players, self.largest, self.cost = players, max(map(len, rounds[0])), 0
        self.table_of = [[0] * players for _ in rounds]
        self.met = [[0] * players for _ in range(players)]
        self.short = [0] * players
        seats = sum(len(who) for one in rounds for who in one if len(who) < self.largest)
        self.usual = (2 * seats + players) // (2 * players)
        """How often one sits at a short table on average, rounded."""
        self.again: list[int] = []
        """The pairs who meet more than once, each as one number, in no order; `where` each stands in this list."""
        self.where: dict[int, int] = {}
        for number, one in enumerate(self.rounds):
            for table, who in enumerate(one):
                self._sit(number, table, who)

    def improve(self, steps: int, fewest: int, stream: Stream) -> None:
        """Try so many swaps, in the last quarter none that costs more, or until it can cost no less."""
        for step in range(steps):
            if self.cost <= fewest:
                return
            self._try(CHANCES if 4 * step < 3 * steps else CHANCES[:1], stream)

    def _sit(self, number: int, table: int, who: Sequence[int]) -> None:
        for place, player in enumerate(who):
            self.table_of[number][player] = table
            if len(who) < self.largest:
                self.cost += self.short[player]
                self.short[player] += 1
            for other in who[:place]:
                self._meet(player, other)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """One swap in one round of a player with anybody at another table."""
        number, player = self._chosen(stream)
        other, at, tables = stream.below(self.players), self.table_of[number], self.rounds[number]
        one, two = tables[at[player]], tables[at[other]]
        if one is two:
            return
        more = self._more(player, one, other, two) + self._less_fair(player, one, other, two)
        if more <= 0 or (more < len(chances) and stream.below(CHANCES[0]) < chances[more]):
            self._swap(number, player, other)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and who shall move in it: mostly one of two who meet again, where they do; else anybody."""
        if not self.again or stream.below(8) == 0:
            return stream.below(len(self.rounds)), stream.below(self.players)
        pair = divmod(self.again[stream.below(len(self.again))], self.players)
        together = [n for n, at in enumerate(self.table_of) if at[pair[0]] == at[pair[1]]]
        return together[stream.below(len(together))], pair[stream.below(2)]

    def _less_fair(self, player: int, one: Sequence[int], other: int, two: Sequence[int]) -> int:
        """How much more the short tables cost; too much to be taken if somebody comes to be off the average."""
        if len(one) == len(two):
            return 0
        leaves, comes = (player, other) if len(one) < len(two) else (other, player)
        if self.short[comes] > self.usual or self.short[leaves] < self.usual:
            return len(CHANCES) + self.players
        return self.short[comes] - self.short[leaves] + 1

    def _more(self, player: int, one: Sequence[int], other: int, two: Sequence[int]) -> int:
        """How much more it costs if player goes from one to two, and other from two to one."""
        own, theirs = self.met[player].__getitem__, self.met[other].__getitem__
        come = sum(map(own, two)) - own(other) + sum(map(theirs, one)) - theirs(player)
        gone = sum(map(own, one)) + sum(map(theirs, two)) - len(one) - len(two) + 2
        return come - gone

    def _swap(self, number: int, player: int, other: int) -> None:
        at = self.table_of[number]
        one, two = (self.rounds[number][at[who]] for who in (player, other))
        self.cost += self._less_fair(player, one, other, two)
        one.remove(player)
        two.remove(other)
        for who, old, new in ((player, one, two), (other, two, one)):
            for met in old:
                self._part(who, met)
            for met in new:
                self._meet(who, met)
            self.short[who] += (len(new) < len(old)) - (len(old) < len(new))
        one.append(other)
        two.append(player)
        at[player], at[other] = at[other], at[player]

    def _meet(self, a: int, b: int) -> None:
        times = self.met[a][b]
        self.met[a][b] = self.met[b][a] = times + 1
        self.cost += times
        if times == 1:
            self.where[self._pair(a, b)] = len(self.again)
            self.again.append(self._pair(a, b))

    def _part(self, a: int, b: int) -> None:
        times = self.met[a][b] - 1
        self.met[a][b] = self.met[b][a] = times
        self.cost -= times
        if times == 1:
            place, last = self.where.pop(self._pair(a, b)), self.again.pop()
            if place < len(self.again):
                self.again[place], self.where[last] = last, place

    def _pair(self, a: int, b: int) -> int:
        return min(a, b) * self.players + max(a, b)
