"""Mus with changing partners: the draw of a night, its check, why four sit together, and the table
of players.
"""

from collections import Counter
from itertools import chain, combinations
from typing import Any

import pytest

from core.chance import Stream
from core.refusals import Refusal
from tournaments.rules.field import Entrant
from tournaments.rules.formats import changing_partners as partners
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.settings import read
from tournaments.rules.schedules import designs, schedule, whist
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

SETUP = StageSettings(rounds=5, tie_breaks=partners.FORMAT.tie_breaks)


def field(players: int) -> list[Entrant]:
    return [Entrant(n, f"Ane {n}") for n in range(101, 101 + players)]


NINE = partners.FORMAT.draw(field(9), Stream(b"nine"), SETUP)


def result(
    number: int,
    slot: int,
    ours: int,
    theirs: int,
    kind: str = PLAYED,
    drawn: dict = NINE,
) -> ConfirmedResult:
    """What the side of the first player and the other side won, for each of the four."""
    who = drawn["rounds"][number - 1][slot]
    points = None if kind == VOID else tuple(zip(who, (ours, theirs) * 2, strict=True))
    return ConfirmedResult(number, slot, 0, 0, kind, None, points=points)


def board(*facts: ConfirmedResult, setup: StageSettings = SETUP) -> dict[int, Row]:
    return {row.entry: row for row in partners.FORMAT.standings(NINE, facts, setup, {})}


# --- the draw ---


def test_a_game_of_pairs_is_played_by_single_players() -> None:
    assert partners.FORMAT.fits(((0, 2), (1, 3)))
    assert not partners.FORMAT.fits(((0,), (1,), (2,), (3,)))
    assert partners.FORMAT.is_multiplayer
    assert partners.FORMAT.has_partners


@pytest.mark.parametrize(
    ("players", "code"), [(3, "partners.too_few"), (513, "partners.too_many")]
)
def test_there_are_fewest_and_most_players(players: int, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        partners.FORMAT.draw(field(players), Stream(b"x"), SETUP)


def test_a_draw_gives_each_player_a_number_of_the_schedule() -> None:
    stream = Stream(b"nine")
    order, lots = (
        stream.shuffled([entrant.id for entrant in field(9)]) for _ in range(2)
    )
    numbers = whist.schedule(9, 5, stream)
    assert NINE["rounds"] == [
        [[order[n] for n in table] for table in one] for one in numbers.rounds
    ]
    assert (NINE["ways"], NINE["lots"]) == ([numbers.way] * 5, list(lots))


def test_whoever_is_at_no_table_sits_out() -> None:
    for one, out in zip(NINE["rounds"], NINE["out"], strict=True):
        assert sorted(chain(*one, out)) == [entrant.id for entrant in field(9)]
    assert [len(out) for out in NINE["out"]] == [1] * 5
    assert len(set(chain(*NINE["out"]))) == 5


@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 27])
def test_the_draw_itself_stands_up_to_the_check(players: int) -> None:
    drawn = partners.FORMAT.draw(field(players), Stream(b"x"), StageSettings(rounds=3))
    assert partners.FORMAT.check(drawn, field(players), StageSettings(rounds=3)) == []


FIRST, *LATER = NINE["rounds"]
EXCHANGED = [[[*FIRST[0][:3], FIRST[1][3]], [*FIRST[1][:3], FIRST[0][3]]], *LATER]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"rounds": NINE["rounds"][:4], "out": NINE["out"][:4]}, "draw.wrong_rounds"),
        ({"out": NINE["out"][:4]}, "draw.wrong_rounds"),
        (
            {"certificate": NINE["certificate"] | {"repeats": 0}},
            "draw.wrong_certificate",
        ),
        ({"rounds": EXCHANGED}, "draw.wrong_certificate"),
        ({"rounds": [[[*FIRST[0][:3]], FIRST[1]], *LATER]}, "draw.wrong_tables"),
        ({"rounds": [[FIRST[1], FIRST[1]], *LATER]}, "draw.entry_missing"),
        ({"out": [[], *NINE["out"][1:]]}, "draw.entry_missing"),
        ({"lots": NINE["lots"][1:]}, "draw.entry_missing"),
    ],
    ids=[
        "a round less",
        "a sit-out less",
        "praise",
        "two exchanged",
        "a short table",
        "twice",
        "nobody out",
        "a lot less",
    ],
)
def test_a_schedule_that_somebody_changed_is_not_published(
    changed: dict, code: str
) -> None:
    assert code in {
        problem.code
        for problem in partners.FORMAT.check(NINE | changed, field(9), SETUP)
    }


def test_a_whole_whist_design_can_be_played() -> None:
    longest = partners.FORMAT.choices["rounds"].values[-1]
    assert longest == designs.MOST_ROUNDS == len(partners.FORMAT.round_codes)
    drawn = partners.FORMAT.draw(field(13), Stream(b"x"), StageSettings(rounds=13))
    assert set(drawn["ways"]) == {"whist"}
    assert (
        drawn["certificate"]["partner_repeats"],
        drawn["certificate"]["fewest_opposed"],
    ) == (0, 2)


