"""Tallies and standings next to a plain pass over the same results.

Times are CPU times of this process. The plain passes do only what these results need:
sums in lists by entry and, for the knockout, shared ranks, ignoring byes, walkovers and
open matches. With the database, the counterpart reads the results with one query, makes
the plain pass, and stores the rows with one insert.

    python -m bench.standings [--pairs 25] [--entries 512]
"""

import gc
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from bench.common import HEAD, at_most, circumstances, interleaved
from bench.stand import options, services
from core.chance import Stream
from tournaments.rules.brackets import bracket
from tournaments.rules.field import Entrant
from tournaments.rules.formats.knockout import knockout_standings
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.tallies import ConfirmedResult, tally

if TYPE_CHECKING:
    from tournaments.models import Stage

PlainRow = tuple[int, int, int, int, int, list[int]]
"""Entry, the ranks that it shares, its last round, its last opponent, its sums."""


def cpu_ms(run: Callable[[], object]) -> Callable[[], float]:
    """A function that measures the CPU time of `run`."""

    def measure() -> float:
        began = time.process_time()
        run()
        return 1000 * (time.process_time() - began)

    return measure


def fact(round: int, slot: int, a: int, b: int, stream: Stream) -> ConfirmedResult:
    """A match to three sets, with the tantos of each set."""
    a_won, lost = stream.below(2) == 0, stream.below(3)
    sets = [(stream.below(30), 30)] * lost + [(30, stream.below(30))] * 3
    tantos = tuple(sets if a_won else [(y, x) for x, y in sets])
    score = (3, lost) if a_won else (lost, 3)
    return ConfirmedResult(round, slot, a, b, PLAYED, a if a_won else b, *score, tantos)


def league(entries: int, rounds: int, stream: Stream) -> list[ConfirmedResult]:
    """Everyone plays in every round, against random opponents."""
    facts = []
    for round in range(1, rounds + 1):
        order = iter(stream.shuffled(range(entries)))
        facts += [
            fact(round, slot, a, next(order), stream) for slot, a in enumerate(order)
        ]
    return facts


def played_knockout(
    entries: int, stream: Stream
) -> tuple[bracket.Leaves, list[ConfirmedResult]]:
    """A bracket and the results of all its rounds."""
    leaves = bracket.bracket(
        [Entrant(n, str(n)) for n in range(1, entries + 1)], stream
    )
    facts: list[ConfirmedResult] = []
    while True:
        tree = bracket.rounds(leaves, bracket.decisions(facts))
        ready = [place for places in tree for place in places if place.ready]
        if not ready:
            return leaves, facts
        facts += [
            fact(place.round, place.slot, place.a or 0, place.b or 0, stream)
            for place in ready
        ]


def plain_tally(facts: Sequence[ConfirmedResult]) -> dict[int, list[int]]:
    """Played, won, lost, sets and tantos for and against."""
    table: dict[int, list[int]] = {}
    for f in facts:
        tantos_a, tantos_b = (
            sum(x for x, _ in f.tantos or ()),
            sum(y for _, y in f.tantos or ()),
        )
        lines = (
            (f.a, f.sets_a, f.sets_b, tantos_a, tantos_b),
            (f.b, f.sets_b, f.sets_a, tantos_b, tantos_a),
        )
        for entry, *line in lines:
            row = table.setdefault(entry, [0] * 7)
            row[0] += 1
            row[1 if f.winner == entry else 2] += 1
            for column, value in enumerate(line, start=3):
                row[column] += value
    return table


def plain_standings(facts: Sequence[ConfirmedResult]) -> list[PlainRow]:
    """The champion, then the losers of each round from the last back, who share ranks."""
    table, rows = plain_tally(facts), []
    came = len(table)
    for round, decided in groupby(facts, key=attrgetter("round")):
        losers = [(f.b if f.winner == f.a else f.a, f.winner or 0) for f in decided]
        places = came - len(losers) + 1, came
        rows += [
            (loser, *places, round, winner, table[loser]) for loser, winner in losers
        ]
        came -= len(losers)
    champion = facts[-1].winner or 0
    return [
        (champion, 1, 1, facts[-1].round, rows[-1][0], table[champion]),
        *reversed(rows),
    ]


