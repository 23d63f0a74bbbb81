"""Who sits where over several rounds of tables: few rematches, short tables and seats shared
fairly.

Players are numbers from 0. A schedule begins with the rounds that `golfers` knows; what these leave
to be wished is improved by swaps, in a number of steps that depends on the sizes alone. The same
stream gives the same schedule.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, islice
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
"""The swaps that are tried: for each player and round, and at most."""

MOST_ABSENT: Final = 2
"""With more players left out of a known schedule some others would sit at short tables too
often."""


def schedule(
    sizes: Sequence[int], rounds: int, stream: Stream, past: Past = NO_PAST
) -> list[Round]:
    """Rounds of tables of these sizes, the largest first; each table from the first to speak."""
    players = sum(sizes)
    found: list[Round] = []
    if not past.rounds:
        found = known(sizes)[:rounds]
    while len(found) < rounds:
        order = stream.shuffled(range(players))
        found.append(_next_round([*past.rounds, *found], sizes, order))
    swaps = Swaps(found, players, past)
    steps = min(STEPS_MOST, STEPS_EACH * players * rounds)
    swaps.improve(steps, fewest(sizes, rounds, past), stream)
    return seated(swaps.rounds, players, stream, past)


def known(sizes: Sequence[int]) -> list[Round]:
    """The known rounds without a rematch for these sizes.

    If need be those for more players, less some who never meet.
    """
    seats = len(sizes) * sizes[0]
    missing = seats - sum(sizes)
    found = golfers.rounds(len(sizes), sizes[0])
    absent = _strangers(found, seats, missing)
    if len(absent) < missing or len(absent) > MOST_ABSENT:
        return []
    present = sorted(set(range(seats)) - absent)
    number_of = {player: number for number, player in enumerate(present)}
    rounds = []
    for tables in found:
        renumbered = [_renumbered(table, number_of) for table in tables]
        rounds.append(sorted(renumbered, key=len, reverse=True))
    return rounds


def _renumbered(table: Sequence[int], number_of: dict[int, int]) -> list[int]:
    return [number_of[player] for player in table if player in number_of]


def fewest(sizes: Sequence[int], rounds: int, past: Past = NO_PAST) -> int:
    """A lower bound of the cost of `Swaps`: meetings and short tables equal within one."""
    players = sum(sizes)
    short_seats = sum(size for size in sizes if size < sizes[0])
    before = Swaps((), players, past)
    met = []
    for a, b in combinations(range(players), 2):
        met.append(before.meetings.times[a][b])
    meetings = levelled(met, rounds * sum(map(pairs, sizes)))
    at_short_tables = levelled(before.short, rounds * short_seats)
    return sum(map(pairs, meetings)) + sum(map(pairs, at_short_tables))


def certificate(
    rounds: Sequence[Sequence[Sequence[int]]], played: int = 0
) -> Certificate:
    """What a schedule comes to among those present, from nothing but itself.

    The first `played` rounds are over.

    `most_meetings`: how often two players meet at most; `repeats`: meetings beyond the first of the
    same two. No rounds of these sizes after those played can come below `…_bound` of both, by
    counting. `short_spread`: how many times more than another somebody sits at a table smaller than
    the largest; `seat_spread`: how many times more somebody sits in one seat than in another, of
    the seats that every table has.
    """
    tables = list(chain.from_iterable(rounds))
    players = sorted(chain.from_iterable(rounds[played]))
    all_pairs = list(combinations(players, 2))
    met, met_before = _met(rounds), _met(rounds[:played])
    new_meetings = met.total() - met_before.total()
    evenly = levelled(map(met_before.__getitem__, all_pairs), new_meetings)
    times = [met[pair] for pair in all_pairs]
    short = _at_short_tables(rounds)
    return {
        "most_meetings": max(times, default=0),
        "most_meetings_bound": max(evenly, default=0),
        "repeats": again(times),
        "repeats_bound": again(evenly),
        "short_spread": spread(short[player] for player in players),
        "seat_spread": _seat_spread(tables, players, min(map(len, tables))),
    }


def _at_short_tables(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[int]:
    """How often each player sits at a table smaller than the largest of the round."""
    times: Counter[int] = Counter()
    for tables in rounds:
        largest = max(map(len, tables))
        for table in tables:
            if len(table) < largest:
                times.update(table)
    return times


def _seat_spread(
    tables: Sequence[Sequence[int]], players: Iterable[int], seats: int
) -> int:
    times: Counter[tuple[int, int]] = Counter()
    for table in tables:
        for seat, player in enumerate(table):
            times[player, seat] += 1
    return max(
        spread(times[player, seat] for seat in range(seats)) for player in players
    )


def together(certificates: Iterable[Certificate]) -> Certificate:
    """What schedules come to that are played side by side: all repeats, and the worst of the
    rest."""
    known = list(certificates)
    found = {}
    for name in known[0]:
        values = [certificate[name] for certificate in known]
        if name in ("repeats", "repeats_bound"):
            found[name] = sum(values)
        else:
            found[name] = max(values)
    return found


def spread(counts: Iterable[int]) -> int:
    """The difference between the most and the fewest."""
    found = list(counts)
    return max(found) - min(found)


def again(times: Iterable[int]) -> int:
    """How many of these times come after the first."""
    repeats = 0
    for number in times:
        if number > 1:
            repeats += number - 1
    return repeats


def pairs(number: int) -> int:
    """The number of pairs among this many."""
    return number * (number - 1) // 2


def _strangers(rounds: Sequence[Round], players: int, wanted: int) -> set[int]:
    """Up to `wanted` players of whom no two meet, from the last."""
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
    met: Counter[tuple[int, ...]] = Counter()
    for table in chain.from_iterable(rounds):
        met.update(combinations(sorted(table), 2))
    return met


def _next_round(
    found: Sequence[Sequence[Sequence[int | None]]],
    sizes: Sequence[int],
    order: Sequence[int],
) -> Round:
    """One more round, cut from this order.

    Players who have sat at short tables more often come to a large one first.
    """
    short: Counter[int | None] = Counter()
    for table in chain.from_iterable(found):
        if len(table) < sizes[0]:
            short.update(table)
    players = iter(sorted(order, key=lambda player: -short[player]))
    return [list(islice(players, size)) for size in sizes]