@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (5, 5), (7, 7), (8, 7), (9, 7), (36, 7)]
)
def test_where_no_number_of_rounds_is_said_everybody_has_every_partner_or_an_evening_is_full(
    players: int, rounds: int
) -> None:
    usual = read(partners.FORMAT, {})
    drawn = partners.FORMAT.draw(field(players), Stream(b"x"), usual)
    assert len(drawn["rounds"]) == rounds
    assert drawn["certificate"]["partner_repeats"] == 0
    assert partners.FORMAT.check(drawn, field(players), usual) == []


# --- others come to be there ---


def after(drawn: dict, number: int, there: list[Entrant]) -> tuple[dict, dict]:
    """The rounds that are left after so many, drawn for these; and all rounds of the evening."""
    before = schedule.history(drawn, number)
    rest = partners.FORMAT.draw(there, Stream(b"rest"), SETUP, before)
    assert partners.FORMAT.check(rest, there, SETUP, before) == []
    return rest, schedule.joined([(1, drawn), (number + 1, rest)])


def test_after_somebody_has_left_the_rounds_that_are_left_are_of_those_who_are_there() -> (
    None
):
    rest, evening = after(NINE, 2, field(8))
    assert evening["rounds"][:2] == NINE["rounds"][:2]
    assert len(rest["rounds"]) == 3
    for one, out in zip(rest["rounds"], rest["out"], strict=True):
        assert sorted(chain(*one, out)) == [entrant.id for entrant in field(8)]
    assert (
        rest["certificate"]["partner_repeats"]
        == rest["certificate"]["partner_repeats_bound"]
        == 0
    )


def test_partners_of_the_rounds_played_do_not_come_together_again() -> None:
    first = partners.FORMAT.draw(field(36), Stream(b"x"), StageSettings(rounds=6))
    there = [*field(36)[2:], Entrant(200, "Late")]
    before = schedule.history(first, 3)
    rest = partners.FORMAT.draw(there, Stream(b"rest"), StageSettings(rounds=6), before)
    evening = schedule.joined([(1, first), (4, rest)])
    pairs = Counter(
        frozenset(side)
        for one in evening["rounds"]
        for table in one
        for side in partners.sides(table)
    )
    assert max(pairs.values()) == 1
    assert rest["certificate"]["partner_repeats"] == 0
    assert rest["certificate"]["repeats"] <= 2


def test_a_certificate_counts_the_rounds_played_among_those_who_are_there() -> None:
    rounds = [[[1, 2, 3, 4]], [[1, 2, 3, 5]]]
    found = whist.certificate(rounds, [[5, 6], [6]], [1, 2, 3, 5, 6], played=1)
    assert (found["partner_repeats"], found["partner_repeats_bound"]) == (1, 0)
    assert (found["repeats"], found["repeats_bound"]) == (3, 0)
    assert found["sit_out_spread"] == 2


@pytest.mark.parametrize("number", [0, -1, 10**9])
def test_no_rounds_or_too_many_are_not_drawn_whatever_is_said_of_those_before(
    number: int,
) -> None:
    before = schedule.history(NINE, 2)
    before.rounds[0]["left"] = number
    with pytest.raises(Refusal, match="senseless_inputs"):
        partners.FORMAT.draw(field(9), Stream(b"x"), SETUP, before)


def test_newcomers_get_a_lot_among_those_that_were_drawn() -> None:
    _, evening = after(NINE, 1, [*field(9)[1:], Entrant(200, "Late")])
    assert set(evening["lots"]) == {*NINE["lots"], 200}
    assert [lot for lot in evening["lots"] if lot != 200] == NINE["lots"]


def test_who_has_left_and_who_came_late_both_stand_in_the_table() -> None:
    _, evening = after(NINE, 1, [*field(9)[1:], Entrant(200, "Late")])
    rows = {
        row.entry: row
        for row in partners.FORMAT.standings(evening, [result(1, 0, 3, 1)], SETUP, {})
    }
    assert rows.keys() == {*range(101, 110), 200}


@pytest.mark.parametrize(
    ("opened", "there", "expected"),
    [
        (1, range(101, 110), False),
        (1, range(101, 109), True),
        (1, [*range(101, 110), 200], True),
        (5, range(101, 109), False),
    ],
    ids=["the same", "one less", "one more", "no round is left"],
)
def test_what_is_left_is_drawn_again_where_others_are_there(
    opened: int, there: Any, expected: bool
) -> None:
    assert schedule.is_for_others(NINE, opened, there) == expected


# --- the rounds ---


