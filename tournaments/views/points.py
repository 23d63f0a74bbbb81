"""Points of a table of several as forms: what a player says of it, and what the desk decides."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.rules.results import POINTS_MOST, VOID
from tournaments.services import results
from tournaments.services.results import Decision
from tournaments.views.forms import text


class PointsForm(forms.Form):
    """A number for each player, in the order of the seats."""

    def __init__(self, names: Sequence[str], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.names = names
        # "text", since many phones leave the minus out of their keys for numbers.
        widget = forms.NumberInput({"inputmode": "text", "autocomplete": "off"})
        for n, name in enumerate(names):
            self.fields[f"points_{n}"] = forms.IntegerField(
                label=name, widget=widget, min_value=-POINTS_MOST, max_value=POINTS_MOST
            )

    def rows(self) -> list[forms.BoundField]:
        return [self[f"points_{n}"] for n, _name in enumerate(self.names)]

    def points(self) -> list[int]:
        return [self.cleaned_data[f"points_{n}"] for n, _name in enumerate(self.names)]


class DeskPointsForm(PointsForm):
    """What the desk decides of such a table, and why."""

    void = forms.BooleanField(label=_("Void: this table does not count and is to be decided anew"), required=False)
    reason = text(_("Reason (shown in the log)"), 300, autocomplete="off")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("void"):
            for row in self.rows():
                self.errors.pop(row.name, None)
        return given

    def decision(self) -> Decision:
        """The form as the service takes it."""
        return Decision(VOID) if self.cleaned_data["void"] else results.points(self.points())


def filled(points: Sequence[int] | None) -> dict[str, int]:
    """The points as a form begins with them."""
    return {f"points_{n}": number for n, number in enumerate(points or ())}
