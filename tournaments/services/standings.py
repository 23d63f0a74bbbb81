"""Standings and tallies, recomputed from the confirmed facts of a stage: as often as one likes, one at a time."""

import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from games.rules.stones import stones
from tournaments import live, signals
from tournaments.models import Entry, Event, Pairing, Stage, Standing
from tournaments.reading import events, snapshot
from tournaments.rules.tables.standings import Row

LEASE: Final = timedelta(seconds=90)
"""A run that has not ended by then was killed; longer than a task may take."""

COLUMNS: Final = (
    "played",
    "won",
    "lost",
    "sets_for",
    "sets_against",
    "tantos_for",
    "tantos_against",
)


def recompute(*, stage_id: int) -> bool:
    """Bring the stage's standings up to its facts in one run; whether there was something to do.

    Nothing if another run is at it. That one looks once more after giving its lease back: whatever came after it had
    read the facts is said again, so that changes without a pause are collected and do not keep one run going.
    """
    token = take_lease(stage_id, timezone.now())
    if not token:
        return False
    try:
        done = compute(stage_id, token)
    finally:
        Stage.objects.filter(pk=stage_id, lease=token).update(lease="", leased_at=None)
    if out_of_date(stage_id):
        signals.facts_changed.send(Stage, stage_id=stage_id)
    return done


def take_lease(stage_id: int, at: datetime) -> str:
    """A token if nobody else is computing this stage, else nothing."""
    token = uuid.uuid4().hex
    free = Q(lease="") | Q(leased_at__lt=at - LEASE)
    return (
        token
        if Stage.objects.filter(free, pk=stage_id).update(lease=token, leased_at=at)
        else ""
    )


def out_of_date(stage_id: int) -> bool:
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    return facts_mark(stage) != stage.computed_mark


def compute(stage_id: int, token: str) -> bool:
    """One run: whether there was something to do. Writes nothing if the lease was lost meanwhile.

    The facts of a phase whose qualifiers play on change only by a correction that a referee has allowed.
    """
    stage = Stage.objects.select_related("event", "draw").get(pk=stage_id)
    mark = facts_mark(stage)
    if mark == stage.computed_mark:
        return False
    ids = dict(stage.event.entries.values_list("number", "pk"))
    rows = [
        standing(stage, n, row, ids, running)
        for n, (row, running) in enumerate(computed(stage), start=1)
    ]
    with transaction.atomic():
        now = timezone.now()
        held = Stage.objects.filter(pk=stage_id, lease=token)
        if not held.update(computed_mark=mark, computed_at=now, leased_at=now):
            return False
        if replace(stage, rows):
            live.changed(stage.event_id)
    return True


def computed(stage: Stage) -> list[tuple[Row, dict[str, Any] | None]]:
    """The rows in order, entries by their numbers, each with what its entry has in the app now."""
    running = {
        entry: shown
        for pairing, score in running_scores(stage)
        for entry, shown in (
            at_table(pairing, score) if pairing.several else in_set(pairing, score)
        )
    }
    points = {
        entry: shown["points"] for entry, shown in running.items() if "points" in shown
    }
    return [
        (row, running.get(row.entry))
        for row in snapshot.position(stage).standings(points)
    ]


Running = Iterator[tuple[int, dict[str, Any]]]
"""Entries that play in the app now, and what is public of their score."""


def at_table(pairing: Pairing, score: dict[str, Any]) -> Running:
    """Of partners what two sides have; else the points of all deals that are over, and how many those are."""
    entries = [place.entry.number for place in pairing.places.all()]
    if snapshot.format_of(pairing.round.stage).PARTNERS:
        for side, places in enumerate(events.sides_at(pairing)):
            shown = of_side(pairing, score, side)
            yield from ((entries[place], shown) for place in places)
        return
    for entry, points in zip(entries, score["won"], strict=True):
        yield entry, {"points": points, "deals": len(score["sets"])}


def in_set(pairing: Pairing, score: dict[str, Any]) -> Running:
    sides = [entry.number for entry in pairing.entries]
    if events.sits_second(pairing):
        sides.reverse()
    for side, entry in enumerate(sides):
        yield entry, of_side(pairing, score, side)