def test_all_rounds_are_known_from_the_draw_and_a_void_table_is_open_again() -> None:
    plan = partners.FORMAT.plan(
        NINE, [result(1, 0, 3, 1), result(1, 1, 0, 0, VOID)], SETUP
    )
    assert [one.code for one in plan] == [f"round_{n}" for n in range(1, 6)]
    assert [[list(table.entries) for table in one.meetings] for one in plan] == NINE[
        "rounds"
    ]
    assert [table.ready for table in plan[0].meetings] == [False, True]
    assert partners.FORMAT.to_draw(NINE, [], SETUP, [101, 102]) == ()


def test_why_names_the_sides_and_whoever_has_met_before() -> None:
    for number, one in enumerate(NINE["rounds"], start=1):
        for slot, table in enumerate(one):
            reason = partners.FORMAT.why(NINE, [], SETUP, number, slot)
            assert reason.code == NINE["ways"][number - 1]
            assert reason.fields["sides"] == [
                [table[0], table[2]],
                [table[1], table[3]],
            ]
            met = {
                tuple(found["entries"]): found["rounds"]
                for found in reason.fields["met"]
            }
            for two in combinations(table, 2):
                before = [
                    n
                    for n in range(1, number)
                    if any(set(two) <= set(t) for t in NINE["rounds"][n - 1])
                ]
                assert met.get(two, []) == before


def test_why_says_in_which_rounds_two_were_partners() -> None:
    drawn = partners.FORMAT.draw(field(4), Stream(b"x"), StageSettings(rounds=4))
    found = partners.FORMAT.why(drawn, [], StageSettings(rounds=4), 4, 0).fields
    again = [set(met["entries"]) for met in found["met"] if met["together"]]
    assert {frozenset(two) for two in again} == {
        frozenset(two) for two in combinations(range(101, 105), 2)
    }
    sides = [set(side) for side in found["sides"]]
    assert all(
        len(met["together"]) == 1 and met["rounds"] == [1, 2, 3] for met in found["met"]
    )
    assert sides[0] | sides[1] == set(range(101, 105))


# --- the table of players ---


def test_both_of_a_side_win_what_their_side_wins() -> None:
    a, b, c, d = NINE["rounds"][0][0]
    rows = board(result(1, 0, 3, 1))
    for winner in (a, c):
        assert (
            rows[winner].points,
            rows[winner].tally.won,
            rows[winner].tally.sets_against,
        ) == (3, 1, 1)
    for loser in (b, d):
        assert (
            rows[loser].points,
            rows[loser].tally.lost,
            rows[loser].tally.played,
        ) == (1, 1, 1)
    assert (rows[a].rank, rows[a].shared_to) == (1, 2)


def test_wins_come_before_sets() -> None:
    facts = [result(n, slot, 3, 2) for n in range(1, 6) for slot in range(2)]
    rows = list(board(*facts).values())
    assert [row.tally.won for row in rows] == sorted(
        (row.tally.won for row in rows), reverse=True
    )
    assert sum(row.tally.won for row in rows) == 5 * 2 * 2
    assert {rows[0].why.code, rows[1].why.code} <= {
        "match_wins",
        "set_difference",
        "shared",
    }


def test_who_sits_out_has_a_bye_of_the_rounds_played_so_far() -> None:
    rows = board(result(1, 0, 3, 1), result(2, 1, 1, 3))
    assert [entry for entry, row in rows.items() if row.tally.byes] == [
        entry for entry in rows if entry in chain(*NINE["out"][:2])
    ]
    assert all(
        row.tally.won == 0
        for row in rows.values()
        if row.tally.byes and not row.tally.played
    )


def test_everybody_is_level_before_anything_is_played() -> None:
    assert {(row.rank, row.shared_to) for row in board().values()} == {(1, 9)}


def test_the_direct_encounter_counts_the_tables_at_which_two_were_opponents() -> None:
    a, b, c, d = NINE["rounds"][0][0]
    found = [
        (match.a, match.b, match.winner)
        for match in partners.matches_of_table(result(1, 0, 3, 1))
    ]
    assert found == [(a, b, a), (a, d, a), (c, b, c), (c, d, c)]


@pytest.mark.parametrize(
    ("kind", "ours", "theirs", "won", "lost"),
    [
        (WALKOVER, 3, 0, [1, 0, 1, 0], [0, 1, 0, 1]),
        (DOUBLE_WALKOVER, 0, 0, [0] * 4, [1] * 4),
        (VOID, 0, 0, [0] * 4, [0] * 4),
    ],
)
def test_without_play_there_are_no_sets(
    kind: str, ours: int, theirs: int, won: list[int], lost: list[int]
) -> None:
    rows = board(result(1, 0, ours, theirs, kind))
    tallies = [rows[entry].tally for entry in NINE["rounds"][0][0]]
    assert [line.won for line in tallies] == won
    assert [line.lost for line in tallies] == lost
    assert {(line.played, line.sets_for) for line in tallies} == {(0, 0)}


def test_a_lot_may_decide_among_those_who_are_level() -> None:
    rows = board(setup=SETUP._replace(tie_breaks=("match_wins", "lot")))
    assert [row.entry for row in rows.values()] == NINE["lots"]
