"""The bracket page: the whole tree; rounds finished long ago are folded."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Draw, Event, Pairing, Stage
from tournaments.pages import pairing_rows
from tournaments.pages.fragments import cached_fragment
from tournaments.pages.public.event_page import event_or_404, event_page, own_entry_in
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events, snapshot

FOLDED_FROM = 16
"""Pairings of a round that is folded once the round after the next is open."""


@require_safe
def bracket(request: HttpRequest, event_id: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    stage, mine = stage_or_404(event, request), own_entry_in(event, request)
    if stage.draw.kind != Draw.Kind.BRACKET:
        raise Http404
    # The context is read only if no fragment of this version is cached.
    fragment = cached_fragment(
        "bracket", event, stage, mine, lambda: bracket_context(event, stage)
    )
    return event_page(request, event, "bracket", stage, part=fragment)


def bracket_context(event: Event, stage: Stage) -> dict[str, Any]:
    pairings = pairings_of(event, stage)
    current = max(pairing.round.number for pairing in pairings)
    entries = {}
    for pairing in pairings:
        for entry in pairing.entries:
            entries[entry.number] = entry
    stored = pairing_rows.by_round_and_slot(pairings)
    sections = pairing_rows.bracket_sections(
        snapshot.bracket_columns(stage), stored, entries
    )
    return {
        "parts": sections,
        "current": current,
        "folded": folded_rounds(sections, current),
    }


def pairings_of(event: Event, stage: Stage) -> list[Pairing]:
    found = []
    for opened, pairings in events.rounds(event):
        if opened.stage_id == stage.pk:
            found += pairings
    return found


def folded_rounds(
    sections: list[pairing_rows.BracketSection], current: int
) -> set[int]:
    folded = set()
    for section in sections:
        for column in section.columns:
            is_long_over = column.number < current - 1
            if is_long_over and len(column.meetings) >= FOLDED_FROM:
                folded.add(column.number)
    return folded
