"""Who plays with whom over several rounds of partners: never the same partner, and few rematches.

Players are numbers from 0; a table is four of them in turn order, the first speaks first, partners
sit opposite. A player at no table of a round sits out. The same stream gives the same schedule.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, cycle, islice
from typing import Final, NamedTuple

from core.chance import Stream
from tournaments.rules.schedules import designs, golfers
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.schedules.rotation import again, pairs, spread
from tournaments.rules.schedules.schedule import NO_PAST, Past, levelled
from tournaments.rules.schedules.seats import opposite
from tournaments.rules.schedules.swaps import PARTNER, Meetings, Partners

WHIST: Final = "whist"
"""Rounds of a design in which everybody plays with everybody once, and against everybody twice."""
GOLFERS: Final = "golfers"
"""Rounds of tables at which nobody meets anybody twice."""
SEARCH: Final = "search"
"""Rounds improved by swaps until as few as possible meet again."""

STEPS_EACH: Final = 500
STEPS_MOST: Final = 30_000
"""The swaps that are tried: for each player and round, and at most."""


class Schedule(NamedTuple):
    """Rounds, and where they come from."""

    way: str
    rounds: list[Round]


def schedule(
    players: int, rounds: int, stream: Stream, past: Past = NO_PAST
) -> Schedule:
    """The best of the known rounds and, unless that is optimal, of what a search finds.

    Where a design for this many players has enough rounds, nobody has the same partner again;
    sit-outs are equal within one, how often one sits in each seat within two. After a `past` of
    other players there is only the search.
    """
    ways: list[Schedule] = []
    if not past.rounds:
        ways.extend(_known(players, rounds))
    costs = [cost(way.rounds, players) for way in ways]
    if fewest(players, rounds, past) not in costs:
        ways.append(Schedule(SEARCH, _searched(players, rounds, stream, past)))
    best = min(ways, key=lambda way: cost(way.rounds, players, past))
    return best._replace(rounds=opposite(best.rounds, players, stream, past))


def _known(players: int, rounds: int) -> Iterator[Schedule]:
    for way, known in (
        (WHIST, _whist(players, rounds)),
        (GOLFERS, _golfers(players, rounds)),
    ):
        if len(known) == rounds and _is_fair(known, players):
            yield Schedule(way, known)


def certificate(
    rounds: Sequence[Round],
    out: Sequence[Sequence[int]],
    present: Sequence[int],
    played: int = 0,
) -> dict[str, int]:
    """What a schedule comes to among those present, from nothing but itself.

    The first `played` rounds are over.

    `partner_repeats`: how often somebody has the same partner again; `most_opposed` and
    `fewest_opposed`: how often two play against each other; `repeats`: meetings, as partners or
    opponents, beyond the first of the same two. No rounds after those played can pass `…_bound`, by
    counting. `sit_out_spread`: how many times more than another somebody sits out; `seat_spread`:
    how many times more somebody sits in one seat than in another.
    """
    all_pairs = list(map(frozenset, combinations(present, 2)))
    new_tables = sum(map(len, rounds[played:]))
    partners, opposed = _met(rounds)
    partners_before, opposed_before = _met(rounds[:played])
    met, met_before = partners + opposed, partners_before + opposed_before
    times_opposed = [opposed[pair] for pair in all_pairs]
    # The most even that is possible: a table adds two pairs of partners and four of opponents.
    best_partners = levelled(
        map(partners_before.__getitem__, all_pairs), 2 * new_tables
    )
    best_opposed = levelled(map(opposed_before.__getitem__, all_pairs), 4 * new_tables)
    best_met = levelled(map(met_before.__getitem__, all_pairs), 6 * new_tables)
    return {
        "partner_repeats": again(map(partners.__getitem__, all_pairs)),
        "partner_repeats_bound": again(best_partners),
        "most_opposed": max(times_opposed),
        "most_opposed_bound": max(best_opposed),
        "fewest_opposed": min(times_opposed),
        "fewest_opposed_bound": min(best_opposed),
        "repeats": again(map(met.__getitem__, all_pairs)),
        "repeats_bound": again(best_met),
        "sit_out_spread": _spread_of(Counter(chain(*out)), present),
        "seat_spread": _seat_spread(rounds, present),
    }


def sitting_out(rounds: Sequence[Round], players: int) -> list[list[int]]:
    """The players at no table of each round."""
    return [sorted(set(range(players)).difference(*tables)) for tables in rounds]


def cost(rounds: Sequence[Round], players: int, past: Past = NO_PAST) -> int:
    rows = [_row(tables, players) for tables in rounds]
    return Partners(rows, players, past).cost


def fewest(players: int, rounds: int, past: Past = NO_PAST) -> int:
    """A lower bound of the cost of `Partners`: meetings and partners equal within one."""
    tables = players // 4 * rounds
    before = Partners((), players, past)
    met = levelled(_times(before.meetings), 6 * tables)
    partners = levelled(_times(before.partners), 2 * tables)
    return sum(map(pairs, met)) + PARTNER * sum(map(pairs, partners))


def _times(ledger: Meetings) -> Iterator[int]:
    for a, b in combinations(range(ledger.players), 2):
        yield ledger.times[a][b]


def _met(
    rounds: Sequence[Round],
) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """How often each two are partners, and opponents."""
    partners: Counter[frozenset[int]] = Counter()
    opposed: Counter[frozenset[int]] = Counter()
    for table in chain(*rounds):
        a, b, c, d = table
        partners.update([frozenset((a, c)), frozenset((b, d))])
        for player in (a, c):
            opposed.update([frozenset((player, b)), frozenset((player, d))])
    return partners, opposed


def _spread_of(times: Mapping[int, int], players: Iterable[int]) -> int:
    return spread(times.get(player, 0) for player in players)


def _seat_spread(rounds: Sequence[Round], players: Iterable[int]) -> int:
    times: Counter[tuple[int, int]] = Counter()
    for table in chain(*rounds):
        for seat, player in enumerate(table):
            times[player, seat] += 1
    return max(spread(times[player, seat] for seat in range(4)) for player in players)


def _is_fair(rounds: Sequence[Round], players: int) -> bool:
    """Whether nobody sits out two times more than another."""
    times_out = Counter(chain(*sitting_out(rounds, players)))
    return _spread_of(times_out, range(players)) <= 1


def _whist(players: int, rounds: int) -> list[Round]:
    return list(islice(cycle(designs.rounds(players)), rounds))


def _golfers(players: int, rounds: int) -> list[Round]:
    """With one player too few, the table of the missing one is left out."""
    if players % 4 in (1, 2):
        return []
    known = golfers.rounds(-(-players // 4), 4)[:rounds]
    return [designs.without(players, tables) for tables in known]


def _searched(players: int, rounds: int, stream: Stream, past: Past) -> list[Round]:
    seats = players // 4 * 4
    known: list[Round] = []
    if not past.rounds:
        known = _golfers(players, rounds)
    rows = [_row(tables, players) for tables in known]
    times_out = Counter(chain(*past.out))
    for row in rows:
        times_out.update(row[seats:])
    while len(rows) < rounds:
        order = stream.shuffled(range(players))
        # Those who have sat out most often come first, so that they play.
        row = sorted(order, key=lambda player: -times_out[player])
        rows.append(row)
        times_out.update(row[seats:])
    search = Partners(rows, players, past)
    steps = min(STEPS_MOST, STEPS_EACH * players * rounds)
    search.improve(steps, fewest(players, rounds, past), stream)
    return [_tables(row, seats) for row in search.rounds]


def _row(tables: Round, players: int) -> list[int]:
    """All players of a round, those who sit out last."""
    seated = list(chain(*tables))
    [out] = sitting_out([tables], players)
    return seated + out


def _tables(row: Sequence[int], seats: int) -> Round:
    return [list(row[start : start + 4]) for start in range(0, seats, 4)]
