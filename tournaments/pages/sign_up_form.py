"""The form of an entry: a pair signs up by itself, or the desk enters it at the door."""

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core import signing
from django.http import QueryDict
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event
from tournaments.pages.form_fields import text_field
from tournaments.services.registration import SIGN_UP_FIELDS, Person, SignUpData

STAMP: Final = "registration-form"
FASTEST: Final = 2.0
"""Seconds. Only scripts fill in the form faster."""
OLDEST: Final = 24 * 3600.0
"""Seconds after which a form that was left open has to be sent again."""
PLAYERS: Final = ("player1", "player2")


@dataclass(frozen=True)
class Stamp:
    """When a form was shown, its own number, and whether it was shown for the second time."""

    shown_at: float
    number: str
    again: bool

    @property
    def age(self) -> float:
        """Seconds since the form was shown."""
        return time.time() - self.shown_at


def new_stamp(*, again: bool = False) -> str:
    """The stamp of a form that is shown now, signed against forgery."""
    return signing.dumps((time.time(), get_random_string(12), again), salt=STAMP)


def read_stamp(text: str) -> Stamp:
    """Raises BadSignature."""
    return Stamp(*signing.loads(text, salt=STAMP))


class EntryForm(forms.Form):
    """An entry as people type it. Fields named as in SignUpData need no other code here.

    Pages show the fields in this order.
    """

    player1 = text_field(_("First player"), 60, autocapitalize="words")
    player2 = text_field(
        _("Second player"),
        60,
        autocapitalize="words",
        autocomplete="off",
        required=False,
    )
    phone = text_field(
        _("Phone"), 30, type="tel", inputmode="tel", autocomplete="tel", required=False
    )
    team_name = text_field(
        _("Team name (optional)"), 60, autocomplete="off", required=False
    )
    club_name = text_field(_("Club or town (optional)"), 60, required=False)

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player2"].required = not event.singles
        if event.team_size == 1:
            self.fields["player1"].label = _("Name")
            del self.fields["player2"], self.fields["team_name"]

    def entry_fields(self) -> list[forms.BoundField]:
        """The fields of the entry itself, in the order of the page."""
        return [self[name] for name in EntryForm.base_fields if name in self.fields]

    def sign_up_data(self, user_id: int | None = None) -> SignUpData:
        """The cleaned form as the services take it; `user_id` is the first player's account."""
        given = self.cleaned_data
        people = [Person(given["player1"], user_id)]
        if given.get("player2"):
            people.append(Person(given["player2"]))
        details = {}
        for name in SIGN_UP_FIELDS:
            if name in given:
                details[name] = given[name]
        return SignUpData(people, **details)


def entry_details(entry: Entry, without: Collection[str]) -> list[tuple[str, str]]:
    """What was typed into the form besides names: labels and values, without empty ones."""
    details = []
    for name in EntryForm.base_fields:
        if name in PLAYERS or name in without:
            continue
        value = getattr(entry, name)
        if value:
            label = str(Entry._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
            details.append((label, str(value)))
    return details


class SignUpForm(EntryForm):
    """A pair signs up. A trap and a clock stop simple scripts.

    People who fall into them, because their browser fills in forms, see the form once more. The
    stamp of that form says so, and then neither the trap nor the clock is asked again.
    """

    website = forms.CharField(
        required=False,
        widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"}),
    )
    stamp = forms.CharField(required=False, widget=forms.HiddenInput())
    venue_code = text_field(
        _("Venue code"), 6, inputmode="numeric", autocomplete="off", required=False
    )

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(event, *args, **more)
        if event.singles and event.team_size > 1:
            self.fields["player2"].help_text = _(
                "Looking for a partner? Leave this empty and we’ll draw one for you."
            )
        self.fields["phone"].help_text = _(
            "Kept private: only the club’s organisers see it."
        )
        self.fields["player1"].widget.attrs["autocomplete"] = "name"

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if doubt := self.doubt():
            self.add_error(None, doubt)
            self.show_again()
        return given

    def doubt(self) -> str:
        """Why the form has to be sent once more; empty for a form that people have sent."""
        try:
            stamp = read_stamp(str(self.cleaned_data.get("stamp")))
        except (signing.BadSignature, ValueError):
            return gettext("Please check the form and send it again.")
        if stamp.age > OLDEST:
            return gettext("This form was open for too long. Please send it again.")
        if stamp.again:
            return ""
        if self.cleaned_data.get("website"):
            return gettext("Please check the form and send it again.")
        if stamp.age < FASTEST:
            return gettext("That was very quick. Please check it and send it again.")
        return ""

    def show_again(self) -> None:
        """The next attempt has a fresh stamp, with which a person gets through."""
        typed = {name: self[name].data for name in self.fields}
        again = {"stamp": new_stamp(again=True), "website": ""}
        # A QueryDict itself cannot change.
        self.data = QueryDict(mutable=True)
        self.data.update(typed | again)


class DoorForm(EntryForm):
    """The desk enters people who stand at the door."""

    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        # Ids of their own: the page of the desk holds other forms with such fields.
        super().__init__(event, *args, **{"auto_id": "door_%s", **more})
        self.fields["club_name"].label = _("Club or town")
        if "team_name" in self.fields:
            self.fields["team_name"].label = _("Team name")
        # The browser of the desk would offer the names of other people.
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"
