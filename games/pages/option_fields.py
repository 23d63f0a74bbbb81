"""The options of a game as fields of a form, with the names and values that people read."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from core.choices import Choice
from games.game import Game
from games.rules.base import Json

LONGEST_LIST: Final = 12
"""Up to this many numbers are picked from a list; more are typed."""

PLAYERS: Final = _("Players")
"""The label of `players`, the option that every game has."""

YES_NO: Final = {True: _("yes"), False: _("no")}


def option_fields(game: Game, usual: Json | None = None) -> dict[str, forms.Field]:
    """A field for each option of the game with a choice, filled with the usual value.

    No field is required: `chosen_options` leaves out what stayed empty.
    """
    rules = game.rules
    values = rules.options_json(rules.options(usual or {}))
    fields = {}
    for name, choice in rules.OPTIONS.items():
        if len(choice.values) > 1:
            fields[name] = _field(game, name, choice, values[name])
    return fields


def chosen_options(game: Game, cleaned: Mapping[str, Any]) -> Json:
    """The options of the game among the cleaned fields of a form, without empty ones."""
    chosen = {}
    for name in game.rules.OPTIONS:
        value = cleaned.get(name)
        if value not in (None, ""):
            chosen[name] = value
    return chosen


def _field(game: Game, name: str, choice: Choice, usual: Any) -> forms.Field:
    values = choice.values
    label = option_label(game, name)
    if isinstance(values, range) and len(values) > LONGEST_LIST:
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
        choices=[(value, value_label(game, name, value)) for value in values],
        coerce=by_text.__getitem__,
        empty_value=None,
        required=False,
    )


def option_label(game: Game, name: str) -> Any:
    """What people call this option."""
    if name == "players":
        return PLAYERS
    return game.option_labels.names.get(name, name)


def value_label(game: Game, name: str, value: Any) -> Any:
    """What people call this value of an option."""
    labels = game.option_labels.values.get(name)
    if labels is None and isinstance(value, bool):
        labels = YES_NO
    return (labels or {}).get(value, value)


def is_idle(game: Game, name: str, options: Mapping[str, Any]) -> bool:
    """Whether the other options leave this one nothing to decide."""
    needs = game.option_labels.needs.get(name, {})
    return any(
        options.get(other) not in (None, *wanted) for other, wanted in needs.items()
    )
