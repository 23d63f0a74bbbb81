"""Moves an event between machines: its journal as a file, and the same event made from it."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError

from accounts.models import Club, User
from core.refusals import Refusal
from games.archive import archive_matches, restore_matches, usernames_in
from tournaments import live, signals
from tournaments.journal.archive import Archive, read_archive, write_archive
from tournaments.journal.columns import journaled_columns, models_of
from tournaments.journal.line_writer import without_new_lines
from tournaments.journal.lines import Line, Rows
from tournaments.journal.row_writer import (
    current_rows,
    make_rows,
    store_imported_lines,
)
from tournaments.journal.verification import (
    differences,
    first_broken_line,
    hashed_lines,
)
from tournaments.models import Event, Pairing, Stage
from tournaments.reading import events

UNFIT_DATA: Final = (
    *(LookupError, TypeError, ValueError, AttributeError),
    *(ValidationError, ObjectDoesNotExist, DatabaseError, DeserializationError),
)
"""What rows that no event has may raise while they are written."""


def export_event(event: Event) -> Iterator[str]:
    """The lines of the file, which hold phones and secrets. Raises Refusal `archive.playing`."""
    if events.running_matches(event):
        raise Refusal("archive.playing")
    pairings = Pairing.objects.filter(round__stage__event=event, match__isnull=False)
    match_ids = pairings.values_list("match_id", flat=True)
    matches = archive_matches([pk for pk in match_ids if pk])
    return write_archive(Archive(list(hashed_lines(event)), matches))


def import_event(texts: Iterable[str]) -> Event:
    """Make the event of a file, all of it or nothing.

    The club is found by its slug. People are found by user name, or get an account.
    Raises Refusal `archive.…`, `journal.does_not_follow`.
    """
    lines, matches = read_archive(list(texts))
    rows = current_rows(Event, (line for line, _ in lines))
    check_club(rows)
    with without_new_lines():
        try:
            make_accounts(rows, [line for line, _ in lines], matches)
            restore_matches(matches)
            event: Event = make_rows(Event, rows)
            store_imported_lines(event, lines)
        except UNFIT_DATA as error:
            raise Refusal("archive.does_not_fit") from error
        if first_broken_line(event) or differences(event):
            raise Refusal("archive.does_not_fit")
        announce(event)
    return event


def announce(event: Event) -> None:
    """Have the standings computed and open pages updated."""
    for stage in Stage.objects.filter(event=event):
        signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)


def check_club(rows: Rows) -> None:
    slug = rows.get(("event", ()), {}).get("club")
    if not Club.objects.filter(slug=slug).exists():
        raise Refusal("archive.no_club", club=slug)


def make_accounts(
    rows: Rows, lines: Iterable[Line], matches: list[dict[str, Any]]
) -> None:
    """Give everybody who is named and has no account one in which nobody can log in."""
    wanted = usernames_in(matches) | users_in(rows)
    wanted.update(line.by for line in lines if line.by)
    known = User.objects.filter(username__in=wanted).values_list("username", flat=True)
    new = []
    for username in sorted(wanted - set(known)):
        user = User(username=username)
        user.set_unusable_password()
        new.append(user)
    User.objects.bulk_create(new)


def users_in(rows: Rows) -> set[str]:
    """The user names in all columns that refer to a user."""
    user_columns = {}
    for model in models_of(Event):
        columns = journaled_columns(model)
        names = [column.name for column in columns if column.related_model is User]
        user_columns[model.journal_kind] = names
    found: set[str] = set()
    for (kind, _), values in rows.items():
        for name in user_columns.get(kind, []):
            if values.get(name):
                found.add(values[name])
    return found
