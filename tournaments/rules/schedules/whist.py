"""Who plays with whom over several rounds of partners: nobody with the same one again, and few meet again.

Players are numbers from 0; a table is four of them in turn order, the first speaks first, partners sit opposite. Who
is at no table of a round sits out. The same stream gives the same schedule.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, cycle, islice
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.schedules import designs, golfers
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.rotation import again, pairs, spread
from tournaments.rules.schedules.schedule import NO_PAST, Past, levelled
from tournaments.rules.schedules.seats import opposite
from tournaments.rules.schedules.swaps import PARTNER, Partners

WHIST: Final = "whist"
"""Rounds of a design in which everybody plays with everybody once, and against everybody twice."""
GOLFERS: Final = "golfers"
"""Rounds of tables at which nobody meets anybody twice."""
SEARCH: Final = "search"
"""Rounds improved by swaps until as few as possible meet again."""

STEPS_EACH: Final = 500
STEPS_MOST: Final = 30_000
"""Swaps that are tried: so many for each player and round, and at most."""


class Schedule(NamedTuple):
    """So many rounds, and where they come from."""

    way: str
    rounds: list[Round]


def schedule(
    players: int, rounds: int, stream: Stream, past: Past = NO_PAST
) -> Schedule:
    """The best of what is known and, where that is not the best that can be, of what a search finds.

    Where a design of so many players has enough rounds, nobody plays with the same one again; sit-outs are equal
    within one, how often one sits in each seat within two. After a `past` of other players there is only the search.
    """
    known = [
        Schedule(WHIST, _whist(players, rounds)),
        Schedule(GOLFERS, _golfers(players, rounds)),
    ]
    ways = [
        way
        for way in known
        if len(way.rounds) == rounds and _fair(way.rounds, players) and not past.rounds
    ]
    if fewest(players, rounds, past) not in [cost(way.rounds, players) for way in ways]:
        ways.append(Schedule(SEARCH, _searched(players, rounds, stream, past)))
    best = min(ways, key=lambda way: cost(way.rounds, players, past))
    return best._replace(rounds=opposite(best.rounds, players, stream, past))


def certificate(
    rounds: Sequence[Round],
    out: Sequence[Sequence[int]],
    there: Sequence[int],
    played: int = 0,
) -> dict[str, int]:
    """What a schedule comes to among those who are there, from nothing but itself; the first so many rounds are played.

    `partner_repeats`: how often somebody plays with the same one again; `most_opposed` and `fewest_opposed`: how often
    two play against each other; `repeats`: meetings, as partners or opponents, beyond the first of the same two. Past
    `…_bound` no rounds after those played can come, by counting. `sit_out_spread`: how many times more than another
    somebody sits out; `seat_spread`: how many times more somebody sits in one seat than in another.
    """
    two, tables = (
        list(map(frozenset, combinations(there, 2))),
        len(list(chain(*rounds[played:]))),
    )
    (partners, opposed), (had, faced) = _met(rounds), _met(rounds[:played])
    together = levelled((had[pair] for pair in two), 2 * tables)
    against = levelled((faced[pair] for pair in two), 4 * tables)
    met = levelled((had[pair] + faced[pair] for pair in two), 6 * tables)
    seats = Counter(
        (who, seat) for table in chain(*rounds) for seat, who in enumerate(table)
    )
    return {
        "partner_repeats": again(partners[pair] for pair in two),
        "partner_repeats_bound": again(together),
        "most_opposed": max(opposed[pair] for pair in two),
        "most_opposed_bound": max(against),
        "fewest_opposed": min(opposed[pair] for pair in two),
        "fewest_opposed_bound": min(against),
        "repeats": again(partners[pair] + opposed[pair] for pair in two),
        "repeats_bound": again(met),
        "sit_out_spread": _spread_of(Counter(chain(*out)), there),
        "seat_spread": max(
            spread(seats[who, seat] for seat in range(4)) for who in there
        ),
    }


def sitting_out(rounds: Sequence[Round], players: int) -> list[list[int]]:
    """Who is at no table of each round."""
    return [sorted(set(range(players)).difference(*one)) for one in rounds]


def cost(rounds: Sequence[Round], players: int, past: Past = NO_PAST) -> int:
    return Partners([_row(one, players) for one in rounds], players, past).cost


def fewest(players: int, rounds: int, past: Past = NO_PAST) -> int:
    """Below what the cost of `Partners` cannot come: all as often together, and partners, as others within one."""
    tables, before = players // 4 * rounds, Partners((), players, past)
    two = list(combinations(range(players), 2))
    met = levelled((before.meetings.times[a][b] for a, b in two), 6 * tables)
    partners = levelled((before.partners.times[a][b] for a, b in two), 2 * tables)
    return sum(map(pairs, met)) + PARTNER * sum(map(pairs, partners))


def _met(
    rounds: Sequence[Round],
) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """How often each two are partners, and opponents."""
    tables = [table for one in rounds for table in one]
    partners = Counter(
        frozenset(side) for table in tables for side in (table[0::2], table[1::2])
    )
    return partners, Counter(
        frozenset((a, b)) for table in tables for a in table[0::2] for b in table[1::2]
    )


def _spread_of(times: Mapping[int, int], who: Iterable[int]) -> int:
    return spread(times.get(one, 0) for one in who)


def _fair(rounds: Sequence[Round], players: int) -> bool:
    """Whether nobody sits out two times more than another."""
    return (
        _spread_of(Counter(chain(*sitting_out(rounds, players))), range(players)) <= 1
    )


def _whist(players: int, rounds: int) -> list[Round]:
    return list(islice(cycle(designs.rounds(players)), rounds))


def _golfers(players: int, rounds: int) -> list[Round]:
    """One player too few leaves out the table of the player that is not there."""
    if players % 4 in (1, 2):
        return []
    found = golfers.rounds(-(-players // 4), 4)[:rounds]
    return [[table for table in one if players not in table] for one in found]


def _searched(players: int, rounds: int, stream: Stream, past: Past) -> list[Round]:
    rows = (
        [] if past.rounds else [_row(one, players) for one in _golfers(players, rounds)]
    )
    out = Counter(chain(*past.out, *(row[players // 4 * 4 :] for row in rows)))
    while len(rows) < rounds:
        rows.append(sorted(stream.shuffled(range(players)), key=lambda who: -out[who]))
        out.update(rows[-1][players // 4 * 4 :])
    search = Partners(rows, players, past)
    search.improve(
        min(STEPS_MOST, STEPS_EACH * players * rounds),
        fewest(players, rounds, past),
        stream,
    )
    return [
        [row[start : start + 4] for start in range(0, players // 4 * 4, 4)]
        for row in search.rounds
    ]


def _row(one: Round, players: int) -> list[int]:
    """All players of a round, those who sit out last."""
    return [*chain(*one), *sitting_out([one], players)[0]]
