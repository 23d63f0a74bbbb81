"""The forms of the pages: what is asked, how it looks on a phone, and what is wrong with an answer in itself."""

import re
import time
from contextlib import suppress
from typing import Any, Final

from django import forms
from django.core import signing
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.roles import Role
from tournaments.models import Event
from tournaments.rules.tables.results import (
    DOUBLE_WALKOVER,
    RETIRED,
    VOID,
    WALKOVER,
    allowed_scores,
)
from tournaments.services.decisions import Decision, played

STAMP: Final = "registration-form"
FASTEST: Final = 2.0
"""Seconds. Nobody fills in a registration faster; scripts do."""
OLDEST: Final = 24 * 3600.0
CSV_BYTES: Final = 3_000_000
CSV_LINES: Final = 8

CHOOSE: Final = ("", _("Choose …"))
"""What stands in a field in which nothing is chosen for anybody."""
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
    return forms.CharField(
        label=label,
        max_length=most,
        required=needed,
        help_text=hint,
        widget=forms.TextInput(more),
    )


class PairForm(forms.Form):
    """Two names and what goes with them, as short as can be."""

    player1 = text(_("First player"), 60, autocapitalize="words")
    player2 = text(
        _("Second player"),
        60,
        autocapitalize="words",
        autocomplete="off",
        required=False,
    )
    team_name = text(
        _("Team name (may be left out)"), 60, autocomplete="off", required=False
    )
    club_name = text(_("Club or town (may be left out)"), 60, required=False)
    phone = text(
        _("Phone"), 30, type="tel", inputmode="tel", autocomplete="tel", required=False
    )

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player2"].required = not event.singles
        if event.team_size == 1:
            self.fields["player1"].label = _("Name")
            del self.fields["player2"], self.fields["team_name"]


class RegistrationForm(PairForm):
    """A pair enters itself. A trap and a clock keep scripts out without a puzzle for people."""

    website = forms.CharField(
        required=False,
        widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"}),
    )
    stamp = forms.CharField(required=False, widget=forms.HiddenInput())

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(event, *args, **more)
        if event.singles and event.team_size > 1:
            self.fields["player2"].help_text = _(
                "Leave this empty if you look for a partner: you get one by lot."
            )
        self.fields["phone"].help_text = _(
            "Kept private: only the organisers of the club see it."
        )
        self.fields["player1"].widget.attrs["autocomplete"] = "name"

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(
                _("This field is a trap for scripts and has to stay empty.")
            )
        return ""

    def clean_stamp(self) -> str:
        stamp = str(self.cleaned_data["stamp"])
        with suppress(signing.BadSignature):
            if age(stamp) < FASTEST:
                self.add_error(
                    None,
                    _("That was very quick. Please look at it and send it once more."),
                )
            if age(stamp) < OLDEST:
                return stamp
        self.data = self.data.copy()  # type: ignore[attr-defined]
        self.data["stamp"] = new_stamp()  # type: ignore[index]
        self.add_error(
            None, _("This form was open for too long. Please send it once more.")
        )
        return ""


class DoorForm(PairForm):
    """People who come to the door, entered by the organiser."""

    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(event, *args, **{"auto_id": "door_%s", **more})
        for name, label in {
            "team_name": _("Team name"),
            "club_name": _("Club or town"),
        }.items():
            if name in self.fields:
                self.fields[name].label = label
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"


class ImportForm(forms.Form):
    """A table as a file or pasted."""

    file = forms.FileField(label=_("File (CSV)"), required=False)
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": CSV_LINES}),
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
        for encoding in (
            "utf-8-sig",
            "cp1252",
        ):  # the latter is what Excel calls plain CSV
            with suppress(UnicodeDecodeError):
                return str(content.decode(encoding))
        raise forms.ValidationError(
            _("The file is not text. In the spreadsheet, save it as “CSV UTF-8”.")
        )


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Club
        fields = ["name", "place"]


