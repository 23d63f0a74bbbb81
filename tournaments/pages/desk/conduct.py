"""Conduct at the desk: who came late, the sheet of a match, who plays in whose place, and the rules for all that."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Event, Pairing, Sanction
from tournaments.pages.desk.overview import organised, table_of
from tournaments.pages.forms import CHOOSE
from tournaments.pages.refusals import posted, private, refusing
from tournaments.reading import events as queries
from tournaments.rules.conduct import Lateness
from tournaments.services import conduct, events, substitutes


class LateForm(forms.Form):
    """How many full minutes each side came late."""

    a = forms.IntegerField(min_value=0, max_value=conduct.MAX_MINUTES_LATE, initial=0)
    b = forms.IntegerField(min_value=0, max_value=conduct.MAX_MINUTES_LATE, initial=0)

    def __init__(self, sides: tuple[str, str], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name, side in zip("ab", sides, strict=True):
            self.fields[name].label = gettext("Minutes that %(side)s came late") % {
                "side": side
            }


def steps(pairing: Pairing) -> list[Sanction.Kind]:
    """The steps of the ladder at this table; where more than two sit, no set or match is lost to another."""
    return (
        [Sanction.Kind.WARNING, Sanction.Kind.DISQUALIFICATION]
        if pairing.several
        else [*Sanction.Kind]
    )


class SanctionForm(forms.Form):
    """What the referee writes down: for whom, for what, and what it costs."""

    entry = forms.TypedChoiceField(label=_("For"), coerce=int)
    offence = forms.ChoiceField(
        label=_("Offence"), choices=[CHOOSE, *Sanction.Offence.choices]
    )
    kind = forms.ChoiceField(label=_("It costs"))
    sets_a = forms.IntegerField(min_value=0, max_value=99, required=False, initial=0)
    sets_b = forms.IntegerField(min_value=0, max_value=99, required=False, initial=0)

    def __init__(self, pairing: Pairing, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        called = [(entry.pk, queries.name_of(entry)) for entry in pairing.entries]
        self.fields["entry"].choices = [CHOOSE, *called]  # type: ignore[attr-defined]
        kinds = [(step.value, step.label) for step in steps(pairing)]
        self.fields["kind"].choices = [CHOOSE, *kinds]  # type: ignore[attr-defined]
        if pairing.several:
            del self.fields["sets_a"], self.fields["sets_b"]
            return
        for name, (_pk, side) in zip(("sets_a", "sets_b"), called, strict=False):
            self.fields[name].label = gettext("Sets of %(side)s so far") % {
                "side": side
            }


class RulesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What lateness costs in this event, and who may be replaced."""

    grace = forms.IntegerField(
        label=_("Minutes that cost nothing"), min_value=0, max_value=120
    )
    per = forms.IntegerField(
        label=_("After them, a set for each so many minutes (0: none)"),
        min_value=0,
        max_value=120,
    )
    lost_after = forms.IntegerField(
        label=_("The match is lost after so many minutes (0: never by itself)"),
        min_value=0,
        max_value=240,
    )
    first_round = forms.BooleanField(
        label=_("The grace is for the first round alone"), required=False
    )

    class Meta:
        model = Event
        fields = ["substitutes"]

    def lateness(self) -> dict[str, Any]:
        rule = {name: self.cleaned_data[name] for name in Lateness._fields}
        return rule if any(rule.values()) else {}


