"""Begins the journal of every event anew from its rows: for the migration after which rows hold something else."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from tournaments.models.journal import Shape, tables, told_time
from tournaments.models.log import line_of
from tournaments.rules.journal import BEGUN, Line, Row, chained


def begin(apps: Any, shapes: Mapping[str, Shape]) -> None:
    """Chain the lines that have no hash yet, and add one with all rows to the log of each event.

    `apps` and `shapes` are those of the migration: the kinds of rows that it knows, those above before those below.
    """
    kinds = [apps.get_model("tournaments", kind) for kind in shapes]
    for model, shape in zip(kinds, shapes.values(), strict=True):
        model.journaled = shape
    for event in kinds[0]._base_manager.order_by("pk"):
        rows = tuple(
            Row(kind, key, None, values)
            for (kind, key), values in tables(event.pk, kinds).items()
        )
        begin_one(apps.get_model("tournaments", "LogEntry"), event.pk, rows)


def begin_one(log: Any, event_id: int, rows: tuple[Row, ...]) -> None:
    last, link = 0, ""
    for entry in log.objects.filter(event=event_id).order_by("number"):
        if not entry.hash:
            entry.hash = chained(link, line_of(entry))
            entry.save(update_fields=["hash"])
        last, link = entry.number, entry.hash
    now, number = timezone.now(), last + 1
    line = Line(number, told_time(now), None, BEGUN, {}, rows, number)
    log.objects.create(
        event_id=event_id,
        number=number,
        step=number,
        at=now,
        action=BEGUN,
        rows=rows,
        hash=chained(link, line),
    )
