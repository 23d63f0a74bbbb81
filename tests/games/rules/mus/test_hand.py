"""What hands are worth: the seed's examples, the published counts, and a slow ranking that shares
no code.
"""

from collections import Counter
from functools import cmp_to_key
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any

import pytest

from games.mus.rules import hand_strength
from games.mus.rules.hand import DUPLES, MEDIAS, PAR, ROYAL, THIRTY_ONE
from games.mus.rules.options import Kings
from games.rules.cards import SPANISH, Cards
from tests.games.rules.mus import slow_ranking
from tests.games.rules.mus.tables import cards, hands


def hand(ranks: str) -> Cards:
    return hands(ranks.replace(" ", ""))[0]


@pytest.mark.parametrize(
    ("lance", "better", "worse", "kings"),
    [
        pytest.param("grande", "KKHA", "KKSS", 8, id="MUS-T1"),
        pytest.param("grande", "3354", "KHHH", 8, id="MUS-T2"),
        pytest.param("grande", "KHHH", "3354", 4, id="MUS-T2 with MUS-V3"),
        pytest.param("chica", "S42A", "H74A", 8, id="MUS-T3"),
        pytest.param("chica", "S42A", "H74A", 4, id="MUS-T3 with MUS-V3"),
        pytest.param("chica", "KKKA", "5544", 8, id="MUS-T4"),
        pytest.param("pares", "KKAA", "HHSS", 8, id="MUS-T5"),
        pytest.param("pares", "77HH", "66HH", 8, id="MUS-T6"),
        pytest.param("pares", "HH55", "KKKA", 8, id="MUS-X9 duples over medias"),
        pytest.param(
            "pares", "AAAA", "KKKA", 8, id="MUS-X9 four aces over three kings"
        ),
        pytest.param("pares", "44AA", "AAAA", 8, id="MUS-X9 duples by the higher pair"),
        pytest.param(
            "pares",
            "4444",
            "44AA",
            8,
            id="MUS-X9 MUS-30 four equal are two equal pairs",
        ),
        pytest.param("pares", "AAA4", "KK76", 8, id="MUS-29 medias over par"),
        pytest.param(
            "pares",
            "K345",
            "HH76",
            8,
            id="MUS-26 a king and a three are a pair of kings",
        ),
        pytest.param("juego", "777S", "KKKA", 8, id="MUS-35 royal over 31"),
        pytest.param("punto", "KK64", "KK54", 8, id="MUS-36 the higher sum"),
        pytest.param("grande", "KKKK", "KKKH", 8, id="MUS-24"),
        pytest.param("chica", "AAAA", "AAA4", 8, id="MUS-25"),
        pytest.param("grande", "4332", "433A", 4, id="MUS-V3 a two is above an ace"),
    ],
)
def test_the_better_hand_wins(
    lance: str, better: str, worse: str, kings: Kings
) -> None:
    assert getattr(hand_strength(hand(better), kings), lance) > getattr(
        hand_strength(hand(worse), kings), lance
    )


@pytest.mark.parametrize(
    ("lance", "one", "other"),
    [
        pytest.param(
            "pares", "7765", "77KA", id="MUS-31 equal pares, which go by seat order"
        ),
        pytest.param(
            "grande", "K3H2", "KKHA", id="MUS-3 threes are kings, twos are aces"
        ),
        pytest.param(
            "pares", "77KA", "7765", id="MUS-29 the cards beside a pair do not count"
        ),
        pytest.param(
            "pares", "777K", "7774", id="MUS-29 the card beside medias does not count"
        ),
        pytest.param("juego", "KKS7", "3HH7", id="MUS-34 equal sums"),
    ],
)
def test_equal_hands_are_equal(lance: str, one: str, other: str) -> None:
    assert getattr(hand_strength(hand(one)), lance) == getattr(
        hand_strength(hand(other)), lance
    )


@pytest.mark.parametrize(
    ("ranks", "bonus"),
    [
        ("7765", PAR),
        ("K354", PAR),
        ("HHH4", MEDIAS),
        ("AA27", MEDIAS),
        ("55SS", DUPLES),
        ("K32A", DUPLES),
        ("SSSS", DUPLES),
        ("KH74", 0),
    ],
    ids=lambda value: f"MUS-T7 {value}",
)
def test_mus_54_pares_pay_by_their_kind(ranks: str, bonus: int) -> None:
    assert hand_strength(hand(ranks)).pares_bonus == bonus