@private
@login_required
@refusing
def sheet(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """The sheet of a match: who came late, and the sanctions that were written."""
    pairing = refereed(request, pairing_id)
    table, status, act = table_of(pairing), 200, request.POST.get("do")
    late = LateForm((table.a, table.b), posted(request) if act == "late" else None)
    form = SanctionForm(pairing, posted(request) if act == "sanction" else None)
    bound = late if act == "late" else form
    if bound.is_bound:
        status = write(request, pairing, bound)
        if status == 200:
            messages.success(request, gettext("It is written on the sheet."))
            return redirect("desk_conduct", pairing_id)
    ladder = [
        (queries.name_of(entry), conduct.proposed(pairing, entry)["other"])
        for entry in pairing.entries
    ]
    context = {
        "table": table,
        "event": pairing.round.stage.event,
        "rule": pairing.round.stage.event.lateness,
        "written": pairing.sanctions.select_related("entry", "by"),
        "late": late,
        "form": form,
        "ladder": [(name, Sanction.Kind(step).label) for name, step in ladder],
        "two": not pairing.several and not pairing.bye,
        "docked": queries.penalties_of(pairing)
        if not pairing.several and not pairing.bye
        else None,
    }
    return render(request, "tournaments/desk/conduct.html", context, status=status)


def refereed(request: HttpRequest, pairing_id: int) -> Pairing:
    pairing = queries.pairing(pairing_id, request.user)
    if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
        raise NotAllowed("event.referees_only")
    return pairing


def write(request: HttpRequest, pairing: Pairing, form: forms.Form) -> int:
    """Do what the form says; the status of the answer."""
    if not form.is_valid():
        return 422
    given: dict[str, Any] = {
        "pairing_id": pairing.pk,
        "by": request.user,
        "at": timezone.now(),
    }
    said = form.cleaned_data
    try:
        if isinstance(form, LateForm):
            conduct.record_lateness(late=(said["a"], said["b"]), **given)
        else:
            so_far = (said.get("sets_a") or 0, said.get("sets_b") or 0)
            conduct.sanction(
                entry_id=said["entry"],
                kind=said["kind"],
                offence=said["offence"],
                so_far=so_far,
                **given,
            )
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return refusal.status
    return 200


@private
@login_required
@require_POST
@refusing
def substitute(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Who comes plays in place of one of the entry."""
    entry = queries.entry(entry_id, request.user)
    if not permissions.may_referee(request.user, entry.event.club_id):
        raise NotAllowed("event.referees_only")
    place, name = request.POST.get("place", ""), request.POST.get("name", "")
    number = int(place) if place.isdecimal() and len(place) < 3 else -1
    table = request.POST.get("table", "")
    sheet = table.isascii() and table.isdecimal() and len(table) < 19
    back = (
        reverse("desk_conduct", args=[int(table)])
        if sheet
        else reverse("desk_entry", args=[entry_id])
    )
    try:
        substitutes.substitute(
            entry_id=entry_id,
            place=number,
            name=name,
            by=request.user,
            at=timezone.now(),
        )
        messages.success(
            request, gettext("%(name)s plays from now on.") % {"name": name}
        )
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        back += f"?{urlencode({'name': name})}"
    return redirect(back)


@private
@login_required
@refusing
def rules(request: HttpRequest, event_id: int) -> HttpResponse:
    """What lateness costs in this event and who may be replaced; fixed once the first draw is published."""
    event = organised(request, event_id)
    form, status = (
        RulesForm(
            posted(request),
            instance=event,
            initial=Lateness(**event.lateness)._asdict(),
        ),
        200,
    )
    if form.is_bound and form.is_valid():
        said = {
            "lateness": form.lateness(),
            "substitutes": form.cleaned_data["substitutes"],
        }
        try:
            events.change_event(
                event_id=event_id, by=request.user, at=timezone.now(), **said
            )
            messages.success(request, gettext("The rules are stored."))
            return redirect("desk", event_id)
        except Refusal as refusal:
            form.add_error(None, sentence(refusal))
            status = refusal.status
    elif form.is_bound:
        status = 422
    context = {"event": event, "form": form, "frozen": event.frozen_at is not None}
    return render(
        request, "tournaments/desk/conduct_rules.html", context, status=status
    )


urlpatterns = [
    path("tables/<int:pairing_id>/conduct/", sheet, name="desk_conduct"),
    path("entries/<int:entry_id>/desk/substitute/", substitute, name="desk_substitute"),
    path("events/<int:event_id>/desk/conduct/", rules, name="desk_conduct_rules"),
]
