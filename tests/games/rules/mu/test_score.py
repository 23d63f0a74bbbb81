"""Goals, bonuses, failures, totals and the end: MU-29, MU-30 and MU-40 to MU-46."""

from typing import Any

import pytest

from core.refusals import Refusal
from games.mu import rules
from games.mu.rules.masks import POINTS
from games.mu.rules.score import (
    CARDS_EACH,
    bonus,
    end_deal,
    goal,
    rank_achieved,
    result,
)
from games.mu.rules.state import Deal, Trick
from games.mu.rules.trumps import TEXTS, trumps
from games.rules.tricks import mask
from tests.games.rules.mu.tables import PLAYERS, begun, passed, played, shuffled

GOALS = {
    3: range(12, 35, 2),
    4: range(30, 59, 2),
    5: range(24, 58, 3),
    6: range(20, 57, 4),
}
"""The rows of the rule book's table."""


@pytest.mark.parametrize("players", PLAYERS)
def test_mu_29_all_goals(players: int) -> None:
    """MU-29, MU-T10, MU-B1: as many columns as cards in a hand; MU-T6: five players, bid 4, goal
    33.
    """
    ranks = range(1, CARDS_EACH[players] + 1)
    assert [goal(players, rank) for rank in ranks] == list(GOALS[players])
    assert goal(5, 4) == 33


@pytest.mark.parametrize("players", PLAYERS)
def test_mu_43_the_rank_achieved_is_the_highest_whose_goal_is_met(players: int) -> None:
    """MU-43, MU-B21, MU-B22: 0 below the first goal, and a goal that is met exactly counts."""
    for points in range(61):
        assert rank_achieved(players, points) == sum(
            points >= goal for goal in GOALS[players]
        )


BONUS_ROWS = {
    "R": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100],
    "1": [20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100],
    "0": [30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100],
    "none": [40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100],
}
"""The rows of the rule book's table, the last column going on (MU-B24)."""
KINDS = {
    **dict.fromkeys("RBGYK", "R"),
    **dict.fromkeys("17", "1"),
    **dict.fromkeys("02345689", "0"),
    "none": "none",
}


@pytest.mark.parametrize("trump", KINDS)
def test_mu_42_all_bonuses(trump: str) -> None:
    """MU-42, MU-B24, MU-T11: a colour, 1 or 7, another digit, none; never more than a hundred."""
    row = BONUS_ROWS[KINDS[trump]]
    assert [bonus(rank, TEXTS.index(trump)) for rank in range(1, 16)] == row + [100] * 3


def ended(
    players: int,
    bid: int,
    *taken: int,
    boss: str = "R",
    vice: str = "none",
    **options: Any,
) -> rules.State:
    """A deal just played: A, the boss, bid so much; D is partner; the tricks are worth what each
    seat has taken.
    """
    cards = sorted(range(60 if players > 3 else 36), key=lambda card: -POINTS[card])
    tricks = []
    for seat, points in enumerate(taken):
        own: list[int] = []
        while sum(POINTS[card] for card in own) < points:
            missing = points - sum(POINTS[card] for card in own)
            own.append(
                cards.pop(
                    next(i for i, card in enumerate(cards) if POINTS[card] <= missing)
                )
            )
        tricks.append(Trick(0, tuple(own), seat))
    rows = (mask(range(bid)), *[0] * (players - 1))
    named = trumps(TEXTS.index(boss), TEXTS.index(vice))
    deal = Deal(1, 0, rows, (), 0, None, 3 if players > 3 else None, named)
    return begun(players, **options)._replace(deal=deal, tricks=tuple(tricks))


