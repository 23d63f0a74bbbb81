"""Moves as text, refusals of what is out of place, and the options of a match."""

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.refusals import BadNotation, BadOption, IllegalMove
from games.catalogue import GAMES
from games.mizzaire import rules as mizzaire
from games.mizzaire import vocabulary as words
from games.rules import tricks
from games.rules.cards import FRENCH
from tests.games.rules.mizzaire.tables import before, called, dealt, played

PACK = " ".join(FRENCH.texts)


@pytest.mark.parametrize(
    "text",
    [
        "call 0",
        "call 7",
        "call 99",
        "play 7H",
        "play TC",
        "play AS",
        f"deal {PACK}",
        "deal 2C",
    ],
)
def test_a_canonical_text_reads_back_as_itself(text: str) -> None:
    assert mizzaire.text(mizzaire.parse(text)) == text


def test_the_same_move_is_the_same_object() -> None:
    assert mizzaire.parse("play 7H") is mizzaire.parse("play 7H")
    assert all(
        mizzaire.parse(mizzaire.text(move)) is move
        for move in mizzaire.legal_moves(called(dealt(7)))
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "mizzaire.unknown_move"),
        ("call", "mizzaire.unknown_move"),
        ("call -1", "mizzaire.unknown_move"),
        ("call 01", "mizzaire.unknown_move"),
        ("call 100", "mizzaire.unknown_move"),
        ("call  1", "mizzaire.unknown_move"),
        ("Call 1", "mizzaire.unknown_move"),
        ("play", "mizzaire.unknown_move"),
        ("play 7H 8H", "mizzaire.unknown_move"),
        ("play 10H", "cards.unknown"),
        ("play 7h", "cards.unknown"),
        ("play 7H ", "mizzaire.unknown_move"),
        ("deal 7H 7H", "cards.twice"),
        ("deal 7H 1H", "cards.unknown"),
        ("x" * 10_000, "mizzaire.unknown_move"),
    ],
)
def test_what_is_not_written_as_a_move_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        mizzaire.parse(text)
    assert refused.value.code == code
    assert len(mizzaire.REFUSALS[code].format(**refused.value.fields)) < 200


MOMENTS = {"deal": before(1), "call": dealt(1), "play": called(dealt(1))}
*_, (_, _, MOMENTS["over"]) = played(before(1), Random(1))


@pytest.mark.parametrize(
    ("moment", "text", "code", "rule"),
    [
        ("deal", "call 0", "mizzaire.waiting_for_deal", "MIZ-4"),
        ("deal", "play 7H", "mizzaire.waiting_for_deal", "MIZ-4"),
        ("deal", "deal 7H 8H", "mizzaire.wrong_pack", "MIZ-2"),
        ("deal", f"deal {PACK.removesuffix(' AS')}", "mizzaire.wrong_pack", "MIZ-2"),
        ("call", "play 7H", "mizzaire.call_first", "MIZ-7"),
        ("call", f"deal {PACK}", "mizzaire.already_dealt", "MIZ-4"),
        ("play", "call 0", "mizzaire.calls_are_over", "MIZ-7"),
        ("play", f"deal {PACK}", "mizzaire.already_dealt", "MIZ-4"),
        ("over", "call 0", "mizzaire.over", "MIZ-1"),
        ("over", "play 7H", "mizzaire.over", "MIZ-1"),
        ("over", f"deal {PACK}", "mizzaire.over", "MIZ-1"),
    ],
)
def test_what_is_out_of_place_is_refused_with_its_rule(
    moment: str, text: str, code: str, rule: str
) -> None:
    """MIZ-1, MIZ-2, MIZ-4, MIZ-7"""
    with pytest.raises(IllegalMove) as refused:
        mizzaire.play(MOMENTS[moment], mizzaire.parse(text))
    assert (refused.value.code, refused.value.fields["rule"]) == (code, rule)


@pytest.mark.parametrize("moment", ["deal", "over"])
def test_no_seat_has_a_move_before_the_deal_or_after_the_match(moment: str) -> None:
    assert mizzaire.legal_moves(MOMENTS[moment]) == ()
    assert all(
        mizzaire.view(MOMENTS[moment], seat)["choices"] == [] for seat in range(4)
    )


def test_every_refusal_of_the_engine_has_a_sentence_and_every_sentence_a_refusal() -> (
    None
):
    sources = Path(mizzaire.__file__).parent.glob("*.py")
    texts = {
        node.value
        for path in sources
        if path.name != "wording.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith("mizzaire.")
    }
    assert texts == {code for code in mizzaire.REFUSALS if code.startswith("mizzaire.")}


@pytest.mark.parametrize(
    ("raw", "option", "allowed"),
    [
        ({"players": 1}, "players", "2–7"),
        ({"players": 8}, "players", "2–7"),
        ({"players": True}, "players", "2–7"),
        ({"first_lead": "left"}, "first_lead", "after_dealer, dealer"),
        ({"round11_trump": 1}, "round11_trump", "true, false"),
        ({"rounds": 18}, "rounds", "players, first_lead, round11_trump"),
    ],
)
def test_an_option_out_of_range_is_refused_with_what_is_allowed(
    raw: dict[str, Any], option: str, allowed: str
) -> None:
    """MIZ-1, MIZ-B2, MIZ-B3"""
    with pytest.raises(BadOption) as refused:
        mizzaire.options(raw)
    assert (refused.value.fields["option"], refused.value.fields["allowed"]) == (
        option,
        allowed,
    )


def test_the_options_have_defaults_and_go_to_json_and_back() -> None:
    """MIZ-1, MIZ-B2, MIZ-B3"""
    options = mizzaire.options({})
    assert mizzaire.options_json(options) == {
        "players": 4,
        "first_lead": "after_dealer",
        "round11_trump": True,
    }
    assert mizzaire.options(mizzaire.options_json(options)) == options


def test_the_rule_book_has_it() -> None:
    assert GAMES["mizzaire"].rules is mizzaire
    assert tricks.mask(mizzaire.pack(before(1))) == 2**52 - 1


@pytest.mark.parametrize(
    ("vocabulary", "ten", "queen"),
    [
        ("es", "diez de corazones", "dama de picas"),
        ("eu", "hamarreko bihotz", "dama pika"),
        ("eu-ipar", "hamarreko bihotz", "andere pika"),
        ("de", "Herz Zehn", "Pik Dame"),
        ("en", "ten of hearts", "queen of spades"),
        ("xx", "diez de corazones", "dama de picas"),
    ],
)
def test_a_table_speaks_its_own_words(vocabulary: str, ten: str, queen: str) -> None:
    assert (words.card(vocabulary, "TH"), words.card(vocabulary, "QS")) == (ten, queen)


def test_there_is_a_word_for_every_card_and_every_kind_of_round() -> None:
    kinds = {mizzaire.view(before(number), None)["kind"] for number in range(1, 19)}
    for vocabulary in words.CODES:
        assert len({words.card(vocabulary, text) for text in FRENCH.texts}) == 52
        assert len({words.word(vocabulary, kind) for kind in kinds}) == 5
