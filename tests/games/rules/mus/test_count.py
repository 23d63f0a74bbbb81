"""The count at the end of a deal, the sets, the stones, and the end of the match."""

from typing import Any

import pytest

from core.refusals import Refusal
from games.mus import rules
from games.mus.rules.state import State
from tests.games.rules.mus.tables import (
    PLAIN,
    all_wait,
    awards,
    dealt,
    last_deal,
    points,
    said,
    waited_until,
)


def no_mus_and_all_wait(*hands: str, running: tuple[int, int] = (0, 0)) -> State:
    return all_wait(waited_until("grande", dealt(*hands, running=running)))


def test_mus_t15_when_all_wait_grande_and_chica_pay_one_point_each() -> None:
    assert awards(no_mus_and_all_wait(*PLAIN))[:2] == [
        ("grande", "A", 1, "waited"),
        ("chica", "A", 1, "waited"),
    ]


def test_mus_t16_when_nobody_has_juego_and_all_wait_punto_pays_one_point() -> None:
    """MUS-36, MUS-56 and MUS-B24: one for the side, not for each partner."""
    assert awards(no_mus_and_all_wait(*PLAIN))[2:] == [("punto", "A", 1, "bonus")]


def test_mus_23_the_lances_are_played_and_counted_in_their_order() -> None:
    state = dealt("KKKA", "HHSS", "KS75", "7764")
    talk: list[str] = []
    for lance in ("grande", "chica", "pares", "juego"):
        state = waited_until(lance, state) if not talk else state
        talk.append(rules.view(state, None)["lance"])
        state = rules.play(
            rules.play(state, rules.parse("envido 2")), rules.parse("quiero")
        )
    assert talk == ["grande", "chica", "pares", "juego"]
    assert [lance for lance, _, _, why in awards(state) if why == "bet"] == talk


def test_mus_x1_all_wait_with_pares_on_one_side_and_juego_on_the_other() -> None:
    state = no_mus_and_all_wait("1234", "57SS", "3334", "257H")
    assert points(state) == (5, 2)
    assert awards(state) == [
        ("grande", "A", 1, "waited"),
        ("chica", "A", 1, "waited"),
        ("pares", "A", 3, "bonus"),
        ("juego", "B", 2, "bonus"),
    ]


def test_mus_52_an_accepted_bet_pays_its_amount_to_the_better_side() -> None:
    state = said(dealt(*PLAIN), "A1 no mus, A1 paso, B1 envido 4, A2 quiero")
    assert awards(all_wait(state))[0] == ("grande", "A", 4, "bet")


def test_mus_52_a_refused_grande_pays_nothing_more_at_the_count() -> None:
    state = said(
        dealt(*PLAIN), "A1 no mus, A1 paso, B1 envido 4, A2 no quiero, A1 no quiero"
    )
    assert [paid for paid in awards(all_wait(state)) if paid[0] == "grande"] == [
        ("grande", "B", 1, "refused")
    ]


def test_mus_t13_the_partner_who_only_waited_wins_the_bet_with_his_31() -> None:
    """MUS-48: A1, B1 and A2 hold 31; B1 and A2 bet 2, A1 sits before B1; with both bonuses 2 + 3 +
    3.
    """
    state = waited_until("juego", dealt("KH74", "KH74", "KH74", "S654"))
    state = said(state, "A1 paso, B1 envido 2, A2 quiero")
    assert [paid for paid in awards(state) if paid[0] == "juego"] == [
        ("juego", "A", 2, "bet"),
        ("juego", "A", 6, "bonus"),
    ]


def test_mus_55_a_royal_juego_wins_from_the_last_seat_and_pays_three_like_any_31() -> (
    None
):
    state = no_mus_and_all_wait("KKKA", "S654", "654H", "777S")
    assert awards(state)[-1] == ("juego", "B", 3, "bonus")


@pytest.mark.parametrize(
    ("hands", "pares"),
    [
        pytest.param(("KH64", "KH54", "KS54", "HS64"), [], id="MUS-28 nobody"),
        pytest.param(
            ("KK64", "KH54", "HS54", "HS64"),
            [("pares", "A", 1, "bonus")],
            id="MUS-28 one player",
        ),
        pytest.param(
            ("KK64", "KS54", "HHH4", "7S65"),
            [("pares", "A", 3, "bonus")],
            id="MUS-28 one side",
        ),
        pytest.param(
            ("KK64", "HHSS", "5554", "7764"),
            [("pares", "B", 4, "bonus")],
            id="MUS-53 the winners' own hands",
        ),
    ],
)
def test_pares_pay_their_bonus_without_a_bet(
    hands: tuple[str, ...], pares: list[tuple[str, str, int, str]]
) -> None:
    """MUS-54 and MUS-B23: each partner's own hand counts, those of the losers pay nothing."""
    assert [
        paid for paid in awards(no_mus_and_all_wait(*hands)) if paid[0] == "pares"
    ] == pares


