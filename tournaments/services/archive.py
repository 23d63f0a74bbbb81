"""Moving an event between machines: its journal as a file, and the same event made from such a file."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError

from accounts.models import Club, User
from core.refusals import Refusal
from games import archive as games
from tournaments import live, replay, signals
from tournaments.models import Event, LogEntry, Pairing, Stage
from tournaments.models.journal import columns, journaled_models
from tournaments.reading import events
from tournaments.rules import archive as rules
from tournaments.rules.archive import Archive
from tournaments.rules.journal import Fields, Line, Place, Row, fold
from tournaments.services.log import already_told
from tournaments.services.rows import Tables

WRONG: Final = (
    *(LookupError, TypeError, ValueError, AttributeError),
    *(ValidationError, ObjectDoesNotExist, DatabaseError, DeserializationError),
)
"""What comes of rows that no event has."""


def export_event(event: Event) -> Iterator[str]:
    """The lines of the event's file. It holds phones and secrets. Raises Refusal `archive.playing`."""
    if events.running_matches(event):
        raise Refusal("archive.playing")
    played = Pairing.objects.filter(
        round__stage__event=event, match__isnull=False
    ).values_list("match_id", flat=True)
    return rules.written(
        Archive(list(replay.lines(event)), games.archived([pk for pk in played if pk]))
    )


def import_event(texts: Iterable[str]) -> Event:
    """Make the event of a file, all of it or nothing: people by user name, made where there are none, the club by slug.

    Raises Refusal `archive.…`, `journal.does_not_follow`.
    """
    lines, matches = rules.read(list(texts))
    tables = fold(line for line, _ in lines)
    check_club(tables)
    with already_told():
        try:
            make_people(tables, [line for line, _ in lines], matches)
            games.restore(matches)
            event = made(tables)
            LogEntry.objects.bulk_create(log(event, lines))
        except WRONG as error:
            raise Refusal("archive.does_not_fit") from error
        check_same(event)
        tell(event)
    return event


def tell(event: Event) -> None:
    """Its tables are to be computed, and its pages are there."""
    for stage in Stage.objects.filter(event=event):
        signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)


def check_club(tables: dict[Place, Fields]) -> None:
    slug = tables.get(("event", ()), {}).get("club")
    if not Club.objects.filter(slug=slug).exists():
        raise Refusal("archive.no_club", club=slug)


def make_people(
    tables: dict[Place, Fields], lines: Iterable[Line], matches: list[dict[str, Any]]
) -> None:
    """Whoever is named and has no account here gets one, in which nobody can log in."""
    wanted = {line.by for line in lines} | games.people(matches)
    for model in journaled_models():
        names = [
            column.name
            for column in columns(model, column_names(model))
            if column.related_model is User
        ]
        rows = [
            values
            for (kind, _), values in tables.items()
            if kind == model._meta.model_name
        ]
        wanted |= {values.get(name) for values in rows for name in names}
    known = set(
        User.objects.filter(username__in=wanted - {None}).values_list(
            "username", flat=True
        )
    )
    new = [
        User(username=name)
        for name in sorted(name for name in wanted if name and name not in known)
    ]
    for user in new:
        user.set_unusable_password()
    User.objects.bulk_create(new)


def column_names(model: Any) -> list[str]:
    return [column.name for column in model._meta.concrete_fields]


def made(tables: dict[Place, Fields]) -> Event:
    """The event with all its rows."""
    writer = Tables(None)
    writer.write(
        [Row(kind, key, None, values) for (kind, key), values in tables.items()]
    )
    return Event.objects.get(pk=writer.keys[Event][()])


def log(event: Event, lines: Sequence[tuple[Line, str]]) -> Iterator[LogEntry]:
    """The lines as they were written on the other machine."""
    users = dict(
        User.objects.filter(
            username__in={line.by for line, _ in lines} - {None}
        ).values_list("username", "pk")
    )
    for line, link in lines:
        told = line._asdict() | {
            "at": datetime.fromisoformat(line.at),
            "by_id": users.get(line.by or ""),
        }
        del told["by"]
        yield LogEntry(event=event, username=line.by, hash=link, **told)


def check_same(event: Event) -> None:
    """What is stored now is what the file says, to the last column."""
    if replay.broken(event) or replay.differences(event):
        raise Refusal("archive.does_not_fit")
