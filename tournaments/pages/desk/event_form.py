"""The form of an event: its texts and dates, the rules of its game, and its stages."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.pages.option_fields import chosen_options, option_fields
from tournaments.models import Event
from tournaments.pages.desk import stages_form
from tournaments.pages.form_fields import MomentField
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services.events import RULES, fitting_formats

LATEST_SET_UP: Final = timedelta(hours=12)
"""How long after its start an event may still be set up."""
OPTIONS_SHOWN: Final = 4
"""Options of a game that the form shows at once; the others are folded."""
SWITCHES: Final = ("singles", "in_app")
ABOUT: Final = (
    "name",
    "place",
    "starts_at",
    "deadline",
    "capacity",
    "fee",
    "intro",
)
LATE_ROUNDS: Final = {
    "quarterfinal": _("Sets to win in the quarterfinals"),
    "semifinal": _("Sets to win in the semifinals"),
    "final": _("Sets to win in the final"),
}


class EventForm(forms.ModelForm):  # type: ignore[type-arg]
    """`instance` knows the game and the format."""

    starts_at = MomentField(label=_("Starts at"))
    deadline = MomentField(
        label=_("Registration until"),
        required=False,
        help_text=_("Empty: until the draw."),
    )

    class Meta:
        model = Event
        fields = [
            "name",
            "place",
            "starts_at",
            "deadline",
            "intro",
            "fee",
            "capacity",
            "singles",
            "in_app",
            "turn_seconds",
            "words",
        ]
        widgets = {"intro": forms.Textarea({"rows": 4})}
        help_texts = {
            "turn_seconds": _("For matches in the app. Empty: no clock."),
        }

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        event = more["instance"]
        rules = GAMES[event.game].rules
        self.formats = fitting_formats(rules.sides(rules.options(event.options)))
        self.stages = stages_form.stages_of(event)
        if data and not event.frozen_at:
            self.stages = stages_form.stages_after_button(event, data, self.formats)
        self.shapes, fields = stages_form.fields_of(self.stages, self.formats)
        filled_in = values_after_button(event, data, fields)
        if filled_in is not None:
            # Such a button only fills the form in, so that it is not bound to data.
            data, more["initial"] = None, filled_in
        super().__init__(data, **more)
        self.options = option_fields(GAMES[event.game], event.options)
        self.late: dict[str, Any] = {}
        is_single = self.is_for_single_players()
        if not is_single:
            self.late = {f"sets_{code}": label for code, label in LATE_ROUNDS.items()}
        self.fields |= self.options | fields
        for name, label in self.late.items():
            self.fields[name] = forms.IntegerField(
                label=label, min_value=1, max_value=9, required=False
            )
        if is_single:
            self.adapt_to_single_players()
        self.initial = {**event.options, **self.late_rounds(), **self.initial}
        # Django keeps the stored value of a disabled field, whatever is sent.
        for name in self.frozen:
            self.fields[name].disabled = True

    def is_for_single_players(self) -> bool:
        first = self.stages[0].format
        if first in self.formats:
            return FORMATS[first].is_multiplayer
        return bool(self.instance.team_size == 1)

    def adapt_to_single_players(self) -> None:
        """Without pairs there is nothing to ask about pairs."""
        del self.fields["singles"]
        self.fields["fee"].label = _("Fee per player, in euros")
        self.fields["capacity"].label = _("Places for players")
        if "players" in self.fields:
            self.fields["players"].label = _(
                "Players at a table, if the numbers allow it"
            )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        starts_at, deadline = given.get("starts_at"), given.get("deadline")
        if starts_at is None:
            return given
        is_new = self.instance.pk is None
        # Whoever sets up an event in the hall may be late.
        if is_new and starts_at < timezone.now() - LATEST_SET_UP:
            self.add_error("starts_at", _("This is in the past."))
        ends_late = deadline is not None and deadline > starts_at
        if ends_late and not self.instance.frozen_at:
            self.add_error(
                "deadline", _("Registration cannot end after the event has started.")
            )
        return given

    @property
    def frozen(self) -> list[str]:
        """What people signed up for: it no longer changes once a draw is published."""
        if not self.instance.frozen_at:
            return []
        names = [*self.options, *self.late]
        for stage in self.shapes:
            names += stage.all()
        return names + sorted(RULES & self.fields.keys())

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """The fields as the page groups them."""
        options = list(self.options)
        names = {
            "about": ABOUT,
            "rules": [*options[:OPTIONS_SHOWN], "words", "turn_seconds"],
            "more": options[OPTIONS_SHOWN:],
            "switches": [name for name in SWITCHES if name in self.fields],
            "late": list(self.late),
        }
        return {group: self.bound_fields(own) for group, own in names.items()}

    def shaped(self) -> list[dict[str, Any]]:
        """For each stage its fields as the page groups them."""
        groups = []
        for stage in self.shapes:
            # A choice of one format is no choice.
            formats = [stage.name] if len(self.formats) > 1 else []
            order = [name for name in stage.settings if "__tie_" in name]
            settings = [name for name in stage.settings if name not in order]
            groups.append(
                {
                    "number": stage.number,
                    "format": self.bound_fields(formats),
                    "takes": self.bound_fields(stage.takes),
                    "settings": self.bound_fields(settings),
                    "order": self.bound_fields(order),
                }
            )
        return groups

    def bound_fields(self, names: Sequence[str]) -> list[forms.BoundField]:
        return [self[name] for name in names]

    def ready(self) -> dict[str, Any]:
        """Combinations of stages to begin with."""
        if self.instance.frozen_at:
            return {}
        return stages_form.playable_presets(self.formats)

    def late_rounds(self) -> dict[str, Any]:
        """The sets to win in the last rounds, by field."""
        options = self.instance.round_options
        sets = {}
        for name in self.late:
            code = name.removeprefix("sets_")
            sets[name] = options.get(code, {}).get("sets_to_win")
        return sets

    def event_fields(self) -> dict[str, Any]:
        """The cleaned form as the services take it."""
        given = {}
        for name in self.Meta.fields:
            if name in self.fields:
                given[name] = self.cleaned_data[name]
        first, *later = stages_form.chosen_stages(
            self.shapes, self.cleaned_data, self.stages
        )
        options = chosen_options(GAMES[self.instance.game], self.cleaned_data)
        given["game"] = self.instance.game
        given["format"] = first.format
        given["settings"] = dict(first.settings)
        given["phases"] = [stage._asdict() for stage in later]
        given["options"] = {**self.instance.options, **options}
        given["round_options"] = self.round_options()
        return given

    def round_options(self) -> dict[str, dict[str, Any]]:
        """Options by round: only of rounds that the formats of this form have."""
        codes: set[str] = set()
        for stage in self.shapes:
            codes |= set(FORMATS[stage.format].round_codes)
        stored = self.instance.round_options
        rounds = {code: dict(stored[code]) for code in stored if code in codes}
        for name in self.late:
            code = name.removeprefix("sets_")
            options = rounds.pop(code, {})
            options.pop("sets_to_win", None)
            sets = self.cleaned_data[name]
            if sets:
                options["sets_to_win"] = sets
            if options and code in codes:
                rounds[code] = options
        return rounds


def values_after_button(
    event: Event, data: QueryDict | None, fields: Mapping[str, forms.Field]
) -> dict[str, Any] | None:
    """What the form shows after a button that only fills it in; None without one."""
    if not data:
        return None
    if data.get("preset") in GAMES[event.game].presets:
        return typed_values(data, fields) | preset_options(event.game, data)
    if data.get("shape") in stages_form.PRESETS:
        return typed_values(data, {})
    if data.get("shape"):
        return typed_values(data, fields)
    return None


def typed_values(data: QueryDict, fields: Mapping[str, forms.Field]) -> dict[str, Any]:
    """What was typed into the form; of its stages only what belongs to `fields`."""
    values: dict[str, Any] = {name: name in data for name in SWITCHES}
    for name, field in fields.items():
        if isinstance(field, forms.BooleanField):
            # A box that is not ticked is not sent.
            values[name] = name in data
    # Fields of a stage that is no longer on the form are dropped.
    for name in data:
        if name in fields or not belongs_to_stage(name):
            values[name] = data[name]
    return values


def belongs_to_stage(name: str) -> bool:
    """`format`, `knockout__seeds`, `p2_format` and the like."""
    is_numbered = name[:1] == "p" and name[1:2].isdecimal()
    return is_numbered or "__" in name or name == "format"


def preset_options(game: str, data: QueryDict) -> dict[str, Any]:
    """The rules of the preset that was pressed."""
    rules = GAMES[game].rules
    preset = GAMES[game].presets[str(data["preset"])]
    return rules.options_json(rules.options(preset.options))
