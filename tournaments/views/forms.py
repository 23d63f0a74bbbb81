"""The forms of the pages: what is asked, how it looks on a phone, and what is wrong with an answer in itself."""

import re
import time
from contextlib import suppress
from typing import Any, Final

from django import forms
from django.core import signing
from django.http import QueryDict
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.roles import Role
from games.forms import chosen, option_fields
from games.rules import RULEBOOK
from games.rules.mus import presets
from tournaments.models import Event
from tournaments.rules.results import DOUBLE_WALKOVER, VOID, WALKOVER, allowed_scores
from tournaments.services.events import RULES
from tournaments.services.results import Decision, played

STAMP: Final = "registration-form"
FASTEST: Final = 2.0
"""Seconds. Nobody fills in a registration faster; scripts do."""
OLDEST: Final = 24 * 3600.0
CSV_BYTES: Final = 3_000_000
CSV_LINES: Final = 8
SHOWN: Final = 4
"""Options of a game that stand open on the form; the others are folded."""
SWITCHES: Final = ("singles", "third_place", "in_app")
LATE_ROUNDS: Final = {
    "quarterfinal": _("Sets to win in the quarterfinals"),
    "semifinal": _("Sets to win in the semifinals"),
    "final": _("Sets to win in the final"),
}
PRESETS: Final = {code: (preset.name, preset.options) for code, preset in presets.PRESETS.items()}
"""Customs of regions and associations as starting values."""

ROLES: Final = {
    Role.ORGANISER: _("organiser"),
    Role.REFEREE: _("referee"),
    Role.PLAYER: _("player"),
    Role.SPECTATOR: _("spectator"),
}


def new_stamp() -> str:
    """When a form was shown, and which one it was: signed, so that neither can be made up."""
    return signing.Signer(salt=STAMP).sign(f"{time.time():.2f}-{get_random_string(12)}")


def age(stamp: str) -> float:
    """The seconds since a form was shown. Raises BadSignature."""
    return time.time() - float(signing.Signer(salt=STAMP).unsign(stamp).split("-")[0])


def text(label: Any, most: int, **more: Any) -> forms.CharField:
    """A line of text; `autocomplete` and other attributes of the input in `more`."""
    needed, hint = more.pop("required", True), more.pop("help_text", "")
    return forms.CharField(label=label, max_length=most, required=needed, help_text=hint, widget=forms.TextInput(more))


class PairForm(forms.Form):
    """Two names and what goes with them, as short as can be."""

    player1 = text(_("First player"), 60, autocapitalize="words")
    player2 = text(_("Second player"), 60, autocapitalize="words", autocomplete="off", required=False)
    team_name = text(_("Team name (may be left out)"), 60, autocomplete="off", required=False)
    club_name = text(_("Club or town (may be left out)"), 60, required=False)
    phone = text(_("Phone"), 30, type="tel", inputmode="tel", autocomplete="tel", required=False)

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player2"].required = not event.singles
        if event.team_size == 1:
            self.fields["player1"].label = _("Name")
            del self.fields["player2"], self.fields["team_name"]


class RegistrationForm(PairForm):
    """A pair enters itself. A trap and a clock keep scripts out without a puzzle for people."""

    website = forms.CharField(required=False, widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"}))
    stamp = forms.CharField(required=False, widget=forms.HiddenInput())

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(event, *args, **more)
        if event.singles and event.team_size > 1:
            self.fields["player2"].help_text = _("Leave this empty if you look for a partner: you get one by lot.")
        self.fields["phone"].help_text = _("Kept private: only the organisers of the club see it.")
        self.fields["player1"].widget.attrs["autocomplete"] = "name"

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("This field is a trap for scripts and has to stay empty."))
        return ""

    def clean_stamp(self) -> str:
        stamp = str(self.cleaned_data["stamp"])
        with suppress(signing.BadSignature):
            if age(stamp) < FASTEST:
                raise forms.ValidationError(_("That was very quick. Please look at it and send it once more."))
            if age(stamp) < OLDEST:
                return stamp
        self.data = self.data.copy()  # type: ignore[attr-defined]
        self.data["stamp"] = new_stamp()  # type: ignore[index]
        raise forms.ValidationError(_("This form was open for too long. Please send it once more."))


