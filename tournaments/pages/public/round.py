"""The page of a round with its tables; `?name=` keeps those at which that name sits."""

from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournaments.models import Entry, Pairing, Round, Stage
from tournaments.pages import labels, pairing_rows
from tournaments.pages.fragments import cached_fragment, mark_own
from tournaments.pages.public.event_page import (
    event_or_404,
    event_page,
    own_entry_in,
    plain_letters,
)
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events, snapshot
from tournaments.rules.stage_state import StageState

TABLES_TEMPLATE = "tournaments/public/_tables.html"
NAME_LONGEST = 60


@require_safe
def round_page(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    stage, mine = stage_or_404(event, request), own_entry_in(event, request)
    opened = get_object_or_404(stage.rounds, number=number)
    wanted = request.GET.get("name", "").strip()[:NAME_LONGEST]
    # A search is not cached: there are as many as readers.
    if wanted:
        context = tables_context(stage, opened, wanted)
        tables = mark_own(render_to_string(TABLES_TEMPLATE, context), mine)
    else:
        tables = cached_fragment(
            "tables",
            event,
            stage,
            mine,
            lambda: tables_context(stage, opened),
            of=number,
        )
    return event_page(
        request, event, "round", stage, round=opened, wanted=wanted, part=tables
    )


def tables_context(stage: Stage, opened: Round, wanted: str = "") -> dict[str, Any]:
    """The pairings of a round at which an entry sits whose name contains `wanted`."""
    pairings = pairings_of(opened)
    views, byes = [], []
    played = [pairing for pairing in pairings if not pairing.bye]
    over = [pairing for pairing in played if not pairing.open]
    state = snapshot.stage_state(stage)
    for view in views_of(pairings, opened, state, wanted):
        if view.state == "bye":
            byes.append(view)
        else:
            views.append(view)
    return {
        "round": opened,
        "meetings": views,
        "byes": byes,
        "out": sitting_out(opened, state, wanted),
        "done": len(over),
        "total": len(played),
    }


def pairings_of(opened: Round) -> list[Pairing]:
    """By table; those at no table come last."""
    by_table = F("table").asc(nulls_last=True)
    return list(events.pairings().filter(round=opened).order_by(by_table, "slot"))


def views_of(
    pairings: list[Pairing], opened: Round, state: StageState, wanted: str
) -> list[pairing_rows.PairingView]:
    planned = {place.slot: place for place in state.plan[opened.number - 1].meetings}
    reasons = snapshot.pairing_reasons(state, opened)
    names = {}
    for pairing in pairings:
        for entry in pairing.entries:
            names[entry.number] = events.name_of(entry)
    views = []
    for pairing in pairings:
        if not any(has_name(entry, wanted) for entry in pairing.entries):
            continue
        place = planned.get(pairing.slot)
        if place is None:
            views.append(pairing_rows.opened_view(pairing, None))
            continue
        view = pairing_rows.opened_view(pairing, place.match)
        why = labels.pairing_reason(state.format, reasons[pairing.slot], names)
        views.append(view._replace(part=pairing_rows.section_name(place), why=why))
    return views


def has_name(entry: Entry, wanted: str) -> bool:
    return plain_letters(wanted) in plain_letters(events.full_name(entry))


def sitting_out(opened: Round, state: StageState, wanted: str) -> list[Entry]:
    numbers = state.sitting_out(opened.number)
    if not numbers:
        return []
    entries = events.entries_by_number(opened.stage.event)
    out = [entries[number] for number in numbers]
    return [entry for entry in out if has_name(entry, wanted)]
