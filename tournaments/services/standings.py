"""Standings and tallies, recomputed from the confirmed facts of a stage: as often as one likes, one at a time."""

import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.rules.stones import stones
from tournaments import live, progress, queries, signals
from tournaments.models import Pairing, Stage, Standing
from tournaments.rules.standings import Row

LEASE: Final = timedelta(seconds=90)
"""A run that has not ended by then was killed; longer than a task may take."""

COLUMNS: Final = ("played", "won", "lost", "sets_for", "sets_against", "tantos_for", "tantos_against")


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
    return token if Stage.objects.filter(free, pk=stage_id).update(lease=token, leased_at=at) else ""


def out_of_date(stage_id: int) -> bool:
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    return not frozen(stage) and progress.facts_mark(stage) != stage.computed_mark


def frozen(stage: Stage) -> bool:
    """Whether its qualifiers play on and its table is made since: it stays as it is until a correction reopens it."""
    closed, computed = stage.closed_at, stage.computed_at
    return closed is not None and computed is not None and computed >= closed


def compute(stage_id: int, token: str) -> bool:
    """One run: whether there was something to do. Writes nothing if the lease was lost meanwhile."""
    stage = Stage.objects.select_related("event", "draw").get(pk=stage_id)
    mark = progress.facts_mark(stage)
    if frozen(stage) or mark == stage.computed_mark:
        return False
    ids = dict(stage.event.entries.values_list("number", "pk"))
    rows = [standing(stage, n, row, ids, running) for n, (row, running) in enumerate(computed(stage), start=1)]
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
        for pairing, score in progress.running_scores(stage)
        for entry, shown in (at_table(pairing, score) if pairing.several else in_set(pairing, score))
    }
    points = {entry: shown["points"] for entry, shown in running.items() if "points" in shown}
    return [(row, running.get(row.entry)) for row in progress.position(stage).standings(points)]


Running = Iterator[tuple[int, dict[str, Any]]]
"""Entries that play in the app now, and what is public of their score."""


def at_table(pairing: Pairing, score: dict[str, Any]) -> Running:
    """Of partners what two sides have; else the points of all deals that are over, and how many those are."""
    entries = [place.entry.number for place in pairing.places.all()]
    if progress.format_of(pairing.round.stage).PARTNERS:
        for side, places in enumerate(queries.sides_at(pairing)):
            shown = of_side(pairing, score, side)
            yield from ((entries[place], shown) for place in places)
        return
    for entry, points in zip(entries, score["won"], strict=True):
        yield entry, {"points": points, "deals": len(score["sets"])}


def in_set(pairing: Pairing, score: dict[str, Any]) -> Running:
    sides = [entry.number for entry in pairing.entries]
    if queries.sits_second(pairing):
        sides.reverse()
    for side, entry in enumerate(sides):
        yield entry, of_side(pairing, score, side)


def of_side(pairing: Pairing, score: dict[str, Any], side: int) -> dict[str, Any]:
    """Sets, tantos and stones of the set on the table."""
    points = score["running"][side]
    amarracos, piedras, adentro = stones(points, int(pairing.round.options["points_per_set"]))
    shown = {"sets": score["won"][side], "tantos": points, "amarracos": amarracos, "piedras": piedras}
    return shown | {"adentro": adentro, "against": score["running"][1 - side]}


def standing(stage: Stage, position: int, row: Row, ids: Mapping[int, int], running: dict[str, Any] | None) -> Standing:
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
    compared = ("entry_id", "position", "rank", "shared_to", "running", "points", "placing", "group", "why", *COLUMNS)
    old = list(stage.standings.order_by("position").values_list(*compared))
    if old == [tuple(getattr(row, name) for name in compared) for row in rows]:
        return False
    stage.standings.all().delete()
    Standing.objects.bulk_create(rows)
    return True
