"""The packs."""

import pytest

from core.refusals import BadNotation
from games.rules.cards import MU, REFUSALS, SPANISH


def test_mus_2_the_spanish_pack_has_forty_different_cards_four_of_each_rank() -> None:
    assert len(SPANISH.cards) == len(set(SPANISH.texts)) == 40
    assert "".join(text[0] for text in SPANISH.texts[::4]) == "KHS765432A"
    assert [text[1] for text in SPANISH.texts[:4]] == list("oceb")


def test_a_card_is_its_place_in_the_canonical_order() -> None:
    assert [SPANISH.card(text) for text in SPANISH.texts] == list(SPANISH.cards)
    assert [SPANISH.text(card) for card in (0, 1, 39)] == ["Ko", "Kc", "Ab"]


@pytest.mark.parametrize(
    "text", ["", "K", "ko", "KO", "1o", "Kx", "Ko ", "Koo", "Ꮶo", "10o"]
)
def test_an_unknown_card_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        SPANISH.card(text)
    assert (refused.value.code, refused.value.fields) == (
        "cards.unknown",
        {"card": text, "rule": "MUS-2"},
    )
    assert text in REFUSALS["cards.unknown"].format(**refused.value.fields)


def test_mu_2_of_twins_the_first_is_meant_and_both_can_be_named() -> None:
    first, second = (card for card in MU.cards if MU.text(card) == "R7")
    assert MU.card("R7") == first < second
    assert MU.read(["R7", "R1", "R7"]) == (first, MU.card("R1"), second)
    with pytest.raises(BadNotation):
        MU.read(["R7", "R7", "R7"])


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(BadNotation) as refused:
        SPANISH.read(["Ko", "7e", "Ko"])
    assert refused.value.code == "cards.twice"


def test_cards_are_read_in_the_order_given() -> None:
    assert [SPANISH.text(card) for card in SPANISH.read(["7e", "Ko"])] == ["7e", "Ko"]
