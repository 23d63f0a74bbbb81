"""Pages that everybody may read: events, entries, bracket, rounds, standings, draws, sheets for print."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Club
from core.refusals import NotFound
from games.catalogue import GAMES
from tournaments import permissions
from tournaments.live import topic_of
from tournaments.models import (
    Circuit,
    Draw,
    Entry,
    Event,
    Pairing,
    Round,
    Stage,
    Standing,
)
from tournaments.pages import labels, pairing_rows, stage_choice
from tournaments.pages.fragments import mark_own, part
from tournaments.pages.people.home_page import own
from tournaments.pages.people.session import held
from tournaments.pages.public import draws as drawn
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events as queries
from tournaments.reading import participants, snapshot, stage_plans, winners
from tournaments.rules.formats.base import Meeting
from tournaments.rules.tables.scales import UNITS
from tournaments.services.waiting_list import places_for_newcomers

FINISHED_SHOWN = 12
TABLES = "tournaments/public/_tables.html"
FOLDED_FROM = 16
"""A round of so many places is folded once the round after the next is open."""
IN_SIGHT = (
    Event.State.RUNNING,
    Event.State.OPEN,
    Event.State.CLOSED,
    Event.State.DRAFT,
)


def event_or_404(request: HttpRequest, event_id: int) -> Event:
    try:
        return queries.event(event_id, request.user)
    except NotFound as error:
        raise Http404 from error


def page(
    request: HttpRequest, event: Event, name: str, stage: Stage | None, **context: Any
) -> HttpResponse:
    """A page of an event; it changes while one watches."""
    everywhere = {
        "event": event,
        "stage": stage,
        "phases": stage_choice.named(event) if event.phases else [],
        "of_phase": stage_choice.address(stage) if stage else "",
        "tab": name,
        "has_bracket": stage is not None and stage.draw.kind == Draw.Kind.BRACKET,
        "live_topic": topic_of(event),
        "live_number": event.version,
        "rounds": list(stage.rounds.all()) if stage else [],
        "at_desk": permissions.may_referee(request.user, event.club_id),
    }
    return render(request, f"tournaments/public/{name}.html", everywhere | context)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a match with bots, and the events in sight."""
    context = own(request) | listed(queries.events_for(request.user)) | {"games": GAMES}
    return render(request, "tournaments/public/home.html", context)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=slug)
    events = queries.events_for(request.user).filter(club=found)
    organises = permissions.may_organise(request.user, found.pk)
    shown = {
        "club": found,
        "organises": organises,
        "circuits": Circuit.objects.filter(club=found),
    }
    return render(request, "tournaments/public/club.html", shown | listed(events))


def listed(events: QuerySet[Event]) -> dict[str, Any]:
    """Events by how far they are, with the pairs that are in; of the finished ones the latest, with champions."""
    taken = Sum("entries__places", filter=Q(entries__state=Entry.State.IN), default=0)
    in_sight = list(
        events.filter(state__in=IN_SIGHT)
        .annotate(taken=taken)
        .order_by("starts_at")[:200]
    )
    finished = list(
        events.filter(state=Event.State.FINISHED)
        .prefetch_related("stages")
        .order_by("-starts_at")[:FINISHED_SHOWN]
    )
    first = Standing.objects.filter(stage__event__in=finished, rank=1).select_related(
        "stage__draw", "entry"
    )
    main = {event.pk: winners.main_stage(event) for event in finished}
    champions: dict[int, list[Entry]] = {}
    for row in first.order_by("position").prefetch_related("entry__players"):
        if row.stage.number == main[row.stage.event_id] and not winners.is_second(
            row, row.stage
        ):
            champions.setdefault(row.stage.event_id, []).append(row.entry)
    return {
        "groups": [
            (state, [event for event in in_sight if event.state == state])
            for state in IN_SIGHT
        ],
        "finished": [(event, champions.get(event.pk, [])) for event in finished],
        "empty": not in_sight and not finished,
    }


@require_safe
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """The conditions before one signs up, one's own table first, and how far the event is."""
    found = event_or_404(request, event_id)
    stage, mine = (
        stage_choice.unasked(found),
        participants.own_entry(found, request.user, held(request)),
    )
    now = timezone.now()
    return page(
        request,
        found,
        "event",
        stage,
        mine=mine,
        table=queries.current_pairing_of(found, mine) if mine and stage else None,
        rules=labels.rules(found),
        sign_up=found.state == Event.State.OPEN
        and (found.deadline is None or found.deadline > now),
        left=places_for_newcomers(found),
        draws=list(found.draws.all()),
        won=winners.won(found) if stage else [],
        main_phase=winners.main_stage(found),
        now=[(one, list(one.rounds.all())[-1]) for one in stage_choice.going_on(found)],
    )


