"""The form of an event: what it says of itself, and the rules of its game as fields of their own."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.pages.option_fields import chosen_options, option_fields
from tournaments.models import Event
from tournaments.pages.desk import stages_form
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services.events import RULES, fitting_formats

SHOWN: Final = 4
"""Options of a game that stand open on the form; the others are folded."""
SWITCHES: Final = ("singles", "in_app")
LATE_ROUNDS: Final = {
    "quarterfinal": _("Sets to win in the quarterfinals"),
    "semifinal": _("Sets to win in the semifinals"),
    "final": _("Sets to win in the final"),
}


class Moment(forms.DateTimeField):
    """A date with a time, in the clock of the place."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            **more,
            widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
        )


class EventForm(forms.ModelForm):  # type: ignore[type-arg]
    """An event with the rules of its game as fields of their own; `instance` knows the game and the format."""

    starts_at = Moment(label=_("Starts at"))
    deadline = Moment(
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
        ]
        fields += ["in_app", "turn_seconds", "words"]
        widgets = {"intro": forms.Textarea({"rows": 4})}
        help_texts = {
            "turn_seconds": _("For matches in the app. Empty: no clock."),
        }

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        event = more["instance"]
        rules = GAMES[event.game].rules
        self.formats = fitting_formats(rules.sides(rules.options(event.options)))
        self.phases = stages_form.of_event(event)
        if data and not event.frozen_at:
            self.phases = stages_form.pressed(event, data, self.formats)
        self.shapes, shape = stages_form.fields_of(self.phases, self.formats)
        if data and data.get("preset") in GAMES[event.game].presets:
            more["initial"], data = (
                kept(data, shape) | preset_options(event.game, data),
                None,
            )
        elif data and data.get("shape"):
            more["initial"], data = (
                kept(data, {} if data["shape"] in stages_form.READY else shape),
                None,
            )
        super().__init__(data, **more)
        first = self.phases[0].format
        alone = (
            FORMATS[first].SEVERAL if first in self.formats else event.team_size == 1
        )
        self.options = option_fields(GAMES[event.game], event.options)
        self.late = (
            {}
            if alone
            else {f"sets_{code}": label for code, label in LATE_ROUNDS.items()}
        )
        self.fields |= self.options | shape
        for name, label in self.late.items():
            self.fields[name] = forms.IntegerField(
                label=label, min_value=1, max_value=9, required=False
            )
        if alone:
            self.for_single_players()
        self.initial = {**event.options, **self.late_rounds(), **self.initial}
        for name in self.frozen:
            self.fields[name].disabled = True

    def for_single_players(self) -> None:
        """Nothing of pairs and brackets where everybody plays for themselves."""
        del self.fields["singles"]
        self.fields["fee"].label, self.fields["capacity"].label = (
            _("Fee of a player, in euros"),
            _("Places for players"),
        )
        if "players" in self.fields:
            self.fields["players"].label = _(
                "Players at a table, where the numbers allow it"
            )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        starts_at, deadline = given.get("starts_at"), given.get("deadline")
        if starts_at and self.instance.pk is None and starts_at < timezone.now():
            self.add_error("starts_at", _("This is in the past."))
        if (
            starts_at
            and deadline
            and deadline > starts_at
            and not self.instance.frozen_at
        ):
            self.add_error(
                "deadline", _("Registration cannot end after the event has started.")
            )
        return given

    @property
    def frozen(self) -> list[str]:
        """What entrants signed up for no longer changes once a draw is published."""
        own = (
            name
            for one in self.shapes
            for name in (one.name, *one.takes, *one.settings)
        )
        shown = (*self.options, *self.late, *own, *sorted(RULES & self.fields.keys()))
        return list(shown) if self.instance.frozen_at else []

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """The fields as the page groups them."""
        about = ("name", "place", "starts_at", "deadline", "capacity", "fee", "intro")
        first, more = list(self.options)[:SHOWN], list(self.options)[SHOWN:]
        switches = [name for name in SWITCHES if name in self.fields]
        rules = [*first, "words", "turn_seconds"]
        named = {
            "about": about,
            "rules": rules,
            "more": more,
            "switches": switches,
            "late": list(self.late),
        }
        return {group: [self[name] for name in names] for group, names in named.items()}

    def shaped(self) -> list[dict[str, Any]]:
        """Each phase: its number, its format where there is a choice, whom it takes, its settings, its order."""
        return [
            {
                "number": one.number,
                "format": [self[one.name]] if len(self.formats) > 1 else [],
                "takes": [self[name] for name in one.takes],
                "settings": [
                    self[name] for name in one.settings if "__tie_" not in name
                ],
                "order": [self[name] for name in one.settings if "__tie_" in name],
            }
            for one in self.shapes
        ]

    def ready(self) -> dict[str, Any]:
        """Combinations of phases to begin with."""
        return {} if self.instance.frozen_at else stages_form.ready(self.formats)

    def late_rounds(self) -> dict[str, Any]:
        own = self.instance.round_options
        return {
            name: own.get(name.removeprefix("sets_"), {}).get("sets_to_win")
            for name in self.late
        }

    def event_fields(self) -> dict[str, Any]:
        """The cleaned form as fields of an event."""
        given = {
            name: self.cleaned_data[name]
            for name in self.Meta.fields
            if name in self.fields
        }
        first, *later = stages_form.chosen(self.shapes, self.cleaned_data, self.phases)
        given |= {
            "game": self.instance.game,
            "format": first.format,
            "settings": dict(first.settings),
        }
        given["phases"] = [one._asdict() for one in later]
        options = {
            **self.instance.options,
            **chosen_options(GAMES[self.instance.game], self.cleaned_data),
        }
        codes = {
            code for one in self.shapes for code in FORMATS[one.format].ROUND_CODES
        }
        rounds = {
            code: dict(own)
            for code, own in self.instance.round_options.items()
            if code in codes
        }
        for name in self.late:
            code = name.removeprefix("sets_")
            own = rounds.pop(code, {})
            own.pop("sets_to_win", None)
            if sets := self.cleaned_data[name]:
                own["sets_to_win"] = sets
            if own and code in codes:
                rounds[code] = own
        return given | {"options": options, "round_options": rounds}


def kept(typed: QueryDict, shape: Mapping[str, forms.Field]) -> dict[str, Any]:
    """What was typed into the form of an event, to be shown again; of its phases that of these fields."""
    switches = [
        name for name, field in shape.items() if isinstance(field, forms.BooleanField)
    ]
    own = {
        name: value
        for name, value in typed.dict().items()
        if name in shape or not of_phases(name)
    }
    return {name: name in typed for name in (*SWITCHES, *switches)} | own


def of_phases(name: str) -> bool:
    return (
        "__" in name or name == "format" or (name[:1] == "p" and name[1:2].isdecimal())
    )


def preset_options(game: str, typed: QueryDict) -> dict[str, Any]:
    """The rules of the preset that was pressed."""
    rules = GAMES[game].rules
    return rules.options_json(
        rules.options(GAMES[game].presets[str(typed["preset"])].options)
    )
