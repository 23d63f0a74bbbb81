"""The options of a game as fields of a form, with the names and values that people read."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from core.choices import Choice
from games.rulebook import RULEBOOK
from games.rules.base import Json

LISTED: Final = 12
"""So many numbers one picks from a list; among more one types."""

LABELS: Final[Mapping[str, Any]] = {
    "players": _("Players"),
    # Mus
    "points_per_set": _("Points in a set"),
    "sets_to_win": _("Sets that win the match"),
    "kings": _("Kings"),
    "royal": _("The royal 31"),
    "mus_visto": _("When a card was seen while dealing"),
    "redeal_4567": _("New cards for 4-5-6-7"),
    "wait_word": _("“I wait” instead of mus"),
    "team_reply": _("Who answers an offer"),
    "announcements": _("Pares and juego are announced"),
    "opening": _("Who is mano first"),
    "signs": _("Signs between partners"),
    "sign_list": _("The signs that count"),
    "talk": _("Talk at the table"),
    # Mü
    "bonus_by": _("The bonus is paid by"),
    "allow_same_trump": _("Boss and vice may name the same trump"),
    "target": _("Points that end the match"),
    "deals": _("Deals that end the match (0: the points do)"),
    # Mizzaire
    "first_lead": _("Who leads to the first trick"),
    "round11_trump": _("Trump in round 11"),
}
"""What each option is called."""

VALUES: Final[Mapping[str, Mapping[Any, Any]]] = {
    "kings": {8: _("8 kings: threes are kings and twos are aces"), 4: _("4 kings")},
    "royal": {
        "any": _("three sevens and any ten"),
        "coins": _("three sevens and the jack of coins"),
        "off": _("no royal 31"),
    },
    "mus_visto": {
        "automatic": _("all may change cards"),
        "mano": _("the mano decides"),
    },
    "team_reply": {
        "sequential": _("the first partner who accepts or raises"),
        "highest": _("the stronger answer counts"),
    },
    "announcements": {
        "automatic": _("by the table"),
        "manual": _("by each player; a false word loses the set"),
    },
    "opening": {
        "given": _("the first seat"),
        "card": _("the highest card"),
        "corrido": _("mus corrido in the first deal"),
        "corrido_each_set": _("mus corrido in the first deal of each set"),
    },
    "signs": {
        "off": _("no signs"),
        "open": _("all see them"),
        "catchable": _("the others may catch them"),
    },
    "sign_list": {
        "seed": _("the traditional ones"),
        "fournier": "Fournier",
        "fem": "FEM",
    },
    "talk": {"off": _("only the calls"), "phrases": _("fixed phrases too")},
    "bonus_by": {"bid": _("the bid"), "achieved": _("the points made")},
    "deals": {0: _("until the points are reached")},
    "first_lead": {
        "after_dealer": _("the player after the dealer"),
        "dealer": _("the dealer"),
    },
}
"""What the values of an option are called, where they do not speak for themselves."""

NEEDS: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "target": {"deals": (0,)},
    "sign_list": {"signs": ("open", "catchable")},
}
"""What the others must be set to for an option to decide anything."""

YES_NO: Final = {True: _("yes"), False: _("no")}


def option_fields(game: str, usual: Json | None = None) -> dict[str, forms.Field]:
    """A field for each option of the game that leaves a choice, filled with the usual value.

    None of them must be filled in: `chosen` leaves out what stayed empty.
    """
    rules = RULEBOOK[game]
    values = rules.options_json(rules.options(usual or {}))
    left = {
        name: choice for name, choice in rules.OPTIONS.items() if len(choice.values) > 1
    }
    return {name: _field(name, choice, values[name]) for name, choice in left.items()}


def chosen(game: str, cleaned: Mapping[str, Any]) -> Json:
    """The options of the game among the cleaned fields of a form, without those left empty."""
    return {
        name: cleaned[name]
        for name in RULEBOOK[game].OPTIONS
        if cleaned.get(name) not in (None, "")
    }


def _field(name: str, choice: Choice, usual: Any) -> forms.Field:
    label, values = LABELS.get(name, name), choice.values
    if isinstance(values, range) and len(values) > LISTED:
        return forms.IntegerField(
            label=label,
            initial=usual,
            min_value=values[0],
            max_value=values[-1],
            required=False,
        )
    by_text = {str(value): value for value in values}
    return forms.TypedChoiceField(
        label=label,
        initial=usual,
        choices=[(value, value_label(name, value)) for value in values],
        coerce=by_text.__getitem__,
        empty_value=None,
        required=False,
    )


def value_label(name: str, value: Any) -> Any:
    """What people call this value of an option."""
    return VALUES.get(name, YES_NO if isinstance(value, bool) else {}).get(value, value)


def idle(name: str, options: Mapping[str, Any]) -> bool:
    """Whether the other options leave this one nothing to decide, so that naming it would only confuse."""
    return any(
        options.get(other) not in (None, *needs)
        for other, needs in NEEDS.get(name, {}).items()
    )
