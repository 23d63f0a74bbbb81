"""Fields that several forms share."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

CHOOSE: Final = ("", _("Choose …"))
"""The empty choice of a list in which nothing is chosen beforehand."""

REASON_LONGEST: Final = 300


def text_field(
    label: Any,
    max_length: int,
    *,
    required: bool = True,
    **attributes: str,
) -> forms.CharField:
    """A line of text; `autocomplete` and the like are attributes of its input."""
    return forms.CharField(
        label=label,
        max_length=max_length,
        required=required,
        widget=forms.TextInput(attributes),
    )


def reason_field() -> forms.CharField:
    return text_field(
        _("Reason (shown in the log)"), REASON_LONGEST, autocomplete="off"
    )


class MomentField(forms.DateTimeField):
    """A date with a time, in the club's time zone."""

    def __init__(self, **more: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **more)