def test_mus_4_and_mus_5_ranks_and_values() -> None:
    alone = {rank: hand_strength(hand(rank + "AAA"), 4) for rank in "KHS7654"}
    assert sorted(alone, key=lambda rank: -alone[rank].grande) == list("KHS7654")
    assert [alone[rank].punto - 3 for rank in alone] == [10, 10, 10, 7, 6, 5, 4]
    assert hand_strength(hand("3332")).punto == 31


def test_mus_v3_with_four_kings_threes_and_twos_are_plain() -> None:
    assert (
        hand_strength(hand("K354"), 4).pares
        == hand_strength(hand("AA27"), 4).pares_bonus - PAR
        == 0
    )
    assert hand_strength(hand("KK32"), 4).punto == 25


SUMS = {
    "KKKA": 31,
    "HHS2": 31,
    "KK75": 32,
    "KK66": 32,
    "KKKK": 40,
    "KKK7": 37,
    "KKK6": 36,
    "KKK5": 35,
    "KKK4": 34,
    "KK76": 33,
}


def test_mus_t8_juego_is_ordered_31_32_40_37_down_to_33() -> None:
    best_first = sorted(SUMS, key=lambda ranks: -hand_strength(hand(ranks)).juego)
    assert list(dict.fromkeys(SUMS[ranks] for ranks in best_first)) == [
        31,
        32,
        40,
        37,
        36,
        35,
        34,
        33,
    ]


@pytest.mark.parametrize(
    ("ranks", "bonus"),
    [("KKKA", 3), ("777S", 3), ("KK75", 2), ("KKKK", 2), ("KK64", 0)],
)
def test_mus_32_and_mus_55_juego_pays_three_for_31_and_two_otherwise(
    ranks: str, bonus: int
) -> None:
    assert hand_strength(hand(ranks)).juego_bonus == bonus


@pytest.mark.parametrize(
    ("texts", "royal", "strength"),
    [
        pytest.param("7o 7c 7e Sb", "any", ROYAL, id="MUS-35"),
        pytest.param("7o 7c 7e 3b", "any", ROYAL, id="MUS-35 with a three"),
        pytest.param("7o 7c 7e Sb", "coins", THIRTY_ONE, id="MUS-V9 not of coins"),
        pytest.param("So 7c 7e 7b", "coins", ROYAL, id="MUS-V9 sota of coins"),
        pytest.param("Ko 7c 7e 7b", "coins", THIRTY_ONE, id="MUS-V9 not the sota"),
        pytest.param("Ko Ho So Ab", "coins", THIRTY_ONE, id="MUS-V9 no sevens"),
        pytest.param("7o 7c 7e Sb", "off", THIRTY_ONE, id="MUS-V9 off"),
        pytest.param("So 7c 7e 7b", "off", THIRTY_ONE, id="MUS-V9 off, of coins"),
    ],
)
def test_the_royal_juego_needs_its_tenth_card(
    texts: str, royal: Any, strength: int
) -> None:
    assert hand_strength(tuple(sorted(cards(texts))), 8, royal).juego == strength


def test_mus_b26_with_four_kings_a_three_makes_no_royal_juego() -> None:
    assert hand_strength(tuple(sorted(cards("7o 7c 7e 3b"))), 4).juego == 0


ALL_HANDS = list(combinations(SPANISH.cards, 4))


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    """How many of all hands are of each kind, eight kings."""
    found: Counter[str] = Counter()
    for one in ALL_HANDS:
        value = hand_strength(one)
        thirty_one = value.juego >= THIRTY_ONE
        found["pares"] += value.pares > 0
        found[f"kind {value.pares_bonus}"] += 1
        found["juego"] += value.juego > 0
        found["31"] += thirty_one
        found["31 with pares"] += thirty_one and value.pares > 0
        found["juego without pares"] += value.juego > 0 and not value.pares
        found["exactly 30"] += value.punto == 30
        found["four kings"] += value.grande == 9999
        found["duples of kings and aces"] += value.pares == DUPLES * 100 + 90
        found["duples of kings and horses"] += value.pares == DUPLES * 100 + 98
        found["two kings or more"] += value.grande >= 9900
        found["sum 38 or 39"] += value.punto in (38, 39)
    return found


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        ("pares", 51_710),
        (f"kind {DUPLES}", 3_486),
        (f"kind {MEDIAS}", 4_448),
        (f"kind {PAR}", 43_776),
        ("juego", 24_444),
        ("31", 8_384),
        ("31 with pares", 4_800),
        ("juego without pares", 8_192),
        ("exactly 30", 3_024),
        ("four kings", 70),
        ("duples of kings and horses", 168),
        ("duples of kings and aces", 784),
        ("two kings or more", 15_750),
        ("sum 38 or 39", 0),
    ],
)
def test_the_published_counts_over_all_hands(
    counts: Counter[str], kind: str, number: int
) -> None:
    assert counts[kind] == number


