"""Who plays with whom over several rounds of partners: nobody with the same one again, and few meet again.

Players are numbers from 0; a table is four of them in turn order, the first speaks first, partners sit opposite. Who
is at no table of a round sits out. The same stream gives the same schedule.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, cycle, islice
from typing import Final, NamedTuple

from games.rules.chance import Stream
from tournaments.rules.formats import designs, golfers
from tournaments.rules.formats.golfers import Round
from tournaments.rules.formats.rotation import even, pairs, spread
from tournaments.rules.formats.seats import opposite
from tournaments.rules.formats.swaps import PARTNER, Partners

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


def schedule(players: int, rounds: int, stream: Stream) -> Schedule:
    """The best of what is known and, where that is not the best that can be, of what a search finds.

    Where a design of so many players has enough rounds, nobody plays with the same one again; sit-outs are equal
    within one, how often one sits in each seat within two.
    """
    known = [Schedule(WHIST, _whist(players, rounds)), Schedule(GOLFERS, _golfers(players, rounds))]
    ways = [way for way in known if len(way.rounds) == rounds and sit_out_spread(way.rounds, players) <= 1]
    if fewest(players, rounds) not in [cost(way.rounds, players) for way in ways]:
        ways.append(Schedule(SEARCH, _searched(players, rounds, stream)))
    best = min(ways, key=lambda way: cost(way.rounds, players))
    return best._replace(rounds=opposite(best.rounds, players, stream))


def certificate(rounds: Sequence[Round], players: int) -> dict[str, int]:
    """What a schedule comes to, from nothing but itself.

    `partner_repeats`: how often somebody plays with the same one again; `most_opposed` and `fewest_opposed`: how often
    two play against each other; `repeats`: meetings, as partners or opponents, beyond the first of the same two. Past
    `…_bound` no schedule can come, by counting. `sit_out_spread`: how many times more than another somebody sits out;
    `seat_spread`: how many times more somebody sits in one seat than in another.
    """
    tables, two = [table for one in rounds for table in one], pairs(players)
    partners = Counter(frozenset(side) for table in tables for side in (table[0::2], table[1::2]))
    opposed = Counter(frozenset((a, b)) for table in tables for a in table[0::2] for b in table[1::2])
    met, seats = partners + opposed, Counter((who, seat) for table in tables for seat, who in enumerate(table))
    return {
        "partner_repeats": partners.total() - len(partners),
        "partner_repeats_bound": max(0, partners.total() - two),
        "most_opposed": max(opposed.values()),
        "most_opposed_bound": -(-opposed.total() // two),
        "fewest_opposed": min(opposed.values()) if len(opposed) == two else 0,
        "fewest_opposed_bound": opposed.total() // two,
        "repeats": met.total() - len(met),
        "repeats_bound": max(0, met.total() - two),
        "sit_out_spread": sit_out_spread(rounds, players),
        "seat_spread": max(spread(seats[who, seat] for seat in range(4)) for who, _ in seats),
    }


def sit_out_spread(rounds: Sequence[Round], players: int) -> int:
    """How many times more than another somebody sits out; who never plays counts too."""
    plays = Counter(who for one in rounds for table in one for who in table)
    return spread([*plays.values(), *[0] * (players - len(plays))])


def cost(rounds: Sequence[Round], players: int) -> int:
    return Partners([_row(one, players) for one in rounds], players).cost


def fewest(players: int, rounds: int) -> int:
    """Below what the cost of `Partners` cannot come: all as often together, and partners, as others within one."""
    tables = players // 4 * rounds
    return even(6 * tables, pairs(players)) + PARTNER * even(2 * tables, pairs(players))


def _whist(players: int, rounds: int) -> list[Round]:
    return list(islice(cycle(designs.rounds(players)), rounds))


def _golfers(players: int, rounds: int) -> list[Round]:
    """One player too few leaves out the table of the player that is not there."""
    if players % 4 in (1, 2):
        return []
    found = golfers.rounds(-(-players // 4), 4)[:rounds]
    return [[table for table in one if players not in table] for one in found]


def _searched(players: int, rounds: int, stream: Stream) -> list[Round]:
    rows = [_row(one, players) for one in _golfers(players, rounds)]
    while len(rows) < rounds:
        rows.append(_next(rows, stream.shuffled(range(players))))
    search = Partners(rows, players)
    search.improve(min(STEPS_MOST, STEPS_EACH * players * rounds), fewest(players, rounds), stream)
    return [[row[start : start + 4] for start in range(0, players // 4 * 4, 4)] for row in search.rounds]


def _row(one: Round, players: int) -> list[int]:
    """All players of a round, those who sit out last."""
    row = list(chain.from_iterable(one))
    return row + sorted(set(range(players)) - set(row))


def _next(rows: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    """One more round, in this order but that who has sat out more often comes first."""
    out = Counter(who for row in rows for who in row[len(row) // 4 * 4 :])
    return sorted(order, key=lambda who: -out[who])