def test_mus_53_and_mus_b23_an_accepted_bet_in_pares_pays_its_amount_and_the_bonus_of_both_partners() -> (
    None
):
    """A2's medias win, though he passed; A1's pair counts as well, those of the other side do not."""
    state = waited_until("pares", dealt("KK64", "HH54", "SSS5", "7764"))
    state = said(state, "A1 paso, B1 envido 4, A2 no quiero, A1 quiero")
    assert [paid for paid in awards(state) if paid[0] == "pares"] == [
        ("pares", "A", 4, "bet"),
        ("pares", "A", 3, "bonus"),
    ]


@pytest.mark.parametrize(
    ("hands", "juego"),
    [
        pytest.param(
            ("KKKA", "3H54", "KS54", "HS64"),
            [("juego", "A", 3, "bonus")],
            id="MUS-33 one player",
        ),
        pytest.param(
            ("KKKA", "3H54", "KS75", "HS64"),
            [("juego", "A", 5, "bonus")],
            id="MUS-33 one side",
        ),
        pytest.param(
            ("KKK4", "KS75", "3H76", "HS64"),
            [("juego", "B", 2, "bonus")],
            id="MUS-34 32 beats 34",
        ),
    ],
)
def test_juego_pays_its_bonus_without_a_bet(
    hands: tuple[str, ...], juego: list[tuple[str, str, int, str]]
) -> None:
    assert [
        paid for paid in awards(no_mus_and_all_wait(*hands)) if paid[0] == "juego"
    ] == juego


def test_mus_b22_who_offered_a_refused_bet_in_pares_has_won_it_even_with_worse_cards() -> (
    None
):
    state = said(
        waited_until("pares", dealt("44K6", "HH55", "K754", "K654")),
        "A1 envido 2, B1 no quiero",
    )
    assert points(state) == (1, 0), "at once"
    assert [paid for paid in awards(all_wait(state)) if paid[0] == "pares"] == [
        ("pares", "A", 1, "refused"),
        ("pares", "A", 1, "bonus"),
    ]


def test_mus_56_a_refused_punto_pays_one_more_at_the_count() -> None:
    state = said(
        waited_until("punto", dealt(*PLAIN)),
        "A1 paso, B1 envido 5, A2 no quiero, A1 no quiero",
    )
    assert awards(state) == [
        ("punto", "B", 1, "refused"),
        ("grande", "A", 1, "waited"),
        ("chica", "A", 1, "waited"),
        ("punto", "B", 1, "bonus"),
    ], "MUS-B29: refusals are paid first, in the middle of the bets"


def test_mus_56_an_accepted_punto_pays_its_amount_and_one() -> None:
    state = said(waited_until("punto", dealt(*PLAIN)), "A1 envido 5, B1 quiero")
    assert awards(state)[-2:] == [("punto", "A", 5, "bet"), ("punto", "A", 1, "bonus")]


@pytest.mark.parametrize(("before", "sets"), [(28, ()), (29, ((30, 12),))])
def test_mus_6_a_set_is_won_by_the_side_that_reaches_the_agreed_points(
    before: int, sets: tuple[Any, ...]
) -> None:
    state = said(
        dealt(*PLAIN, running=(before, 12)),
        "A1 no mus, A1 envido 2, B1 no quiero, B2 no quiero",
    )
    assert (rules.score(state).sets, rules.score(state).won) == (sets, (len(sets), 0))


def test_mus_57_the_set_stops_in_the_middle_of_the_count() -> None:
    """B would win more in juego, but A is home with grande (MUS-B29)."""
    state = no_mus_and_all_wait("1234", "57SS", "3334", "257H", running=(29, 29))
    assert rules.score(state) == ((1, 0), (0, 0), ((30, 29),))
    assert awards(state) == [("grande", "A", 1, "waited")]
    assert last_deal(state)["hands"] is not None, "the cards were laid open"


def test_mus_b30_points_above_the_target_are_dropped() -> None:
    state = said(dealt(*PLAIN, running=(20, 7)), "A1 no mus, A1 envido 40, B1 quiero")
    assert rules.score(all_wait(state)) == ((1, 0), (0, 0), ((30, 7),))
    assert awards(all_wait(state)) == [("grande", "A", 10, "bet")]


