"""The options of every game as form fields: each has a name, its values have names, and empty
means usual.
"""

from typing import Any

import pytest
from django import forms

from games.catalogue import GAMES
from games.pages.option_fields import chosen_options, option_fields, value_label
from games.rules.base import Json

games = pytest.mark.parametrize("game", list(GAMES))


def form_of(game: str, data: Json, usual: Json | None = None) -> Any:
    class Options(forms.Form):
        pass

    form = Options(data)
    form.fields |= option_fields(GAMES[game], usual)
    return form


def test_every_option_of_every_game_has_a_name_and_no_name_is_left_over() -> None:
    for game in GAMES.values():
        assert game.option_labels.names.keys() == game.rules.OPTIONS.keys() - {
            "players"
        }


@games
def test_every_value_that_is_a_word_has_a_name(game: str) -> None:
    for name, choice in GAMES[game].rules.OPTIONS.items():
        for value in choice.values:
            labels = GAMES[game].option_labels.values
            assert not isinstance(value, str) or value in labels[name], (name, value)
            assert str(value_label(GAMES[game], name, value))


@games
def test_no_value_is_named_that_the_game_does_not_have(game: str) -> None:
    options = GAMES[game].rules.OPTIONS
    for name, labels in GAMES[game].option_labels.values.items():
        assert set(labels) <= set(options[name].values)


@games
def test_left_empty_all_is_as_usual(game: str) -> None:
    form = form_of(game, {})
    assert form.is_valid()
    assert chosen_options(GAMES[game], form.cleaned_data) == {}


@games
def test_every_value_chosen_comes_back_as_the_game_knows_it(game: str) -> None:
    for name, choice in GAMES[game].rules.OPTIONS.items():
        for value in choice.values if len(choice.values) > 1 else ():
            form = form_of(game, {name: str(value)})
            assert form.is_valid(), (name, value)
            assert chosen_options(GAMES[game], form.cleaned_data) == {name: value}
            assert type(chosen_options(GAMES[game], form.cleaned_data)[name]) is type(
                value
            )


@games
def test_what_is_not_allowed_is_an_error_of_its_field(game: str) -> None:
    for name in option_fields(GAMES[game]):
        for wrong in ("nonsense", "-1", "9" * 5000):
            assert name in form_of(game, {name: wrong}).errors, (name, wrong)


def test_the_fields_begin_with_what_is_usual() -> None:
    fields = option_fields(GAMES["mizzaire"], {"players": 6, "round11_trump": False})
    assert (fields["players"].initial, fields["round11_trump"].initial) == (6, False)
    assert fields["first_lead"].initial == "after_dealer"


def test_an_option_without_a_choice_has_no_field() -> None:
    assert "players" not in option_fields(GAMES["mus"])
