"""The page that estimates how long an event will take."""

from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from core.messages import sentence
from tournaments.models import Event
from tournaments.pages.desk.desk_action import desk_view, organised_event
from tournaments.reading import planning
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.forecasts.planner import Room, Spread
from tournaments.rules.formats.catalogue import FORMATS

USUAL_MINUTES = 50
"""For a round with its draw."""


class PlanForm(forms.Form):
    """How many enter, and where they play."""

    entries = forms.IntegerField(
        min_value=2, max_value=4096, label=gettext_lazy("Entries")
    )
    tables = forms.IntegerField(
        min_value=1, max_value=2048, label=gettext_lazy("Tables")
    )
    minutes = forms.IntegerField(
        min_value=1,
        max_value=600,
        label=gettext_lazy("Minutes per round"),
        help_text=gettext_lazy("Including the draw."),
    )


class StageEstimate(NamedTuple):
    """A stage with its estimates, as text."""

    format: str
    entries: int
    rounds: str = ""
    matches: str = ""
    hours: str = ""
    problem: str = ""


@require_safe
@desk_view(organised_event)
def plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Begins with those who are in, or a full event, a table for each match."""
    entries = max(2, len(EventSnapshot(event).active) or event.capacity)
    usual = {
        "entries": entries,
        "tables": max(1, entries // 2),
        "minutes": USUAL_MINUTES,
    }
    # Sent by GET: a plan changes nothing, and its address can be kept.
    form = PlanForm(usual | request.GET.dict())
    outlook: list[planning.Outlook] = []
    if form.is_valid():
        given = form.cleaned_data
        room = Room(given["tables"], given["minutes"])
        outlook = list(planning.outlook(event, given["entries"], room))
    context = {
        "event": event,
        "form": form,
        "lines": [stage_estimate(stage) for stage in outlook],
        "by_chance": any(stage.expected and not stage.exact for stage in outlook),
    }
    return render(request, "tournaments/desk/plan.html", context)


def stage_estimate(outlook: planning.Outlook) -> StageEstimate:
    name = gettext(FORMATS[outlook.stage.format].name)
    estimate = StageEstimate(name, outlook.entries)
    expected = outlook.expected
    if expected is None:
        problem = sentence(outlook.problem) if outlook.problem else ""
        return estimate._replace(problem=problem)
    return estimate._replace(
        rounds=number_text(expected.rounds),
        matches=number_text(expected.matches),
        hours=hours_text(expected.minutes) if expected.minutes else "",
    )


def number_text(spread: Spread) -> str:
    """`8`, or `14.6 (13–17)`."""
    if spread.least == spread.most:
        return str(spread.most)
    return f"{spread.mean:.1f} ({spread.least}–{spread.most})"


def hours_text(minutes: Spread) -> str:
    """`6:40`, or `12:10 (10:50–14:10)`, in hours and minutes."""
    mean, least, most = map(clock_text, minutes)
    if least == most:
        return mean
    return f"{mean} ({least}–{most})"


def clock_text(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return f"{hours}:{rest:02}"
