"""Undoes steps of the desk by a further line that leads back; no line is ever removed."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from accounts.roles import Role
from core.refusals import NotFound, OutOfDate, Refusal
from games import queries as games_queries
from games import services as games
from tournaments import live
from tournaments.journal.columns import (
    is_root,
    models_of,
    parent_model,
    reference_columns,
    schema_of,
)
from tournaments.journal.lines import Line, RowChange, Values, invert
from tournaments.journal.row_writer import RowWriter
from tournaments.journal.schema import translate_lines
from tournaments.journal.undo import Kind, Kinds, lines_of_step
from tournaments.models import Event, LogEntry, Pairing
from tournaments.services import lifecycle
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.undo_rules import check_undo, net_changes

LAST: Final = 20
"""How many of the latest steps of the desk can be undone."""


class RecentLog(NamedTuple):
    """The log since the first of the latest steps of the desk, with today's columns."""

    lines: list[Line]
    desk_usernames: set[str]


@journaled
def undo(*, event_id: int, number: int, by: Any, at: datetime) -> Event:
    """Undo the step of the desk to which line `number` belongs; undoing an undo restores it.

    Raises NotFound `undo.no_such_line`, OutOfDate (`undo.too_old`, `undo.already`,
    `undo.later_changes` with the line that is in the way), Refusal `undo.not_undoable`.
    """
    event = locked(event_id)
    step = undoable_step(event, read_recent_log(event), number)
    changes = net_changes(step)
    annul_matches(changes, at)
    write_back(event_id, changes)
    draw_numbers = [change.key[0] for change in changes if change.kind == "draw"]
    for draw in event.draws.filter(number__in=draw_numbers):
        lifecycle.follow_draw(draw)
    undone = {"action": step[0].action, "fields": step[0].fields}
    note(event_id, "undone", by=by, at=at, undoes=step[0].step, **undone)
    lifecycle.follow_change(event)
    live.changed(event_id)
    return event


def write_back(event_id: int, changes: Sequence[RowChange]) -> None:
    """Raises OutOfDate `undo.in_the_way` where the rows as they were no longer fit."""
    inverse = tuple(map(keep_draw_in_public, invert(changes)))
    try:
        with transaction.atomic():
            RowWriter(Event, event_id).write(inverse)
    except (IntegrityError, ObjectDoesNotExist) as error:
        raise OutOfDate("undo.in_the_way") from error


def undoable_step(event: Event, recent: RecentLog, number: int) -> list[Line]:
    """The lines of the step, if it may be undone."""
    step = lines_of_step(recent.lines, number)
    if not step:
        if event.log.filter(number=number).exists():
            raise OutOfDate("undo.too_old", most=LAST)
        raise NotFound("undo.no_such_line")
    if step[0].by not in recent.desk_usernames:
        raise Refusal("undo.not_undoable", action=step[0].action)
    later = [line for line in recent.lines if line.step > step[0].step]
    try:
        check_undo(step, later, kinds_of_rows())
    except Refusal as refusal:
        if refusal.code == "undo.not_undoable":
            raise
        raise OutOfDate(refusal.code, **refusal.fields) from None
    check_matches(event, step)
    return step


def undoable(event: Event) -> set[int]:
    """The numbers of the first lines of all steps that may be undone now."""
    recent = read_recent_log(event)
    numbers = set()
    for line in recent.lines:
        is_desk_step = line.number == line.step and line.by in recent.desk_usernames
        if is_desk_step and is_undoable(event, recent, line.number):
            numbers.add(line.number)
    return numbers


def is_undoable(event: Event, recent: RecentLog, number: int) -> bool:
    try:
        undoable_step(event, recent, number)
    except Refusal:
        return False
    return True


def read_recent_log(event: Event) -> RecentLog:
    usernames = desk_usernames(event)
    desk_lines = event.log.filter(username__in=usernames).order_by("-step")
    steps = desk_lines.values_list("step", flat=True).distinct()
    first = min(steps[:LAST], default=0)
    stored = event.log.filter(number__gte=first).order_by("number")
    lines = map(LogEntry.as_line, stored)
    with_columns_of_today = translate_lines(lines, schema_of(Event))
    return RecentLog(list(with_columns_of_today), usernames)


def desk_usernames(event: Event) -> set[str]:
    is_at_desk = Q(
        memberships__club=event.club_id,
        memberships__role__in=[Role.ORGANISER, Role.REFEREE],
    )
    users = User.objects.filter(is_at_desk | Q(is_superuser=True))
    return set(users.values_list("username", flat=True))


def kinds_of_rows() -> Kinds:
    """For each kind of row what it is below, and to what it refers."""
    return {model.journal_kind: kind_of(model) for model in models_of(Event)}


def kind_of(model: Any) -> Kind:
    parent = ""
    if not is_root(model):
        parent = parent_model(model).journal_kind
    refers = {}
    for column in reference_columns(model):
        refers[column.name] = column.related_model.journal_kind
    return Kind(parent, refers)


def keep_draw_in_public(change: RowChange) -> RowChange:
    """A published draw is known to everybody: undone, it is discarded and not hidden again."""
    if change.kind == "draw" and (change.before or {}).get("state") == "published":
        return change._replace(
            before={"state": "published"}, after={"state": "discarded"}
        )
    return change


def check_matches(event: Event, step: list[Line]) -> None:
    """No move was made in a match that the undo would annul, and the step ended no match."""
    changes = net_changes(step)
    if {"pairing", "result"}.isdisjoint(change.kind for change in changes):
        return
    pairings = Pairing.objects.filter(round__stage__event=event)
    times = event.log.filter(step=step[0].step).values("at")
    is_ended = pairings.filter(match__annulled_at__in=times).exists()
    opened = matches_opened(changes)
    is_begun = pairings.filter(match__in=opened, match__version__gt=0).exists()
    gone = (change.before for change in changes if change.after is None)
    if is_ended or is_begun or match_ids(gone):
        raise Refusal("undo.not_undoable", action=step[0].action)


def matches_opened(changes: Iterable[RowChange]) -> list[UUID]:
    """The matches in the app of pairings that these changes made."""
    return match_ids(change.after for change in changes if change.before is None)


def match_ids(rows: Iterable[Values | None]) -> list[UUID]:
    return [UUID(values["match"]) for values in rows if values and values.get("match")]


def annul_matches(changes: Iterable[RowChange], at: datetime) -> None:
    for match_id in matches_opened(changes):
        if not games_queries.is_over(match_id):
            games.annul(match_id=match_id, at=at)