RESULTS = [
    pytest.param(5, 4, "R", (20, 8, 10, 13, 9), "won", (40, 0, 0, 40, 0), id="MU-T7 (MU-41, MU-42): 33 points"),
    pytest.param(5, 4, "R", (20, 8, 13, 9, 10), "lost", (-20, 10, 10, 0, 10), id="MU-T8 (MU-44, MU-30): 29 points"),
    pytest.param(5, 4, "R", (9, 10, 20, 9, 12), "lost", (-40, 20, 20, 0, 20), id="MU-T8b (MU-B21): 18 points, rank 0"),
    pytest.param(5, 5, "7", (30, 8, 10, 6, 6), "won", (60, 0, 0, 60, 0), id="MU-T9b: rank 5 with the digit 7"),
    pytest.param(5, 4, "R", (20, 10, 10, 5, 15), "lost", (-30, 15, 15, 0, 15), id="MU-T9c: three short"),
    pytest.param(5, 3, "none", (30, 10, 10, 0, 10), "won", (60, 0, 0, 60, 0), id="MU-T18 (MU-B16): none over blue"),
    pytest.param(5, 4, "R", (33, 10, 10, 0, 7), "won", (40, 0, 0, 40, 0), id="MU-41: the goal is met exactly (MU-B22)"),
    pytest.param(5, 4, "R", (32, 10, 10, 0, 8), "lost", (-10, 5, 5, 0, 5), id="MU-41: one point short is rank 3"),
    pytest.param(5, 4, "R", (0, 10, 10, 40, 0), "won", (40, 0, 0, 40, 0), id="MU-41: the partner's points count"),
    pytest.param(4, 1, "R", (30, 30, 0, 0), "won", (10, 0, 0, 10), id="MU-42: four players, the lowest bid"),
    pytest.param(4, 15, "none", (40, 2, 0, 18), "won", (100, 0, 0, 100), id="MU-42: the highest bid"),
    pytest.param(3, 6, "R", (21, 10, 5), "lost", (-10, 5, 5), id="MU-B23 (MU-44): three players, the boss alone"),
    pytest.param(3, 6, "R", (22, 9, 5), "won", (60, 0, 0), id="MU-B23: three players, won"),
    pytest.param(6, 5, "2", (30, 10, 10, 6, 2, 2), "won", (70, 0, 0, 70, 0, 0), id="MU-42: six players"),
    pytest.param(6, 5, "2", (10, 20, 10, 6, 4, 10), "lost", (-50, 25, 25, 0, 25, 25), id="MU-44: five short"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "bid", "trump", "taken", "how", "side"), RESULTS)
def test_results(
    players: int,
    bid: int,
    trump: str,
    taken: tuple[int, ...],
    how: str,
    side: tuple[int, ...],
) -> None:
    """MU-40 to MU-44, MU-B25: and every player has the points of his own tricks too."""
    found = result(
        ended(players, bid, *taken, boss=trump, vice="B" if trump == "none" else "none")
    )
    assert (found.how, found.side) == (how, side)
    assert found.bid == bid


@pytest.mark.parametrize(
    ("by", "trump", "points", "worth"),
    [
        pytest.param("bid", "R", 45, 40, id="MU-B20: by the bid, more brings nothing"),
        pytest.param("achieved", "R", 45, 80, id="MU-B20: by the rank achieved"),
        pytest.param(
            "achieved",
            "none",
            33,
            70,
            id="MU-B20: by the rank achieved, which is that of the bid",
        ),
        pytest.param(
            "achieved",
            "R",
            60,
            100,
            id="MU-B20: by the rank achieved, a hundred at most (MU-B24)",
        ),
    ],
)
def test_mu_b20_the_bonus_goes_by_the_bid_or_by_the_rank_achieved(
    by: str, trump: str, points: int, worth: int
) -> None:
    state = ended(5, 4, points, 60 - points, 0, 0, 0, boss=trump, bonus_by=by)
    assert result(state).side == (worth, 0, 0, worth, 0)


def test_mu_40_and_b25_points_on_cards_count_for_everyone_also_in_a_lost_deal() -> None:
    """MU-40, MU-45, MU-B25; the hand totals of example 8."""
    state = end_deal(ended(5, 4, 20, 8, 13, 9, 10)._replace(totals=(5, 0, -30, 0, 1)))
    assert state.sheet == ((0, 18, 23, 9, 20),)
    assert state.totals == (5, 18, -7, 9, 21)
    assert rules.score(state).won == state.totals


