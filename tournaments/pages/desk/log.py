"""The log of an event in sentences: who did what, when and why."""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from core.messages import readable, sentence
from core.refusals import NotAllowed, NotFound, Refusal
from tournaments import permissions
from tournaments.models import Event, LogEntry, Sanction
from tournaments.pages.desk import overview
from tournaments.pages.labels import got, round_name
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events
from tournaments.services import undo

PAGE = 100
UNDONE: Final = "undone"
SENTENCES: Final = {
    "event.created": _("The event was prepared"),
    "event.changed": _("The event was changed: {fields}"),
    "event.open": _("Registration was opened"),
    "event.close": _("Registration was closed"),
    "event.cancel": _("The event was called off"),
    "event.finish": _("The event was finished; phases that were not played: {phases}"),
    "entry.registered": _("{entry} entered"),
    "entry.promoted": _("{entry} moved up from the waiting list"),
    "entry.late": _("{entry} came late"),
    "entry.left": _("{entry} left: {reason}"),
    "entry.merged": _("{entry} was merged into {other}"),
    "table.moved": _("The match of table {table} went to table {to}"),
    "entry.withdrawn": _("{entry} withdrew"),
    "entry.partner_confirmed": _("{entry}: the partner confirmed"),
    "entry.paid": _("{entry} paid"),
    "entry.unpaid": _("{entry}: not paid after all"),
    "entry.imported": _("{entries} entries came from a file"),
    "entry.seeded": _("{entry}: place {seed} in the order of strength"),
    "entry.unseeded": _("{entry}: no place in the order of strength"),
    "draw.announced": _("Draw {draw} was announced"),
    "draw.made": _("Draw {draw} was made with the words “{beacon}”"),
    "draw.made_without_words": _("Draw {draw} was made"),
    "draw.published": _("Draw {draw} was published"),
    "draw.discarded": _("Draw {draw} was discarded: {reason}"),
    "draw.swapped": _(
        "Draw {draw}: {entry} and {other} changed places by hand. {reason}"
    ),
    "draw.unswapped": _("Draw {draw}: {entry} and {other} are back in their places"),
    "draw.withdrawn": _("Draw {draw} was taken back after it was published: {reason}"),
    "round.opened": _("Opened: {round}"),
    "card.exposed": _("Table {table}: a card of seat {seat} was seen while dealing"),
    "conduct.late": _("Table {table}: late by {minutes} minutes"),
    "conduct.sanction": _("Table {table}: {kind} for {entry} ({offence})"),
    "entry.substituted": _("{entry}: {came} plays in place of {went}"),
    "result.reported": _("Table {table}: {entry} reported the result"),
    UNDONE: _("Taken back: {what}"),
    "journal.begun": _("The log holds every change from here on"),
    "calendar.set": _("The dates of the rounds were set"),
    "match.moved": _("Table {table}: to be played on {day}"),
    "match.moved_back": _("Table {table}: to be played with its round again"),
    "match.asked_to_move": _("Table {table}: one side asked for {day}"),
    "sign.untrue": _("Table {table}: a sign was tried that was not true of the hand"),
}
PLAYED: Final = _("Table {table}: {winner} won {sets}")
POINTS: Final = _("Table {table}: {points}")
UNPLAYED: Final = {
    "walkover": _("Table {table}: {winner} won without play"),
    "double_walkover": _("Table {table}: lost by both"),
    "retired": _("Table {table}: {winner} won {sets}, since the other side gave up"),
    "void": _("Table {table}: void"),
}
SOURCES: Final = {"result.decided": _("result"), "result.corrected": _("correction")}


def columns_changed(names: list[str], _names: dict[int, str]) -> list[str]:
    return [
        getattr(Event._meta.get_field(name), "verbose_name", name) for name in names
    ]


WORDS: Final[dict[str, Callable[[Any, dict[int, str]], Any]]] = {
    "fields": columns_changed,
    "round": lambda code, _names: round_name(code),
    "entry": lambda number, names: names.get(number, ""),
    "other": lambda number, names: names.get(number, ""),
    "day": lambda day, _names: date_format(
        localtime(datetime.fromisoformat(day)), "DATETIME_FORMAT"
    ),
}
"""How a field of a line is shown where not as it is."""


class Line(NamedTuple):
    """What happened, in words; `kind` and `reason` where there are any."""

    at: datetime
    by: str
    words: str
    kind: str = ""
    reason: str = ""
    undo: int | None = None
    """The number under which it may be taken back."""


