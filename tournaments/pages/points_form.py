"""Points of a multiplayer table as forms: what a player reports, and what the desk decides."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Pairing
from tournaments.pages.form_fields import reason_field
from tournaments.reading import events
from tournaments.rules.tables.results import POINTS_MOST, VOID
from tournaments.services import typed_results
from tournaments.services.typed_results import Decision


class PointsRow(NamedTuple):
    """The fields of a player, or of partners, of whom nobody can be absent."""

    number: forms.BoundField
    absent: forms.BoundField | None


class PointsForm(forms.Form):
    """The points of each player in the order of the seats, or the sets of each pair."""

    def __init__(self, pairing: Pairing, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        names = [events.name_of(entry) for entry in pairing.entries]
        self.sides = events.sides_at(pairing)
        self.partners = len(self.sides) < len(names)
        for n, side in enumerate(self.sides):
            label = " – ".join(names[seat] for seat in side)
            self.fields[f"points_{n}"] = self.points_field(label)
            if not self.partners:
                absent = gettext("%(name)s did not turn up") % {"name": label}
                self.fields[f"absent_{n}"] = forms.BooleanField(
                    label=absent, required=False
                )

    def points_field(self, label: str) -> forms.IntegerField:
        return forms.IntegerField(
            label=label,
            # Many phones leave the minus out of their keys for numbers.
            widget=forms.NumberInput({"inputmode": "text", "autocomplete": "off"}),
            min_value=0 if self.partners else -POINTS_MOST,
            max_value=POINTS_MOST,
        )

    def rows(self) -> list[PointsRow]:
        rows = []
        for n in range(len(self.sides)):
            absent = None if self.partners else self[f"absent_{n}"]
            rows.append(PointsRow(self[f"points_{n}"], absent))
        return rows

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for number, absent in self.rows():
            if absent is None or not given.get(absent.name):
                continue
            if given.get(number.name) is None:
                # An absent player needs no points.
                self.errors.pop(number.name, None)
                given[number.name] = None
            else:
                self.add_error(
                    number.name, _("Enter points or mark the player absent, not both.")
                )
        return given

    def points(self) -> list[int | None]:
        """The points of each, in the order of the seats; None for an absent player."""
        points = [self.cleaned_data[row.number.name] for row in self.rows()]
        return events.per_place(points, self.sides)


class DeskPointsForm(PointsForm):
    """What the desk decides of such a table, and why."""

    void = forms.BooleanField(
        label=_("Void: this table does not count and will be decided again"),
        required=False,
    )
    reason = reason_field()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("void"):
            # A void table needs no points.
            for row in self.rows():
                self.errors.pop(row.number.name, None)
        return given

    def decision(self) -> Decision:
        """The cleaned form as the services take it."""
        if self.cleaned_data["void"]:
            return Decision(VOID)
        return typed_results.points(self.points())


def initial_points(
    pairing: Pairing, points: Sequence[int | None] | None
) -> dict[str, Any]:
    """The values that a form begins with; without points, those who left are absent."""
    values: dict[str, Any] = {}
    if points is None:
        for n, entry in enumerate(pairing.entries):
            values[f"absent_{n}"] = entry.state == Entry.State.WITHDRAWN
        return values
    for n, side in enumerate(events.sides_at(pairing)):
        own = points[side[0]]
        values[f"points_{n}"] = own
        values[f"absent_{n}"] = own is None
    return values