def test_mus_x4_a_refusal_ends_the_set_in_the_middle_of_the_bets() -> None:
    """MUS-B31: the other lances are not played, and no card is laid open."""
    state = said(
        dealt(*PLAIN, running=(19, 28)),
        "A1 no mus, A1 envido 2, B1 envido 2, A2 no quiero, A1 no quiero",
    )
    assert rules.score(state) == ((0, 1), (0, 0), ((19, 30),))
    assert (rules.to_act(state), state.deal) == (-1, 2)
    assert last_deal(state)["hands"] is None
    assert awards(state) == [("grande", "B", 2, "refused")]


def test_mus_t18_mano_becomes_dealer_and_the_seat_to_his_right_mano() -> None:
    view = rules.view(no_mus_and_all_wait(*PLAIN), None)
    assert (view["deal"], view["dealer"], view["mano"], view["phase"]) == (
        2,
        0,
        1,
        "deal",
    )


@pytest.mark.parametrize(
    "talk", ["A1 ordago, B1 quiero", "A1 envido 2, B1 no quiero, B2 no quiero"]
)
def test_mus_58_mano_moves_on_in_the_same_way_when_a_set_has_ended(talk: str) -> None:
    """MUS-B33."""
    view = rules.view(said(dealt(*PLAIN, running=(29, 0)), f"A1 no mus, {talk}"), None)
    assert view["score"] == {"won": [1, 0], "running": [0, 0], "sets": [[30, 0]]}, (
        "MUS-59"
    )
    assert (view["dealer"], view["mano"]) == (0, 1)


@pytest.mark.parametrize(
    ("options", "sets"), [({}, 3), ({"sets_to_win": 4}, 4), ({"sets_to_win": 1}, 1)]
)
def test_mus_7_and_v2_the_first_side_with_the_agreed_sets_wins(
    options: dict[str, Any], sets: int
) -> None:
    """MUS-B32: three unless agreed otherwise."""
    state = dealt(*PLAIN, **options)
    for played in range(1, sets + 1):
        assert rules.outcome(state) is None
        while rules.score(state).won[0] < played:
            state = rules.play(
                state,
                rules.deal_move(rules.pack(state))
                if rules.to_act(state) == -1
                else side_a_wins(state),
            )
    assert rules.outcome(state) == ((sets, 0), (1, 2))
    assert (rules.to_act(state), rules.legal_moves(state), rules.pack(state)) == (
        None,
        (),
        (),
    )
    assert rules.view(state, None)["outcome"] == {"score": [sets, 0], "places": [1, 2]}


def side_a_wins(state: State) -> rules.Move:
    """A cuts, offers and raises; B waits and refuses."""
    legal = [rules.text(move) for move in rules.legal_moves(state)]
    wanted = (
        ("no mus", "envido 2")
        if rules.to_act(state) in (0, 2)
        else ("no mus", "paso", "no quiero")
    )
    return rules.parse(next(text for text in wanted if text in legal))


def test_mus_v1_the_points_of_a_set_can_be_agreed() -> None:
    state = said(
        dealt(*PLAIN, points_per_set=2),
        "A1 no mus, A1 envido 2, B1 envido 2, A2 no quiero, A1 no quiero",
    )
    assert rules.score(state).sets == ((0, 2),)


@pytest.mark.parametrize(
    ("points", "amarracos", "piedras", "adentro"),
    [
        pytest.param(0, 0, 0, False, id="MUS-59 none"),
        pytest.param(9, 1, 4, False, id="MUS-T14 before"),
        pytest.param(
            10, 2, 0, False, id="MUS-T14 MUS-B34 after: only these ten are certain"
        ),
        pytest.param(25, 0, 0, True, id="MUS-62 adentro"),
    ],
)
def test_mus_61_stones_show_the_points(
    points: int, amarracos: int, piedras: int, adentro: bool
) -> None:
    view = rules.view(dealt(*PLAIN, running=(points, 0)), None)
    assert view["stones"][0] == {
        "amarracos": amarracos,
        "piedras": piedras,
        "adentro": adentro,
    }


@pytest.mark.parametrize(
    ("sets", "possible"),
    [((3, 0), True), ((2, 3), True), ((3, 3), False), ((2, 1), False)],
)
def test_mus_7_a_match_ends_when_one_side_has_the_sets_that_it_takes(
    sets: tuple[int, int], possible: bool
) -> None:
    options = rules.options({"sets_to_win": 3})
    if possible:
        rules.check_score(options, sets)
        return
    with pytest.raises(Refusal, match=r"mus\.score_not_possible"):
        rules.check_score(options, sets)