def lines(event: Event, most: int | None = None) -> list[Line]:
    return list(told(event, events.log(event)[:most]))


def told(
    event: Event, found: Iterable[LogEntry], may: Collection[int] = ()
) -> Iterator[Line]:
    """The lines in words; those whose numbers are in `may` may be taken back."""
    names = events.names(event)
    for entry in found:
        by = str(entry.by) if entry.by else ""
        line = Line(entry.at, by, words(entry.action, entry.fields, names))
        if entry.number in may:
            line = line._replace(undo=entry.number)
        if entry.action in SOURCES:
            line = line._replace(
                kind=gettext(SOURCES[entry.action]), reason=entry.fields["reason"]
            )
        yield line


def words(action: str, fields: dict[str, Any], names: dict[int, str]) -> str:
    """The sentence of a line of the log; of an action that has none, its code."""
    if action == UNDONE:
        return gettext(SENTENCES[UNDONE]).format(
            what=words(fields["action"], fields["fields"], names)
        )
    template = SENTENCES.get(
        "draw.made_without_words"
        if action == "draw.made" and not fields["beacon"]
        else action,
        action,
    )
    if action in SOURCES:
        template, fields = decided(fields, names)
    if action in CONDUCT:
        fields = CONDUCT[action](fields)
    shown_as = {
        name: WORDS[name](value, names) if name in WORDS else value
        for name, value in fields.items()
    }
    return gettext(template).format(
        **{name: readable(value) for name, value in shown_as.items()}
    )


def sanctioned(fields: dict[str, Any]) -> dict[str, Any]:
    kind, offence = (
        Sanction.Kind(fields["kind"]).label,
        Sanction.Offence(fields["offence"]).label,
    )
    return fields | {"kind": kind, "offence": offence}


def came_late(fields: dict[str, Any]) -> dict[str, Any]:
    return fields | {"minutes": " / ".join(map(str, fields["late"]))}


CONDUCT: Final = {"conduct.sanction": sanctioned, "conduct.late": came_late}
"""What the sentence of a line about conduct needs."""


def decided(
    fields: dict[str, Any], names: dict[int, str]
) -> tuple[str, dict[str, Any]]:
    """The sentence of a result and what it needs."""
    if "points" in fields:
        points = ", ".join(
            f"{names.get(entry, '')} {got(number)}"
            for entry, number in fields["points"]
        )
        return UNPLAYED.get(fields["kind"], POINTS), fields | {"points": points}
    sets = sorted(fields["sets"], reverse=True)  # the winner's first
    won = {"winner": names.get(fields["winner"], ""), "sets": "–".join(map(str, sets))}
    return UNPLAYED.get(fields["kind"], PLAYED), fields | won


@private
@require_safe
@login_required
@refusing
def log(request: HttpRequest, event_id: int) -> HttpResponse:
    """The whole log, page by page."""
    event = events.event(event_id, request.user)
    if not permissions.may_referee(request.user, event.club_id):
        raise NotAllowed("event.referees_only")
    page = Paginator(events.log(event), PAGE).get_page(request.GET.get("page"))
    may = (
        undo.undoable(event)
        if permissions.may_organise(request.user, event.club_id)
        else ()
    )
    context = {
        "event": event,
        "page": page,
        "log": list(told(event, page.object_list, may)),
    }
    return render(request, "tournaments/desk/log.html", context)


@private
@login_required
@refusing
def take_back(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Ask once more, naming what is taken back; then take it back."""
    event = overview.organised(request, event_id)
    act = list(told(event, events.log(event).filter(step=number).order_by("number")))
    if not act:
        raise NotFound("undo.no_such_line")
    context = {"event": event, "log": act, "may": number in undo.undoable(event)}
    if request.method != "POST":
        return render(request, "tournaments/desk/undo.html", context)
    try:
        undo.undo(event_id=event_id, number=number, by=request.user, at=timezone.now())
    except Refusal as refusal:
        context["refused"] = sentence(refusal)
        return render(
            request, "tournaments/desk/undo.html", context, status=refusal.status
        )
    return redirect("desk_log", event_id)


urlpatterns = [
    path("events/<int:event_id>/desk/log/", log, name="desk_log"),
    path(
        "events/<int:event_id>/desk/log/<int:number>/undo/", take_back, name="desk_undo"
    ),
]
