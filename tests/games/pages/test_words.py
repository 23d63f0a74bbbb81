"""What is said at the table, in each vocabulary."""

from typing import get_args

import pytest

from games.mus import vocabulary
from games.mus.rules.state import Word
from games.rules.cards import SPANISH


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "es",
            [
                "mus",
                "no hay mus",
                "paso",
                "envido",
                "envido 5",
                "2 más",
                "quiero",
                "no quiero",
                "órdago",
            ],
        ),
        (
            "eu",
            [
                "mus",
                "mus ez",
                "paso",
                "enbido",
                "enbido 5",
                "2 gehiago",
                "eduki",
                "utzi",
                "hordago",
            ],
        ),
        (
            "eu-ipar",
            [
                "mus",
                "mintza",
                "paso",
                "imido",
                "imido 5",
                "2 gehiago",
                "iduki",
                "tira",
                "hordago",
            ],
        ),
        (
            "de",
            [
                "Mus",
                "kein Mus",
                "passe",
                "Envido",
                "Envido 5",
                "2 mehr",
                "angenommen",
                "abgelehnt",
                "Órdago",
            ],
        ),
        (
            "en",
            [
                "mus",
                "no mus",
                "pass",
                "bet",
                "bet 5",
                "2 more",
                "accept",
                "decline",
                "órdago",
            ],
        ),
    ],
)
def test_a_call_in_the_words_of_the_table(code: str, said: list[str]) -> None:
    assert [
        vocabulary.utterance(code, "mus"),
        vocabulary.utterance(code, "no mus"),
        vocabulary.utterance(code, "paso"),
        vocabulary.utterance(code, "envido", 2),
        vocabulary.utterance(code, "envido", 5),
        vocabulary.utterance(code, "envido", 2, raises=True),
        vocabulary.utterance(code, "quiero"),
        vocabulary.utterance(code, "no quiero"),
        vocabulary.utterance(code, "ordago"),
    ] == said


@pytest.mark.parametrize("code", vocabulary.CODES)
def test_everything_that_can_be_said_has_a_word(code: str) -> None:
    says = set(get_args(Word)) - {"deal", "draw"}
    assert all(vocabulary.word(code, say) for say in says)
    assert (
        vocabulary.utterance(code, "pares", 1)
        == vocabulary.word(code, "pares si")
        != vocabulary.utterance(code, "pares", 0)
    )
    assert vocabulary.card(code, "7o") in vocabulary.utterance(
        code, "draw", SPANISH.card("7o")
    )


@pytest.mark.parametrize("code", vocabulary.CODES)
def test_every_card_has_a_name_of_its_own(code: str) -> None:
    assert len({vocabulary.card(code, text) for text in SPANISH.texts}) == 40


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("es", "rey de oros"),
        ("eu", "urrezko erregea"),
        ("de", "König der Münzen"),
        ("en", "king of coins"),
    ],
)
def test_a_card_is_named_by_rank_and_suit(code: str, name: str) -> None:
    assert vocabulary.card(code, "Ko") == name


def test_what_a_vocabulary_does_not_have_is_said_in_the_one_nearest_to_it() -> None:
    assert vocabulary.word("eu-ipar", "postre") == "postrea"
    assert vocabulary.word("de", "adentro") == "adentro"


def test_an_unknown_vocabulary_is_spanish() -> None:
    assert vocabulary.word("fr", "no mus") == "no hay mus"
