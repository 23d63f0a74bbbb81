"""Boss and vice, the trumps and the partner: MU-19 to MU-28."""

import pytest

from core.refusals import IllegalMove
from games.mu import rules
from games.mu.rules.auction import vice
from games.mu.rules.trumps import TEXTS, on_row
from tests.games.rules.mu.tables import begun, dealt, passed, rows, said, says

VICES = [
    pytest.param(
        ("R1 R2 R3", "B9", "G1 G2", ""),
        2,
        id="MU-20: the second most cards, whatever they are",
    ),
    pytest.param(
        ("R1 R2 R3", "B9 B1", "G8 G7", ""), 1, id="MU-21: the highest digit decides"
    ),
    pytest.param(
        ("R1 R2 R3", "B9 B6", "G9 G8", ""),
        2,
        id="MU-21: then the second highest (MU-T4)",
    ),
    pytest.param(
        ("R1 R2 R3 R4 R5", "B8 B6 K6 B1", "Y8 G5 G6 G4", ""),
        1,
        id="MU-B10: 8 6 6 1 beats 8 6 5 4",
    ),
    pytest.param(("R1 R2 R3", "B7 B7", "G7 G6", ""), 1, id="MU-B10: 7 7 beats 7 6"),
    pytest.param(
        ("R1 R2", "B7", "G7", ""),
        None,
        id="MU-22: a full tie, colours never matter (MU-B10)",
    ),
    pytest.param(
        ("R1 R2 R3", "B7 B2", "G7 G2", "K9"),
        None,
        id="MU-B11: who revealed less never becomes vice",
    ),
    pytest.param(
        ("R1 R2 R3", "B7 B2", "G7 G2", "K7 K3"),
        3,
        id="MU-B11: two of three tied are equal, the third wins",
    ),
    pytest.param(("R1", "", "", ""), None, id="MU-22: the boss revealed one card only"),
    pytest.param(("R1 R2", "", "", ""), None, id="MU-B12: nobody else has revealed"),
    pytest.param(("R1 R2", "B9", ""), None, id="MU-22: three players (MU-B23)"),
]


@pytest.mark.parametrize(("revealed", "who"), VICES)
def test_who_is_vice(revealed: tuple[str, ...], who: int | None) -> None:
    assert vice(rows(*revealed), boss=0) == who


def auction(*hands: str, players: int = 4, **options: object) -> rules.State:
    """The auction in which A has revealed most: A one card, then B and C all of theirs, then A the
    others.
    """
    (first, *others), *more = [hand.split() for hand in hands]
    state = dealt(begun(players, **options), *hands)
    state = rules.play(state, rules.parse(f"reveal {first}"))
    for cards in more:
        state = rules.play(
            state, rules.parse(" ".join(["reveal", *cards]) if cards else "pass")
        )
    while others:
        while state.seat:
            state = rules.play(state, rules.parse("pass"))
        state = rules.play(state, rules.parse(f"reveal {others.pop(0)}"))
    return passed(state)


def test_mu_19_the_boss_has_strictly_most_and_the_rank_is_the_number_of_his_cards() -> (
    None
):
    state = auction("R1 R2 R3", "B9")
    assert (state.phase, state.deal.boss, state.deal.vice) == ("vice", 0, 1)
    assert rules.view(state, None)["bid"] == 3


def test_mu_23_and_24_first_the_vice_names_then_the_boss_then_the_partner_is_chosen() -> (
    None
):
    """MU-23, MU-24, MU-28, MU-31, MU-B13."""
    state = auction("R1 R2 R3", "B9")
    order = []
    for text in ("trump B", "trump R", "partner 2"):
        order.append((state.phase, state.turn))
        state = rules.play(state, rules.parse(text))
    assert order == [("vice", 1), ("boss", 0), ("partner", 0)]
    assert (state.phase, state.turn) == ("tricks", 0)
    view = rules.view(state, None)
    assert (view["vice_trump"], view["boss_trump"], view["partner"]) == ("B", "R", 2)


