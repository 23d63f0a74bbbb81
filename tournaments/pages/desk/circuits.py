"""Founding a circuit of a club and choosing its events."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from core.messages import sentence
from core.numbers import parse_number
from core.refusals import Refusal
from tournaments.models import Circuit, Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_circuit,
    organised_club,
    redirect_with,
)
from tournaments.pages.refusals import cleaned, posted, render_form_page
from tournaments.reading.events import events_for
from tournaments.services import seasons

EVENTS_SHOWN = 300
POINTS_DIGITS = 6


class CircuitForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    points = forms.CharField(
        label=_("Points for first place, second place, and so on"),
        max_length=600,
        initial="100 80 65 55 45 40 35 30",
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=_("Best events that count for each entry (0: all)"),
        min_value=0,
        max_value=100,
        initial=0,
    )

    def clean_points(self) -> list[int]:
        points = []
        for word in str(self.cleaned_data["points"]).replace(",", " ").split():
            number = parse_number(word, POINTS_DIGITS)
            if number is None:
                raise forms.ValidationError(_("Enter numbers separated by spaces."))
            points.append(number)
        if not points:
            raise forms.ValidationError(_("Enter numbers separated by spaces."))
        return points


def circuit_new_page(
    request: HttpRequest, club: Club, refusal: Refusal | None = None
) -> HttpResponse:
    template = "tournaments/desk/circuit_new.html"
    form = CircuitForm(posted(request))
    return render_form_page(request, template, {"club": club}, form, refusal)


@desk_action(organised_club, circuit_new_page)
def circuit_new(request: HttpRequest, club: Club) -> HttpResponse:
    given = cleaned(CircuitForm(posted(request)))
    circuit = seasons.found_circuit(club_id=club.pk, **given)
    return redirect_with(request, "circuit_events", circuit.pk)


def circuit_events_page(
    request: HttpRequest, circuit: Circuit, refusal: Refusal | None = None
) -> HttpResponse:
    if refusal is not None:
        messages.error(request, sentence(refusal))
    events = events_for(request.user).exclude(state=Event.State.DRAFT)
    context = {
        "circuit": circuit,
        "events": events.order_by("-starts_at")[:EVENTS_SHOWN],
        "chosen": set(circuit.events.values_list("pk", flat=True)),
    }
    return render(request, "tournaments/desk/circuit_events.html", context)


@desk_action(organised_circuit, circuit_events_page)
def circuit_events(request: HttpRequest, circuit: Circuit) -> HttpResponse:
    """Choose the events of a circuit."""
    seasons.set_events(circuit_id=circuit.pk, event_ids=ticked(request, "events"))
    return redirect_with(request, "circuit", circuit.pk)


def ticked(request: HttpRequest, name: str) -> list[int]:
    """The numbers of the boxes that are ticked; anything else is left out."""
    numbers = []
    for value in request.POST.getlist(name):
        number = parse_number(value)
        if number is not None:
            numbers.append(number)
    return numbers
