"""The stages of an event on its form: each with a format, its settings, and whom it takes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.numbers import parse_number
from tournaments.models import Event
from tournaments.pages.desk.format_fields import settings_chosen, settings_fields
from tournaments.reading import stage_plans
from tournaments.rules.advancement import ALL, BEST, IN, OUT, REST
from tournaments.rules.formats.catalogue import FORMATS

STAGES_MOST: Final = 5
PARTS: Final = {
    BEST: _("the best"),
    REST: _("those below the best"),
    IN: _("those still in"),
    OUT: _("those eliminated"),
    ALL: _("all"),
}
CAPACITY_DIGITS: Final = 5
USUAL_PLACES: Final = 16


class StageChoice(NamedTuple):
    """A stage as it stands on the form."""

    format: str
    settings: Mapping[str, Any] = {}
    takes: Mapping[str, Any] | None = None


class StagesPreset(NamedTuple):
    """A combination of stages that clubs play."""

    name: Any
    stages: Callable[[int], list[StageChoice]]
    """For the number of places in the event."""


def _lives(places: int) -> list[StageChoice]:
    still_in, out = {"source": 1, "part": IN}, {"source": 1, "part": OUT}
    return [
        StageChoice("lives", {"lives": 3, "until": 16}),
        StageChoice("knockout", {}, still_in),
        StageChoice("knockout", {}, out),
    ]


def _groups(places: int) -> list[StageChoice]:
    groups = min(64, max(2, places // 4))
    best = {"source": 1, "part": BEST, "each": 2}
    return [
        StageChoice("groups", {"groups": groups}),
        StageChoice("knockout", {"seeds": groups, "apart": True}, best),
    ]


def _league(places: int) -> list[StageChoice]:
    best = {"source": 1, "part": BEST, "number": 16}
    return [StageChoice("swiss", {"rounds": 24}), StageChoice("knockout", {}, best)]


def _two_brackets(places: int) -> list[StageChoice]:
    return [StageChoice("consolation")]


PRESETS: Final = {
    # Villaviciosa 2024: three lives, and a straight knockout for those eliminated.
    "lives": StagesPreset(
        _(
            "Three lives until 16 are left, then a knockout; group B for those eliminated"
        ),
        _lives,
    ),
    # The bar leagues of 2008 and 2009: the first two of each group go on, crossed.
    "groups": StagesPreset(
        _("Groups of four, then a knockout of the first two"), _groups
    ),
    # UsuMus 2015: 54 pairs, 24 rounds, a knockout of the first 16.
    "league": StagesPreset(
        _("A partial league, then a knockout of the first 16"), _league
    ),
    # Valdegastea 2022: everybody gets at least two matches.
    "two": StagesPreset(
        _("Winners’ and second bracket: everybody plays twice"), _two_brackets
    ),
}


class StageFields(NamedTuple):
    """The names of the fields of a stage."""

    number: int
    format: str
    """The code of its format."""
    name: str
    """The name of the field of its format."""
    takes: list[str]
    settings: list[str]

    def all(self) -> list[str]:
        return [self.name, *self.takes, *self.settings]


def stages_of(event: Event) -> list[StageChoice]:
    plans = stage_plans.stage_plans(event)
    return [StageChoice(plan.format, plan.settings, plan.takes) for plan in plans]


def typed_stages(
    event: Event, data: QueryDict, formats: Sequence[str]
) -> list[StageChoice]:
    """The stages of the form that was sent.

    A stage whose format stays keeps the settings that the event has stored for it.
    """
    before = stages_of(event)
    count = parse_number(data.get("phases"), most_digits=1)
    if count is None:
        count = len(before)
    count = min(STAGES_MOST, max(1, count))
    found = []
    for number in range(1, count + 1):
        stage = StageChoice(event.format, {}, {"source": number - 1})
        if number <= len(before):
            stage = before[number - 1]
        code = data.get(format_name(number), "")
        if code in formats and code != stage.format:
            stage = StageChoice(code, {}, stage.takes)
        found.append(stage)
    return found


def stages_after_button(
    event: Event, data: QueryDict, formats: Sequence[str]
) -> list[StageChoice]:
    """The stages that were typed, after one of their buttons if one was pressed."""
    button, stages = data.get("shape", ""), typed_stages(event, data, formats)
    if button in PRESETS:
        capacity = parse_number(data.get("capacity"), CAPACITY_DIGITS)
        if capacity is None:
            capacity = event.capacity
        return PRESETS[button].stages(capacity)
    if button == "add" and len(stages) < STAGES_MOST:
        code = "knockout" if "knockout" in formats else stages[-1].format
        best = {"source": len(stages), "part": BEST, "number": 16}
        return [*stages, StageChoice(code, {}, best)]
    if button == "remove" and len(stages) > 1:
        return stages[:-1]
    return stages


def playable_presets(formats: Sequence[str]) -> dict[str, Any]:
    """The names of the presets whose formats the game can be played in."""
    names = {}
    for key, preset in PRESETS.items():
        codes = {stage.format for stage in preset.stages(USUAL_PLACES)}
        if codes <= set(formats):
            names[key] = preset.name
    return names


def format_name(number: int) -> str:
    """The name of the field of a stage's format."""
    return "format" if number == 1 else f"p{number}_format"


