"""When the rounds of a league are played: the dates for everybody, and the form with which the organiser sets them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from core.messages import sentence
from core.refusals import NotAllowed, OutOfDate, Refusal
from tournaments import permissions
from tournaments.models import TO_PLAY, Event, Pairing
from tournaments.pages import labels
from tournaments.pages.public.events import event_or_404, page
from tournaments.pages.refusals import posted, refusing
from tournaments.reading import events, snapshot, stage_plans
from tournaments.services import calendar

MODES = {
    calendar.FREE: _("when both sides agree"),
    calendar.ASKED: _("when both sides agree and the organiser approves"),
    calendar.NONE: _("only by the organiser"),
}


class CalendarForm(forms.Form):
    first = forms.DateTimeField(
        label=_("First evening"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    days = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    evening = forms.IntegerField(
        label=_("Rounds of an evening"),
        min_value=1,
        max_value=calendar.MAX_ROUNDS_AN_EVENING,
    )
    skip = forms.CharField(
        label=_("Days without play, such as 2026-01-19"), required=False, max_length=800
    )
    moving = forms.ChoiceField(
        label=_("A match may be moved"), choices=list(MODES.items())
    )

    def clean_skip(self) -> list[str]:
        days: list[str] = self.cleaned_data["skip"].replace(",", " ").split()
        if not all(_day(day) for day in days):
            raise forms.ValidationError(
                _("Write days as 2026-01-19, with spaces between them.")
            )
        return days

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if (first := said.get("first")) and timezone.localtime(
            first
        ).weekday() not in said.get("days", ()):
            self.add_error(
                "days", _("The first evening is on another day of the week.")
            )
        return said

    def given(self) -> dict[str, Any]:
        return self.cleaned_data | {"first": self.cleaned_data["first"].isoformat()}


def _day(text: str) -> bool:
    try:
        return parse_date(text) is not None
    except ValueError:  # such as 2026-02-30
        return False


class MoveForm(forms.Form):
    """A match and when it is played; without a day with its round again."""

    pairing = forms.IntegerField(widget=forms.HiddenInput)
    to = forms.DateTimeField(
        required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def dates(request: HttpRequest, event_id: int) -> HttpResponse:
    """All rounds with their dates and who meets in them; matches that are moved with their own."""
    event = event_or_404(request, event_id)
    organises = permissions.may_organise(request.user, event.club_id)
    if request.method == "POST" and not organises:
        raise NotAllowed("event.organisers_only")
    moving = MoveForm(request.POST) if "pairing" in request.POST else None
    form = CalendarForm(None if moving else posted(request), initial=initial(event))
    try:
        if (
            said := moved(event, moving, request.user)
            if moving
            else dated(event, form, request.user)
        ):
            messages.success(request, said)
            return redirect("calendar", event_id)
        refused = ""
    except Refusal as refusal:
        refused = sentence(refusal)
    return page(
        request,
        event,
        "calendar",
        stage_plans.stage_of(event, 1),
        form=form if organises else None,
        evenings=evenings(event),
        movable=[(pairing, asked_for(pairing)) for pairing in movable(event)]
        if organises
        else [],
        set=bool(event.calendar),
        refused=refused,
    )


def dated(event: Event, form: CalendarForm, by: Any) -> str:
    """Set the dates as the form has them; what was done, or nothing."""
    if not form.is_bound or not form.is_valid():
        return ""
    calendar.set_calendar(
        event_id=event.pk, calendar=form.given(), by=by, at=timezone.now()
    )
    return gettext("The dates are set.")


def moved(event: Event, form: MoveForm, by: Any) -> str:
    """Move a match of this event to another day; what was done. Raises Refusal."""
    if not form.is_valid():
        raise Refusal("calendar.no_day")
    if form.cleaned_data["pairing"] not in {pairing.pk for pairing in movable(event)}:
        raise OutOfDate("result.decided")
    calendar.move(
        pairing_id=form.cleaned_data["pairing"],
        to=form.cleaned_data["to"],
        by=by,
        at=timezone.now(),
    )
    return (
        gettext("The match is moved.")
        if form.cleaned_data["to"]
        else gettext("The match is played with its round.")
    )


def movable(event: Event) -> Iterator[Pairing]:
    """The open matches of rounds that are open; those first whose sides have asked for another day."""
    found = events.pairings().filter(
        TO_PLAY, round__stage__event=event, round__stage__number=1, table__gt=0
    )
    if (stage := stage_plans.stage_of(event, 1)) and calendar.is_league(stage):
        yield from sorted(
            found.order_by("round__number", "slot"),
            key=lambda pairing: pairing.wish is None,
        )


def asked_for(pairing: Pairing) -> datetime | None:
    """The day for which one side, or both, have asked."""
    return parse_datetime(pairing.wish["at"]) if pairing.wish else None


def initial(event: Event) -> dict[str, Any]:
    """What the form shows: what is set, else the start of the event and its day of the week."""
    if not event.calendar:
        start = timezone.localtime(event.starts_at)
        return {
            "first": start.strftime("%Y-%m-%dT%H:%M"),
            "days": [start.weekday()],
            "evening": 1,
        }
    own = calendar.read(event.calendar)
    first = timezone.localtime(own.first).strftime("%Y-%m-%dT%H:%M")
    return own._asdict() | {
        "first": first,
        "skip": " ".join(day.isoformat() for day in own.skip),
    }


def evenings(event: Event) -> list[dict[str, Any]]:
    """The rounds of the first phase: name, date, who meets, and the dates of those that are moved."""
    stage = stage_plans.stage_of(event, 1)
    plan, names = (
        (snapshot.stage_state(stage).plan, events.names(event)) if stage else ((), {})
    )
    days: list[Any] = calendar.dates_of_event(event, len(plan)) or [None] * len(plan)
    found = (
        events.pairings().filter(round__stage=stage, at__isnull=False) if stage else ()
    )
    apart = {(pairing.round.number, pairing.slot): pairing.at for pairing in found}
    return [
        {
            "name": labels.round_name(one.code),
            "at": day,
            "meetings": [
                (
                    [names[entry] for entry in meeting.entries if entry],
                    apart.get((n, meeting.slot)),
                )
                for meeting in one.meetings
                if any(meeting.entries)
            ],
        }
        for n, (one, day) in enumerate(zip(plan, days, strict=True), start=1)
    ]


urlpatterns = [path("events/<int:event_id>/calendar/", dates, name="calendar")]