def pure(pairs: int, entries: int) -> None:
    stream = Stream(b"bench")
    facts, many = league(1000, 9, stream), league(4000, 9, stream)
    leaves, played = played_knockout(entries, stream)
    print(f"{pairs} pairs; {circumstances()}\n\n{HEAD}")
    tallied = interleaved(
        cpu_ms(lambda: tally(facts)), cpu_ms(lambda: plain_tally(facts)), pairs
    )
    print(
        tallied.row(
            "tally, 1000 pairs × 9 rounds", "ms", at_most(2, tallied.ratio.median)
        )
    )
    grown = interleaved(
        cpu_ms(lambda: tally(many)), cpu_ms(lambda: tally(facts)), pairs
    )
    print(
        grown.row("tally, 4000 pairs beside 1000", "ms", at_most(6, grown.ratio.median))
    )
    ours, plain = (
        cpu_ms(lambda: knockout_standings(leaves, played)),
        cpu_ms(lambda: plain_standings(played)),
    )
    ranked = interleaved(ours, plain, pairs)
    print(ranked.row(f"knockout of {entries}", "ms", at_most(2, ranked.ratio.median)))


def stored(pairs: int, entries: int) -> None:
    """Compute and store the standings of a finished event from scratch."""
    from bench.club import knockout as event
    from bench.club import play_round
    from tournaments.models import Pairing
    from tournaments.services.standings import recompute

    stage, stream = event(entries), Stream(b"bench")
    while Pairing.objects.filter(
        round__stage=stage, result=None, table__isnull=False
    ).exists():
        play_round(stage, stream)

    def ours() -> None:
        assert recompute(stage_id=stage.pk)

    def bare() -> None:
        read_add_store(stage)

    counted = [queries(stage, run) for run in (ours, bare)]
    rows = interleaved(from_nothing(stage, ours), from_nothing(stage, bare), pairs)
    print(rows.row(f"knockout of {entries} in the database", "ms", ""))
    print(
        f"\nQueries: ours {counted[0]}, bare {counted[1]}, BEGIN and COMMIT included."
    )


def forget(stage: "Stage") -> None:
    stage.standings.all().delete()
    type(stage).objects.filter(pk=stage.pk).update(computed_mark="")


def from_nothing(stage: "Stage", run: Callable[[], None]) -> Callable[[], float]:
    measure = cpu_ms(run)
    return lambda: (forget(stage), measure())[1]


def queries(stage: "Stage", run: Callable[[], None]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    forget(stage)
    with CaptureQueriesContext(connection) as caught:
        run()
    return len(caught)


def read_add_store(stage: "Stage") -> None:
    """Minimal standings: one query, one pass, one insert."""
    from django.db import transaction

    from tournaments.models import Standing
    from tournaments.reading.snapshot import EventSnapshot
    from tournaments.services.standings import TALLY_COLUMNS

    ranked = plain_standings(sorted(EventSnapshot(stage.event).results(stage.number)))
    rows = [
        Standing(
            stage=stage,
            position=n,
            entry_id=entry,
            rank=rank,
            shared_to=last,
            why={"round": round, "opponent": opponent},
            **dict(zip(TALLY_COLUMNS, sums, strict=True)),
        )
        for n, (entry, rank, last, round, opponent, sums) in enumerate(ranked, start=1)
    ]
    with transaction.atomic():
        Standing.objects.bulk_create(rows)


def main() -> None:
    sizes = options(__doc__, pairs=25, entries=512)
    with services():
        gc.freeze()  # what Django and the rules hold is not looked through again and again
        pure(sizes.pairs, sizes.entries)
        stored(sizes.pairs, sizes.entries)


if __name__ == "__main__":
    main()
