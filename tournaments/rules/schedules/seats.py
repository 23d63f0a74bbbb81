"""Who sits in which seat of the tables of several rounds: everybody in each about as often as in any other."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past

PASSES: Final = 200
"""How often those who sit too often in one seat are looked at."""
TURNS: Final = 36_000
PASSES_FEWEST: Final = 40
"""Of partners so many tables are looked at in all, at most, but each so often at least."""

Sat = list[list[int]]
"""For each player how often it sits in each seat."""


def seated(
    rounds: Sequence[Round], players: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """The same tables in an order that shares out the seats that every table has.

    Who sits two times more in one of them than in another changes seats at a table where that makes things no worse,
    or, by chance, a little; then the other may be next to do so.
    """
    sizes = [len(table) for table in rounds[0]]
    sat = _sat(past, players, max(sizes))
    done = [[_in_order(table, sat) for table in one] for one in rounds]
    own: list[list[list[int]]] = [[] for _ in range(players)]
    for table in chain.from_iterable(done):
        for player in table:
            own[player].append(table)
    for _ in range(PASSES):
        uneven = [
            n
            for n, times in enumerate(sat)
            if max(times[: min(sizes)]) - min(times[: min(sizes)]) > 1
        ]
        for player in uneven:
            _move(player, own[player], sat, min(sizes), stream)
    return done


def opposite(
    rounds: Sequence[Round], players: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """The same tables of four, partners still opposite each other, in an order that shares out the seats.

    Tables at which somebody sits two times more in one seat than in another are turned, or turned over, to the best of
    their eight orders, by chance of equal ones, or now and then to any; then others may be next.
    """
    done = [[list(table) for table in one] for one in rounds]
    sat = _sat(past, players, 4)
    for table in chain.from_iterable(done):
        _count(table, sat, 1)
    passes = max(PASSES_FEWEST, min(PASSES, TURNS // sum(map(len, done))))
    for number in range(passes):
        for table in chain.from_iterable(done):
            if any(max(sat[player]) - min(sat[player]) > 1 for player in table):
                _turn(table, sat, stream, 2 if 4 * number < 3 * passes else 0)
    return done


def _sat(past: Past, players: int, seats: int) -> Sat:
    """How often each has sat in each seat before."""
    sat = [[0] * seats for _ in range(players)]
    for table in chain.from_iterable(past.rounds):
        for seat, player in enumerate(table[:seats]):
            if player is not None:
                sat[player][seat] += 1
    return sat


def _turn(table: list[int], sat: Sat, stream: Stream, slack: int) -> None:
    """To one of the orders that are the best, or, by chance, worse by no more than the slack."""
    _count(table, sat, -1)
    orders = [order for turned in (table, table[::-1]) for order in _turns(turned)]
    uneven = [sum(sat[who][seat] for seat, who in enumerate(order)) for order in orders]
    most = min(uneven) + (slack if stream.below(8) == 0 else 0)
    good = [order for order, much in zip(orders, uneven, strict=True) if much <= most]
    table[:] = good[stream.below(len(good))]
    _count(table, sat, 1)


def _turns(table: Sequence[int]) -> list[list[int]]:
    return [[*table[seat:], *table[:seat]] for seat in range(len(table))]


def _count(table: Sequence[int], sat: Sat, times: int) -> None:
    for seat, player in enumerate(table):
        sat[player][seat] += times


def _in_order(table: Sequence[int], sat: Sat) -> list[int]:
    """Seat by seat whoever has sat there least."""
    left, order = list(table), list[int]()
    for seat in range(len(table)):
        player = min(left, key=lambda one: sat[one][seat])
        left.remove(player)
        order.append(player)
        sat[player][seat] += 1
    return order


def _move(
    player: int, tables: Sequence[list[int]], sat: Sat, seats: int, stream: Stream
) -> None:
    """From the seat where it sits most to the one where it sits least."""
    times = sat[player][:seats]
    most, least = times.index(max(times)), times.index(min(times))
    there = [table for table in tables if table[most] == player]
    if not there:  # always before
        return
    table = there[stream.below(len(there))]
    if _worse(sat[player], sat[table[least]], most, least) <= (stream.below(4) == 0):
        for who, leaves, takes in ((player, most, least), (table[least], least, most)):
            sat[who][leaves] -= 1
            sat[who][takes] += 1
        table[most], table[least] = table[least], table[most]


def _worse(own: Sequence[int], theirs: Sequence[int], most: int, least: int) -> int:
    """How much less evenly both together sit after they have changed these seats."""
    return own[least] - own[most] + theirs[most] - theirs[least] + 2