class DoorForm(PairForm):
    """People who come to the door, entered by the organiser."""

    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(event, *args, **{"auto_id": "door_%s", **more})
        for name, label in {"team_name": _("Team name"), "club_name": _("Club or town")}.items():
            if name in self.fields:
                self.fields[name].label = label
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"


class ImportForm(forms.Form):
    """A table as a file or pasted."""

    file = forms.FileField(label=_("File (CSV)"), required=False)
    text = forms.CharField(
        label=_("or its text"), required=False, strip=False, widget=forms.Textarea({"rows": CSV_LINES})
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        file = given.get("file")
        if file:
            given["text"] = self.read(file)
        if not (given.get("text") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return given

    def read(self, file: Any) -> str:
        if file.size > CSV_BYTES:
            raise forms.ValidationError(_("The file is larger than 3 MB."))
        content = file.read()
        for encoding in ("utf-8-sig", "cp1252"):  # the latter is what Excel calls plain CSV
            with suppress(UnicodeDecodeError):
                return str(content.decode(encoding))
        raise forms.ValidationError(_("The file is not text. In the spreadsheet, save it as “CSV UTF-8”."))


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Club
        fields = ["name", "place"]


class MemberForm(forms.Form):
    """Who is what in the club."""

    username = text(_("User name"), 150, autocomplete="off", autocapitalize="none", spellcheck="false")
    role = forms.ChoiceField(label=_("Role"), choices=[("", _("Choose …")), *ROLES.items()])


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
        fields = ["name", "place", "starts_at", "deadline", "intro", "fee", "capacity", "singles", "third_place"]
        fields += ["in_app", "turn_seconds", "words"]
        widgets = {"intro": forms.Textarea({"rows": 4})}
        help_texts = {"turn_seconds": _("For matches in the app. Empty: no clock.")}

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        if data and data.get("preset") in PRESETS:
            more["initial"], data = with_preset(more["instance"].game, data), None
        super().__init__(data, **more)
        event, alone = self.instance, self.instance.team_size == 1
        self.options = option_fields(event.game, event.options)
        self.late = {} if alone else {f"sets_{code}": label for code, label in LATE_ROUNDS.items()}
        self.fields |= self.options
        for name, label in self.late.items():
            self.fields[name] = forms.IntegerField(label=label, min_value=1, max_value=9, required=False)
        if alone:
            self.for_single_players()
        self.initial = {**event.options, **self.late_rounds(), **self.initial}
        for name in self.frozen:
            self.fields[name].disabled = True

    def for_single_players(self) -> None:
        """Nothing of pairs and brackets where everybody plays for themselves."""
        del self.fields["singles"], self.fields["third_place"]
        self.fields["fee"].label, self.fields["capacity"].label = (
            _("Fee of a player, in euros"),
            _("Places for players"),
        )
        self.fields["players"].label = _("Players at a table, where the numbers allow it")

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
        shown = (*self.options, *self.late, *sorted(RULES & self.fields.keys()))
        return list(shown) if self.instance.frozen_at else []

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """The fields as the page groups them."""
        about = ("name", "place", "starts_at", "deadline", "capacity", "fee", "intro")
        first, more = list(self.options)[:SHOWN], list(self.options)[SHOWN:]
        switches = [name for name in SWITCHES if name in self.fields]
        rules = [*first, "words", "turn_seconds"]
        named = {"about": about, "rules": rules, "more": more, "switches": switches, "late": list(self.late)}
        return {group: [self[name] for name in names] for group, names in named.items()}

    def late_rounds(self) -> dict[str, Any]:
        own = self.instance.round_options
        return {name: own.get(name.removeprefix("sets_"), {}).get("sets_to_win") for name in self.late}

    def event_fields(self) -> dict[str, Any]:
        """The cleaned form as fields of an event."""
        given = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        given |= {"game": self.instance.game, "format": self.instance.format}
        options = {**self.instance.options, **chosen(self.instance.game, self.cleaned_data)}
        rounds = {code: dict(own) for code, own in self.instance.round_options.items()}
        for name in self.late:
            code = name.removeprefix("sets_")
            own = rounds.pop(code, {})
            own.pop("sets_to_win", None)
            if sets := self.cleaned_data[name]:
                own["sets_to_win"] = sets
            if own:
                rounds[code] = own
        return given | {"options": options, "round_options": rounds}


def with_preset(game: str, typed: QueryDict) -> dict[str, Any]:
    """What was typed into the form of an event, with the rules of the preset that was pressed."""
    rules = RULEBOOK[game]
    preset = rules.options_json(rules.options(PRESETS[str(typed["preset"])][1]))
    return {name: name in typed for name in SWITCHES} | typed.dict() | preset


class ResultForm(forms.Form):
    """What the desk decides of a table: one choice in words with names, and why."""

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    tantos = text(
        _("Tantos of each set (may be left out)"),
        120,
        autocomplete="off",
        required=False,
    )
    reason = text(_("Reason (shown in the log)"), 300, autocomplete="off")

    def __init__(self, a: str, b: str, rules: dict[str, Any], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["outcome"].choices = choices(a, b, rules["sets_to_win"])  # type: ignore[attr-defined]
        most = rules["points_per_set"]
        example = f"{most}-{most // 3} {most - 1}-{most} {most}-{most // 2}"
        told = gettext("Set by set, the first side first, for example: %(example)s")
        self.fields["tantos"].help_text = told % {"example": example}

    def clean_tantos(self) -> list[list[int]] | None:
        found = self.cleaned_data["tantos"]
        if not re.fullmatch(r"\s*(?:\d{1,4}\s*[-–:]\s*\d{1,4}[\s,;]*)*", found):
            raise forms.ValidationError(_("Write the tantos as in the example."))
        return [[int(a), int(b)] for a, b in re.findall(r"(\d+)\s*[-–:]\s*(\d+)", found)] or None

    def decision(self) -> Decision:
        """The choice as the service takes it."""
        kind, _, rest = str(self.cleaned_data["outcome"]).partition(":")
        if kind == "played":
            sets_a, sets_b = map(int, rest.split("-"))
            return played(sets_a, sets_b, self.cleaned_data["tantos"])
        return Decision(kind, rest or None)


def choices(a: str, b: str, sets_to_win: int) -> list[tuple[str, str]]:
    """Every result that is possible at a table, in words that say who won."""
    scores = [(score_key(*score), won(a, b, *score)) for score in allowed_scores(sets_to_win)]
    absent = gettext("%(winner)s won without play: %(loser)s did not come")
    return [
        *scores,
        (f"{WALKOVER}:a", absent % {"winner": a, "loser": b}),
        (f"{WALKOVER}:b", absent % {"winner": b, "loser": a}),
        (DOUBLE_WALKOVER, gettext("Nobody came: both %(a)s and %(b)s are out") % {"a": a, "b": b}),
        (VOID, gettext("Void: the match of %(a)s and %(b)s does not count") % {"a": a, "b": b}),
    ]


def score_key(sets_a: int, sets_b: int) -> str:
    return f"played:{sets_a}-{sets_b}"


def won(a: str, b: str, sets_a: int, sets_b: int) -> str:
    """Who won a match, and how."""
    told = gettext("%(winner)s won %(high)s–%(low)s against %(loser)s")
    winner, loser = (a, b) if sets_a > sets_b else (b, a)
    return told % {"winner": winner, "loser": loser, "high": max(sets_a, sets_b), "low": min(sets_a, sets_b)}