def fields_of(
    stages: Sequence[StageChoice], formats: Sequence[str]
) -> tuple[list[StageFields], dict[str, forms.Field]]:
    """All fields of the stages, and which of them belong to which stage."""
    fields: dict[str, forms.Field] = {}
    stage_fields = []
    # Pairs and single players cannot follow each other in one event.
    alike = formats_like(stages[0].format, formats)
    for number, stage in enumerate(stages, start=1):
        possible, takes = formats, {}
        if number > 1:
            possible, takes = alike, takes_fields(number, stage.takes or {})
        settings = settings_fields(stage.format, stage.settings, number)
        name = format_name(number)
        fields[name] = format_field(possible, stage.format)
        fields |= takes | settings
        stage_fields.append(
            StageFields(number, stage.format, name, list(takes), list(settings))
        )
    return stage_fields, fields


def formats_like(first: str, formats: Sequence[str]) -> list[str]:
    """The formats that a stage after one of format `first` can have."""
    several = FORMATS[first].is_multiplayer
    return [code for code in formats if several == FORMATS[code].is_multiplayer]


def format_field(formats: Sequence[str], usual: str) -> forms.ChoiceField:
    choices = [(code, gettext(FORMATS[code].name)) for code in formats]
    return forms.ChoiceField(
        label=_("Format"), choices=choices, initial=usual, required=False
    )


def takes_fields(number: int, usual: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Whom stage `number` takes, and from which earlier stage."""
    earlier = []
    for source in range(1, number):
        name = gettext("stage {number}").format(number=source)
        earlier.append((source, name))
    fields: dict[str, forms.Field] = {
        "source": forms.TypedChoiceField(
            label=_("Takes from"), choices=earlier, coerce=int, required=False
        ),
        "part": forms.ChoiceField(
            label=_("Which entries"), choices=list(PARTS.items()), required=False
        ),
        "number": forms.IntegerField(
            label=_("How many"),
            min_value=0,
            max_value=1024,
            required=False,
            help_text=_(
                "For the best: their number. For those eliminated: the last round in "
                "which they went out; empty for all."
            ),
        ),
        "each": forms.IntegerField(
            label=_("At least from each group"),
            min_value=0,
            max_value=64,
            required=False,
        ),
    }
    initial = {**usual_takes(number), **usual}
    for name, field in fields.items():
        # 0 means without a limit: an empty field says so better.
        field.initial = initial.get(name) or None
    return {f"p{number}_{name}": field for name, field in fields.items()}


def chosen_stages(
    stage_fields: Sequence[StageFields],
    cleaned: Mapping[str, Any],
    stages: Sequence[StageChoice],
) -> list[StageChoice]:
    """The stages of the cleaned form."""
    chosen = []
    for own, stage in zip(stage_fields, stages, strict=True):
        settings = {
            **stage.settings,
            **settings_chosen(own.format, cleaned, own.number),
        }
        takes = chosen_takes(own.number, cleaned) if own.number > 1 else None
        chosen.append(StageChoice(own.format, settings, takes))
    return chosen


def chosen_takes(number: int, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    takes = {}
    for name, usual in usual_takes(number).items():
        takes[name] = cleaned.get(f"p{number}_{name}") or usual
    return takes


def usual_takes(number: int) -> dict[str, Any]:
    return {"source": number - 1, "part": BEST, "number": 0, "each": 0}
