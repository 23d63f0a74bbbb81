"""Who sits where over several rounds of tables: few meet again, and short tables and seats are shared out fairly.

Players are numbers from 0. A schedule begins with the rounds that `golfers` knows; what these leave to be wished is
improved by swaps, in a number of steps that depends on the sizes alone. The same stream gives the same schedule.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Final

from core.chance import Stream
from tournaments.rules.schedules import golfers
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.schedule import NO_PAST, Past, levelled
from tournaments.rules.schedules.seats import seated
from tournaments.rules.schedules.swaps import Swaps

Certificate = dict[str, int]

STEPS_EACH: Final = 1000
STEPS_MOST: Final = 100_000
"""Swaps that are tried: so many for each player and round, and at most."""

MOST_ABSENT: Final = 2
"""With more players left out of a known schedule some of the others would sit at short tables too often."""


def schedule(
    sizes: Sequence[int], rounds: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """So many rounds of tables of these sizes, the largest first; each table from the first to speak."""
    players, found = sum(sizes), [] if past.rounds else known(sizes)[:rounds]
    while len(found) < rounds:
        found.append(
            _next([*past.rounds, *found], sizes, stream.shuffled(range(players)))
        )
    swaps = Swaps(found, players, past)
    swaps.improve(
        min(STEPS_MOST, STEPS_EACH * players * rounds),
        fewest(sizes, rounds, past),
        stream,
    )
    return seated(swaps.rounds, players, stream, past)


def known(sizes: Sequence[int]) -> list[Round]:
    """The rounds without a second meeting that are known for these sizes, if need be less players who never meet."""
    places = len(sizes) * sizes[0]
    found = golfers.rounds(len(sizes), sizes[0])
    absent = _strangers(found, places, places - sum(sizes))
    if len(absent) < places - sum(sizes) or len(absent) > MOST_ABSENT:
        return []
    number = {player: n for n, player in enumerate(sorted(set(range(places)) - absent))}
    there = [
        [[number[player] for player in table if player in number] for table in one]
        for one in found
    ]
    return [sorted(one, key=len, reverse=True) for one in there]


def fewest(sizes: Sequence[int], rounds: int, past: Past = NO_PAST) -> int:
    """Below what the cost of `Swaps` cannot come: all as often together, and at short tables, as others within one."""
    players, short = sum(sizes), sum(size for size in sizes if size < sizes[0])
    before = Swaps((), players, past)
    times = (before.meetings.times[a][b] for a, b in combinations(range(players), 2))
    ledgers = (
        levelled(times, rounds * sum(map(pairs, sizes))),
        levelled(before.short, rounds * short),
    )
    return sum(map(pairs, chain(*ledgers)))


def certificate(
    rounds: Sequence[Sequence[Sequence[int]]], played: int = 0
) -> Certificate:
    """What a schedule comes to among those who are there, from nothing but itself; the first so many rounds are played.

    `most_meetings`: how often two players meet at most; `repeats`: meetings beyond the first of the same two. Below
    `…_bound` of both no rounds of these sizes after those played can come, by counting. `short_spread`: how many times
    more than another somebody sits at a table smaller than the largest; `seat_spread`: how many times more somebody
    sits in one seat than in another, of the seats that every table has.
    """
    tables, players = (
        list(chain.from_iterable(rounds)),
        sorted(chain.from_iterable(rounds[played])),
    )
    smallest, two = min(map(len, tables)), list(combinations(players, 2))
    met, had = _met(rounds), _met(rounds[:played])
    evenly = levelled((had[pair] for pair in two), met.total() - had.total())
    short = Counter(
        player
        for one in rounds
        for table in one
        if len(table) < max(map(len, one))
        for player in table
    )
    seats = Counter(
        (player, seat) for table in tables for seat, player in enumerate(table)
    )
    return {
        "most_meetings": max((met[pair] for pair in two), default=0),
        "most_meetings_bound": max(evenly, default=0),
        "repeats": again(met[pair] for pair in two),
        "repeats_bound": again(evenly),
        "short_spread": spread(short[player] for player in players),
        "seat_spread": max(
            spread(seats[player, seat] for seat in range(smallest))
            for player in players
        ),
    }


def together(certificates: Iterable[Certificate]) -> Certificate:
    """What schedules come to that are played side by side: the repeats of all, and the worst of all else."""
    known = list(certificates)
    return {
        name: (sum if name in {"repeats", "repeats_bound"} else max)(
            one[name] for one in known
        )
        for name in known[0]
    }


def spread(counts: Iterable[int]) -> int:
    """How much more the most is than the fewest."""
    found = list(counts)
    return max(found) - min(found)


def again(times: Iterable[int]) -> int:
    """How many of these times come after the first."""
    return sum(max(0, each - 1) for each in times)


def pairs(number: int) -> int:
    """How many pairs there are of so many."""
    return number * (number - 1) // 2


def _strangers(rounds: Sequence[Round], players: int, wanted: int) -> set[int]:
    """So many players of whom no two meet, from the last; or fewer."""
    chosen: set[int] = set()
    met: dict[int, set[int]] = {player: set() for player in range(players)}
    for table in chain.from_iterable(rounds):
        for player in table:
            met[player].update(table)
    for player in reversed(range(players)):
        if len(chosen) < wanted and not met[player] & chosen:
            chosen.add(player)
    return chosen


def _met(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[tuple[int, ...]]:
    """How often each two sit at one table."""
    return Counter(
        pair
        for one in rounds
        for table in one
        for pair in combinations(sorted(table), 2)
    )


def _next(
    found: Sequence[Sequence[Sequence[int | None]]],
    sizes: Sequence[int],
    order: Sequence[int],
) -> Round:
    """One more round, cut from this order; who has sat at short tables more often comes to a large one first."""
    short = Counter(
        n
        for table in chain.from_iterable(found)
        if len(table) < sizes[0]
        for n in table
    )
    left = iter(sorted(order, key=lambda player: -short[player]))
    return [[next(left) for _ in range(size)] for size in sizes]
