"""Addresses of the pages that everybody may read."""

from django.urls import path

from tournaments.pages.public import (
    bracket,
    calendar,
    circuit,
    draw,
    entries,
    event,
    home,
    needs,
    ratings,
    round,
    sheets,
    standings,
)

EVENT = "events/<int:event_id>"
ROUND = f"{EVENT}/rounds/<int:number>"

urlpatterns = [
    path("", home.home, name="home"),
    path("past/", home.past_events, name="past_events"),
    path("clubs/<slug:slug>/", home.club, name="club"),
    path("clubs/<slug:slug>/past/", home.past_events, name="club_past_events"),
    path("clubs/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("circuits/<int:circuit_id>/", circuit.circuit, name="circuit"),
    path(f"{EVENT}/", event.event, name="event"),
    path(f"{EVENT}/entries/", entries.event_entries, name="event_entries"),
    path(f"{EVENT}/bracket/", bracket.bracket, name="bracket"),
    path(f"{EVENT}/standings/", standings.standings, name="standings"),
    path(f"{EVENT}/calendar/", calendar.event_calendar, name="calendar"),
    path(f"{EVENT}/needs/", needs.needed, name="needs"),
    path(f"{EVENT}/draws/<int:number>/", draw.draw, name="draw"),
    path(f"{ROUND}/", round.round_page, name="round"),
    path(f"{ROUND}/sheet/tables/", sheets.sheet_tables, name="sheet_tables"),
    path(f"{ROUND}/sheet/names/", sheets.sheet_names, name="sheet_names"),
]
