"""Following suit, and who takes a trick."""

import pytest

from core.refusals import IllegalMove
from games.mizzaire import rules
from games.mizzaire.rules.state import State
from tests.games.rules.mizzaire.tables import called, hands, said, says


def trick(turned: str, *cards: str) -> tuple[list[int], int]:
    """Round 1 with these cards, played from the seat after the dealer: who is ahead after each,
    and who takes it.
    """
    state, ahead = called(hands(1, *cards, turned=turned)), []
    for card in cards:
        state = said(state, f"play {card}")
        ahead.append(rules.view(state, None)["winning"])
    return ahead[:-1], rules.view(state, None)["last_deal"]["trick"]["taker"]


@pytest.mark.parametrize(
    ("turned", "cards", "ahead", "taker"),
    [
        pytest.param(
            "3S",
            "6H 7H AH 2S",
            [0, 1, 2],
            3,
            id="MIZ-T4: the lowest trump beats the ace",
        ),
        pytest.param(
            "3S",
            "6H 7H AH 2S 9S",
            [0, 1, 2, 3],
            4,
            id="MIZ-T4: a higher trump beats it",
        ),
        pytest.param(
            "3S", "6H 7H AH 9S 2S", [0, 1, 2, 3], 3, id="MIZ-T4: a lower trump does not"
        ),
        pytest.param(
            "KH", "2C 9D AD 3D", [0, 0, 0], 0, id="MIZ-T5: nobody follows, no trump"
        ),
        pytest.param("4D", "7D AC KD 9D", [0, 0, 2], 2, id="MIZ-T7: a trump is led"),
        pytest.param(
            "4D", "7C AS KC AH", [0, 0, 2], 2, id="MIZ-18: other suits never win"
        ),
        pytest.param(
            "4D",
            "2C 3C TC JC QC KC AC",
            [0, 1, 2, 3, 4, 5],
            6,
            id="MIZ-2: from the two to the ace",
        ),
    ],
)
def test_miz_18_the_highest_trump_takes_the_trick_else_the_highest_card_of_the_suit_led(
    turned: str, cards: str, ahead: list[int], taker: int
) -> None:
    """MIZ-18"""
    assert trick(turned, *cards.split()) == (ahead, taker)


RANKS = "23456789TJQKA"


@pytest.mark.parametrize("low", RANKS[:-1])
def test_miz_2_of_two_cards_of_a_suit_the_one_of_the_higher_rank_wins(low: str) -> None:
    """MIZ-2: A K Q J 10 9 8 7 6 5 4 3 2, in a plain suit and in trumps, whoever leads."""
    for high in RANKS[RANKS.index(low) + 1 :]:
        for turned in ("2D", "2H"):
            spare = (
                turned
                if turned[0] not in (low, high)
                else ("3" if "3" not in (low, high) else "4") + turned[1]
            )
            assert trick(spare, f"{low}D", f"{high}D")[1] == 1
            assert trick(spare, f"{high}D", f"{low}D")[1] == 0


def second(first: str, held: str, led: str) -> State:
    """Round 2 of two: this card is led, and the other seat holds these."""
    return said(called(hands(2, first, held, turned="2D")), f"play {led}")


@pytest.mark.parametrize(
    ("held", "may"),
    [
        pytest.param("3H KS", ["play 3H"], id="MIZ-T6: a heart must be played"),
        pytest.param("3H 9H", ["play 3H", "play 9H"], id="free choice within the suit"),
        pytest.param(
            "3D KS", ["play 3D", "play KS"], id="no heart: any card, no duty to trump"
        ),
        pytest.param("3H AD", ["play 3H"], id="a trump may not be played instead"),
    ],
)
def test_miz_16_whoever_can_must_follow_suit_else_any_card_may_be_played(
    held: str, may: list[str]
) -> None:
    """MIZ-16, MIZ-T6"""
    assert says(second("6H 7C", held, "6H")) == may