def test_there_are_91390_hands_330_different_by_rank() -> None:
    assert len(ALL_HANDS) == 91_390
    assert (
        len(
            {(hand_strength(one).grande, hand_strength(one).chica) for one in ALL_HANDS}
        )
        == 330
    )


def test_the_published_probabilities_with_four_kings() -> None:
    values = [hand_strength(one, 4) for one in ALL_HANDS]
    shares = {
        "pares": sum(value.pares > 0 for value in values),
        "par": sum(value.pares_bonus == PAR for value in values),
        "medias": sum(value.pares_bonus == MEDIAS for value in values),
        "duples": sum(value.pares_bonus == DUPLES for value in values),
        "juego": sum(value.juego > 0 for value in values),
        "31": sum(value.punto == 31 for value in values),
    }
    assert {kind: round(number / 91_390, 5) for kind, number in shares.items()} == {
        "pares": 0.41175, "par": 0.37816, "medias": 0.01576, "duples": 0.01784, "juego": 0.12823, "31": 0.03326,
    }  # fmt: skip
    assert not any(value.punto in (38, 39) for value in values), "MUS-B25"


RANKS = "KHS765432A"
CLASSES = ["".join(ranks) for ranks in combinations_with_replacement(RANKS, 4)]
"""One hand of each four ranks; no rank comes more often than the pack has it."""


def test_there_are_330_and_715_different_hands_and_they_are_all_hands_together() -> (
    None
):
    """MUS-3 and MUS-V3: each four ranks in as many hands as there are ways to choose their suits."""
    ways = {
        ranks: prod(comb(4, many) for many in Counter(ranks).values())
        for ranks in CLASSES
    }
    assert (len(ways), sum(ways.values())) == (715, 91_390)
    assert len({"".join(sorted(slow_ranking.named(ranks, 8))) for ranks in ways}) == 330


@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego", "punto"])
@pytest.mark.parametrize("kings", [8, 4])
def test_a_slow_and_literal_ranking_agrees_on_the_order_of_all_hands(
    kings: Kings, lance: str
) -> None:
    """MUS-24, MUS-25, MUS-29, MUS-34, MUS-36: sorted by the rule book, each two neighbours are as
    our numbers say.
    """
    better = slow_ranking.better(lance, kings)
    names = {ranks: slow_ranking.named(ranks, kings) for ranks in CLASSES}
    by_rule = sorted(
        CLASSES,
        key=cmp_to_key(lambda one, other: better(names[str(one)], names[str(other)])),
    )
    ours = [getattr(hand_strength(hand(ranks), kings), lance) for ranks in by_rule]
    for lower, higher, low, high in zip(
        by_rule, by_rule[1:], ours, ours[1:], strict=False
    ):
        equal = better(names[lower], names[higher]) == 0
        assert (low == high) if equal else (low < high), (lower, higher)


@pytest.mark.parametrize("kings", [8, 4])
def test_mus_32_the_sums_of_all_hands_are_as_many_as_multiplying_out_says(
    kings: Kings,
) -> None:
    """Each card is in the hand or not: the product over all cards of (1 + the card), and of that
    the parts of four.
    """
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for text in SPANISH.texts:
        value = slow_ranking.value(slow_ranking.named(text[0], kings))
        ways += Counter(
            {
                (number + 1, total + value): many
                for (number, total), many in ways.items()
                if number < 4
            }
        )
    counted = Counter(hand_strength(one, kings).punto for one in ALL_HANDS)
    assert counted == {
        total: many for (number, total), many in ways.items() if number == 4
    }


def test_mus_v3_the_pares_of_ten_ranks_are_as_many_as_combinations_say() -> None:
    kinds = Counter(hand_strength(one, 4).pares_bonus for one in ALL_HANDS)
    assert kinds[PAR] == 10 * comb(4, 2) * comb(9, 2) * 4 * 4
    assert kinds[MEDIAS] == 10 * comb(4, 3) * 36
    assert kinds[DUPLES] == comb(10, 2) * comb(4, 2) ** 2 + 10


def test_mus_b26_two_royal_juegos_need_six_sevens() -> None:
    royal = [one for one in ALL_HANDS if hand_strength(one).juego == ROYAL]
    assert royal
    assert not any(
        set(one).isdisjoint(other) for one, other in product(royal[::7], royal)
    )


def test_mus_2_suits_do_not_matter_without_the_option_of_coins() -> None:
    for one in ALL_HANDS[::101]:
        turned = tuple(sorted(card // 4 * 4 + (card + 1) % 4 for card in one))
        assert hand_strength(one) == hand_strength(turned)
