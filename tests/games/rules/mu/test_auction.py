"""The auction: MU-7 to MU-18."""

import pytest

from core.refusals import IllegalMove
from games.mu import rules
from tests.games.rules.mu.tables import (
    PLAYERS,
    SEATS,
    begun,
    bids,
    dealt,
    hand,
    passed,
    said,
    says,
    shuffled,
)

FIVE = "R9 R6 R3", "Y4", "G9 G8 G2", "B1 B7 B7 B8"
"""The cards of Anna, Beate, Conny and Dagmar in example 1; Emma needs none."""

V1 = (
    "A reveal R9, B pass, C reveal G9, D reveal B1 B7, E pass, "
    "A reveal R6, B reveal Y4, C reveal G2 G8, D pass, E pass, "
    "A reveal R3, B pass, C pass, D reveal B7 B8, E pass, A pass, B pass, C pass, D pass"
)
V2 = (
    "A reveal R9, B pass, C reveal G9, D reveal B1 B7, E pass, "
    "A reveal R3 R6, B reveal Y4, C reveal G2 G8, D reveal B7 B8, E pass, A pass, B pass, C pass, D pass"
)
V3 = (
    "A reveal R9, B pass, C reveal G9, D reveal B1 B7, E pass, A reveal R6, B reveal Y4, C reveal G8, D pass, E pass, "
    "A reveal R3, B pass, C reveal G2, D reveal B7, E pass, A pass, B pass, C pass, D reveal B8, E pass, "
    "A pass, B pass, C pass, D pass"
)
SEQUENCES = [
    pytest.param(V1, id="MU-T1 V1"),
    pytest.param(V2, id="MU-T1 V2"),
    pytest.param(V3, id="MU-T1 V3"),
]


def most(state: rules.State) -> int:
    """How many cards the seat to act may reveal."""
    assert state.turn is not None
    choice = rules.view(state, state.turn)["choices"][0]
    assert choice["say"] == "reveal"
    return int(choice["max"])


def code(state: rules.State, text: str) -> tuple[str, object]:
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse(text))
    return refused.value.code, refused.value.fields["rule"]


@pytest.mark.parametrize("players", PLAYERS)
def test_mu_7_the_dealer_acts_first_then_all_in_the_order_of_seats(
    players: int,
) -> None:
    state = passed(shuffled(begun(players)))
    state = shuffled(state)
    acted = []
    for _ in range(players - 1):
        acted.append(rules.to_act(state))
        state = rules.play(state, rules.parse("pass"))
    assert acted == [(1 + turn) % players for turn in range(players - 1)]


@pytest.mark.parametrize("talk", SEQUENCES)
def test_the_auction_of_example_1_ends_exactly_there(talk: str) -> None:
    """MU-T1, MU-13; MU-T2 (MU-19): Dagmar is boss; MU-T4 (MU-20, MU-21): Conny is vice, 9 and 8
    against 9 and 6.
    """
    *before, last = talk.split(", ")
    open_still = said(dealt(begun(5), *FIVE), ", ".join(before))
    assert open_still.phase == "auction"
    state = said(open_still, last)
    assert bids(state) == "3 1 3 4 0"
    assert (state.phase, state.deal.boss, state.deal.vice) == ("vice", 3, 2)


@pytest.mark.parametrize("talk", SEQUENCES)
def test_mu_t1c_with_one_pass_less_the_next_seat_is_to_act(talk: str) -> None:
    state = said(dealt(begun(5), *FIVE), talk.rpartition(", ")[0])
    assert (state.phase, SEATS[state.seat]) == ("auction", "D")


def test_mu_t1b_emma_may_reveal_one_to_three() -> None:
    """MU-10: the highest bid is two."""
    state = said(dealt(begun(5), *FIVE, "K9 K8 K7 K6"), ", ".join(V1.split(", ")[:4]))
    for cards in ("K9", "K9 K8", "K9 K8 K7"):
        assert rules.play(state, rules.parse(f"reveal {cards}")) != state
    assert code(state, "reveal K9 K8 K7 K6") == ("mu.too_many", "MU-10")
    assert most(state) == 3


def test_mu_8_and_9_the_bid_is_the_number_of_cards_revealed_whatever_they_are() -> None:
    state = said(
        dealt(begun(4), "R0 R1 K9", "B0 B1"),
        "A reveal R0, B reveal B0 B1, C pass, D pass, A reveal R1 K9",
    )
    assert bids(state) == "3 2 0 0"


