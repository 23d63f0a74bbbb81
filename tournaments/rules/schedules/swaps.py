"""Schedules improved by swapping two players of a round, until as few as possible meet again.

Two who meet n times cost as much as there are pairs of these n times.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past

CHANCES: Final = (65536, 442, 3)
"""Of 65536: how often a swap is made that costs 0, 1 or 2 more, namely exp(-5 x cost)."""


PARTNER: Final = 6
"""How much more it costs to be partners again than to meet again."""


class Meetings:
    """How often each two have met, and what that costs."""

    def __init__(self, players: int) -> None:
        self.players, self.cost = players, 0
        self.times = [[0] * players for _ in range(players)]
        self.again: list[int] = []
        """The pairs who meet more than once, each as one number, in no order."""
        self.index_in_again: dict[int, int] = {}

    def meet(self, a: int, b: int) -> None:
        times = self.times[a][b]
        self.times[a][b] = self.times[b][a] = times + 1
        self.cost += times
        if times == 1:
            pair = self._pair(a, b)
            self.index_in_again[pair] = len(self.again)
            self.again.append(pair)

    def part(self, a: int, b: int) -> None:
        times = self.times[a][b] - 1
        self.times[a][b] = self.times[b][a] = times
        self.cost -= times
        if times == 1:
            # The last pair of the list fills the gap, so that removing takes no time.
            index, last = self.index_in_again.pop(self._pair(a, b)), self.again.pop()
            if index < len(self.again):
                self.again[index], self.index_in_again[last] = last, index

    def one_again(self, stream: Stream) -> tuple[int, int]:
        """Two who meet again, by chance."""
        return divmod(self.again[stream.below(len(self.again))], self.players)

    def _pair(self, a: int, b: int) -> int:
        return min(a, b) * self.players + max(a, b)


class Search:
    """A schedule that is improved step by step, and its cost."""

    @property
    def cost(self) -> int:
        raise NotImplementedError

    def improve(self, steps: int, fewest: int, stream: Stream) -> None:
        """Try this many swaps, in the last quarter none that costs more.

        It ends early once the cost is down to `fewest`, its lower bound.
        """
        for step in range(steps):
            if self.cost <= fewest:
                return
            is_early = 4 * step < 3 * steps
            self._try(CHANCES if is_early else CHANCES[:1], stream)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        raise NotImplementedError


def is_accepted(more: int, chances: Sequence[int], stream: Stream) -> bool:
    """Whether a swap is made that costs this much more."""
    if more <= 0:
        return True
    if more >= len(chances):
        return False
    return stream.below(CHANCES[0]) < chances[more]


class Swaps(Search):
    """A schedule of tables and its cost: meetings, and short tables as if players met themselves
    there.

    Nobody comes to sit at short tables more than once more or less than the rounded average.
    """

    def __init__(
        self, rounds: Sequence[Round], players: int, past: Past = NO_PAST
    ) -> None:
        self.rounds = [list(map(list, tables)) for tables in rounds]
        self.players, self.uneven = players, 0
        self.table_of = [[0] * players for _ in rounds]
        self.meetings = Meetings(players)
        self.short = [0] * players
        """How often each player sits at a short table."""
        for earlier in past.rounds:
            self._sit_down(earlier)
        for tables, table_of in zip(self.rounds, self.table_of, strict=True):
            self._sit_down(tables)
            for index, table in enumerate(tables):
                for player in table:
                    table_of[player] = index
        self.average_short = (2 * sum(self.short) + players) // (2 * players)
        """Rounded."""

    @property
    def cost(self) -> int:
        return self.meetings.cost + self.uneven

    def _sit_down(self, tables: Sequence[Sequence[int | None]]) -> None:
        """Count a round; None is a player who has gone since."""
        largest = max(map(len, tables))
        for table in tables:
            present = [player for player in table if player is not None]
            if len(table) < largest:
                for player in present:
                    self.uneven += self.short[player]
                    self.short[player] += 1
            for a, b in combinations(present, 2):
                self.meetings.meet(a, b)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """One swap in one round of a player with anybody at another table."""
        number, player = self._chosen(stream)
        other = stream.below(self.players)
        table_of, tables = self.table_of[number], self.rounds[number]
        own, theirs = tables[table_of[player]], tables[table_of[other]]
        if own is theirs:
            return
        more = self._more_meetings(player, own, other, theirs)
        more += self._less_fair(player, own, other, theirs)
        if is_accepted(more, chances, stream):
            self._swap(number, player, other)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and a player to move in it: mostly one of two who meet again, if any do."""
        if not self.meetings.again or stream.below(8) == 0:
            return stream.below(len(self.rounds)), stream.below(self.players)
        pair = self.meetings.one_again(stream)
        together = []
        for number, table_of in enumerate(self.table_of):
            if table_of[pair[0]] == table_of[pair[1]]:
                together.append(number)
        if not together:  # both times before these rounds
            return stream.below(len(self.rounds)), pair[0]
        return together[stream.below(len(together))], pair[stream.below(2)]

    def _less_fair(
        self, player: int, own: Sequence[int], other: int, theirs: Sequence[int]
    ) -> int:
        """How much more the short tables cost; prohibitive if somebody leaves the average."""
        if len(own) == len(theirs):
            return 0
        if len(own) < len(theirs):
            leaves, comes = player, other
        else:
            leaves, comes = other, player
        average = self.average_short
        if self.short[comes] > average or self.short[leaves] < average:
            return len(CHANCES) + self.players
        return self.short[comes] - self.short[leaves] + 1

    def _more_meetings(
        self, player: int, own: Sequence[int], other: int, theirs: Sequence[int]
    ) -> int:
        """How much more the meetings cost if these two change tables."""
        met_by_player = self.meetings.times[player].__getitem__
        met_by_other = self.meetings.times[other].__getitem__
        come = sum(map(met_by_player, theirs)) - met_by_player(other)
        come += sum(map(met_by_other, own)) - met_by_other(player)
        gone = sum(map(met_by_player, own)) + sum(map(met_by_other, theirs))
        return come - (gone - len(own) - len(theirs) + 2)

    def _swap(self, number: int, player: int, other: int) -> None:
        table_of, tables = self.table_of[number], self.rounds[number]
        own, theirs = tables[table_of[player]], tables[table_of[other]]
        self.uneven += self._less_fair(player, own, other, theirs)
        own.remove(player)
        theirs.remove(other)
        self._change_table(player, own, theirs)
        self._change_table(other, theirs, own)
        own.append(other)
        theirs.append(player)
        table_of[player], table_of[other] = table_of[other], table_of[player]

    def _change_table(
        self, player: int, old: Sequence[int], new: Sequence[int]
    ) -> None:
        """Count what a player leaves and finds at these tables, each without the one who
        changes."""
        for met in old:
            self.meetings.part(player, met)
        for met in new:
            self.meetings.meet(player, met)
        self.short[player] += (len(new) < len(old)) - (len(old) < len(new))


