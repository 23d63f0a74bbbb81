"""A Swiss round drawn and stored, and an early result corrected: CPU time and queries.

Nine rounds of 200 pairs. The draw of a round is announced, made and published, which
opens the round; the database then rolls it back, so each slice finds the same event.
Bare: two queries that read wins, a greedy pairing without rematches, two inserts; no
verifiable draw, no seats, no log. The correction changes a result of round 2 after all
nine rounds: the preview alone, and preview with correction. Bare: reading the draws and
results of the event, which both have to start from.

    python -m bench.rounds [--pairs 12] [--entries 200] [--rounds 9]
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from bench.common import HEAD, at_most, circumstances, interleaved
from bench.stand import options, services
from bench.standings import cpu_ms
from core.chance import Stream

if TYPE_CHECKING:
    from accounts.models import User
    from tournaments.models import Event, Pairing, Stage

Run = Callable[[], object]


def swiss(pairs: int, rounds: int, name: str) -> "Event":
    """An event before its first draw."""
    from accounts.models import Club
    from bench.club import NOW, enter, users
    from tournaments.services import events

    organiser, *_ = users(1)
    club = Club.objects.create(name=name, slug=name.lower())
    what: dict[str, Any] = {
        "format": "swiss",
        "settings": {"rounds": rounds},
        "starts_at": NOW + timedelta(days=1),
    }
    event = events.create_event(
        club_id=club.pk, by=organiser, at=NOW, name=name, capacity=pairs, **what
    )
    event = events.step(event_id=event.pk, action="open", by=organiser, at=NOW)
    enter(event, pairs, [])
    return event


@cache
def organiser() -> "User":
    from accounts.models import User

    return User.objects.earliest("pk")


def draw(event: "Event") -> None:
    """Draw the next round, from announcement to opening."""
    for _ in steps(event):
        pass


def steps(event: "Event") -> Iterator[str]:
    """The steps of the next round, one by one."""
    from bench.club import NOW
    from tournaments.services import draws

    said = {"by": organiser(), "at": NOW}
    announced = draws.announce(event_id=event.pk, kind="round", **said)
    yield "announced"
    draws.make(draw_id=announced.pk, **said)
    yield "made"
    draws.publish(draw_id=announced.pk, **said)
    yield "published"


def play(event: "Event", rounds: int) -> "Stage":
    from bench.club import decide
    from tournaments.models import Stage

    stream = Stream(b"bench")
    for _ in range(rounds):
        draw(event)
        stage = Stage.objects.select_related("event", "draw").get(event=event)
        decide(stage, stream)
    return stage


def store_greedily(stage: "Stage") -> None:
    """The minimal round: the next entry by wins that this one has not met."""
    from django.db.models import QuerySet

    from bench.club import NOW
    from tournaments.models import Entry, Pairing, Round

    entries = list(
        Entry.objects.filter(event=stage.event_id).values_list("pk", flat=True)
    )
    told = list(
        Pairing.objects.filter(round__stage=stage).values_list(
            "a_id", "b_id", "result__winner_id"
        )
    )
    won, met = (
        Counter(winner for _, _, winner in told),
        {frozenset((a, b)) for a, b, _ in told},
    )
    waiting, pairs = sorted(entries, key=lambda entry: -won[entry]), []
    while waiting:
        one = waiting.pop(0)
        other = next(
            (other for other in waiting if frozenset((one, other)) not in met),
            waiting[0],
        )
        waiting.remove(other)
        pairs.append((one, other))
    opened = Round(
        stage=stage,
        number=stage.rounds.count() + 1,
        code="round_9",
        options={},
        opened_at=NOW,
    )
    # Not by the managers of these models, which would write all of it down in the event's journal.
    QuerySet(Round).bulk_create([opened])
    tables = [
        Pairing(round=opened, slot=n, table=n + 1, a_id=a, b_id=b)
        for n, (a, b) in enumerate(pairs)
    ]
    QuerySet(Pairing).bulk_create(tables)


def corrected(pairing: "Pairing", only_look: bool) -> None:
    """The correction: the other side won."""
    from bench.club import NOW
    from tournaments.services import results, typed_results

    assert pairing.result
    decision = typed_results.played(pairing.result.sets_b, pairing.result.sets_a)
    look = results.preview_result(pairing=pairing, decision=decision)
    if not only_look:
        said = {"decision": decision, "reason": "the sheet", "seen": look.version}
        results.correct(pairing_id=pairing.pk, by=None, at=NOW, **said)


def read(stage: "Stage") -> None:
    from tournaments.reading.snapshot import EventSnapshot

    course = EventSnapshot(stage.event)
    course.draws_of_stage(stage.number)
    course.results(stage.number)


def undone(run: Run) -> Run:
    """The same, rolled back afterwards."""
    from django.db import transaction

    def once() -> None:
        with transaction.atomic():
            run()
            transaction.set_rollback(True)

    return once


def queries_of(done: Iterable[str]) -> dict[str, int]:
    """The queries of each step, without those of the transaction."""
    from django.db import connection, transaction
    from django.test.utils import CaptureQueriesContext

    found: dict[str, int] = {}
    with transaction.atomic(), CaptureQueriesContext(connection) as caught:
        for step in done:
            asked = sum("SAVEPOINT" not in query["sql"] for query in caught)
            found[step] = asked - sum(found.values())
        transaction.set_rollback(True)
    return found


def measure(entries: int, rounds: int, pairs: int) -> None:
    from tournaments.reading import events as queries

    under_way, over = (
        swiss(entries, rounds, "Under way"),
        swiss(entries, rounds, "Over"),
    )
    print(f"{pairs} pairs; {circumstances()}\n\n{HEAD}")
    stage, done = play(under_way, rounds // 2), play(over, rounds)
    gc.freeze()
    ours, bare = partial(draw, under_way), partial(store_greedily, stage)
    row = interleaved(cpu_ms(undone(ours)), cpu_ms(undone(bare)), pairs)
    print(
        row.row(
            f"a round of {entries} drawn and stored, beside a greedy one",
            "ms",
            at_most(3, row.ratio.median),
        )
    )
    early = queries.pairings().filter(
        round__stage=done, round__number=min(2, rounds - 1), table__isnull=False
    )[0]
    for what, only_look in (("looked at", True), ("looked at and carried out", False)):
        change = cpu_ms(undone(partial(corrected, early, only_look)))
        row = interleaved(change, cpu_ms(partial(read, done)), pairs)
        print(
            row.row(
                f"a correction in round 2 of {rounds}, {what}, beside reading",
                "ms",
                f"ms {at_most(300, row.a)}",
            )
        )
    print(f"\nQueries of our round: {queries_of(steps(under_way))}.")


def main() -> None:
    sizes = options(__doc__ or "", pairs=12, entries=200, rounds=9)
    with services():
        measure(sizes.entries, sizes.rounds, sizes.pairs)


if __name__ == "__main__":
    main()
