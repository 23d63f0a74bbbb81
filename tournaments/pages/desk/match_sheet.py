"""The sheet of a match: who came late, and the sanctions that the referee has written."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.refusals import Refusal
from tournaments.models import Pairing, Sanction
from tournaments.pages.desk.desk_action import (
    desk_action,
    redirect_with,
    refereed_pairing,
)
from tournaments.pages.desk.desk_tables import table_row
from tournaments.pages.form_fields import CHOOSE
from tournaments.pages.refusals import add_refusal, cleaned, posted_with
from tournaments.reading import events
from tournaments.services import conduct

SETS_MOST = 99


class LateForm(forms.Form):
    """How many full minutes each side came late."""

    a = forms.IntegerField(min_value=0, max_value=conduct.MAX_MINUTES_LATE, initial=0)
    b = forms.IntegerField(min_value=0, max_value=conduct.MAX_MINUTES_LATE, initial=0)

    def __init__(self, sides: tuple[str, str], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        label = gettext("Minutes %(side)s came late")
        for name, side in zip("ab", sides, strict=True):
            self.fields[name].label = label % {"side": side}


class SanctionForm(forms.Form):
    """For whom, for what, and what it costs."""

    entry = forms.TypedChoiceField(label=_("For"), coerce=int)
    offence = forms.ChoiceField(
        label=_("Offence"), choices=[CHOOSE, *Sanction.Offence.choices]
    )
    kind = forms.ChoiceField(label=_("Sanction"))
    sets_a = forms.IntegerField(
        min_value=0, max_value=SETS_MOST, required=False, initial=0
    )
    sets_b = forms.IntegerField(
        min_value=0, max_value=SETS_MOST, required=False, initial=0
    )

    def __init__(self, pairing: Pairing, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        entries = [(entry.pk, events.name_of(entry)) for entry in pairing.entries]
        self.fields["entry"].choices = [CHOOSE, *entries]  # type: ignore[attr-defined]
        kinds = [(kind.value, kind.label) for kind in sanction_kinds(pairing)]
        self.fields["kind"].choices = [CHOOSE, *kinds]  # type: ignore[attr-defined]
        if pairing.several:
            del self.fields["sets_a"], self.fields["sets_b"]
            return
        label = gettext("Sets of %(side)s so far")
        for name, (_pk, side) in zip(("sets_a", "sets_b"), entries, strict=False):
            self.fields[name].label = label % {"side": side}


def sanction_kinds(pairing: Pairing) -> list[Sanction.Kind]:
    """The ladder of sanctions at this table, the mildest first."""
    if pairing.several:
        # Among more than two, no set and no match is lost to another side.
        return [Sanction.Kind.WARNING, Sanction.Kind.DISQUALIFICATION]
    return list(Sanction.Kind)


def sheet_page(
    request: HttpRequest, pairing: Pairing, refusal: Refusal | None = None
) -> HttpResponse:
    # Two forms share the page: the button tells which one was sent.
    late, sanction = late_form(request, pairing), sanction_form(request, pairing)
    status = 200
    if refusal is not None:
        add_refusal(pressed_form(late, sanction), refusal)
        status = refusal.status
    event = pairing.round.stage.event
    has_two_sides = not pairing.several and not pairing.bye
    context = {
        "table": table_row(pairing),
        "event": event,
        "rule": event.lateness,
        "written": pairing.sanctions.select_related("entry", "by"),
        "late": late,
        "form": sanction,
        "ladder": next_sanctions(pairing),
        "two": has_two_sides,
        "docked": events.penalties_of(pairing) if has_two_sides else None,
    }
    return render(request, "tournaments/desk/conduct.html", context, status=status)


@desk_action(refereed_pairing, sheet_page)
def match_sheet(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Note how late the sides came, or write a sanction."""
    late, sanction = late_form(request, pairing), sanction_form(request, pairing)
    given = cleaned(pressed_form(late, sanction))
    if late.is_bound:
        conduct.record_lateness(
            pairing_id=pairing.pk,
            late=(given["a"], given["b"]),
            by=request.user,
            at=timezone.now(),
        )
    else:
        conduct.sanction(
            pairing_id=pairing.pk,
            entry_id=given["entry"],
            kind=given["kind"],
            offence=given["offence"],
            so_far=(given.get("sets_a") or 0, given.get("sets_b") or 0),
            by=request.user,
            at=timezone.now(),
        )
    message = gettext("Added to the sheet.")
    return redirect_with(request, "desk_conduct", pairing.pk, message=message)


def late_form(request: HttpRequest, pairing: Pairing) -> LateForm:
    row = table_row(pairing)
    return LateForm((row.a, row.b), posted_with(request, "late"))


def sanction_form(request: HttpRequest, pairing: Pairing) -> SanctionForm:
    return SanctionForm(pairing, posted_with(request, "sanction"))


def pressed_form(late: LateForm, sanction: SanctionForm) -> forms.Form:
    if late.is_bound:
        return late
    return sanction


def next_sanctions(pairing: Pairing) -> list[tuple[str, str]]:
    """For each entry the sanction that the ladder proposes for a further offence."""
    found = []
    for entry in pairing.entries:
        kind = Sanction.Kind(conduct.proposed(pairing, entry)["other"])
        found.append((events.name_of(entry), str(kind.label)))
    return found
