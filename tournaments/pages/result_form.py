"""The form in which the desk sets the result of a match of two sides."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.pages.form_fields import reason_field, text_field
from tournaments.rules.tables.results import (
    DOUBLE_WALKOVER,
    RETIRED,
    VOID,
    WALKOVER,
    allowed_scores,
)
from tournaments.services.typed_results import Decision, played

SETS_MOST: Final = 99
TANTOS: Final = re.compile(r"\s*(?:\d{1,4}\s*[-–:]\s*\d{1,4}[\s,;]*)*")
TANTOS_OF_SET: Final = re.compile(r"(\d+)\s*[-–:]\s*(\d+)")


class ResultForm(forms.Form):
    """Each possible result as a sentence with names, and the reason for it."""

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    gave_up = forms.BooleanField(
        label=_("The losing side gave up before the end"), required=False
    )
    docked_a = forms.IntegerField(required=False, min_value=0, max_value=SETS_MOST)
    docked_b = forms.IntegerField(required=False, min_value=0, max_value=SETS_MOST)
    tantos = text_field(
        _("Tantos of each set (optional)"),
        120,
        autocomplete="off",
        required=False,
    )
    reason = reason_field()

    def __init__(
        self, a: str, b: str, rules: dict[str, Any], *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        outcome = self.fields["outcome"]
        outcome.choices = outcomes(a, b, rules["sets_to_win"])  # type: ignore[attr-defined]
        penalty = gettext(
            "Sets taken from %(side)s for lateness or by a sanction; the result includes them"
        )
        self.fields["docked_a"].label = penalty % {"side": a}
        self.fields["docked_b"].label = penalty % {"side": b}
        most = rules["points_per_set"]
        example = f"{most}-{most // 3} {most - 1}-{most} {most}-{most // 2}"
        hint = gettext("Set by set, the first side first, for example: %(example)s")
        self.fields["tantos"].help_text = hint % {"example": example}

    def clean_tantos(self) -> list[list[int]] | None:
        """The tantos of each set; None if none were typed."""
        text = self.cleaned_data["tantos"]
        if not TANTOS.fullmatch(text):
            raise forms.ValidationError(_("Write the tantos as in the example."))
        sets = []
        for a, b in TANTOS_OF_SET.findall(text):
            sets.append([int(a), int(b)])
        return sets or None

    def decision(self) -> Decision:
        """The cleaned form as the services take it."""
        given = self.cleaned_data
        kind, _separator, rest = str(given["outcome"]).partition(":")
        if kind != "played":
            return Decision(kind, rest or None)
        sets_a, sets_b = map(int, rest.split("-"))
        penalties = [given["docked_a"] or 0, given["docked_b"] or 0]
        decision = played(sets_a, sets_b, given["tantos"])
        decision = decision._replace(penalties=penalties)
        # The score stays: the side that gave up keeps the sets it has won.
        if given["gave_up"]:
            decision = decision._replace(kind=RETIRED)
        return decision


def outcomes(a: str, b: str, sets_to_win: int) -> list[tuple[str, str]]:
    """Each possible result of two sides: its key and a sentence."""
    found = []
    for sets_a, sets_b in allowed_scores(sets_to_win):
        found.append((score_key(sets_a, sets_b), score_sentence(a, b, sets_a, sets_b)))
    walkover = gettext("%(winner)s won without play: %(loser)s did not turn up")
    both_lose = gettext("Neither turned up: both %(a)s and %(b)s lose")
    void = gettext("Void: the match of %(a)s and %(b)s does not count")
    names = {"a": a, "b": b}
    found += [
        (f"{WALKOVER}:a", walkover % {"winner": a, "loser": b}),
        (f"{WALKOVER}:b", walkover % {"winner": b, "loser": a}),
        (DOUBLE_WALKOVER, both_lose % names),
        (VOID, void % names),
    ]
    return found


def score_key(sets_a: int, sets_b: int) -> str:
    return f"played:{sets_a}-{sets_b}"


def score_sentence(a: str, b: str, sets_a: int, sets_b: int) -> str:
    """Who won a match, and by which score."""
    winner, loser = a, b
    if sets_b > sets_a:
        winner, loser = b, a
    return gettext("%(winner)s won %(high)s–%(low)s against %(loser)s") % {
        "winner": winner,
        "loser": loser,
        "high": max(sets_a, sets_b),
        "low": min(sets_a, sets_b),
    }
