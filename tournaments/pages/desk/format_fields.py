"""The fields of an event's form that a format leaves open: its settings and its tie-breaks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.pages.option_fields import LONGEST_LIST
from tournaments.pages.labels import setting_value
from tournaments.rules.formats.base import Setting
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import TIE_BREAKS, whole
from tournaments.rules.tables.tiebreaks import CRITERIA, LAST, NAMES, SHARED

STEPS: Final = 6
"""How many criteria may be named one after another."""


def settings_fields(
    code: str, given: Mapping[str, Any], phase: int = 1
) -> dict[str, forms.Field]:
    """A field for each setting of a stage in this format; none of them must be filled in."""
    format = FORMATS[code]
    initial = whole(format, given)
    fields = {
        name: _field(setting, initial[name])
        for name, setting in format.settings.items()
    }
    if format.tie_breaks:
        fields |= _tie_break_fields(initial[TIE_BREAKS])
    return {named(code, name, phase): field for name, field in fields.items()}


def settings_chosen(
    code: str, cleaned: Mapping[str, Any], phase: int = 1
) -> dict[str, Any]:
    """The cleaned fields of a stage in this format as its settings, without those left empty."""
    format = FORMATS[code]
    chosen: dict[str, Any] = {}
    for name in format.settings:
        value = cleaned.get(named(code, name, phase))
        if value not in (None, ""):
            chosen[name] = value
    if format.tie_breaks:
        chosen |= _tie_breaks_chosen(code, cleaned, phase)
    return chosen


def _tie_breaks_chosen(
    code: str, cleaned: Mapping[str, Any], phase: int
) -> dict[str, list[str]]:
    order = []
    for step in range(1, STEPS + 1):
        criterion = cleaned.get(named(code, f"tie_{step}", phase))
        if criterion:
            order.append(criterion)
    last = cleaned.get(named(code, "tie_last", phase))
    if not last and not order:
        return {}
    return {TIE_BREAKS: [*order, last or SHARED]}


def named(code: str, setting: str, phase: int) -> str:
    """`format__setting`, of a later stage with its number before."""
    return f"{code}__{setting}" if phase == 1 else f"p{phase}_{code}__{setting}"


def _field(setting: Setting, initial: Any) -> forms.Field:
    label, values = gettext(setting.label), setting.choice.values
    if values == (False, True):
        return forms.BooleanField(label=label, initial=initial, required=False)
    if isinstance(values, range) and len(values) > LONGEST_LIST:
        return forms.IntegerField(
            label=label,
            initial=initial,
            min_value=values[0],
            max_value=values[-1],
            required=False,
            help_text=_meaning_of_zero(setting, values),
        )
    return forms.TypedChoiceField(
        label=label,
        initial=initial,
        choices=[(value, setting_value(setting, value)) for value in values],
        coerce={str(value): value for value in values}.__getitem__,
        empty_value=None,
        required=False,
    )


def _meaning_of_zero(setting: Setting, values: range) -> str:
    if 0 in values and 0 in setting.value_names:
        return f"0: {setting_value(setting, 0)}"
    return ""


def _tie_break_fields(order: Sequence[str]) -> dict[str, forms.Field]:
    """One field for each criterion of the table, then what is done with those still level."""
    *criteria, last = order
    choices = [("", "–"), *_named_criteria(CRITERIA)]
    fields: dict[str, forms.Field] = {}
    for step in range(STEPS):
        fields[f"tie_{step + 1}"] = forms.ChoiceField(
            label=_("then by") if step else _("Order of the table: by"),
            choices=choices,
            initial=criteria[step] if step < len(criteria) else "",
            required=False,
        )
    fields["tie_last"] = forms.ChoiceField(
        label=_("and at last"),
        choices=_named_criteria(LAST),
        initial=last,
        required=False,
    )
    return fields


def _named_criteria(codes: Sequence[str]) -> list[tuple[str, str]]:
    return [(code, gettext(NAMES[code])) for code in codes]