@pytest.mark.parametrize(
    ("card", "code", "rule"),
    [
        ("KS", "mizzaire.follow_suit", "MIZ-16"),
        ("AD", "mizzaire.not_in_hand", "MIZ-16"),
        ("6H", "mizzaire.not_in_hand", "MIZ-16"),
    ],
)
def test_miz_16_another_card_is_refused_and_the_refusal_names_none(
    card: str, code: str, rule: str
) -> None:
    """MIZ-16"""
    with pytest.raises(IllegalMove) as refused:
        said(second("6H 7C", "3H KS", "6H"), f"play {card}")
    assert (refused.value.code, refused.value.fields) == (
        code,
        {"rule": rule, "tricks": 2},
    )


def test_miz_16_a_card_that_may_not_be_played_is_shown_with_its_reason() -> None:
    """MIZ-16"""
    assert rules.view(second("6H 7C", "3H KS", "6H"), 0)["choices"] == [
        {"say": "play 3H", "legal": True, "code": None, "rule": None},
        {
            "say": "play KS",
            "legal": False,
            "code": "mizzaire.follow_suit",
            "rule": "MIZ-16",
        },
    ]


@pytest.mark.parametrize("number", [2, 10, 11])
def test_miz_15_the_leader_may_lead_any_card_a_trump_too(number: int) -> None:
    """MIZ-15: nor need a trump be broken before."""
    clubs = "2C 3C 4C 5C 6C 7C"[
        : 3 * (rules.view(called(hands_of(number)), None)["size"] - 1)
    ].strip()
    state = called(hands_of(number))
    assert says(state) == [f"play {card}" for card in [*clubs.split(), "AS"]]


def hands_of(number: int) -> State:
    size = 2 if number == 2 else 7
    first = ["2C", "3C", "4C", "5C", "6C", "7C"][: size - 1]
    return hands(
        number,
        " ".join([*first, "AS"]),
        " ".join(f"{rank}H" for rank in RANKS[:size]),
        turned="KS",
    )


def test_miz_17_miz_b16_who_takes_a_trick_leads_to_the_next_free_of_the_suit_before() -> (
    None
):
    """MIZ-17, MIZ-B16: the seed's “next hand” is the next trick."""
    state = called(hands(2, "6H 3H", "7H KC", "AC 5H", turned="2S"))
    leader = rules.to_act(state)
    state = said(state, "play 6H, play 7H, play 5H")
    assert rules.to_act(state) == (leader + 1) % 3
    assert says(state) == ["play KC"]
    state = said(state, "play KC, play AC, play 3H")
    assert rules.view(state, None)["last_deal"]["trick"] == {
        "leader": (leader + 1) % 3,
        "cards": ["KC", "AC", "3H"],
        "taker": (leader + 2) % 3,
    }


def test_who_does_not_follow_has_shown_that_he_has_none_of_the_suit() -> None:
    state = said(
        called(hands(2, "6H 3H", "7H KC", "AC 5S", turned="2S")),
        "play 6H, play 7H, play AC",
    )
    third = rules.view(state, None)["last_trick"]["leader"] - 1
    assert [seat["voids"] for seat in rules.view(state, None)["seats"]][third] == "H"


@pytest.mark.parametrize(
    ("held", "led", "card"),
    [
        pytest.param("3H 9H", "6H", "3H", id="the lowest that follows"),
        pytest.param("2D 4S", "6H", "4S", id="a trump last"),
        pytest.param("AD AC", "6H", "AC", id="the highest trump last too"),
        pytest.param("KS 4C", "6H", "4C", id="the lowest of any suit"),
        pytest.param("KC 4S", "6H", "4S", id="the lowest, whatever its suit"),
        pytest.param("AC 4S", "6H", "4S", id="an ace is high"),
    ],
)
def test_when_time_is_up_the_lowest_card_is_played(
    held: str, led: str, card: str
) -> None:
    state = said(called(hands(2, "6H 7C", held, turned="3D")), f"play {led}")
    assert rules.text(rules.least_committing(state)) == f"play {card}"


def test_when_time_is_up_in_the_round_without_trumps_the_lowest_card_of_all_is_played() -> (
    None
):
    """MIZ-12: a deuce of clubs is no trump there."""
    state = called(
        hands(
            10,
            "3D 4D 5D 6D 7D 8D 9D",
            "2C 3C 4H 5H 6H 7H 8H",
            turned="AS",
            first_lead="dealer",
        )
    )
    assert rules.text(rules.least_committing(state)) == "play 2C"
