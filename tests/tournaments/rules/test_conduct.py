"""What lateness and offences cost, club by club, and how a match stands with the sets that were
docked.
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import Refusal
from tournaments.rules.conduct import (
    DISQUALIFICATION,
    LADDER,
    MATCH,
    OFFENCES,
    SET,
    WARNING,
    Lateness,
    Sanction,
    Verdict,
    lateness,
    lateness_penalty,
    next_step,
    sheet_penalty,
    verdict,
)
from tournaments.rules.tables.results import (
    DOUBLE_WALKOVER,
    PLAYED,
    check_penalties,
    check_score,
)

CAMP = Lateness(grace=10, per=15)
"""10 minutes, then a game for each 15 (generic championship rules,
deploy.studylib.es/doc/4980991).
"""
COL = Lateness(grace=15, per=5)
"""15 minutes, then a game for each 5; 4-0 at 35 minutes (Colmenar Viejo 2024, cronicanorte.es)."""
BCN = Lateness(per=10)
"""After 10 minutes the pair present writes down 1-0 (Barcelona Mus Club); what comes next was not
to be read.
"""
ADSJ = Lateness(lost_after=10)
"""After 10 minutes 3-0 (club league 2023, adsj-dke.com)."""
VIL = Lateness(grace=30, lost_after=30, first_round=True)
"""30 minutes of courtesy, in the first round alone (Villaviciosa 2024, periodicosierramadrid.es).
"""
USU = Lateness(lost_after=15)
"""After 15 minutes the absent side loses; both absent: both lose (Usumus league 2015,
usujuegos.com).
"""
VAL = Lateness()
"""Nothing but the match of who never comes (Valdegastea 2022), which the desk says."""


@pytest.mark.parametrize(
    ("rule", "sets_to_win", "late", "docked"),
    [
        (CAMP, 3, 0, 0),
        (CAMP, 3, 10, 0),
        (CAMP, 3, 24, 0),
        (CAMP, 3, 25, 1),
        (CAMP, 3, 54, 2),
        (CAMP, 3, 55, 3),
        (CAMP, 3, 90, 3),
        (COL, 4, 15, 0),
        (COL, 4, 20, 1),
        (COL, 4, 34, 3),
        (COL, 4, 35, 4),
        (BCN, 3, 9, 0),
        (BCN, 3, 10, 1),
        (ADSJ, 3, 9, 0),
        (ADSJ, 3, 10, 3),
        (VIL, 3, 29, 0),
        (VIL, 3, 30, 3),
        (USU, 3, 14, 0),
        (USU, 3, 15, 3),
        (VAL, 3, 120, 0),
    ],
)
def test_a_late_side_is_docked_what_its_club_says(rule, sets_to_win, late, docked):
    assert lateness_penalty(rule, late, sets_to_win) == docked


@pytest.mark.parametrize(("late", "docked"), [(0, 0), (1, 3), (30, 3)])
def test_a_courtesy_of_the_first_round_alone_is_none_later(late, docked):
    assert lateness_penalty(VIL, late, 3, round=2) == docked


def test_without_that_word_the_grace_is_the_same_in_every_round():
    assert lateness_penalty(COL, 15, 4, round=9) == 0


@given(
    st.builds(
        Lateness,
        st.integers(0, 60),
        st.integers(0, 30),
        st.integers(0, 90),
        st.booleans(),
    ),
    st.integers(0, 200),
    st.integers(1, 5),
    st.integers(1, 9),
)
def test_nobody_is_docked_less_for_coming_later_nor_more_than_the_match(
    rule, late, sets_to_win, round
):
    docked = [
        lateness_penalty(rule, minutes, sets_to_win, round)
        for minutes in (late, late + 1)
    ]
    assert 0 <= docked[0] <= docked[1] <= sets_to_win


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"grace": 15, "per": 5}, None),
        ({"grace": 30, "lost_after": 30}, None),
        ({"grace": 30, "lost_after": 10}, "lateness.lost_within_grace"),
        ({"grace": -1}, "option.bad"),
        ({"per": True}, "option.bad"),
        ({"minutes": 5}, "option.unknown"),
    ],
)
def test_a_rule_of_lateness_is_read_or_refused_with_what_is_wrong(raw, code):
    try:
        assert lateness(raw) == Lateness(**raw)
        found = None
    except Refusal as refused:
        found = refused.code
    assert found == code


def sheet(*steps, entry=1):
    return [Sanction(step, entry, "other") for step in steps]


@pytest.mark.parametrize(
    ("earlier", "reason", "step"),
    [
        ([], "against_the_spirit", WARNING),
        (sheet(WARNING), "against_the_spirit", SET),
        (sheet(WARNING, SET), "forbidden_signal", MATCH),
        (sheet(WARNING, SET, MATCH), "other", DISQUALIFICATION),
        (sheet(DISQUALIFICATION), "other", DISQUALIFICATION),
        (sheet(SET), "other", MATCH),
        (sheet(WARNING, SET, entry=2), "other", WARNING),
        ([], "result_fixed", DISQUALIFICATION),
        ([], "false_signals", DISQUALIFICATION),
    ],
)
def test_a_repeated_offence_costs_a_step_more_and_the_gravest_the_event_at_once(
    earlier, reason, step
):
    assert next_step(earlier, 1, reason) == step


@given(st.lists(st.sampled_from(sorted(OFFENCES)), min_size=1, max_size=6))
def test_every_offence_costs_more_than_the_one_before_until_the_event_is_lost(reasons):
    written = []
    for reason in reasons:
        written.append(Sanction(next_step(written, 1, reason), 1, reason))
    steps = [LADDER.index(sanction.kind) for sanction in written]
    assert all(
        earlier < later or earlier == later == len(LADDER) - 1
        for earlier, later in pairwise(steps)
    )


@pytest.mark.parametrize(
    ("written", "docked"),
    [
        ([], 0),
        (sheet(WARNING), 0),
        (sheet(WARNING, SET), 1),
        (sheet(SET, SET), 2),
        (sheet(MATCH), 3),
        (sheet(SET, MATCH), 3),
        (sheet(DISQUALIFICATION), 3),
        (sheet(SET, entry=2), 0),
    ],
)
def test_sanctions_of_a_match_sheet_take_sets(written, docked):
    assert sheet_penalty(written, 1, 3) == docked


@pytest.mark.parametrize(
    ("played", "docked", "stands"),
    [
        ((0, 0), (0, 0), Verdict(None, None, (0, 0), (0, 0))),
        ((0, 0), (1, 0), Verdict(None, None, (0, 1), (1, 0))),
        ((0, 0), (1, 2), Verdict(None, None, (2, 1), (1, 2))),
        ((0, 0), (3, 0), Verdict(PLAYED, 1, (0, 3), (3, 0))),
        ((0, 0), (1, 3), Verdict(PLAYED, 0, (3, 1), (1, 3))),
        ((0, 0), (3, 3), Verdict(DOUBLE_WALKOVER, None, (0, 0), (3, 3))),
        ((2, 1), (3, 0), Verdict(PLAYED, 1, (2, 3), (2, 0))),
        ((2, 1), (0, 1), Verdict(PLAYED, 0, (3, 1), (0, 1))),
        ((1, 1), (1, 0), Verdict(None, None, (1, 2), (1, 0))),
    ],
    ids=[
        "nothing docked",
        "a late side begins 0-1",
        "both late, each docked its own",
        "too late by all the sets",
        "one too late, the other late",
        "both too late: both lose",
        "put out when leading",
        "the set that ends the match",
        "played on",
    ],
)
def test_docked_sets_count_for_the_other_side(played, docked, stands):
    assert verdict(played, docked, 3) == stands


@given(st.integers(1, 5), st.data())
def test_a_match_decided_by_docked_sets_has_a_score_at_which_matches_end(
    sets_to_win, data
):
    played = data.draw(st.tuples(*[st.integers(0, sets_to_win - 1)] * 2))
    docked = data.draw(st.tuples(*[st.integers(0, sets_to_win)] * 2))
    stands = verdict(played, docked, sets_to_win)
    if stands.kind == PLAYED:
        check_score(*stands.sets, sets_to_win)
        assert stands.sets[stands.winner] == sets_to_win
    if stands.kind != DOUBLE_WALKOVER:
        check_penalties(stands.penalties, *stands.sets)
        assert [
            a - b for a, b in zip(stands.sets, stands.penalties[::-1], strict=True)
        ] == list(played)
