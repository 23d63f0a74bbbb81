"""Moves as text, and the options of a match."""

from typing import Any

import pytest

from core.refusals import BadNotation, BadOption
from games.catalogue import GAMES
from games.mu import rules as mu
from games.rules.cards import MU
from tests.games.rules.mu.tables import begun, dealt, said, says

CANONICAL = [
    "pass",
    "reveal",
    "reveal R0",
    "reveal B1 B7 B7 B8",
    *(f"trump {what}" for what in [*"RBGYK", *"0123456789", "none"]),
    *(f"partner {seat}" for seat in range(6)),
    *(f"play {card}" for card in dict.fromkeys(MU.texts)),
    "deal K9 R0 R1 R1",
    "deal " + " ".join(MU.texts[::-1]),
]


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_text_reads_back_as_itself(text: str) -> None:
    assert mu.text(mu.parse(text)) == text


def test_the_cards_of_a_reveal_are_written_in_canonical_order() -> None:
    assert mu.text(mu.parse("reveal K9 B7 R1 B7")) == "reveal R1 B7 B7 K9"


def test_the_cards_of_a_deal_keep_their_order_and_of_twins_the_first_comes_first() -> (
    None
):
    order = MU.cards[::-1]
    move = mu.deal_move(order)
    assert mu.parse(mu.text(move)) == move
    assert [MU.text(card) for card in move.order] == [MU.text(card) for card in order]
    assert sorted(move.order) == list(MU.cards)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "mu.unknown_move"),
        (" ", "mu.unknown_move"),
        ("Pass", "mu.unknown_move"),
        ("pass ", "mu.unknown_move"),
        ("pass R0", "mu.unknown_move"),
        ("play", "mu.unknown_move"),
        ("play R0 R1", "mu.unknown_move"),
        ("play R0\n", "cards.unknown"),
        ("play X0", "cards.unknown"),
        ("play r0", "cards.unknown"),
        ("play ", "cards.unknown"),
        ("trump", "mu.unknown_move"),
        ("trump X", "mu.unknown_move"),
        ("trump 10", "mu.unknown_move"),
        ("trump None", "mu.unknown_move"),
        ("trump ٢", "mu.unknown_move"),
        ("partner", "mu.unknown_move"),
        ("partner 6", "mu.unknown_move"),
        ("partner -1", "mu.unknown_move"),
        ("partner 02", "mu.unknown_move"),
        ("reveal ", "cards.unknown"),
        ("reveal  R0", "cards.unknown"),
        ("reveal R0 R0", "cards.twice"),
        ("reveal R7 R7 R7", "cards.twice"),
        ("reveal R10", "cards.unknown"),
        ("deal R0 R0", "cards.twice"),
        ("deal Ko", "cards.unknown"),
        ("x" * 100_000, "mu.unknown_move"),
    ],
)
def test_what_is_not_a_move_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        mu.parse(text)
    assert refused.value.code == code
    assert len(mu.REFUSALS[code].format(**refused.value.fields)) < 100


def test_mu_2_a_text_of_twins_means_the_first_that_the_seat_holds() -> None:
    """MU-2: A has one red seven, B the other; each plays it by the same text."""
    state = said(
        dealt(begun(3), "R7 B0", "R7 B2"),
        "A reveal B0, B pass, C pass, A pass, A trump none",
    )
    for seat in range(2):
        assert says(state).count("play R7") == 1
        state = mu.play(state, mu.parse("play R7"))
        assert "R7" not in mu.view(state, seat)["hand"]
    assert [played["card"] for played in mu.view(state, None)["trick"]] == ["R7", "R7"]


def test_the_options_have_the_customary_defaults() -> None:
    """MU-1, MU-45, MU-B15, MU-B20, MU-B26."""
    assert mu.options_json(mu.options({})) == {
        "players": 4,
        "target": 200,
        "deals": 0,
        "bonus_by": "bid",
        "allow_same_trump": True,
    }


@pytest.mark.parametrize(
    "raw",
    [
        *({"players": players} for players in (3, 4, 5, 6)),
        {"target": 1},
        {"deals": 12},
        {"bonus_by": "achieved"},
        {"allow_same_trump": False},
    ],
)
def test_options_read_back_as_themselves(raw: dict[str, Any]) -> None:
    options = mu.options(raw)
    assert mu.options(mu.options_json(options)) == options
    assert mu.options_json(options).items() >= raw.items()


@pytest.mark.parametrize(
    ("raw", "allowed", "rule"),
    [
        pytest.param({"players": 2}, "3–6", "MU-1", id="MU-1"),
        pytest.param({"players": 7}, "3–6", "MU-1", id="MU-1: seven"),
        pytest.param({"target": 0}, "1–1000", "MU-45", id="MU-45"),
        pytest.param(
            {"target": True}, "1–1000", "MU-45", id="MU-45: a truth is no number"
        ),
        pytest.param({"deals": -1}, "0–100", "MU-B26", id="MU-B26"),
        pytest.param({"bonus_by": "rank"}, "bid, achieved", "MU-B20", id="MU-B20"),
        pytest.param({"allow_same_trump": 1}, "true, false", "MU-B15", id="MU-B15"),
    ],
)
def test_other_options_are_refused_with_what_would_be_right(
    raw: dict[str, Any], allowed: str, rule: str
) -> None:
    with pytest.raises(BadOption) as refused:
        mu.options(raw)
    assert refused.value.code == "option.bad"
    assert (refused.value.fields["allowed"], refused.value.fields["rule"]) == (
        allowed,
        rule,
    )


def test_the_rule_book_knows_mu_by_its_code() -> None:
    assert GAMES[mu.CODE].rules is mu
