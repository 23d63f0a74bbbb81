"""The rest of a phase by lot: how often each comes to a place, in every format whose entries meet two by two."""

from math import sqrt

import pytest

from tests.tournaments.rules.begun_stages import begun
from tests.tournaments.rules.events import stream
from tournaments.rules.advancement import IN, Takes
from tournaments.rules.forecasts.simulation import (
    MAX_RUNS,
    Tally,
    UnfinishedStage,
    play_out,
    runs_for,
    simulate,
)
from tournaments.rules.formats import knockout, lives, round_robin, swiss
from tournaments.rules.formats.base import Json, PlannedPairing
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult

FIRST = Takes(1, "best", 1)


def with_results(
    going: UnfinishedStage, results: list[ConfirmedResult]
) -> UnfinishedStage:
    return going._replace(state=going.state._replace(results=results))


def win(round: int, meeting: PlannedPairing, kind: str = PLAYED) -> ConfirmedResult:
    """A 3-0 for the side written first."""
    a, b = meeting.entries
    assert a is not None
    assert b is not None
    return ConfirmedResult(
        round, meeting.slot, a, b, kind, None if kind == VOID else a, 3
    )


def after(going: UnfinishedStage, rounds: int) -> UnfinishedStage:
    """The first rounds of a schedule or a bracket won by the side written first."""
    for number in range(1, rounds + 1):
        planned = going.state.plan[number - 1]
        won = [win(number, one) for one in planned.meetings if one.ready]
        going = with_results(going, [*going.state.results, *won])
    return going


def drawn_so(going: UnfinishedStage, *rounds: list[list[int]]) -> UnfinishedStage:
    """Rounds in which these met, each won by the one written first, but for the last, which is to be played."""
    drawn: Json = {
        "rounds": [
            {"pairs": one, "bye": None, "why": [], "lots": [1, 2, 3, 4]}
            for one in rounds
        ]
    }
    facts = [
        ConfirmedResult(n, slot, a, b, PLAYED, a, 3)
        for n, one in enumerate(rounds[:-1], 1)
        for slot, (a, b) in enumerate(one)
    ]
    return going._replace(state=going.state._replace(draw=drawn, results=facts))


def of(going: UnfinishedStage, takes: Takes = FIRST, runs: int = MAX_RUNS) -> Tally:
    return simulate(going, takes, runs, stream("chances"))


def about(times: int, chance: float) -> bool:
    """Within four standard deviations of a chance."""
    return abs(times - MAX_RUNS * chance) <= 4 * sqrt(MAX_RUNS * chance * (1 - chance))


@pytest.mark.parametrize(
    ("decided", "chance"),
    [(0, {1 / 4}), (1, {1 / 2, 0}), (2, {1, 0})],
)
def test_the_finalists_of_a_knockout_of_four_win_it_as_often_as_not(
    decided: int, chance: set[float]
) -> None:
    found = of(after(begun(knockout.FORMAT, 4), decided))
    likely = {
        entry: min(
            chance, key=lambda one: abs(one - found.among_first(entry, 1) / MAX_RUNS)
        )
        for entry in range(1, 5)
    }
    assert all(about(found.among_first(entry, 1), likely[entry]) for entry in likely)
    assert sum(likely.values()) == 1
    assert [found.through[entry] for entry in range(1, 5)] == [
        found.among_first(entry, 1) for entry in range(1, 5)
    ]


def test_a_shared_third_place_is_had_by_lot() -> None:
    found = of(after(begun(knockout.FORMAT, 4), 1))
    losers = [entry for entry in range(1, 5) if not found.among_first(entry, 2)]
    assert len(losers) == 2
    assert all(about(found.ranks[entry, 3], 1 / 2) for entry in losers)