def test_mu_14_and_b28_revealed_cards_stay_their_owners_and_cannot_be_taken_back_or_shown_again() -> (
    None
):
    """MU-14, MU-B28."""
    before = dealt(begun(4), "R0 R1")
    state = said(before, "A reveal R0, B pass, C pass, D pass")
    assert hand(state, 0) == hand(before, 0)
    assert rules.view(state, 0)["hand"] == [
        card for card in hand(before, 0) if card != "R0"
    ]
    assert rules.view(state, None)["seats"][0]["row"] == ["R0"]
    assert code(state, "reveal R0") == ("mu.not_in_hand", "MU-8")
    assert code(state, "reveal") == ("mu.reveal_at_least_one", "MU-8")


@pytest.mark.parametrize(
    ("talk", "steps"),
    [
        pytest.param("", 1, id="MU-10: the first reveal is exactly one card"),
        pytest.param("A pass", 1, id="MU-10: also where others have passed"),
        pytest.param("A reveal R0", 2, id="MU-10: one more than the highest"),
        pytest.param("A reveal R0, B reveal B0 B1", 3, id="MU-10: and so on"),
        pytest.param(
            "A reveal R0, B pass, C pass, D pass",
            1,
            id="MU-10: the leader may add exactly one",
        ),
        pytest.param(
            "A reveal R0, B reveal B0, C pass, D pass",
            1,
            id="MU-B4: a tied leader may add one",
        ),
        pytest.param(
            "A reveal R0, B reveal B0 B1, C reveal G0, D pass",
            2,
            id="MU-11: A is below the leader",
        ),
        pytest.param(
            "A reveal R0, B reveal B0 B1, C reveal G0 G1 G2, D pass, A pass",
            2,
            id="MU-B4: B is one below",
        ),
        pytest.param(
            "A reveal R0, B reveal B0 B1, C reveal G0 G1 G2",
            4,
            id="MU-12: D, who has nothing, four at once",
        ),
    ],
)
def test_little_steps(talk: str, steps: int) -> None:
    state = said(
        dealt(begun(4), "R0 R1 R2 R3", "B0 B1 B2 B3", "G0 G1 G2 G3", "Y0 Y1 Y2 Y3 Y4"),
        talk,
    )
    assert most(state) == steps
    own = rules.view(state, state.seat)["hand"]
    assert rules.play(state, rules.parse(" ".join(["reveal", *own[:steps]]))) != state
    assert code(state, " ".join(["reveal", *own[: steps + 1]])) == (
        "mu.too_many",
        "MU-10",
    )


def test_mu_11_and_12_a_bid_may_stay_underground_and_come_after_a_pass() -> None:
    """MU-11, MU-12, MU-B5: D passes, and comes back with one card, below the leaders."""
    talk = "A reveal R0, B reveal B0 B1, C pass, D pass, A reveal R1, B pass, C pass, D reveal Y0"
    state = said(dealt(begun(4), "R0 R1", "B0 B1", "", "Y0"), talk)
    assert bids(state) == "2 2 0 1"
    assert state.phase == "auction"


def test_mu_13_the_auction_ends_with_a_whole_circuit_of_passes_the_last_bidders_included() -> (
    None
):
    """MU-13, MU-B6: passes before the last reveal do not count."""
    talk = "A reveal R0, B pass, C pass, D pass, A reveal R1, B pass, C pass, D pass"
    state = said(dealt(begun(4), "R0 R1"), talk)
    assert state.phase == "auction"
    assert said(state, "A pass").phase == "boss"


@pytest.mark.parametrize("players", PLAYERS)
def test_mu_17_everybody_passes_and_nobody_scores(players: int) -> None:
    """MU-17, MU-T3b: a stalemate with nothing for all."""
    state = passed(shuffled(begun(players)))
    last = rules.view(state, None)["last_deal"]
    assert len(last["bids"]) == players
    assert (last["how"], last["bid"], last["provoker"]) == ("stalemate", 0, None)
    assert state.totals == (0,) * players


def test_mu_b7_whoever_has_no_card_left_to_reveal_must_pass() -> None:
    """MU-B7: two players reveal all they have."""
    state = shuffled(begun(6))
    while state.phase == "auction":
        own = rules.view(state, state.seat)["hand"]
        if state.seat > 1 or not own:
            assert own or says(state) == ["pass"]
            assert own or not rules.view(state, state.seat)["choices"][0]["legal"]
            state = rules.play(state, rules.parse("pass"))
        else:
            state = rules.play(
                state, rules.parse(f"reveal {' '.join(own[: most(state)])}")
            )
    last = rules.view(state, None)["last_deal"]
    assert [bid["say"] for bid in last["bids"][-6:]] == ["pass"] * 6
    assert last["bid"] == 10


