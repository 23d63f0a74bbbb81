"""Points of a table of several as forms: what a player says of it, and what the desk decides."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Pairing
from tournaments.pages.forms import text
from tournaments.reading import events
from tournaments.rules.tables.results import POINTS_MOST, VOID
from tournaments.services import decisions
from tournaments.services.decisions import Decision


class Row(NamedTuple):
    """What is said of a player, or of partners, who have come."""

    number: forms.BoundField
    absent: forms.BoundField | None


class PointsForm(forms.Form):
    """A number for each player who came, in the order of the seats, or the sets that each side of partners has won."""

    def __init__(self, table: Pairing, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        names, self.sides = (
            [events.name_of(entry) for entry in table.entries],
            events.sides_at(table),
        )
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
            if not self.partners:
                came_not = gettext("%(name)s did not come") % {"name": names[n]}
                self.fields[f"absent_{n}"] = forms.BooleanField(
                    label=came_not, required=False
                )

    def rows(self) -> list[Row]:
        return [
            Row(self[f"points_{n}"], None if self.partners else self[f"absent_{n}"])
            for n, _side in enumerate(self.sides)
        ]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for number, absent in self.rows():
            if absent and given.get(absent.name):
                if given.get(number.name) is not None:
                    self.add_error(
                        number.name,
                        _("Either points, or that this player did not come."),
                    )
                else:
                    self.errors.pop(number.name, None)
                    given[number.name] = None
        return given

    def points(self) -> list[int | None]:
        """What each has, in the order of the places."""
        return events.per_place(
            [self.cleaned_data[row.number.name] for row in self.rows()], self.sides
        )


class DeskPointsForm(PointsForm):
    """What the desk decides of such a table, and why."""

    void = forms.BooleanField(
        label=_("Void: this table does not count and is to be decided anew"),
        required=False,
    )
    reason = text(_("Reason (shown in the log)"), 300, autocomplete="off")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("void"):
            for row in self.rows():
                self.errors.pop(row.number.name, None)
        return given

    def decision(self) -> Decision:
        """The form as the service takes it."""
        return (
            Decision(VOID)
            if self.cleaned_data["void"]
            else decisions.points(self.points())
        )


def filled(table: Pairing, points: Sequence[int | None] | None) -> dict[str, Any]:
    """The points as a form begins with them; while there are none, who has left did not come."""
    if points is None:
        left = (entry.state == Entry.State.WITHDRAWN for entry in table.entries)
        return {f"absent_{n}": gone for n, gone in enumerate(left)}
    firsts = [points[side[0]] for side in events.sides_at(table)]
    return {f"points_{n}": own for n, own in enumerate(firsts)} | {
        f"absent_{n}": own is None for n, own in enumerate(firsts)
    }
