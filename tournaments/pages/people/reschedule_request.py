"""The day of a league match as its sides see it, and the request for another day."""

from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from core.refusals import Refusal
from tournaments.models import Entry, Pairing
from tournaments.pages.form_fields import MomentField
from tournaments.services import calendar


class DayForm(forms.Form):
    to = MomentField(label=_("Another day"))


class MatchDay(NamedTuple):
    """The day of a match, as one side sees it."""

    at: datetime | None
    asked: datetime | None
    """The day that one side, or both, ask for."""
    by_us: bool
    by_them: bool
    moving: str
    """How matches of this event can be moved."""
    form: DayForm


def match_day(pairing: Pairing, ours: Entry) -> MatchDay | None:
    """None if this is no match of a league, or if it is decided."""
    stage = pairing.round.stage
    if pairing.bye or not pairing.open or not calendar.is_league(stage):
        return None
    asked, asking = None, set()
    if pairing.wish:
        asked = parse_datetime(pairing.wish["at"])
        asking = set(pairing.wish["sides"])
    return MatchDay(
        at=day_of_pairing(pairing),
        asked=asked,
        by_us=ours.number in asking,
        by_them=bool(asking - {ours.number}),
        moving=calendar.moving_mode(stage.event),
        form=DayForm(),
    )


def day_of_pairing(pairing: Pairing) -> datetime | None:
    """Its own day, else that of its round."""
    stage = pairing.round.stage
    if pairing.at or stage.number > 1 or not stage.event.calendar:
        return pairing.at
    return calendar.dates_of_event(stage.event, pairing.round.number)[-1]


def ask_for_day(data: QueryDict, **common: Any) -> None:
    """Ask for the day of the form, or agree if the other side has. Raises Refusal."""
    form = DayForm(data)
    if not form.is_valid():
        raise Refusal("calendar.no_day")
    calendar.ask(to=form.cleaned_data["to"], **common)
