"""The fields of an event's form that say how a league is played: how often all meet, and what decides among equals."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.rules.formats import round_robin
from tournaments.rules.tiebreaks import CRITERIA, LAST, SHARED
from tournaments.views.words import TIE_BREAKS

STEPS: Final = tuple(f"tie_{n}" for n in range(1, len(CRITERIA) + 1))


def league_fields(event: Event) -> dict[str, forms.Field]:
    """How often all meet, then one field for each criterion of the table, then what is done with those still level."""
    named = {code: gettext(TIE_BREAKS[code]) for code in (*CRITERIA, *LAST)}
    *criteria, last = event.tie_breaks or round_robin.TIE_BREAKS
    typed = dict(zip(STEPS, criteria, strict=False))
    fields: dict[str, forms.Field] = {
        "legs": forms.TypedChoiceField(
            label=_("Everybody meets everybody"),
            choices=[(1, _("once")), (2, _("twice"))],
            coerce=int,
            empty_value=None,
            initial=event.legs,
            required=False,
        )
    }
    for n, step in enumerate(STEPS):
        label = _("then by") if n else _("Order of the table: by")
        choices = [("", "–"), *((code, named[code]) for code in CRITERIA)]
        fields[step] = forms.ChoiceField(label=label, choices=choices, initial=typed.get(step, ""), required=False)
    ways = [(code, named[code]) for code in LAST]
    fields["tie_last"] = forms.ChoiceField(label=_("and at last"), choices=ways, initial=last, required=False)
    return fields


def league_chosen(cleaned: dict[str, Any]) -> dict[str, Any]:
    """The cleaned fields as fields of an event; with none of them the order is that of the format."""
    criteria = [cleaned[step] for step in STEPS if cleaned[step]]
    last = cleaned["tie_last"] or (SHARED if criteria else "")
    return {"legs": cleaned["legs"] or 1, "tie_breaks": [*criteria, last] if last else []}