def test_mu_23_and_b14_the_vice_must_name_a_trump() -> None:
    state = auction("R1 R2 R3", "B9")
    assert says(state) == ["trump B", "trump 9"]
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse("trump none"))
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mu.vice_must_name",
        "MU-23",
    )


def test_mu_25_what_dagmar_may_name_in_example_5() -> None:
    """MU-T5: blue, 1, 7, 8, and as boss none (MU-24)."""
    (row,) = rows("B1 B7 B7 B8")
    assert [TEXTS[trump] for trump in on_row(row)] == ["B", "1", "7", "8"]
    state = said(auction("B1 B7 B7 B8", "R9"), "B trump R")
    assert says(state) == ["trump B", "trump 1", "trump 7", "trump 8", "trump none"]


@pytest.mark.parametrize("trump", ["G", "2", "R"])
def test_mu_25_a_trump_must_be_on_ones_own_row(trump: str) -> None:
    state = said(auction("B1 B7 B7 B8", "R9"), "B trump R")
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse(f"trump {trump}"))
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mu.not_on_row",
        "MU-25",
    )


def test_mu_26_without_a_vice_and_with_none_from_the_boss_there_is_no_trump() -> None:
    """MU-26: and no vice to ask."""
    state = auction("R1 R2 R3")
    assert (state.phase, state.turn, state.deal.vice) == ("boss", 0, None)
    view = rules.view(said(state, "A trump none"), None)
    assert (view["boss_trump"], view["vice_trump"]) == ("none", None)


def test_mu_b15_the_boss_may_name_the_trump_of_the_vice() -> None:
    state = said(auction("R9 R2 R3", "B9"), "B trump 9, A trump 9, A partner 3")
    view = rules.view(state, None)
    assert (view["boss_trump"], view["vice_trump"]) == ("9", "9")


def test_mu_b15_where_it_is_agreed_that_the_boss_may_not() -> None:
    state = said(auction("R9 R2 R3", "B9", allow_same_trump=False), "B trump 9")
    assert "trump 9" not in says(state)
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse("trump 9"))
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mu.same_trump",
        "MU-B15",
    )
    assert says(said(auction("R9 R2 R3", allow_same_trump=False), "")) == [
        *("trump R", "trump 2", "trump 3", "trump 9", "trump none"),
    ]


PARTNERS = [
    pytest.param(
        4, "B9", "2 3", id="MU-T20: four players and a vice, two to choose from"
    ),
    pytest.param(4, "", "1 2 3", id="MU-T20: no vice, three"),
    pytest.param(5, "B9", "2 3 4", id="MU-T20: five players and a vice"),
    pytest.param(6, "B9", "2 3 4 5", id="MU-28: six players and a vice"),
]


@pytest.mark.parametrize(("players", "second", "candidates"), PARTNERS)
def test_mu_28_the_boss_must_choose_a_partner_but_neither_himself_nor_the_vice(
    players: int, second: str, candidates: str
) -> None:
    """MU-28, MU-B27: the choice cannot be declined."""
    state = said(
        auction("R1 R2", second, players=players),
        f"{'B trump B,' if second else ''} A trump R",
    )
    assert says(state) == [f"partner {seat}" for seat in candidates.split()]
    for seat in {*"012345"} - {*candidates.split()}:
        with pytest.raises(IllegalMove) as refused:
            rules.play(state, rules.parse(f"partner {seat}"))
        assert (refused.value.code, refused.value.fields["rule"]) == (
            "mu.not_a_partner",
            "MU-28",
        )


def test_mu_28_and_b23_with_three_players_the_boss_plays_alone() -> None:
    state = said(auction("R1 R2", "B9", players=3), "A trump R")
    assert (state.phase, state.turn, state.deal.partner) == ("tricks", 0, None)
