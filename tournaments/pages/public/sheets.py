"""Sheets of a round for print: by table for the wall, by name for the door."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.pages import pairing_rows
from tournaments.pages.public.event_page import (
    event_or_404,
    opened_round_or_404,
    plain_letters,
)
from tournaments.pages.public.round import pairings_of


@require_safe
def sheet_tables(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    opened = opened_round_or_404(event, request, number)
    sitting, byes = [], []
    for pairing in pairings_of(opened):
        if pairing.table:
            sitting.append(pairing)
        # A bye sits at no table, but its pair looks for itself on the wall.
        if pairing.bye:
            byes.append(pairing.a or pairing.b)
    parts = pairing_rows.side_matches(opened.stage, opened.number)
    rows = [(pairing, parts.get(pairing.slot or 0, "")) for pairing in sitting]
    context = {"event": event, "round": opened, "rows": rows, "byes": byes}
    return render(request, "tournaments/public/sheet_tables.html", context)


@require_safe
def sheet_names(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    opened = opened_round_or_404(event, request, number)
    people = []
    for pairing in pairings_of(opened):
        for entry in pairing.entries:
            players = entry.players.all()
            people += [(pairing, entry, player) for player in players]
    people.sort(key=lambda row: plain_letters(row[2].name))
    context = {"event": event, "round": opened, "people": people}
    return render(request, "tournaments/public/sheet_names.html", context)
