"""Who sits in which seat over several rounds of tables: everybody in each about equally often."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past

PASSES: Final = 200
"""How often the players with uneven seats are looked at."""
TURNS: Final = 36_000
FEWEST_PASSES: Final = 40
"""Of partners at most TURNS tables are looked at in all, but each at least FEWEST_PASSES times."""

SeatCounts = list[list[int]]
"""For each player how often it sits in each seat."""


def seated(
    rounds: Sequence[Round], players: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """The same tables in an order that shares out the seats that every table has.

    A player who sits two times more in one of them than in another changes seats at a table where
    that makes things no worse, or, by chance, a little; then the other may be next to do so.
    """
    sizes = [len(table) for table in rounds[0]]
    shared_seats = min(sizes)
    counts = _counts(past, players, max(sizes))
    done = [[_in_order(table, counts) for table in tables] for tables in rounds]
    tables_of: list[list[list[int]]] = [[] for _ in range(players)]
    for table in chain.from_iterable(done):
        for player in table:
            tables_of[player].append(table)
    for _ in range(PASSES):
        for player in _uneven(counts, shared_seats):
            _move(player, tables_of[player], counts, shared_seats, stream)
    return done


def _uneven(counts: SeatCounts, seats: int) -> list[int]:
    uneven = []
    for player, times in enumerate(counts):
        shared = times[:seats]
        if max(shared) - min(shared) > 1:
            uneven.append(player)
    return uneven


def opposite(
    rounds: Sequence[Round], players: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """The same tables of four, partners still opposite each other, in an order that shares the
    seats.

    Tables at which somebody sits two times more in one seat than in another are turned, or turned
    over, to the best of their eight orders, by chance of equal ones, or now and then to any; then
    others may be next.
    """
    done = [list(map(list, tables)) for tables in rounds]
    counts = _counts(past, players, 4)
    for table in chain.from_iterable(done):
        _add(table, counts, 1)
    passes = max(FEWEST_PASSES, min(PASSES, TURNS // sum(map(len, done))))
    for number in range(passes):
        # The last quarter of the passes makes nothing worse.
        slack = 2 if 4 * number < 3 * passes else 0
        for table in chain.from_iterable(done):
            if _is_uneven(table, counts):
                _turn(table, counts, stream, slack)
    return done


def _is_uneven(table: Iterable[int], counts: SeatCounts) -> bool:
    return any(max(counts[player]) - min(counts[player]) > 1 for player in table)


def _counts(past: Past, players: int, seats: int) -> SeatCounts:
    """How often each has sat in each seat before."""
    counts = [[0] * seats for _ in range(players)]
    for table in chain.from_iterable(past.rounds):
        for seat, player in enumerate(table[:seats]):
            if player is not None:
                counts[player][seat] += 1
    return counts


def _turn(table: list[int], counts: SeatCounts, stream: Stream, slack: int) -> None:
    """To one of the best orders, or, by chance, to one worse by no more than the slack."""
    _add(table, counts, -1)
    orders = [*_rotations(table), *_rotations(table[::-1])]
    costs = [_cost(order, counts) for order in orders]
    most = min(costs)
    if stream.below(8) == 0:
        most += slack
    good = [order for order, cost in zip(orders, costs, strict=True) if cost <= most]
    table[:] = good[stream.below(len(good))]
    _add(table, counts, 1)


def _cost(order: Sequence[int], counts: SeatCounts) -> int:
    return sum(counts[player][seat] for seat, player in enumerate(order))


def _rotations(table: Sequence[int]) -> list[list[int]]:
    return [[*table[seat:], *table[:seat]] for seat in range(len(table))]


def _add(table: Sequence[int], counts: SeatCounts, times: int) -> None:
    for seat, player in enumerate(table):
        counts[player][seat] += times


def _in_order(table: Sequence[int], counts: SeatCounts) -> list[int]:
    """For each seat the player who has sat there least."""
    left, order = list(table), list[int]()
    for seat in range(len(table)):
        player = min(left, key=lambda one: counts[one][seat])
        left.remove(player)
        order.append(player)
        counts[player][seat] += 1
    return order


def _move(
    player: int,
    tables: Sequence[list[int]],
    counts: SeatCounts,
    seats: int,
    stream: Stream,
) -> None:
    """From the seat where it sits most to the one where it sits least."""
    times = counts[player][:seats]
    most, least = times.index(max(times)), times.index(min(times))
    candidates = [table for table in tables if table[most] == player]
    if not candidates:  # always before these rounds
        return
    table = candidates[stream.below(len(candidates))]
    own, theirs = counts[player], counts[table[least]]
    # How much less even both together sit after the change.
    worse = own[least] - own[most] + theirs[most] - theirs[least] + 2
    accepted = 1 if stream.below(4) == 0 else 0
    if worse > accepted:
        return
    own[most] -= 1
    own[least] += 1
    theirs[least] -= 1
    theirs[most] += 1
    table[most], table[least] = table[least], table[most]