ALL_PASS = "D pass, A pass, B pass, C pass"
B_PASSES = "B pass, C pass, D pass, A pass"
STALEMATES = [
    pytest.param(
        5,
        V1.replace("D reveal B7 B8", "D reveal B7"),
        (15, 0, 15, -30, 0),
        id="MU-T3 (MU-16, MU-B9): example 3, from V1",
    ),
    pytest.param(
        5,
        V2.replace("D reveal B7 B8", "D reveal B7"),
        (15, 0, 15, -30, 0),
        id="MU-T3: example 3, from V2",
    ),
    pytest.param(
        4,
        "A reveal R0, B reveal B0, C pass, D pass, A reveal R1, B reveal B1, C reveal G0, "
        + ALL_PASS,
        (10, -20, 0, 0),
        id="MU-B8: C reveals underground after the tie arose, B drew level last",
    ),
    pytest.param(
        4,
        "A reveal R0, B reveal B0 B1, C reveal G0 G1, D reveal Y0 Y1, A reveal R1, "
        + B_PASSES,
        (-20, 10, 10, 10),
        id="MU-B8: who has revealed first draws level last",
    ),
    pytest.param(
        4,
        "A reveal R0, B reveal B0 B1, C reveal G0 G1 G2, D reveal Y0 Y1 Y2 Y3, A reveal R1 R2 R3, "
        + B_PASSES,
        (-40, 0, 0, 20),
        id="MU-T9a (MU-15): four cards",
    ),
]


@pytest.mark.parametrize(("players", "talk", "points"), STALEMATES)
def test_stalemates(players: int, talk: str, points: tuple[int, ...]) -> None:
    """MU-15, MU-16, MU-18, MU-B3: five for each card, minus ten in all for who drew level last;
    then a new deal.
    """
    hands = (
        FIVE
        if players == 5
        else ("R0 R1 R2 R3", "B0 B1 B2 B3", "G0 G1 G2 G3", "Y0 Y1 Y2 Y3")
    )
    state = said(dealt(begun(players), *hands), talk)
    assert (state.phase, state.deal.number, state.deal.dealer) == ("deal", 2, 1)
    assert state.totals == points
    last = rules.view(state, None)["last_deal"]
    assert last["provoker"] == min(range(players), key=points.__getitem__)
    assert (
        sum(points)
        == 5 * last["bid"] * (len([p for p in points if p]) - 1) - 10 * last["bid"]
    )


def test_mu_8_any_cards_of_the_hand_may_be_revealed_though_not_all_sets_are_listed() -> (
    None
):
    state = said(dealt(begun(4), "R0 R1 R1", "B9 G0 K1"), "A reveal R0")
    assert "reveal B9 G0" not in says(state)
    assert bids(rules.play(state, rules.parse("reveal G0 B9"))) == "1 2 0 0"


LISTED = [
    pytest.param("A reveal R0", "R1 R4, K8 K9, R1 B1", id="MU-10: two at most"),
    pytest.param(
        "A reveal R0, B pass, C reveal G0 G2, D pass, E pass, F pass, A pass",
        "R1 R4, R1 R1 R4, K8 K9, K6 K8 K9, R1 B1, R1 B1 G1",
        id="MU-10: three at most",
    ),
    pytest.param(
        "A reveal R0, B pass, C reveal G0 G2, D reveal Y0 Y3 Y4, E reveal B0 B2 B3 B4, F pass, A pass",
        "R1 R4, R1 R1 R4, K8 K9, K6 K8 K9, K5 K6 K8 K9, R1 B1, R1 B1 G1, R1 R1 B1 G1",
        id="MU-10: five at most, but no more of a kind",
    ),
]


@pytest.mark.parametrize(("talk", "sets"), LISTED)
def test_the_reveals_listed_are_each_card_the_highest_of_a_colour_and_some_of_a_digit(
    talk: str, sets: str
) -> None:
    hands = "R0", "R1 R1 R4 B1 G1 K5 K6 K8 K9 Y2", "G0 G2", "Y0 Y3 Y4", "B0 B2 B3 B4"
    state = said(dealt(begun(6), *hands), talk)
    singles = ["R1", "R4", "B1", "G1", "Y2", "K5", "K6", "K8", "K9"]
    assert sorted(says(state)) == sorted(
        ["pass", *(f"reveal {cards}" for cards in [*singles, *sets.split(", ")])]
    )


def test_no_reveal_is_listed_twice_for_a_pair_of_twins() -> None:
    state = said(dealt(begun(6), "R0", "R7 R7 B0 G2 Y3 K4 B5 G6 Y8 K9"), "A reveal R0")
    assert says(state).count("reveal R7 R7") == 1