@pytest.mark.parametrize(
    ("options", "totals", "over"),
    [
        pytest.param({}, (199, 0, 0, 0), False, id="MU-45: below 200 it goes on"),
        pytest.param({}, (200, 0, 0, 0), True, id="MU-45: 200 ends it"),
        pytest.param(
            {"target": 60}, (10, -90, 60, 0), True, id="MU-45: the agreed sum"
        ),
        pytest.param(
            {"target": 60}, (59, -90, 59, 0), False, id="MU-45: nobody has it"
        ),
        pytest.param(
            {"deals": 2},
            (500, 0, 0, 0),
            False,
            id="MU-B26: two deals, whatever the totals",
        ),
        pytest.param({"deals": 1}, (0, 0, 0, 0), True, id="MU-B26: one deal"),
    ],
)
def test_mu_b26_when_the_match_is_over(
    options: dict[str, int], totals: tuple[int, ...], over: bool
) -> None:
    """MU-45, MU-46, MU-B26: looked at after every deal, a stalemate included."""
    state = passed(shuffled(begun(4, **options)._replace(totals=totals)))
    assert (state.phase == "over") is over
    assert (rules.to_act(state) is None) is over
    assert (rules.outcome(state) is not None) is over


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((200, 10, -5, 199), (1, 3, 4, 2)),
        pytest.param((210, 210, 0, 5), (1, 1, 4, 3), id="MU-B26: a shared win"),
        ((-10, 205, -10, -10), (2, 1, 2, 2)),
    ],
)
def test_mu_45_the_highest_total_wins_and_equal_totals_share_their_place(
    totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    outcome = rules.outcome(passed(shuffled(begun(4)._replace(totals=totals))))
    assert outcome == (totals, places)


@pytest.mark.parametrize(
    ("totals", "possible"),
    [
        pytest.param((0, 9, 10, 10, 31), True, id="MU-T8 and 31 points for the others"),
        pytest.param((-30, 15, 15, 0, 0), True, id="MU-T3"),
        pytest.param((-30, 15, 16, 0, 0), False, id="MU-T3 with a slip of the pen"),
        pytest.param(
            (200, 43, 12),
            True,
            id="three: each deal has 36 points in cards, and nobody counts the deals",
        ),
    ],
)
def test_mu_40_to_mu_44_from_four_players_on_all_totals_together_are_a_multiple_of_5(
    totals: tuple[int, ...], possible: bool
) -> None:
    """MU-3, MU-16, MU-40 to MU-44"""
    options = rules.options({"players": len(totals), "deals": 10})
    if possible:
        rules.check_score(options, totals)
        return
    with pytest.raises(Refusal, match=r"mu\.sum_not_possible"):
        rules.check_score(options, totals)


def test_mu_b29_the_options_are_those_of_the_first_edition() -> None:
    """MU-B29: nothing of a later edition can be chosen."""
    assert set(rules.OPTIONS) == {
        "players",
        "target",
        "deals",
        "bonus_by",
        "allow_same_trump",
    }


@pytest.mark.parametrize("deals", [1, 2])
def test_after_a_deal_nothing_is_left_of_it_to_play_or_to_count(deals: int) -> None:
    """MU-45: its points stand on the sheet, none in the deal to come, and nobody may move before
    that is dealt.
    """
    states = [
        step[2]
        for step in played(4, {"players": 5, "deals": deals})
        if step[2].phase in ("deal", "over")
    ]
    for state in states:
        assert rules.score(state).running == (0,) * 5
        assert rules.legal_moves(state) == ()
    assert len(states) == deals


@pytest.mark.parametrize(
    ("options", "totals", "code"),
    [
        ({"deals": 2}, (5000, 0, 0, 0), "mu.total_too_high"),
        ({"deals": 2}, (320, 0, 0, 0), None),
        ({"deals": 2}, (325, 0, 0, 0), "mu.total_too_high"),
        ({"deals": 2}, (-300, 150, 150, 0), None),
        ({"deals": 2}, (-305, 150, 155, 0), "mu.total_too_low"),
        ({}, (10**30, 0, 0, 0), "mu.total_too_high"),
        ({}, (0, 0, 0, 0), None),
        ({}, (359, 1, 0, 0), None),
        ({}, (360, 0, 0, 0), "mu.total_too_high"),
        ({}, (200, -1000, 0, 0), None),
    ],
)
def test_mu_45_totals_that_no_match_can_end_with_are_refused(
    options: dict[str, int], totals: tuple[int, ...], code: str | None
) -> None:
    """MU-17, MU-42, MU-44, MU-45: a deal brings a seat 160 points at most and -150 at least."""
    if code is None:
        rules.check_score(rules.options(options), totals)
        return
    with pytest.raises(Refusal) as caught:
        rules.check_score(rules.options(options), totals)
    assert caught.value.code == code
