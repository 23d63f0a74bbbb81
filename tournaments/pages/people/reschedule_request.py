"""When a match of a league is played, as its sides see it, and how one of them asks for another day."""

from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from core.refusals import Refusal
from tournaments.models import Entry, Pairing
from tournaments.services import calendar


class DayForm(forms.Form):
    to = forms.DateTimeField(
        label=_("Another day"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )


class Day(NamedTuple):
    at: datetime | None
    """When it is played, if anybody has said."""
    asked: datetime | None
    """The day for which one side asks, or both."""
    by_us: bool
    by_them: bool
    moving: str
    """How a match is moved in this event."""
    form: DayForm


def day_of(pairing: Pairing, ours: Entry) -> Day | None:
    """None for what is no match of a league, or decided."""
    if pairing.bye or not pairing.open or not calendar.is_league(pairing.round.stage):
        return None
    wish, sides = pairing.wish or {}, (pairing.wish or {}).get("sides", ())
    asked = parse_datetime(wish["at"]) if wish else None
    by_us = ours.number in sides
    return Day(
        at(pairing),
        asked,
        by_us,
        len(sides) > by_us,
        calendar.moving_mode(pairing.round.stage.event),
        DayForm(),
    )


def at(pairing: Pairing) -> datetime | None:
    """The day of the match, else that of its round."""
    stage = pairing.round.stage
    if pairing.at or stage.number > 1 or not stage.event.calendar:
        return pairing.at
    return calendar.dates_of_event(stage.event, pairing.round.number)[-1]


def ask(said: Any, **common: Any) -> None:
    """Ask for the day of the form; if the other side has asked for it, agree. Raises Refusal."""
    form = DayForm(said)
    if not form.is_valid():
        raise Refusal("calendar.no_day")
    calendar.ask(to=form.cleaned_data["to"], **common)
