"""Moves as text, and the options of a match."""

from typing import Any

import pytest

from core.choices import REFUSALS as OPTION_REFUSALS
from core.refusals import BadNotation, BadOption
from games.catalogue import GAMES
from games.mus import rules as mus
from games.mus.rules.legality import WORDS
from games.rules.cards import SPANISH

CANONICAL = [*(move.say for move in WORDS), "envido 2", "envido 0", "envido 9999"]
CANONICAL += [
    "discard",
    "discard Ko",
    "discard Ko 7e Ab",
    "deal 7e Ko",
    "exposed 0",
    "exposed 3",
    "deal " + " ".join(SPANISH.texts[::-1]),
]


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_text_reads_back_as_itself(text: str) -> None:
    assert mus.text(mus.parse(text)) == text


def test_the_cards_of_a_discard_are_written_in_canonical_order() -> None:
    assert mus.text(mus.parse("discard Ab 7e Ko")) == "discard Ko 7e Ab"


def test_the_cards_of_a_deal_keep_their_order() -> None:
    order = SPANISH.cards[::-1]
    assert mus.parse(mus.text(mus.deal_move(order))) == mus.deal_move(order)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "mus.unknown_move"),
        (" ", "mus.unknown_move"),
        ("Mus", "mus.unknown_move"),
        ("mus ", "mus.unknown_move"),
        ("nomus", "mus.unknown_move"),
        ("órdago", "mus.unknown_move"),
        ("paso\n", "mus.unknown_move"),
        ("envido", "mus.unknown_move"),
        ("envido ", "mus.unknown_move"),
        ("envido 10000", "mus.offer_too_large"),
        ("envido " + "9" * 5_000, "mus.offer_too_large"),
        ("envido 02", "mus.unknown_move"),
        ("envido -2", "mus.unknown_move"),
        ("envido +2", "mus.unknown_move"),
        ("envido 2.0", "mus.unknown_move"),
        ("envido ٢", "mus.unknown_move"),
        ("envido 2 ", "mus.unknown_move"),
        ("envido 2\n", "mus.unknown_move"),
        ("quiero Ko", "mus.unknown_move"),
        ("discard ", "cards.unknown"),
        ("discard  Ko", "cards.unknown"),
        ("discard Ko Ko", "cards.twice"),
        ("discard Kx", "cards.unknown"),
        ("deal Ko Ko", "cards.twice"),
        ("deal Ko!", "cards.unknown"),
        ("exposed", "mus.unknown_move"),
        ("exposed 4", "mus.unknown_move"),
        ("exposed 2 Ko", "mus.unknown_move"),
        ("pares sí", "mus.unknown_move"),
        ("discard Ko!", "cards.unknown"),
        ("x" * 100_000, "mus.unknown_move"),
    ],
)
def test_what_is_not_a_move_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        mus.parse(text)
    assert refused.value.code == code
    assert len(mus.REFUSALS[code].format(**refused.value.fields)) < 100


def test_the_options_have_the_customary_defaults() -> None:
    """MUS-6, MUS-B32, MUS-3, MUS-35, MUS-63, MUS-V10."""
    assert mus.options_json(mus.options({})) == {
        "players": 4,
        "points_per_set": 30,
        "sets_to_win": 3,
        "kings": 8,
        "royal": "any",
        "opening": "given",
        "mus_visto": "automatic",
        "redeal_4567": False,
        "wait_word": False,
        "announcements": "automatic",
        "team_reply": "sequential",
        "signs": "off",
        "sign_list": "seed",
        "talk": "off",
    }


@pytest.mark.parametrize(
    "raw",
    [
        {"points_per_set": 1},
        {"points_per_set": 200},
        {"sets_to_win": 9},
        {"kings": 4},
        {"royal": "coins"},
        {"points_per_set": 40, "sets_to_win": 4, "kings": 4, "royal": "coins"},
    ],
)
def test_options_read_back_as_themselves(raw: dict[str, Any]) -> None:
    options = mus.options(raw)
    assert mus.options(mus.options_json(options)) == options
    assert mus.options_json(options).items() >= raw.items()


@pytest.mark.parametrize(
    ("raw", "code", "allowed"),
    [
        ({"points_per_set": 0}, "option.bad", "1–200"),
        ({"points_per_set": 201}, "option.bad", "1–200"),
        ({"points_per_set": "30"}, "option.bad", "1–200"),
        ({"points_per_set": 30.0}, "option.bad", "1–200"),
        ({"points_per_set": True}, "option.bad", "1–200"),
        ({"points_per_set": None}, "option.bad", "1–200"),
        ({"sets_to_win": 10}, "option.bad", "1–9"),
        ({"sets_to_win": [3]}, "option.bad", "1–9"),
        ({"kings": 6}, "option.bad", "8, 4"),
        ({"royal": "gold"}, "option.bad", "any, coins, off"),
        ({"royal": {}}, "option.bad", "any, coins, off"),
        (
            {"muss_visto": "automatic"},
            "option.unknown",
            ", ".join(mus.OPTIONS),
        ),
    ],
)
def test_other_options_are_refused_with_what_would_be_right(
    raw: dict[str, Any], code: str, allowed: str
) -> None:
    with pytest.raises(BadOption) as refused:
        mus.options(raw)
    assert (refused.value.code, refused.value.fields["allowed"]) == (code, allowed)
    assert allowed in OPTION_REFUSALS[code].format(**refused.value.fields)


def test_the_rule_book_knows_mus_by_its_code() -> None:
    assert GAMES[mus.CODE].rules is mus
