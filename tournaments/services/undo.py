"""Taking back what was done at the desk: by a further line that says what was, never by forgetting."""

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
from tournaments.models import Event, Pairing
from tournaments.models.journal import above, columns, journaled_models
from tournaments.models.log import line_of
from tournaments.rules import undo as rules
from tournaments.rules.journal import Fields, Line, Row, inverse
from tournaments.services import lifecycle
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.rows import Tables, references

LAST: Final = 20
"""So many acts of the desk can be taken back."""


class Recent(NamedTuple):
    """The log from the first line of the last acts of the desk, and who sits there, by user name."""

    lines: list[Line]
    people: set[str]


@journaled
def undo(*, event_id: int, number: int, by: Any, at: datetime) -> Event:
    """Take back the act of the desk to which line `number` belongs, in one step; the undo of an undo restores it.

    Raises NotFound `undo.no_such_line`, OutOfDate (`undo.too_old`, `undo.already`, `undo.later_changes` with the line
    that is in the way), Refusal `undo.not_undoable`.
    """
    event = locked(event_id)
    done = checked(event, recent_acts(event), number)
    rows = rules.rows_of(done)
    annul_matches(rows, at)
    take_back(event_id, rows)
    told = {"action": done[0].action, "fields": done[0].fields}
    for draw in event.draws.filter(
        number__in=[row.key[0] for row in rows if row.kind == "draw"]
    ):
        lifecycle.follow_draw(draw)
    note(event_id, "undone", by=by, at=at, undoes=done[0].step, **told)
    lifecycle.follow_change(event)
    live.changed(event_id)
    return event


def take_back(event_id: int, rows: Sequence[Row]) -> None:
    """Raises OutOfDate `undo.in_the_way` where the tables have meanwhile no room for what was before."""
    try:
        with transaction.atomic():
            Tables(event_id).write(tuple(map(shown_to_all, inverse(rows))))
    except (IntegrityError, ObjectDoesNotExist) as error:
        raise OutOfDate("undo.in_the_way") from error


def checked(event: Event, recent: Recent, number: int) -> list[Line]:
    """The lines of the act, if it may be taken back."""
    lines, people = recent
    done = rules.act(lines, number)
    if not done:
        known = event.log.filter(number=number).exists()
        raise (
            OutOfDate("undo.too_old", most=LAST)
            if known
            else NotFound("undo.no_such_line")
        )
    if done[0].by not in people:
        raise Refusal("undo.not_undoable", action=done[0].action)
    try:
        rules.check(done, [line for line in lines if line.step > done[0].step], kinds())
    except Refusal as refusal:
        raise (
            refusal
            if refusal.code == "undo.not_undoable"
            else OutOfDate(refusal.code, **refusal.fields)
        ) from None
    check_matches(event, done)
    return done


def undoable(event: Event) -> set[int]:
    """The numbers of the first lines of all acts that may be taken back now."""
    recent = recent_acts(event)
    acts = [
        line.step
        for line in recent.lines
        if line.number == line.step and line.by in recent.people
    ]
    return {number for number in acts if may_be_undone(event, recent, number)}


def may_be_undone(event: Event, recent: Recent, number: int) -> bool:
    try:
        checked(event, recent, number)
    except Refusal:
        return False
    return True


def recent_acts(event: Event) -> Recent:
    people = desk(event)
    steps = (
        event.log.filter(username__in=people)
        .order_by("-step")
        .values_list("step", flat=True)
        .distinct()
    )
    first = min(steps[:LAST], default=0)
    return Recent(
        [
            line_of(line)
            for line in event.log.filter(number__gte=first).order_by("number")
        ],
        people,
    )


def desk(event: Event) -> set[str]:
    """Who sits at the desk of an event, by user name."""
    roles = Q(
        memberships__club=event.club_id,
        memberships__role__in=[Role.ORGANISER, Role.REFEREE],
    )
    return set(
        User.objects.filter(roles | Q(is_superuser=True)).values_list(
            "username", flat=True
        )
    )


def kinds() -> rules.Kinds:
    """What the rows of an event are below, and to what they refer."""
    return {str(model._meta.model_name): kind_of(model) for model in journaled_models()}


def kind_of(model: Any) -> rules.Kind:
    parent = above(model)._meta.model_name if model.journaled.parent else ""
    refers = columns(model, references(model))
    return rules.Kind(
        parent,
        {column.name: column.related_model._meta.model_name for column in refers},
    )


def shown_to_all(row: Row) -> Row:
    """A draw that was published is known: what is taken back is given up, and stays to be seen."""
    if row.kind == "draw" and row.before and row.before.get("state") == "published":
        return row._replace(before={"state": "published"}, after={"state": "discarded"})
    return row


def check_matches(event: Event, done: list[Line]) -> None:
    """Nobody has played at the tables that would go, and no match was ended by what is taken back."""
    rows, tables = (
        rules.rows_of(done),
        Pairing.objects.filter(round__stage__event=event),
    )
    if not {"pairing", "result"} & {row.kind for row in rows}:
        return
    ended = tables.filter(
        match__annulled_at__in=event.log.filter(step=done[0].step).values("at")
    )
    begun = tables.filter(
        match__in=matches(row.after for row in rows if row.before is None),
        match__version__gt=0,
    )
    if (
        ended.exists()
        or begun.exists()
        or matches(row.before for row in rows if row.after is None)
    ):
        raise Refusal("undo.not_undoable", action=done[0].action)


def matches(rows: Iterable[Fields | None]) -> list[UUID]:
    """The matches in the app of which these rows tell."""
    return [UUID(values["match"]) for values in rows if values and values.get("match")]


def annul_matches(rows: Iterable[Row], at: datetime) -> None:
    """What was opened and has not begun is not played any more."""
    for match_id in matches(row.after for row in rows if row.before is None):
        if not games_queries.is_over(match_id):
            games.annul(match_id=match_id, at=at)
