"""Points of a table of several as forms: what a player says of it, and what the desk decides."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import queries
from tournaments.models import Pairing
from tournaments.rules.results import POINTS_MOST, VOID
from tournaments.services import results
from tournaments.services.results import Decision
from tournaments.views.forms import text


class PointsForm(forms.Form):
    """A number for each player in the order of the seats, or for each side of partners the sets that it has won."""

    def __init__(self, table: Pairing, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        names, self.sides = [queries.name_of(entry) for entry in table.entries], queries.sides_at(table)
        self.partners = len(self.sides) < len(names)
        # "text", since many phones leave the minus out of their keys for numbers.
        widget = forms.NumberInput({"inputmode": "text", "autocomplete": "off"})
        for n, side in enumerate(self.sides):
            self.fields[f"points_{n}"] = forms.IntegerField(
                label=" – ".join(names[place] for place in side),
                widget=widget,
                min_value=0 if self.partners else -POINTS_MOST,
                max_value=POINTS_MOST,
            )

    def rows(self) -> list[forms.BoundField]:
        return [self[f"points_{n}"] for n, _side in enumerate(self.sides)]

    def points(self) -> list[int]:
        """What each has, in the order of the places."""
        return queries.of_places([self.cleaned_data[row.name] for row in self.rows()], self.sides)


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


def filled(table: Pairing, points: Sequence[int] | None) -> dict[str, int]:
    """The points as a form begins with them."""
    return {f"points_{n}": points[side[0]] for n, side in enumerate(queries.sides_at(table))} if points else {}
