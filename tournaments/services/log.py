"""Writing down who did what, and all that it changed: one transaction, one journal."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import transaction

from tournaments.models import LogEntry
from tournaments.models.journal import (
    OPEN,
    Journal,
    Note,
    NotJournaled,
    current,
    told_time,
)
from tournaments.rules.journal import Line, Row, chained, merged, plain

P = ParamSpec("P")
T = TypeVar("T")


def journaled(service: Callable[P, T]) -> Callable[P, T]:
    """All that the service does in one transaction and one journal; called by another service it joins that one's."""

    @wraps(service)
    def inside(*args: P.args, **kwargs: P.kwargs) -> T:
        with journal():
            return service(*args, **kwargs)

    return inside


@contextmanager
def journal() -> Iterator[Journal]:
    """A transaction whose rows of events are written down. Joins the one that is open: then both succeed or none.

    Raises NotJournaled when an event was changed and no `note` says what was done.
    """
    if opened := OPEN.get():
        with transaction.atomic(savepoint=False):
            yield opened
        return
    opened = Journal()
    token = OPEN.set(opened)
    try:
        with transaction.atomic():
            yield opened
            store(opened)
    finally:
        OPEN.reset(token)


@contextmanager
def already_told() -> Iterator[None]:
    """A transaction whose rows of events are in a log that is stored with them."""
    token = OPEN.set(Journal())
    try:
        with transaction.atomic():
            yield
    finally:
        OPEN.reset(token)


def note(
    event_id: int,
    action: str,
    /,
    *,
    by: Any,
    at: datetime,
    undoes: int | None = None,
    **fields: Any,
) -> None:
    """End a line of the event's log: it tells of all that was changed since the last one, and if it stays the last
    of this service, of what comes after. Private things (phones) stay out of `fields`."""
    current().written.append(Note(event_id, at, account(by), action, fields, undoes))


def account(by: Any) -> Any:
    """Who acts, if it is somebody with an account."""
    return by if getattr(by, "pk", None) else None


def store(opened: Journal) -> None:
    """Add the lines to the logs of their events."""
    lines: defaultdict[int, list[tuple[Note, list[Row]]]] = defaultdict(list)
    loose: defaultdict[int, list[Row]] = defaultdict(list)
    for one in opened.written:
        if isinstance(one, Note):
            lines[one.event_id].append((one, loose.pop(one.event_id, [])))
        else:
            loose[one[0]].append(one[1])
    for event_id, rows in loose.items():
        if event_id not in lines:
            raise NotJournaled(
                f"event {event_id} was changed, and no `note` says what was done"
            )
        lines[event_id][-1][1].extend(rows)
    LogEntry.objects.bulk_create(
        line
        for event_id, told in lines.items()
        for line in chain(opened, event_id, told)
    )


def chain(
    opened: Journal, event_id: int, told: Sequence[tuple[Note, list[Row]]]
) -> Iterator[LogEntry]:
    """The lines of one act, after the last that the event has."""
    if event_id not in opened.held:
        raise NotJournaled(f"event {event_id} is written without being held")
    before = LogEntry.objects.filter(event=event_id).order_by("number")
    last, link = before.values_list("number", "hash").last() or (0, "")
    for number, (note, rows) in enumerate(told, start=last + 1):
        name = note.by.get_username() if note.by else None
        fields = plain(note.fields)
        line = Line(
            number,
            told_time(note.at),
            name,
            note.action,
            fields,
            merged(rows),
            last + 1,
            note.undoes,
        )
        link = chained(link, line)
        yield LogEntry(
            event_id=event_id,
            number=number,
            at=note.at,
            by=note.by,
            username=name,
            action=note.action,
            fields=fields,
            rows=line.rows,
            step=line.step,
            undoes=note.undoes,
            hash=link,
        )
