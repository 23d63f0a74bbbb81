"""The organiser's page that says how long an event will take."""

from typing import NamedTuple

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from core.messages import sentence
from tournaments.pages.desk.overview import organised
from tournaments.pages.labels import FORMATS_NAMED
from tournaments.pages.refusals import private, refusing
from tournaments.reading import planning
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.forecasts.planner import Room, Spread


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
        label=gettext_lazy("Minutes for a round"),
        help_text=gettext_lazy("With the draw."),
    )


class Line(NamedTuple):
    """A phase in words."""

    format: str
    entries: int
    rounds: str = ""
    matches: str = ""
    hours: str = ""
    problem: str = ""


@private
@require_safe
@login_required
@refusing
def plan(request: HttpRequest, event_id: int) -> HttpResponse:
    """For those who are in (before the first enters: a full event), a table for each match, 50 minutes a round."""
    event = organised(request, event_id)
    inside = max(2, len(EventSnapshot(event).active) or event.capacity)
    usual = {"entries": inside, "tables": max(1, inside // 2), "minutes": 50}
    form = PlanForm(
        {name: request.GET.get(name, number) for name, number in usual.items()}
    )
    found = (
        planning.outlook(event, form.cleaned_data["entries"], room(form))
        if form.is_valid()
        else ()
    )
    outlook = list(found)
    context = {
        "event": event,
        "form": form,
        "lines": [line(one) for one in outlook],
        "by_chance": by_chance(outlook),
    }
    return render(request, "tournaments/desk/plan.html", context)


def room(form: PlanForm) -> Room:
    return Room(form.cleaned_data["tables"], form.cleaned_data["minutes"])


def by_chance(outlook: list[planning.Outlook]) -> bool:
    return any(one.expected and not one.exact for one in outlook)


def line(one: planning.Outlook) -> Line:
    name = gettext(FORMATS_NAMED[one.stage.format])
    if one.expected is None:
        return Line(
            name, one.entries, problem=sentence(one.problem) if one.problem else ""
        )
    minutes = one.expected.minutes
    time = hours(minutes) if minutes else ""
    return Line(
        name, one.entries, told(one.expected.rounds), told(one.expected.matches), time
    )


def told(spread: Spread) -> str:
    """`8`, or `14.6 (13–17)`."""
    return (
        str(spread.most)
        if spread.least == spread.most
        else f"{spread.mean:.1f} ({spread.least}–{spread.most})"
    )


def hours(minutes: Spread) -> str:
    """`6:40`, or `12:10 (10:50–14:10)`, in hours and minutes."""
    mean, least, most = (
        f"{number // 60}:{number % 60:02}" for number in map(round, minutes)
    )
    return mean if least == most else f"{mean} ({least}–{most})"


urlpatterns = [path("events/<int:event_id>/desk/plan/", plan, name="desk_plan")]
