"""The log of an event as sentences: who did what, when and why; and undoing a step of it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from core.messages import readable
from core.refusals import NotFound, Refusal
from tournaments import permissions
from tournaments.models import Entry, Event, LogEntry, Player, Sanction
from tournaments.pages.desk.desk_action import (
    desk_action,
    desk_view,
    organised_event,
    redirect_with,
    refereed_event,
)
from tournaments.pages.labels import got, round_name
from tournaments.pages.refusals import render_page
from tournaments.reading import events
from tournaments.services import undo

LINES_PER_PAGE = 100
UNDONE: Final = "undone"
SENTENCES: Final = {
    "event.created": _("The event was prepared"),
    "event.changed": _("The event was changed: {fields}"),
    "event.open": _("Registration opened"),
    "event.close": _("Registration closed"),
    "event.cancel": _("The event was cancelled"),
    "event.finish": _("The event was finished; stages not played: {phases}"),
    "entry.registered": _("{entry} entered"),
    "entry.promoted": _("{entry} moved up from the waiting list"),
    "entry.late": _("{entry} entered late"),
    "entry.left": _("{entry} left: {reason}"),
    "entry.merged": _("{entry} was merged into {other}"),
    "table.moved": _("The match of table {table} moved to table {to}"),
    "entry.withdrawn": _("{entry} withdrew"),
    "entry.partner_confirmed": _("{entry}: the partner confirmed"),
    "entry.corrected": _("{entry} was corrected: {corrected}"),
    "entry.paid": _("{entry} paid"),
    "entry.unpaid": _("{entry}: payment removed"),
    "entry.imported": _("{entries} entries were imported from a file"),
    "entry.seeded": _("{entry}: seed {seed}"),
    "entry.unseeded": _("{entry}: seed removed"),
    "draw.announced": _("Draw {draw} was announced"),
    "draw.made": _("Draw {draw} was made with the words “{beacon}”"),
    "draw.made_without_words": _("Draw {draw} was made"),
    "draw.published": _("Draw {draw} was published"),
    "draw.discarded": _("Draw {draw} was discarded: {reason}"),
    "draw.swapped": _(
        "Draw {draw}: {entry} and {other} were swapped by hand. {reason}"
    ),
    "draw.unswapped": _("Draw {draw}: the swap of {entry} and {other} was undone"),
    "draw.withdrawn": _("Draw {draw} was withdrawn after publication: {reason}"),
    "round.opened": _("Opened: {round}"),
    "card.exposed": _("Table {table}: a card of seat {seat} was exposed while dealing"),
    "conduct.late": _("Table {table}: late by {minutes} minutes"),
    "conduct.sanction": _("Table {table}: {kind} for {entry} ({offence})"),
    "entry.substituted": _("{entry}: {came} plays in place of {went}"),
    "result.reported": _("Table {table}: {entry} reported the result"),
    UNDONE: _("Undone: {what}"),
    "journal.begun": _("From here on, the log records every change"),
    "calendar.set": _("The dates of the rounds were set"),
    "match.moved": _("Table {table}: to be played on {day}"),
    "match.moved_back": _("Table {table}: to be played with its round again"),
    "match.asked_to_move": _("Table {table}: one side asked for {day}"),
    "sign.untrue": _("Table {table}: a sign was given that was not true of the hand"),
}
PLAYED: Final = _("Table {table}: {winner} won {sets}")
POINTS: Final = _("Table {table}: {points}")
UNPLAYED: Final = {
    "walkover": _("Table {table}: {winner} won without play"),
    "double_walkover": _("Table {table}: lost by both"),
    "retired": _("Table {table}: {winner} won {sets}; the other side gave up"),
    "void": _("Table {table}: void"),
}
SOURCES: Final = {"result.decided": _("result"), "result.corrected": _("correction")}

Fields = Mapping[str, Any]
Names = Mapping[int, str]


class LogLine(NamedTuple):
    """What happened, as text."""

    at: datetime
    by: str
    words: str
    kind: str = ""
    reason: str = ""
    undo: int | None = None
    """The number under which it can be undone."""


def lines(event: Event, most: int | None = None) -> list[LogLine]:
    """The latest `most` lines, or all of them."""
    return list(log_lines(event, events.log(event)[:most]))


def log_lines(
    event: Event, stored: Iterable[LogEntry], undoable: Collection[int] = ()
) -> Iterator[LogLine]:
    names = events.names(event)
    for entry in stored:
        by = str(entry.by) if entry.by else ""
        line = LogLine(entry.at, by, log_sentence(entry.action, entry.fields, names))
        if entry.number in undoable:
            line = line._replace(undo=entry.number)
        if entry.action in SOURCES:
            kind = gettext(SOURCES[entry.action])
            line = line._replace(kind=kind, reason=entry.fields["reason"])
        yield line


def log_sentence(action: str, fields: Fields, names: Names) -> str:
    """The sentence of an action; its code if it has no sentence."""
    if action == UNDONE:
        what = log_sentence(fields["action"], fields["fields"], names)
        return gettext(SENTENCES[UNDONE]).format(what=what)
    template = template_of(action, fields)
    if action in FIELDS_OF_ACTION:
        fields = FIELDS_OF_ACTION[action](fields, names)
    shown = {}
    for name, value in fields.items():
        if name in FIELD_TEXTS:
            value = FIELD_TEXTS[name](value, names)
        shown[name] = readable(value)
    return gettext(template).format(**shown)


def template_of(action: str, fields: Fields) -> str:
    if action in SOURCES:
        played = POINTS if "points" in fields else PLAYED
        return UNPLAYED.get(fields["kind"], played)
    if action == "draw.made" and not fields["beacon"]:
        return SENTENCES["draw.made_without_words"]
    return SENTENCES.get(action, action)


def result_fields(fields: Fields, names: Names) -> Fields:
    if "points" in fields:
        points = []
        for entry, number in fields["points"]:
            points.append(f"{names.get(entry, '')} {got(number)}")
        return {**fields, "points": ", ".join(points)}
    winners_first = sorted(fields["sets"], reverse=True)
    sets = "–".join(map(str, winners_first))
    return {**fields, "winner": names.get(fields["winner"], ""), "sets": sets}


def sanction_fields(fields: Fields, names: Names) -> Fields:
    kind = Sanction.Kind(fields["kind"]).label
    offence = Sanction.Offence(fields["offence"]).label
    return {**fields, "kind": kind, "offence": offence}


def lateness_fields(fields: Fields, names: Names) -> Fields:
    return {**fields, "minutes": " / ".join(map(str, fields["late"]))}


FIELDS_OF_ACTION: Final[dict[str, Callable[[Fields, Names], Fields]]] = {
    "conduct.sanction": sanction_fields,
    "conduct.late": lateness_fields,
    "result.decided": result_fields,
    "result.corrected": result_fields,
}
"""What a sentence needs besides the fields of its line."""


def column_names(columns: list[str], names: Names) -> list[str]:
    found = []
    for column in columns:
        field = Event._meta.get_field(column)
        found.append(getattr(field, "verbose_name", column))
    return found


def round_text(code: str, names: Names) -> str:
    return round_name(code)


def entry_name(number: int, names: Names) -> str:
    return names.get(number, "")


def day_text(day: str, names: Names) -> str:
    return date_format(localtime(datetime.fromisoformat(day)), "DATETIME_FORMAT")


def entry_column_names(columns: list[str], names: Names) -> str:
    """What was corrected, without its values: a phone stays private."""
    labels = []
    for column in columns:
        model: type[Model] = Player if column == "name" else Entry
        labels.append(str(model._meta.get_field(column).verbose_name))  # type: ignore[union-attr]
    return ", ".join(labels)


FIELD_TEXTS: Final[dict[str, Callable[[Any, Names], Any]]] = {
    "fields": column_names,
    "corrected": entry_column_names,
    "round": round_text,
    "entry": entry_name,
    "other": entry_name,
    "day": day_text,
}
"""Fields of a line that are not shown as they are stored."""


@require_safe
@desk_view(refereed_event)
def log(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole log, page by page; organisers can undo from here."""
    stored = Paginator(events.log(event), LINES_PER_PAGE)
    page = stored.get_page(request.GET.get("page"))
    undoable: Collection[int] = ()
    if permissions.may_organise(request.user, event.club_id):
        undoable = undo.undoable(event)
    context = {
        "event": event,
        "page": page,
        "log": list(log_lines(event, page.object_list, undoable)),
    }
    return render(request, "tournaments/desk/log.html", context)


def undo_page(
    request: HttpRequest, event: Event, number: int, refusal: Refusal | None = None
) -> HttpResponse:
    step = events.log(event).filter(step=number).order_by("number")
    step_lines = list(log_lines(event, step))
    if not step_lines:
        raise NotFound("undo.no_such_line")
    context = {
        "event": event,
        "log": step_lines,
        "may": number in undo.undoable(event),
    }
    return render_page(request, "tournaments/desk/undo.html", context, refusal)


@desk_action(organised_event, undo_page)
def undo_step(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    undo.undo(event_id=event.pk, number=number, by=request.user, at=timezone.now())
    return redirect_with(request, "desk_log", event.pk)
