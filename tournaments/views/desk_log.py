"""The log of an event in sentences: who did what, when and why."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.services import NotAllowed
from games.wording import shown
from tournaments import permissions, queries
from tournaments.models import Event, LogEntry, Sanction
from tournaments.views.refusing import private, refusing
from tournaments.views.words import round_name

PAGE = 100
SENTENCES: Final = {
    "event.created": _("The event was prepared"),
    "event.changed": _("The event was changed: {fields}"),
    "event.open": _("Registration was opened"),
    "event.close": _("Registration was closed"),
    "event.cancel": _("The event was called off"),
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
    "draw.swapped": _("Draw {draw}: {entry} and {other} changed places by hand. {reason}"),
    "draw.unswapped": _("Draw {draw}: {entry} and {other} are back in their places"),
    "draw.withdrawn": _("Draw {draw} was taken back after it was published: {reason}"),
    "round.opened": _("Opened: {round}"),
    "card.exposed": _("Table {table}: a card of seat {seat} was seen while dealing"),
    "conduct.late": _("Table {table}: late by {minutes} minutes"),
    "conduct.sanction": _("Table {table}: {kind} for {entry} ({offence})"),
    "entry.substituted": _("{entry}: {came} plays in place of {went}"),
    "result.reported": _("Table {table}: {entry} reported the result"),
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


class Line(NamedTuple):
    """What happened, in words; `kind` and `reason` where there are any."""

    at: datetime
    by: str
    words: str
    kind: str = ""
    reason: str = ""


def lines(event: Event, most: int | None = None) -> list[Line]:
    return list(told(event, queries.log(event)[:most]))


def told(event: Event, found: Iterable[LogEntry]) -> Iterator[Line]:
    names = queries.names(event)
    for entry in found:
        line = Line(entry.at, str(entry.by) if entry.by else "", words(entry, names))
        if entry.action in SOURCES:
            line = line._replace(kind=gettext(SOURCES[entry.action]), reason=entry.fields["reason"])
        yield line


def words(line: LogEntry, names: dict[int, str]) -> str:
    """The sentence of a line of the log; of an action that has none, its code."""
    fields = dict(line.fields)
    action = "draw.made_without_words" if line.action == "draw.made" and not fields["beacon"] else line.action
    template = SENTENCES.get(action, action)
    if line.action in SOURCES:
        template, fields = decided(fields, names)
    if line.action == "conduct.sanction":
        fields["kind"] = Sanction.Kind(fields["kind"]).label
        fields["offence"] = Sanction.Offence(fields["offence"]).label
    if line.action == "conduct.late":
        fields["minutes"] = " / ".join(map(str, fields["late"]))
    if "fields" in fields:
        fields["fields"] = [getattr(Event._meta.get_field(name), "verbose_name", name) for name in fields["fields"]]
    if "round" in fields:
        fields["round"] = round_name(fields["round"])
    for one in {"entry", "other"} & fields.keys():
        fields[one] = names.get(fields[one], "")
    return gettext(template).format(**{name: shown(value) for name, value in fields.items()})


def decided(fields: dict[str, Any], names: dict[int, str]) -> tuple[str, dict[str, Any]]:
    """The sentence of a result and what it needs."""
    if "points" in fields:
        points = ", ".join(f"{names.get(entry, '')} {number}" for entry, number in fields["points"])
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
    event = queries.event(event_id, request.user)
    if not permissions.may_referee(request.user, event.club_id):
        raise NotAllowed("event.referees_only")
    page = Paginator(queries.log(event), PAGE).get_page(request.GET.get("page"))
    context = {"event": event, "page": page, "log": list(told(event, page.object_list))}
    return render(request, "tournaments/desk/log.html", context)


urlpatterns = [path("events/<int:event_id>/desk/log/", log, name="desk_log")]