def of_side(pairing: Pairing, score: dict[str, Any], side: int) -> dict[str, Any]:
    """Sets, tantos and stones of the set on the table."""
    points = score["running"][side]
    amarracos, piedras, adentro = stones(
        points, int(pairing.round.options["points_per_set"])
    )
    shown = {
        "sets": score["won"][side],
        "tantos": points,
        "amarracos": amarracos,
        "piedras": piedras,
    }
    return shown | {"adentro": adentro, "against": score["running"][1 - side]}


def standing(
    stage: Stage,
    position: int,
    row: Row,
    ids: Mapping[int, int],
    running: dict[str, Any] | None,
) -> Standing:
    line = Standing(
        stage=stage,
        entry_id=ids[row.entry],
        position=position,
        rank=row.rank,
        shared_to=row.shared_to,
        running=running,
        points=row.points,
        placing=row.placing,
        group=row.group,
        why={"code": row.why.code, **row.why.fields},
    )
    for column in COLUMNS:
        setattr(line, column, getattr(row.tally, column))
    return line


def replace(stage: Stage, rows: list[Standing]) -> bool:
    """Put the new rows in place of the old; whether anything is different."""
    compared = (
        "entry_id",
        "position",
        "rank",
        "shared_to",
        "running",
        "points",
        "placing",
        "group",
        "why",
        *COLUMNS,
    )
    old = list(stage.standings.order_by("position").values_list(*compared))
    if old == [tuple(getattr(row, name) for name in compared) for row in rows]:
        return False
    stage.standings.all().delete()
    Standing.objects.bulk_create(rows)
    return True


def facts_mark(stage: Stage) -> str:
    """Changes whenever the facts of the stage do, or the scores of running matches."""
    scores = sum(
        map(hash_of, played_in_app(stage).values_list("match__score", flat=True))
    )
    return f"{decided_mark(stage)}.{scores}"


def decided_mark(stage: Stage) -> str:
    """Changes whenever the facts of the stage do.

    They are results decided, rounds opened, byes that latecomers have not taken, and those who have left the event.
    """
    results, opened = "pairings__results", Count("pk", distinct=True)
    byes = Count("pairings", filter=Q(pairings__table=None), distinct=True)
    told = stage.rounds.aggregate(
        decided=Count(results), last=Max(results), opened=opened, byes=byes
    )
    left = stage.event.entries.filter(state=Entry.State.WITHDRAWN).count()
    return (
        f"{told['decided']}.{told['last'] or 0}.{told['opened']}.{told['byes']}.{left}"
    )


def hash_of(score: dict[str, Any]) -> int:
    """A number that grows whenever the score of a match changes: with every set or deal that ends, and within it.

    Totals would not do: the points of a deal may be lost by one as they are won by another.
    """
    return int(10_000 * len(score["sets"]) + sum(score["running"]))


def played_in_app(stage: Stage) -> QuerySet[Pairing]:
    """The undecided pairings that are played in the app."""
    playing = Pairing.objects.filter(
        round__stage=stage, match__isnull=False, result=None
    )
    return playing if stage.event.in_app else playing.none()


def running_scores(stage: Stage) -> list[tuple[Pairing, dict[str, Any]]]:
    """The undecided pairings that are played in the app, with the public scores of their matches."""
    playing = (
        played_in_app(stage)
        .select_related("round__stage__event", "match", "a", "b")
        .prefetch_related("places__entry")
    )
    return [(p, p.match.score) for p in playing if p.match]


def unfinished_business() -> Iterator[tuple[str, Any]]:
    """What a lost task left undone: ("result", match id) and ("standings", stage id)."""
    waiting = Pairing.objects.filter(
        result=None,
        match__finished_at__isnull=False,
        round__stage__event__state=Event.State.RUNNING,
    )
    for match_id in waiting.values_list("match_id", flat=True)[:500]:
        yield "result", match_id
    looked_at = Stage.objects.filter(
        Q(event__state=Event.State.RUNNING) | decided_since_computed()
    )
    for stage in looked_at.select_related("event").distinct():
        if facts_mark(stage) != stage.computed_mark:
            yield "standings", stage.pk


def decided_since_computed() -> Q:
    """Stages with results newer than their tables, or not much older: a result is dated before it is stored."""
    just_before = F("computed_at") - timedelta(hours=1)
    return Q(computed_at=None) | Q(rounds__pairings__results__at__gt=just_before)