def test_in_the_last_swiss_round_whoever_wins_all_is_first() -> None:
    """1 and 2 have won twice, and meet; 3 and 4 can come to one win only."""
    going = drawn_so(
        begun(swiss.FORMAT, 4, rounds=3),
        [[1, 3], [2, 4]],
        [[1, 4], [2, 3]],
        [[1, 2], [3, 4]],
    )
    found = of(going)
    assert about(found.among_first(1, 1), 1 / 2)
    assert found.among_first(1, 1) + found.among_first(2, 1) == MAX_RUNS
    assert found.among_first(1, 2) == found.among_first(2, 2) == MAX_RUNS


def test_further_swiss_rounds_are_drawn_and_played() -> None:
    rows = play_out(begun(swiss.FORMAT, 6, rounds=4), stream())
    assert [row.tally.played for row in rows] == [4] * 6
    assert sum(row.tally.won for row in rows) == 12


def test_with_one_life_half_of_the_field_is_still_in_when_its_rounds_end() -> None:
    found = of(begun(lives.FORMAT, 8, lives=1, until=4), Takes(1, IN))
    assert all(about(found.through[entry], 1 / 2) for entry in range(1, 9))
    assert found.through.total() == 4 * MAX_RUNS


def test_in_a_league_by_sets_the_loser_has_any_number_of_them_as_likely() -> None:
    """Only 1 against 2 is left, with 2 sets and 3: by 3-0 or 3-1 it is the first, by 3-2 level."""
    going = begun(round_robin.FORMAT, 3, tie_breaks=("sets_for", "shared"))
    plan = going.state.plan
    over = [
        (n, one)
        for n, planned in enumerate(plan, 1)
        for one in planned.meetings
        if one.ready
    ]
    facts = [_of_three(n, one) for n, one in over if 3 in one.entries]
    found = of(with_results(going, facts))
    assert about(found.among_first(1, 1), 1 / 2 * (2 / 3 + 1 / 3 * 1 / 2))


def _of_three(round: int, meeting: PlannedPairing) -> ConfirmedResult:
    a, b = meeting.entries
    assert a is not None
    assert b is not None
    sets = {1: 2, 2: 3, 3: 3 if 1 in (a, b) else 0}
    return ConfirmedResult(
        round,
        meeting.slot,
        a,
        b,
        PLAYED,
        a if sets[a] > sets[b] else b,
        sets[a],
        sets[b],
    )


def test_who_has_left_loses_without_play_and_takes_no_place() -> None:
    going = begun(round_robin.FORMAT, 4)
    rows = play_out(going._replace(field=going.field[:-1]), stream())
    assert {row.entry for row in rows} == {1, 2, 3}
    assert {row.tally.walkovers for row in rows} == {1}


def test_a_void_match_is_played_again() -> None:
    going = begun(knockout.FORMAT, 2)
    (final,) = going.state.plan[0].meetings
    void = with_results(going, [win(1, final, VOID)])
    assert {play_out(void, stream(n))[0].entry for n in range(20)} == {1, 2}


@pytest.mark.parametrize(
    "code", [code for code, answers in FORMATS.items() if not answers.is_multiplayer]
)
@pytest.mark.parametrize("entries", [5, 8])
def test_in_every_format_each_entry_comes_to_one_place_in_each_run(
    code: str, entries: int
) -> None:
    found = of(begun(FORMATS[code], entries, rounds=3), FIRST, runs=20)
    assert found.through.total() == 20
    assert [found.among_first(entry, entries) for entry in range(1, entries + 1)] == [
        20
    ] * entries


def test_the_same_stream_gives_the_same_chances() -> None:
    going = begun(swiss.FORMAT, 6, rounds=3)
    assert simulate(going, FIRST, 20, stream(1)) == simulate(
        going, FIRST, 20, stream(1)
    )
    assert simulate(going, FIRST, 20, stream(1)) != simulate(
        going, FIRST, 20, stream(2)
    )


@pytest.mark.parametrize(
    ("entries", "runs"), [(2, 1000), (20, 1000), (40, 500), (200, 100), (4096, 100)]
)
def test_a_larger_field_is_played_fewer_times(entries: int, runs: int) -> None:
    assert runs_for(entries) == runs
