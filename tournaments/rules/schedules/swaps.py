"""Improves schedules by swapping two players of a round, so that as few as possible meet again.

Two players who meet n times cost n * (n - 1) / 2.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past

CHANCES: Final = (65536, 442, 3)
"""How many times in 65536 a swap is made that costs 0, 1 or 2 more: exp(-5 x cost)."""


PARTNER: Final = 6
"""How much it costs, besides the meeting, to be partners again."""


class Meetings:
    """How often each two have met, and what that costs."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.cost = 0
        self.times = [[0] * players for _ in range(players)]
        self.again: list[int] = []
        """The pairs who meet more than once, each as one number, in no order."""
        self.index_in_again: dict[int, int] = {}

    def meet(self, a: int, b: int) -> None:
        times = self.times[a][b]
        self.times[a][b] = self.times[b][a] = times + 1
        self.cost += times
        if times != 1:
            return
        pair = self._pair(a, b)
        self.index_in_again[pair] = len(self.again)
        self.again.append(pair)

    def part(self, a: int, b: int) -> None:
        times = self.times[a][b] - 1
        self.times[a][b] = self.times[b][a] = times
        self.cost -= times
        if times != 1:
            return
        pair = self._pair(a, b)
        index = self.index_in_again.pop(pair)
        # The last pair of the list fills the gap, so that the others need not move up.
        last = self.again.pop()
        if index < len(self.again):
            self.again[index] = last
            self.index_in_again[last] = index

    def one_again(self, stream: Stream) -> tuple[int, int]:
        """Two who meet again, chosen at random."""
        chosen = stream.below(len(self.again))
        pair = self.again[chosen]
        return divmod(pair, self.players)

    def _pair(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        return a * self.players + b


class Search:
    """A schedule that is improved step by step, and its cost."""

    @property
    def cost(self) -> int:
        raise NotImplementedError

    def improve(self, steps: int, fewest: int, stream: Stream) -> None:
        """Try this many swaps; in the last quarter make none that costs more.

        It ends early once the cost is down to `fewest`, its lower bound.
        """
        chances: Sequence[int] = CHANCES
        for step in range(steps):
            if self.cost <= fewest:
                return
            if 4 * step >= 3 * steps:
                chances = CHANCES[:1]
            self._try(chances, stream)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        raise NotImplementedError


def is_accepted(more: int, chances: Sequence[int], stream: Stream) -> bool:
    """Whether a swap that costs this much more is made."""
    if more <= 0:
        return True
    if more >= len(chances):
        return False
    return stream.below(CHANCES[0]) < chances[more]


class Swaps(Search):
    """A schedule of tables and its cost.

    A player who sits at n short tables costs as much as two players who meet n times. No swap
    takes a player further than one from the rounded average of short tables.
    """

    def __init__(
        self, rounds: Sequence[Round], players: int, past: Past = NO_PAST
    ) -> None:
        self.players = players
        self.rounds: list[Round] = []
        self.table_of: list[list[int]] = []
        """In each round the index of each player's table."""
        self.meetings = Meetings(players)
        self.short = [0] * players
        """How often each player sits at a short table."""
        self.uneven = 0
        """What the short tables cost."""
        for earlier in past.rounds:
            self._sit_down(earlier)
        for tables in rounds:
            self._sit_down(tables)
            self._append(tables)
        seats_at_short = sum(self.short)
        self.average_short = (2 * seats_at_short + players) // (2 * players)
        """Rounded."""

    def _append(self, tables: Round) -> None:
        table_of = [0] * self.players
        for index, table in enumerate(tables):
            for player in table:
                table_of[player] = index
        self.rounds.append([list(table) for table in tables])
        self.table_of.append(table_of)

    @property
    def cost(self) -> int:
        return self.meetings.cost + self.uneven

    def _sit_down(self, tables: Sequence[Sequence[int | None]]) -> None:
        """Count a round; None is a player who has left since."""
        largest = max(map(len, tables))
        for table in tables:
            present = [player for player in table if player is not None]
            is_short = len(table) < largest
            if is_short:
                for player in present:
                    self.uneven += self.short[player]
                    self.short[player] += 1
            for a, b in combinations(present, 2):
                self.meetings.meet(a, b)

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """Try to swap, in one round, one player with any player at another table."""
        number, player = self._chosen(stream)
        other = stream.below(self.players)
        tables = self.rounds[number]
        table_of = self.table_of[number]
        own = tables[table_of[player]]
        theirs = tables[table_of[other]]
        if own is theirs:
            return
        more = self._more_meetings(player, own, other, theirs)
        more += self._less_fair(player, own, other, theirs)
        if is_accepted(more, chances, stream):
            self._swap(number, player, other)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and a player to move in it: mostly one of two who meet again, if any do."""
        if not self.meetings.again or stream.below(8) == 0:
            number = stream.below(len(self.rounds))
            return number, stream.below(self.players)
        player, other = self.meetings.one_again(stream)
        together = []
        for number, table_of in enumerate(self.table_of):
            if table_of[player] == table_of[other]:
                together.append(number)
        if not together:
            # They met only before these rounds.
            return stream.below(len(self.rounds)), player
        chosen = stream.below(len(together))
        if stream.below(2):
            player = other
        return together[chosen], player

    def _less_fair(
        self, player: int, own: Sequence[int], other: int, theirs: Sequence[int]
    ) -> int:
        """How much more the short tables cost; prohibitive if a player leaves the average."""
        if len(own) == len(theirs):
            return 0
        if len(own) < len(theirs):
            leaves, comes = player, other
        else:
            leaves, comes = other, player
        average = self.average_short
        times_of_leaver = self.short[leaves]
        times_of_comer = self.short[comes]
        if times_of_comer > average or times_of_leaver < average:
            return len(CHANCES) + self.players
        return times_of_comer - times_of_leaver + 1

    def _more_meetings(
        self, player: int, own: Sequence[int], other: int, theirs: Sequence[int]
    ) -> int:
        """How much more the meetings cost if these two change tables."""
        times = self.meetings.times
        # Mapping the bound method is the fastest way to sum in this hot spot.
        met_by_player = times[player].__getitem__
        met_by_other = times[other].__getitem__
        more = sum(map(met_by_player, theirs))
        more += sum(map(met_by_other, own))
        more -= sum(map(met_by_player, own))
        more -= sum(map(met_by_other, theirs))
        # The two do not come to meet each other.
        more -= 2 * met_by_player(other)
        new_companions = len(own) + len(theirs) - 2
        return more + new_companions

    def _swap(self, number: int, player: int, other: int) -> None:
        tables = self.rounds[number]
        table_of = self.table_of[number]
        own = tables[table_of[player]]
        theirs = tables[table_of[other]]
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
        """Count a change of tables; the lists hold neither of the two who change."""
        for met in old:
            self.meetings.part(player, met)
        for met in new:
            self.meetings.meet(player, met)
        if len(new) < len(old):
            self.short[player] += 1
        elif len(old) < len(new):
            self.short[player] -= 1


class Partners(Search):
    """A schedule of partners and its cost: repeated meetings, and much more repeated partners.

    A round is one row of all players, four by four in turn order, partners opposite; the last ones
    sit out. Swaps keep the numbers of sit-outs equal within one.
    """

    def __init__(
        self, rounds: Sequence[Sequence[int]], players: int, past: Past = NO_PAST
    ) -> None:
        self.players = players
        self.seats = players // 4 * 4
        self.rounds = [list(row) for row in rounds]
        self.meetings = Meetings(players)
        self.partners = Meetings(players)
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
        partners = ((a, c), (b, d))
        _meet_all(self.partners, partners)
        _meet_all(self.meetings, combinations(table, 2))

    def _near(self, number: int, index: int) -> list[int]:
        """The others at the table of an index, the partner first; [] for a player who sits out."""
        if index >= self.seats:
            return []
        row = self.rounds[number]
        return [
            row[index ^ 2],
            row[index ^ 1],
            row[index ^ 3],
        ]

    def _try(self, chances: Sequence[int], stream: Stream) -> None:
        """Try a swap in one round, if need be with one in another round that makes up for it."""
        number, player = self._chosen(stream)
        other = stream.below(self.players)
        steps = self._steps(number, player, other, stream)
        if not steps:
            return
        *early, last = steps
        more = 0
        for step in early:
            more += self._more(*step)
            self._swap(*step)
        more += self._more(*last)
        if is_accepted(more, chances, stream):
            self._swap(*last)
            return
        for step in early:
            # Swapping the same two again takes the step back.
            self._swap(*step)

    def _chosen(self, stream: Stream) -> tuple[int, int]:
        """A round, and a player to move in it: mostly one of two who meet again, partners first."""
        ledger, reach = self.meetings, 3
        if self.partners.again and stream.below(2):
            ledger, reach = self.partners, 1
        if not ledger.again or stream.below(8) == 0:
            number = stream.below(len(self.rounds))
            return number, stream.below(self.players)
        player, other = ledger.one_again(stream)
        together = []
        for number, index_of in enumerate(self.index_of):
            near = self._near(number, index_of[player])
            if other in near[:reach]:
                together.append(number)
        if not together:
            # They met only before these rounds.
            return stream.below(len(self.rounds)), player
        chosen = stream.below(len(together))
        if stream.below(2):
            player = other
        return together[chosen], player

    def _steps(
        self, number: int, player: int, other: int, stream: Stream
    ) -> list[tuple[int, int, int]]:
        """Rounds, each with two players to swap; none if a player would sit out too often."""
        index_of = self.index_of[number]
        leaves, comes = player, other
        if index_of[leaves] > index_of[comes]:
            leaves, comes = comes, leaves
        first = (number, leaves, comes)
        if self._plays(number, comes):
            return [first]
        if not self._plays(number, leaves):
            return []
        times_out = self.out[leaves] - self.out[comes]
        if times_out > 0:
            return []
        if times_out < 0:
            return [first]
        rounds_back = self._rounds_of_one(comes, leaves)
        if not rounds_back:
            return []
        chosen = stream.below(len(rounds_back))
        back = (rounds_back[chosen], leaves, comes)
        return [first, back]

    def _rounds_of_one(self, plays: int, rests: int) -> list[int]:
        """The rounds in which the one plays and the other sits out."""
        rounds = []
        for number, index_of in enumerate(self.index_of):
            if index_of[plays] < self.seats <= index_of[rests]:
                rounds.append(number)
        return rounds

    def _plays(self, number: int, player: int) -> bool:
        return self.index_of[number][player] < self.seats

    def _more(self, number: int, a: int, b: int) -> int:
        """How much more it costs if these two change places."""
        index_of = self.index_of[number]
        near_a = self._near(number, index_of[a])
        near_b = self._near(number, index_of[b])
        partner_of_a = near_a[:1]
        partner_of_b = near_b[:1]
        if a in partner_of_b:
            return 0
        both = (a, b)
        more = PARTNER * _change(self.partners, both, partner_of_a, partner_of_b)
        if a not in near_b:
            more += _change(self.meetings, both, near_a, near_b)
        return more

    def _swap(self, number: int, a: int, b: int) -> None:
        row = self.rounds[number]
        index_of = self.index_of[number]
        self._count(number, (a, b), Meetings.part)
        rests_now = self._plays(number, a) - self._plays(number, b)
        self.out[a] += rests_now
        self.out[b] -= rests_now
        index_of[a], index_of[b] = index_of[b], index_of[a]
        row[index_of[a]] = a
        row[index_of[b]] = b
        self._count(number, (a, b), Meetings.meet)

    def _count(
        self,
        number: int,
        both: tuple[int, int],
        count: Callable[[Meetings, int, int], None],
    ) -> None:
        """Count the meetings of these two with others."""
        index_of = self.index_of[number]
        for player in both:
            near = self._near(number, index_of[player])
            for partner in near[:1]:
                if partner not in both:
                    count(self.partners, player, partner)
            for other in near:
                if other not in both:
                    count(self.meetings, player, other)


def _inverse(row: Sequence[int]) -> list[int]:
    return sorted(range(len(row)), key=row.__getitem__)


def _meet_all(ledger: Meetings, pairs: Iterable[tuple[int | None, ...]]) -> None:
    """Count these pairs; a player who has left since is None."""
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
    a, b = both
    first = ledger.times[a]
    second = ledger.times[b]
    more = 0
    for player in near_second:
        more += first[player] - second[player] + 1
    for player in near_first:
        more += second[player] - first[player] + 1
    return more