class Partners(Search):
    """A schedule of partners and its cost: its meetings, and much more those who are partners
    again.

    A round is one row of all players, four by four in turn order, partners opposite; the last sit
    out. A player who has sat out as often as others, within one, still has after each swap.
    """

    def __init__(
        self, rounds: Sequence[Sequence[int]], players: int, past: Past = NO_PAST
    ) -> None:
        self.rounds = [list(row) for row in rounds]
        self.players, self.seats = players, players // 4 * 4
        self.meetings, self.partners = Meetings(players), Meetings(players)
        self.index_of = [_inverse(row) for row in self.rounds]
        """In each round the index of each player in the row."""
        times_out = Counter(chain(*past.out))
        for row in self.rounds:
            times_out.update(row[self.seats :])
        self.out = [times_out[player] for player in range(players)]
        """How often each player sits out."""
        for table in chain(*past.rounds, self._tables()):
            self._sit_down(table)

    @property
    def cost(self) -> int:
        return self.meetings.cost + PARTNER * self.partners.cost

    def _tables(self) -> Iterator[Sequence[int]]:
        for row in self.rounds:
            for start in range(0, self.seats, 4):
                yield row[start : start + 4]

    def _sit_down(self, table: Sequence[int | None]) -> None:
        a, b, c, d = table
        _meet_all(self.partners, [(a, c), (b, d)])
        _meet_all(self.meetings, combinations(table, 2))

    def _near(self, number: int, index: int) -> list[int]:
        """The others at the table of an index, the partner first; [] for a player who sits out."""
        if index >= self.seats:
            return []
        row = self.rounds[number]
        return [row[index ^ 2], row[index ^ 1], row[index ^ 3]]

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """A swap in one round, if need be after one in another round that makes up for it."""
        number, player = self._chosen(stream)
        steps = self._steps(number, player, stream.below(self.players), stream)
        if not steps:
            return
        (*early, last), more = steps, 0
        for step in early:
            more += self._more(*step)
            self._swap(*step)
        more += self._more(*last)
        # Swapping once more takes the early steps back.
        accepted = is_accepted(more, chances, stream)
        for step in [last] if accepted else early:
            self._swap(*step)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and a player to move in it: mostly one of two who meet again, partners first."""
        ledger, reach = self.meetings, 3
        if self.partners.again and stream.below(2):
            ledger, reach = self.partners, 1
        if not ledger.again or stream.below(8) == 0:
            return stream.below(len(self.rounds)), stream.below(self.players)
        player, other = ledger.one_again(stream)
        together = []
        for number, index_of in enumerate(self.index_of):
            if other in self._near(number, index_of[player])[:reach]:
                together.append(number)
        if not together:  # both times before these rounds
            return stream.below(len(self.rounds)), player
        return together[stream.below(len(together))], (player, other)[stream.below(2)]

    def _steps(
        self, number: int, player: int, other: int, stream: Stream
    ) -> list[tuple[int, int, int]]:
        """Rounds, each with two players to be swapped; none if somebody would sit out too often."""
        leaves, comes = sorted((player, other), key=self.index_of[number].__getitem__)
        first = (number, leaves, comes)
        if self._plays(number, comes):
            return [first]
        if not self._plays(number, leaves) or self.out[leaves] > self.out[comes]:
            return []
        if self.out[leaves] < self.out[comes]:
            return [first]
        back = self._rounds_of_one(comes, leaves)
        if not back:
            return []
        return [first, (back[stream.below(len(back))], leaves, comes)]

    def _rounds_of_one(self, plays: int, rests: int) -> list[int]:
        """The rounds in which the one plays and the other sits out."""
        rounds = [n for n in range(len(self.rounds)) if self._plays(n, plays)]
        return [number for number in rounds if not self._plays(number, rests)]

    def _plays(self, number: int, player: int) -> bool:
        return self.index_of[number][player] < self.seats

    def _more(self, number: int, a: int, b: int) -> int:
        """How much more it costs if these two change places."""
        near_a = self._near(number, self.index_of[number][a])
        near_b = self._near(number, self.index_of[number][b])
        if a in near_b[:1]:
            return 0
        more = PARTNER * _change(self.partners, (a, b), near_a[:1], near_b[:1])
        if a not in near_b:
            more += _change(self.meetings, (a, b), near_a, near_b)
        return more

    def _swap(self, number: int, a: int, b: int) -> None:
        row, index_of = self.rounds[number], self.index_of[number]
        self._count(number, (a, b), Meetings.part)
        self.out[a] += self._plays(number, a) - self._plays(number, b)
        self.out[b] += self._plays(number, b) - self._plays(number, a)
        row[index_of[a]], row[index_of[b]] = b, a
        index_of[a], index_of[b] = index_of[b], index_of[a]
        self._count(number, (a, b), Meetings.meet)

    def _count(
        self,
        number: int,
        both: tuple[int, int],
        count: Callable[[Meetings, int, int], None],
    ) -> None:
        """Count the meetings of these two with others."""
        for player in both:
            near = self._near(number, self.index_of[number][player])
            for ledger, others in ((self.partners, near[:1]), (self.meetings, near)):
                for other in others:
                    if other not in both:
                        count(ledger, player, other)


def _inverse(row: Sequence[int]) -> list[int]:
    return sorted(range(len(row)), key=row.__getitem__)


def _meet_all(ledger: Meetings, pairs: Iterable[tuple[int | None, ...]]) -> None:
    """Those who have gone since are None."""
    for a, b in pairs:
        if a is not None and b is not None:
            ledger.meet(a, b)


def _change(
    ledger: Meetings,
    both: tuple[int, int],
    near_first: Sequence[int],
    near_second: Sequence[int],
) -> int:
    """How much more the meetings cost if these two change whom they meet."""
    first, second = ledger.times[both[0]], ledger.times[both[1]]
    more = 0
    for player in near_second:
        more += first[player] - second[player] + 1
    for player in near_first:
        more += second[player] - first[player] + 1
    return more