@require_safe
def event_entries(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who has entered, in order of arrival, and who waits."""
    found = event_or_404(request, event_id)
    entries = list(queries.entries(found))
    mine = participants.own_entry(found, request.user, held(request))
    return page(
        request,
        found,
        "entries",
        stage_choice.unasked(found),
        inside=[entry for entry in entries if entry.state == Entry.State.IN],
        waiting=[entry for entry in entries if entry.state == Entry.State.WAITING],
        mine=mine,
    )


@require_safe
def bracket(request: HttpRequest, event_id: int) -> HttpResponse:
    """The whole tree. Rounds long finished are folded; the current one is open."""
    found = event_or_404(request, event_id)
    stage, mine = (
        stage_or_404(found, request),
        participants.own_entry(found, request.user, held(request)),
    )
    if stage.draw.kind != Draw.Kind.BRACKET:
        raise Http404
    shown = part("bracket", found, stage, mine, lambda: tree_shown(found, stage))
    return page(request, found, "bracket", stage, part=shown)


def tree_shown(event: Event, stage: Stage) -> dict[str, Any]:
    pairings = [
        pairing
        for one, found in queries.rounds(event)
        if one.stage_id == stage.pk
        for pairing in found
    ]
    current = max(pairing.round.number for pairing in pairings)
    tree, known = snapshot.bracket_columns(stage), pairing_rows.stored(pairings)
    entries = {entry.number: entry for pairing in pairings for entry in pairing.entries}
    parts = pairing_rows.parts(tree, known, entries)
    columns = [column for part in parts for column in part.columns]
    folded = {
        one.number
        for one in columns
        if one.number < current - 1 and len(one.meetings) >= FOLDED_FROM
    }
    return {"parts": parts, "current": current, "folded": folded}


@require_safe
def round_page(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """A round with its tables; `?name=` shows only those at which somebody of that name sits."""
    found = event_or_404(request, event_id)
    stage, mine = (
        stage_or_404(found, request),
        participants.own_entry(found, request.user, held(request)),
    )
    opened = get_object_or_404(stage.rounds, number=number)
    wanted = request.GET.get("name", "").strip()[:60]
    if wanted:
        shown = mark_own(
            render_to_string(TABLES, tables_shown(stage, opened, wanted)), mine
        )
    else:
        shown = part(
            "tables", found, stage, mine, lambda: tables_shown(stage, opened), of=number
        )
    return page(request, found, "round", stage, round=opened, wanted=wanted, part=shown)


def tables_shown(stage: Stage, opened: Round, wanted: str = "") -> dict[str, Any]:
    pairings, wanted = pairings_of(opened), folded(wanted)
    sitting = [
        p
        for p in pairings
        if any(wanted in folded(queries.full_name(e)) for e in p.entries)
    ]
    state = snapshot.stage_state(stage)
    places = {place.slot: place for place in state.plan[opened.number - 1].meetings}
    reasons, names = snapshot.pairing_reasons(state, opened), names_of(pairings)
    meetings = [
        pairing_rows.opened(pairing, place.match if place else None)._replace(
            part=part_of(place),
            why=labels.why(reasons[pairing.slot], names) if place else "",
        )
        for pairing in sitting
        for place in [places.get(pairing.slot)]
    ]
    return {
        "round": opened,
        "meetings": [m for m in meetings if m.state != "bye"],
        "byes": [m for m in meetings if m.state == "bye"],
        "out": out_of(opened, state.draw, wanted),
        "done": sum(1 for p in pairings if not (p.open or p.bye)),
        "total": sum(1 for p in pairings if not p.bye),
    }


def part_of(place: Meeting | None) -> str:
    """What is said of a match that does not lead to the final, or of one among several brackets."""
    part = getattr(place, "part", "main")
    return "" if part == "main" else labels.part_name(part)


def names_of(pairings: Iterable[Pairing]) -> dict[int, str]:
    return {
        entry.number: queries.name_of(entry)
        for pairing in pairings
        for entry in pairing.entries
    }


def out_of(opened: Round, drawn: Mapping[str, Any], wanted: str) -> list[Entry]:
    """Who sits out in this round."""
    out = snapshot.sitting_out(drawn, opened.number)
    known = queries.entries_by_number(opened.stage.event) if out else {}
    return [
        known[number]
        for number in out
        if wanted in folded(queries.full_name(known[number]))
    ]


def pairings_of(opened: Round) -> list[Pairing]:
    return list(queries.pairings().filter(round=opened).order_by("slot"))


def folded(text: str) -> str:
    """For finding and ordering names: without case and accents."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


@require_safe
def standings(request: HttpRequest, event_id: int) -> HttpResponse:
    """The leaderboard, with the reason for each line."""
    found = event_or_404(request, event_id)
    stage, mine = (
        stage_or_404(found, request),
        participants.own_entry(found, request.user, held(request)),
    )
    answers = stage_plans.format_of(stage)
    name = "leaderboard" if answers.SEVERAL and not answers.PARTNERS else "standings"
    return page(
        request,
        found,
        "standings",
        stage,
        part=part(name, found, stage, mine, lambda: lines_shown(stage)),
    )


def lines_shown(stage: Stage) -> dict[str, Any]:
    lines = list(winners.standings(stage))
    names = {line.entry.number: queries.name_of(line.entry) for line in lines}
    state = snapshot.stage_state(stage)
    codes = {number: planned.code for number, planned in enumerate(state.plan, start=1)}
    unit = UNITS[state.settings.scale] if state.format.SEVERAL else 1
    return {
        "rounds": state.settings.rounds,
        "scale": state.settings.scale,
        "unit": unit,
        "rows": [
            (
                line,
                names[line.entry.number],
                labels.reason(line.why, codes, names, unit),
            )
            for line in lines
        ],
        "over": stage.closed_at is not None
        or stage.event.state == Event.State.FINISHED,
        "corrected": winners.corrected(stage),
        "provisional": bool(state.settings.tie_breaks) or state.format.REDRAWN,
        "league": bool(state.settings.tie_breaks),
        "brackets": stage.draw.kind == Draw.Kind.BRACKET,
        "single": state.format.SEVERAL,
        "tantos": any(line.tantos_for is not None for line in lines),
    }


@require_safe
def draw(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """All that is published of a draw, and how anybody can check it."""
    found = event_or_404(request, event_id)
    one = get_object_or_404(found.draws, number=number)
    return page(
        request,
        found,
        "draw",
        stage_choice.unasked(found),
        draw=one,
        secret=bytes(one.secret).hex() if one.resolved is not None else "",
        list="\n".join(name for _, name in one.field),
        changes=drawn.changes(one),
        checks=drawn.checks(one) if "check" in request.GET else [],
        **drawn.shown(one),
    )


@require_safe
def sheet_tables(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """For the wall: who sits at which table, by table."""
    found = event_or_404(request, event_id)
    opened = get_object_or_404(stage_or_404(found, request).rounds, number=number)
    pairings = pairings_of(opened)
    sitting = sorted((p for p in pairings if p.table), key=lambda p: p.table or 0)
    byes = [p.a or p.b for p in pairings if p.bye]
    context = {"event": found, "round": opened, "pairings": sitting, "byes": byes}
    return render(request, "tournaments/public/sheet_tables.html", context)


@require_safe
def sheet_names(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """For the door: every player by name, with the table."""
    found = event_or_404(request, event_id)
    opened = get_object_or_404(stage_or_404(found, request).rounds, number=number)
    sitting = [
        (p, entry, player)
        for p in pairings_of(opened)
        for entry in p.entries
        for player in entry.players.all()
    ]
    people = sorted(sitting, key=lambda row: folded(row[2].name))
    return render(
        request,
        "tournaments/public/sheet_names.html",
        {"event": found, "round": opened, "people": people},
    )


urlpatterns = [
    path("", home, name="home"),
    path("clubs/<slug:slug>/", club, name="club"),
    path("events/<int:event_id>/", event, name="event"),
    path("events/<int:event_id>/entries/", event_entries, name="event_entries"),
    path("events/<int:event_id>/bracket/", bracket, name="bracket"),
    path("events/<int:event_id>/rounds/<int:number>/", round_page, name="round"),
    path("events/<int:event_id>/standings/", standings, name="standings"),
    path("events/<int:event_id>/draws/<int:number>/", draw, name="draw"),
    path(
        "events/<int:event_id>/rounds/<int:number>/sheet/tables/",
        sheet_tables,
        name="sheet_tables",
    ),
    path(
        "events/<int:event_id>/rounds/<int:number>/sheet/names/",
        sheet_names,
        name="sheet_names",
    ),
]
