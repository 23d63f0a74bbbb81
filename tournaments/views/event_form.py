"""The form of an event: what it says of itself, and the rules of its game as fields of their own."""

from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms import chosen, option_fields
from games.rules import PRESETS, RULEBOOK
from tournaments.models import Event
from tournaments.rules.formats import FORMATS
from tournaments.services.events import RULES, fitting_formats
from tournaments.views.format_form import settings_chosen, settings_fields
from tournaments.views.words import FORMATS_NAMED

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
        super().__init__(**more, widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"))


class EventForm(forms.ModelForm):  # type: ignore[type-arg]
    """An event with the rules of its game as fields of their own; `instance` knows the game and the format."""

    starts_at = Moment(label=_("Starts at"))
    deadline = Moment(label=_("Registration until"), required=False, help_text=_("Empty: until the draw."))

    class Meta:
        model = Event
        fields = ["name", "place", "starts_at", "deadline", "intro", "fee", "capacity", "singles"]
        fields += ["in_app", "turn_seconds", "words"]
        widgets = {"intro": forms.Textarea({"rows": 4})}
        help_texts = {
            "turn_seconds": _("For matches in the app. Empty: no clock."),
        }

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        if data and data.get("preset") in PRESETS.get(more["instance"].game, {}):
            more["initial"], data = with_preset(more["instance"].game, data), None
        super().__init__(data, **more)
        event, alone = self.instance, self.instance.team_size == 1
        self.options = option_fields(event.game, event.options)
        self.late = {} if alone else {f"sets_{code}": label for code, label in LATE_ROUNDS.items()}
        rules = RULEBOOK[event.game]
        self.formats = fitting_formats(rules.sides(rules.options(event.options)))
        self.settings = {code: settings_fields(code, self.said(code)) for code in self.formats}
        self.fields |= self.options
        for fields in self.settings.values():
            self.fields |= fields
        for name, label in self.late.items():
            self.fields[name] = forms.IntegerField(label=label, min_value=1, max_value=9, required=False)
        if alone:
            self.for_single_players()
        if len(self.formats) > 1:
            self.fields["format"] = self.format_field()
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
        self.fields["players"].label = _("Players at a table, where the numbers allow it")

    def said(self, code: str) -> dict[str, Any]:
        """What the event has set of this format."""
        return self.instance.settings if code == self.instance.format else {}

    def format_field(self) -> forms.ChoiceField:
        choices = [(code, gettext(FORMATS_NAMED[code])) for code in self.formats]
        return forms.ChoiceField(label=_("Format"), choices=choices, initial=self.instance.format, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        starts_at, deadline = given.get("starts_at"), given.get("deadline")
        if starts_at and self.instance.pk is None and starts_at < timezone.now():
            self.add_error("starts_at", _("This is in the past."))
        if starts_at and deadline and deadline > starts_at and not self.instance.frozen_at:
            self.add_error("deadline", _("Registration cannot end after the event has started."))
        return given

    @property
    def frozen(self) -> list[str]:
        """What entrants signed up for no longer changes once a draw is published."""
        own = (name for fields in self.settings.values() for name in fields)
        shown = (*self.options, *self.late, *own, *sorted(RULES & self.fields.keys()))
        return list(shown) if self.instance.frozen_at else []

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """The fields as the page groups them."""
        about = ("name", "place", "starts_at", "deadline", "capacity", "fee", "intro")
        first, more = list(self.options)[:SHOWN], list(self.options)[SHOWN:]
        switches = [name for name in SWITCHES if name in self.fields]
        shape = [name for name in ("format",) if name in self.fields]
        rules = [*shape, *first, "words", "turn_seconds"]
        named = {"about": about, "rules": rules, "more": more, "switches": switches, "late": list(self.late)}
        return {group: [self[name] for name in names] for group, names in named.items()}

    def shaped(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The settings of each format that could be chosen, with its name."""
        return [
            (gettext(FORMATS_NAMED[code]), [self[name] for name in fields])
            for code, fields in self.settings.items()
            if fields
        ]

    def late_rounds(self) -> dict[str, Any]:
        own = self.instance.round_options
        return {name: own.get(name.removeprefix("sets_"), {}).get("sets_to_win") for name in self.late}

    def event_fields(self) -> dict[str, Any]:
        """The cleaned form as fields of an event."""
        given = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        given |= {"game": self.instance.game, "format": self.cleaned_data.get("format") or self.instance.format}
        given["settings"] = self.said(given["format"]) | settings_chosen(given["format"], self.cleaned_data)
        options = {**self.instance.options, **chosen(self.instance.game, self.cleaned_data)}
        codes = FORMATS[given["format"]].ROUND_CODES
        rounds = {code: dict(own) for code, own in self.instance.round_options.items() if code in codes}
        for name in self.late:
            code = name.removeprefix("sets_")
            own = rounds.pop(code, {})
            own.pop("sets_to_win", None)
            if sets := self.cleaned_data[name]:
                own["sets_to_win"] = sets
            if own and code in codes:
                rounds[code] = own
        return given | {"options": options, "round_options": rounds}


def with_preset(game: str, typed: QueryDict) -> dict[str, Any]:
    """What was typed into the form of an event, with the rules of the preset that was pressed."""
    rules = RULEBOOK[game]
    preset = rules.options_json(rules.options(PRESETS[game][str(typed["preset"])].options))
    return {name: name in typed for name in SWITCHES} | typed.dict() | preset
