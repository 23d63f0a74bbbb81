"""Assigns the seats of several rounds, so that players sit in each about equally often."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past

PASSES: Final = 200
"""How many times the search goes through the players with uneven seats."""
TURNS: Final = 36_000
FEWEST_PASSES: Final = 40
"""For partners the search looks at TURNS tables at most, but FEWEST_PASSES times at each."""

SeatCounts = list[list[int]]
"""For each player how often it sits in each seat."""


def seated(
    rounds: Sequence[Round], players: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """The same tables in an order that shares out the seats that every table has.

    A player who sits in one of these seats twice more than in another changes seats at a table
    where that makes things no worse, or, by chance, slightly worse.
    """
    sizes = [len(table) for table in rounds[0]]
    shared_seats = min(sizes)
    counts = _counts(past, players, max(sizes))
    tables_of: list[list[list[int]]] = [[] for _ in range(players)]
    done = []
    for tables in rounds:
        seated_tables = []
        for table in tables:
            seated_table = _in_order(table, counts)
            seated_tables.append(seated_table)
            for player in table:
                tables_of[player].append(seated_table)
        done.append(seated_tables)
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
    """The same tables of four in an order that shares the seats; partners stay opposite.

    A table is changed while one of its players sits in one seat twice more than in another. It is
    turned, or turned over, to the best of its eight orders, by lot among equal ones, and now and
    then to a slightly worse one.
    """
    done = [list(map(list, tables)) for tables in rounds]
    all_tables = list(chain.from_iterable(done))
    counts = _counts(past, players, 4)
    for table in all_tables:
        _add(table, counts, 1)
    affordable = TURNS // len(all_tables)
    passes = max(FEWEST_PASSES, min(PASSES, affordable))
    for number in range(passes):
        slack = 2
        if 4 * number >= 3 * passes:
            # The last quarter of the passes makes nothing worse.
            slack = 0
        for table in all_tables:
            if _is_uneven(table, counts):
                _turn(table, counts, stream, slack)
    return done


def _is_uneven(table: Iterable[int], counts: SeatCounts) -> bool:
    for player in table:
        times = counts[player]
        if max(times) - min(times) > 1:
            return True
    return False


def _counts(past: Past, players: int, seats: int) -> SeatCounts:
    """How often each has sat in each seat before."""
    counts = [[0] * seats for _ in range(players)]
    for table in chain.from_iterable(past.rounds):
        for seat, player in enumerate(table[:seats]):
            if player is not None:
                counts[player][seat] += 1
    return counts


def _turn(table: list[int], counts: SeatCounts, stream: Stream, slack: int) -> None:
    """Turn a table to one of its best orders, or, by chance, to one worse by at most `slack`."""
    _add(table, counts, -1)
    turned_over = table[::-1]
    orders = _rotations(table) + _rotations(turned_over)
    costs = [_cost(order, counts) for order in orders]
    most = min(costs)
    if stream.below(8) == 0:
        most += slack
    good = []
    for order, cost in zip(orders, costs, strict=True):
        if cost <= most:
            good.append(order)
    chosen = stream.below(len(good))
    table[:] = good[chosen]
    _add(table, counts, 1)


def _cost(order: Sequence[int], counts: SeatCounts) -> int:
    cost = 0
    for seat, player in enumerate(order):
        cost += counts[player][seat]
    return cost


def _rotations(table: list[int]) -> list[list[int]]:
    rotations = []
    for seat in range(len(table)):
        rotated = table[seat:] + table[:seat]
        rotations.append(rotated)
    return rotations


def _add(table: Sequence[int], counts: SeatCounts, times: int) -> None:
    for seat, player in enumerate(table):
        counts[player][seat] += times


def _in_order(table: Sequence[int], counts: SeatCounts) -> list[int]:
    """For each seat the player who has sat there least."""
    left = list(table)
    order = []
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
    """Move a player from the seat where they sit most to the one where they sit least."""
    own = counts[player]
    times = own[:seats]
    most = times.index(max(times))
    least = times.index(min(times))
    candidates = [table for table in tables if table[most] == player]
    if not candidates:
        # The player sat there only before these rounds.
        return
    chosen = stream.below(len(candidates))
    table = candidates[chosen]
    other = table[least]
    theirs = counts[other]
    more_of_own = own[least] - own[most] + 1
    more_of_theirs = theirs[most] - theirs[least] + 1
    is_lenient = stream.below(4) == 0
    if more_of_own + more_of_theirs > int(is_lenient):
        return
    own[most] -= 1
    own[least] += 1
    theirs[least] -= 1
    theirs[most] += 1
    table[most] = other
    table[least] = player
