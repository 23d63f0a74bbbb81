"""The fields of an event's form that a format leaves open: its settings, and what decides among those who are level."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.choices import Choice
from games.pages.option_fields import LONGEST_LIST
from tournaments.pages.labels import SETTINGS, TIE_BREAKS_NAMED, VALUES, setting_value
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import TIE_BREAKS, whole
from tournaments.rules.tables.tiebreaks import CRITERIA, LAST, SHARED

STEPS: Final = 6
"""So many criteria may be named one after another."""


def settings_fields(
    code: str, said: Mapping[str, Any], phase: int = 1
) -> dict[str, forms.Field]:
    """A field for each setting of a phase in this format; none of them must be filled in."""
    answers = FORMATS[code]
    own = whole(answers, said)
    fields = {
        name: _field(name, choice, own[name])
        for name, choice in answers.SETTINGS.items()
    }
    fields |= dict(_order(own[TIE_BREAKS])) if answers.TIE_BREAKS else {}
    return {named(code, name, phase): field for name, field in fields.items()}


def settings_chosen(
    code: str, cleaned: Mapping[str, Any], phase: int = 1
) -> dict[str, Any]:
    """The cleaned fields of a phase in this format as its settings, without those left empty."""
    given = {
        name: cleaned.get(named(code, name, phase)) for name in FORMATS[code].SETTINGS
    }
    said = {name: value for name, value in given.items() if value not in (None, "")}
    if not FORMATS[code].TIE_BREAKS:
        return said
    steps = (cleaned.get(named(code, f"tie_{n}", phase)) for n in range(1, STEPS + 1))
    criteria = [step for step in steps if step]
    last = cleaned.get(named(code, "tie_last", phase)) or (SHARED if criteria else "")
    return said | ({TIE_BREAKS: [*criteria, last]} if last else {})


def named(code: str, setting: str, phase: int) -> str:
    """`format__setting`, of a later phase with its number before."""
    return f"{code}__{setting}" if phase == 1 else f"p{phase}_{code}__{setting}"


def _field(name: str, choice: Choice, usual: Any) -> forms.Field:
    label, values = gettext(SETTINGS[name]), choice.values
    if values == (False, True):
        return forms.BooleanField(label=label, initial=usual, required=False)
    if isinstance(values, range) and len(values) > LONGEST_LIST:
        zero = (
            f"0: {setting_value(name, 0)}"
            if 0 in values and 0 in VALUES.get(name, {})
            else ""
        )
        return forms.IntegerField(
            label=label,
            initial=usual,
            min_value=values[0],
            max_value=values[-1],
            required=False,
            help_text=zero,
        )
    return forms.TypedChoiceField(
        label=label,
        initial=usual,
        choices=[(value, setting_value(name, value)) for value in values],
        coerce={str(value): value for value in values}.__getitem__,
        empty_value=None,
        required=False,
    )


def _order(order: list[str]) -> list[tuple[str, forms.Field]]:
    """One field for each criterion of the table, then what is done with those still level."""
    *criteria, last = order
    choices = [
        ("", "–"),
        *((code, gettext(TIE_BREAKS_NAMED[code])) for code in CRITERIA),
    ]
    fields: list[tuple[str, forms.Field]] = []
    for n in range(1, STEPS + 1):
        label, usual = (
            _("then by") if n > 1 else _("Order of the table: by"),
            criteria[n - 1] if n <= len(criteria) else "",
        )
        fields.append(
            (
                f"tie_{n}",
                forms.ChoiceField(
                    label=label, choices=choices, initial=usual, required=False
                ),
            )
        )
    ways = [(code, gettext(TIE_BREAKS_NAMED[code])) for code in LAST]
    return [
        *fields,
        (
            "tie_last",
            forms.ChoiceField(
                label=_("and at last"), choices=ways, initial=last, required=False
            ),
        ),
    ]