class MemberForm(forms.Form):
    """Who is what in the club."""

    username = text(
        _("User name"),
        150,
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
    )
    role = forms.ChoiceField(label=_("Role"), choices=[CHOOSE, *ROLES.items()])


class ResultForm(forms.Form):
    """What the desk decides of a table: one choice in words with names, and why."""

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    gave_up = forms.BooleanField(
        label=_("The side that lost gave up before the end"), required=False
    )
    docked_a = forms.IntegerField(required=False, min_value=0, max_value=99)
    docked_b = forms.IntegerField(required=False, min_value=0, max_value=99)
    tantos = text(
        _("Tantos of each set (may be left out)"),
        120,
        autocomplete="off",
        required=False,
    )
    reason = text(_("Reason (shown in the log)"), 300, autocomplete="off")

    def __init__(
        self, a: str, b: str, rules: dict[str, Any], *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["outcome"].choices = choices(a, b, rules["sets_to_win"])  # type: ignore[attr-defined]
        for name, side in {"docked_a": a, "docked_b": b}.items():
            told = gettext(
                "Sets that %(side)s lost for coming late or by a sanction; they are in the result"
            )
            self.fields[name].label = told % {"side": side}
        most = rules["points_per_set"]
        example = f"{most}-{most // 3} {most - 1}-{most} {most}-{most // 2}"
        told = gettext("Set by set, the first side first, for example: %(example)s")
        self.fields["tantos"].help_text = told % {"example": example}

    def clean_tantos(self) -> list[list[int]] | None:
        found = self.cleaned_data["tantos"]
        if not re.fullmatch(r"\s*(?:\d{1,4}\s*[-–:]\s*\d{1,4}[\s,;]*)*", found):
            raise forms.ValidationError(_("Write the tantos as in the example."))
        return [
            [int(a), int(b)] for a, b in re.findall(r"(\d+)\s*[-–:]\s*(\d+)", found)
        ] or None

    def decision(self) -> Decision:
        """The choice as the service takes it."""
        kind, _, rest = str(self.cleaned_data["outcome"]).partition(":")
        if kind == "played":
            sets_a, sets_b = map(int, rest.split("-"))
            docked = [
                self.cleaned_data["docked_a"] or 0,
                self.cleaned_data["docked_b"] or 0,
            ]
            said = played(sets_a, sets_b, self.cleaned_data["tantos"])._replace(
                penalties=docked
            )
            return said._replace(kind=RETIRED) if self.cleaned_data["gave_up"] else said
        return Decision(kind, rest or None)


def choices(a: str, b: str, sets_to_win: int) -> list[tuple[str, str]]:
    """Every result that is possible at a table, in words that say who won."""
    scores = [
        (score_key(*score), won(a, b, *score)) for score in allowed_scores(sets_to_win)
    ]
    absent = gettext("%(winner)s won without play: %(loser)s did not come")
    return [
        *scores,
        (f"{WALKOVER}:a", absent % {"winner": a, "loser": b}),
        (f"{WALKOVER}:b", absent % {"winner": b, "loser": a}),
        (
            DOUBLE_WALKOVER,
            gettext("Nobody came: both %(a)s and %(b)s lose") % {"a": a, "b": b},
        ),
        (
            VOID,
            gettext("Void: the match of %(a)s and %(b)s does not count")
            % {"a": a, "b": b},
        ),
    ]


def score_key(sets_a: int, sets_b: int) -> str:
    return f"played:{sets_a}-{sets_b}"


def won(a: str, b: str, sets_a: int, sets_b: int) -> str:
    """Who won a match, and how."""
    told = gettext("%(winner)s won %(high)s–%(low)s against %(loser)s")
    winner, loser = (a, b) if sets_a > sets_b else (b, a)
    return told % {
        "winner": winner,
        "loser": loser,
        "high": max(sets_a, sets_b),
        "low": min(sets_a, sets_b),
    }
