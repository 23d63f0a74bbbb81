"""How an event is played, as its form asks it: its phases, each with a format, its settings, and whom it takes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.pages.desk.format_fields import settings_chosen, settings_fields
from tournaments.pages.labels import FORMATS_NAMED
from tournaments.reading import stage_plans
from tournaments.rules.advancement import ALL, BEST, IN, OUT, REST
from tournaments.rules.formats.catalogue import FORMATS

PHASES_MOST: Final = 5
PARTS: Final = {
    BEST: _("the best"),
    REST: _("those who are not among the best"),
    IN: _("those who are still in"),
    OUT: _("those who are out"),
    ALL: _("all"),
}
TAKES: Final = ("source", "part", "number", "each")


class Chosen(NamedTuple):
    """A phase as it stands on the form."""

    format: str
    settings: Mapping[str, Any] = {}
    takes: Mapping[str, Any] | None = None


class Ready(NamedTuple):
    """A combination of phases that clubs play."""

    name: Any
    phases: Callable[[int], list[Chosen]]
    """For so many places in the event."""


def _lives(places: int) -> list[Chosen]:
    still_in, out = {"source": 1, "part": IN}, {"source": 1, "part": OUT}
    lives = Chosen("lives", {"lives": 3, "until": 16})
    return [lives, Chosen("knockout", {}, still_in), Chosen("knockout", {}, out)]


def _groups(places: int) -> list[Chosen]:
    groups = min(64, max(2, places // 4))
    best = {"source": 1, "part": BEST, "each": 2}
    return [
        Chosen("groups", {"groups": groups}),
        Chosen("knockout", {"seeds": groups, "apart": True}, best),
    ]


def _league(places: int) -> list[Chosen]:
    return [
        Chosen("swiss", {"rounds": 24}),
        Chosen("knockout", {}, {"source": 1, "part": BEST, "number": 16}),
    ]


READY: Final = {
    # Villaviciosa 2024: three lives, and a straight knockout for those who are out.
    "lives": Ready(
        _(
            "Three lives until 16 are left, then a knockout; group B for those who are out"
        ),
        _lives,
    ),
    # The bar leagues of 2008 and 2009: the first two of each group go on, crossed.
    "groups": Ready(_("Groups of four, then a knockout of the first two"), _groups),
    # UsuMus 2015: 54 pairs, 24 rounds, a knockout of the first 16.
    "league": Ready(_("A partial league, then a knockout of the first 16"), _league),
    # Valdegastea 2022: everybody gets at least two matches.
    "two": Ready(
        _("Winners’ and second bracket: everybody plays twice"),
        lambda _: [Chosen("consolation")],
    ),
}


class Shape(NamedTuple):
    """The fields of a phase, by their names on the form."""

    number: int
    format: str
    name: str
    takes: list[str]
    settings: list[str]


def of_event(event: Event) -> list[Chosen]:
    return [
        Chosen(one.format, one.settings, one.takes)
        for one in stage_plans.stage_plans(event)
    ]


def typed(event: Event, data: QueryDict, formats: Sequence[str]) -> list[Chosen]:
    """The phases on the form that was sent, with what the event has of those whose format stays."""
    before, count = of_event(event), str(data.get("phases", ""))
    several = int(count) if count.isdecimal() and len(count) == 1 else len(before)
    found = []
    for n in range(1, min(PHASES_MOST, max(1, several)) + 1):
        was = (
            before[n - 1]
            if n <= len(before)
            else Chosen(event.format, {}, {"source": n - 1})
        )
        code = data.get(format_name(n), "")
        found.append(
            was
            if code not in formats or code == was.format
            else Chosen(code, {}, was.takes)
        )
    return found


def pressed(event: Event, data: QueryDict, formats: Sequence[str]) -> list[Chosen]:
    """The phases after one of the buttons for them, if one was pressed."""
    press, phases = data.get("shape", ""), typed(event, data, formats)
    if press in READY:
        capacity = data.get("capacity", "")
        return READY[press].phases(
            int(capacity)
            if capacity.isdecimal() and len(capacity) < 6
            else event.capacity
        )
    if press == "add" and len(phases) < PHASES_MOST:
        code = "knockout" if "knockout" in formats else phases[-1].format
        return [
            *phases,
            Chosen(code, {}, {"source": len(phases), "part": BEST, "number": 16}),
        ]
    return phases[:-1] if press == "remove" and len(phases) > 1 else phases


def ready(formats: Sequence[str]) -> dict[str, Any]:
    """The combinations whose formats the game can be played in."""
    return {
        key: one.name
        for key, one in READY.items()
        if all(p.format in formats for p in one.phases(16))
    }


def format_name(number: int) -> str:
    return "format" if number == 1 else f"p{number}_format"


def fields_of(
    phases: Sequence[Chosen], formats: Sequence[str]
) -> tuple[list[Shape], dict[str, forms.Field]]:
    """All fields of the phases, and which of them belong to which."""
    found: dict[str, forms.Field] = {}
    shapes = []
    alike = [
        code
        for code in formats
        if FORMATS[code].SEVERAL == FORMATS[phases[0].format].SEVERAL
    ]
    for n, one in enumerate(phases, start=1):
        own = settings_fields(one.format, one.settings, n)
        takes = takes_fields(n, one.takes or {}) if n > 1 else {}
        found |= (
            {format_name(n): format_field(formats if n == 1 else alike, one.format)}
            | takes
            | own
        )
        shapes.append(Shape(n, one.format, format_name(n), list(takes), list(own)))
    return shapes, found


def format_field(formats: Sequence[str], usual: str) -> forms.ChoiceField:
    choices = [(code, gettext(FORMATS_NAMED[code])) for code in formats]
    return forms.ChoiceField(
        label=_("Format"), choices=choices, initial=usual, required=False
    )


def takes_fields(number: int, usual: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Whom phase `number` takes, from which phase before."""
    before = [(n, gettext("phase {number}").format(number=n)) for n in range(1, number)]
    fields: dict[str, forms.Field] = {
        "source": forms.TypedChoiceField(
            label=_("Takes from"), choices=before, coerce=int, required=False
        ),
        "part": forms.ChoiceField(
            label=_("of these"), choices=list(PARTS.items()), required=False
        ),
        "number": forms.IntegerField(
            label=_("How many"),
            min_value=0,
            max_value=1024,
            required=False,
            help_text=_(
                "For the best. Of those who are out: up to which round they went out; empty for all."
            ),
        ),
        "each": forms.IntegerField(
            label=_("Of each group at least"), min_value=0, max_value=64, required=False
        ),
    }
    start: dict[str, Any] = {"source": number - 1, "part": BEST, **usual}
    for name, field in fields.items():
        field.initial = start.get(name) or None
    return {f"p{number}_{name}": field for name, field in fields.items()}


def chosen(
    shapes: Sequence[Shape], cleaned: Mapping[str, Any], phases: Sequence[Chosen]
) -> list[Chosen]:
    """The phases of the cleaned form."""
    return [
        Chosen(
            shape.format,
            {**one.settings, **settings_chosen(shape.format, cleaned, shape.number)},
            {
                name: cleaned.get(f"p{shape.number}_{name}") or usual
                for name, usual in usual_takes(shape.number)
            }
            if shape.number > 1
            else None,
        )
        for shape, one in zip(shapes, phases, strict=True)
    ]


def usual_takes(number: int) -> list[tuple[str, Any]]:
    return list(zip(TAKES, (number - 1, BEST, 0, 0), strict=True))
