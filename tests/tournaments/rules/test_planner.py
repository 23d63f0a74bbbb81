"""What an event will take is known before it starts: exactly where it can be, by the mean of many
where it cannot.
"""

from typing import Any

import pytest

from core.refusals import Refusal
from tests.tournaments.rules.events import stream, table
from tournaments.rules.forecasts.planner import Expected, Room, Spread, expected
from tournaments.rules.formats import changing_partners as partners
from tournaments.rules.formats import knockout, lives, round_robin, swiss
from tournaments.rules.formats.base import Format, StageSettings

LIVES = table("three_lives.json")


def planned(entries: int, number: int, until: int = 1) -> Expected:
    return expected(
        lives.FORMAT,
        entries,
        StageSettings(lives=number, until=until),
        stream((entries, number)),
        600,
    )


@pytest.mark.parametrize(
    "known", LIVES["even_sides"], ids=lambda one: f"{one['pairs']} with {one['lives']}"
)
def test_lives_take_as_many_rounds_and_matches_as_others_found(known: Any) -> None:
    found = planned(known["pairs"], known["lives"])
    assert found.rounds.mean == pytest.approx(known["rounds"], abs=0.3)
    assert found.matches.mean == pytest.approx(known["matches"], abs=1)


@pytest.mark.parametrize(
    "event",
    [one for one in LIVES["events"] if "left_about" in one],
    ids=lambda one: one["event"],
)
def test_real_opens_had_about_as_many_left_after_their_open_rounds(event: Any) -> None:
    """Of a round with m matches 2m or 2m + 1 are left."""
    matches = planned(event["pairs"], event["lives"]).playing[event["open_rounds"]]
    assert 2 * matches == pytest.approx(event["left_about"], abs=1)


def test_guadalajara_2010_took_as_many_rounds_as_expected() -> None:
    event = next(one for one in LIVES["events"] if "rounds" in one)
    found = planned(event["pairs"], event["lives"])
    assert round(found.rounds.mean) == event["rounds"]
    assert found.rounds.least <= event["rounds"] <= found.rounds.most


def test_galicia_2025_comes_down_to_sixteen_in_nine_rounds() -> None:
    assert planned(171, 3, until=16).rounds.mean == pytest.approx(9.5, abs=0.5)


@pytest.mark.parametrize(
    ("format", "entries", "setup", "rounds"),
    [
        (knockout.FORMAT, 8, StageSettings(), [4, 2, 1]),
        (knockout.FORMAT, 5, StageSettings(), [1, 2, 1]),
        (knockout.FORMAT, 8, StageSettings(third_place=True), [4, 2, 2]),
        (
            round_robin.FORMAT,
            5,
            StageSettings(tie_breaks=round_robin.FORMAT.tie_breaks),
            [2] * 5,
        ),
        (
            round_robin.FORMAT,
            4,
            StageSettings(legs=2, tie_breaks=round_robin.FORMAT.tie_breaks),
            [2] * 6,
        ),
        (swiss.FORMAT, 54, StageSettings(rounds=24), [27] * 24),
        (swiss.FORMAT, 7, StageSettings(rounds=3), [3] * 3),
        (partners.FORMAT, 8, StageSettings(rounds=0), [2] * 7),
        (partners.FORMAT, 9, StageSettings(rounds=3), [2] * 3),
        (lives.FORMAT, 2, StageSettings(lives=1), [1]),
        (lives.FORMAT, 8, StageSettings(lives=1), [4, 2, 1]),
        (lives.FORMAT, 7, StageSettings(lives=1), [3, 2, 1]),
    ],
)
def test_where_chance_decides_nothing_the_numbers_are_exact(
    format: Format, entries: int, setup: StageSettings, rounds: list[int]
) -> None:
    found = expected(format, entries, setup, stream(), 5)
    assert found.rounds == Spread(len(rounds), len(rounds), len(rounds))
    assert found.matches == Spread(sum(rounds), sum(rounds), sum(rounds))
    assert found.playing == tuple(rounds)
    assert found.minutes is None


@pytest.mark.parametrize(
    ("tables", "minutes"), [(4, 150), (2, 200), (1, 350), (20, 150)]
)
def test_with_few_tables_a_round_is_played_in_turns(tables: int, minutes: int) -> None:
    found = expected(
        knockout.FORMAT, 8, StageSettings(), stream(), room=Room(tables, 50)
    )
    assert found.minutes == Spread(minutes, minutes, minutes)


def test_with_two_lives_everybody_surely_plays_twice() -> None:
    found = planned(16, 2)
    assert found.playing[:2] == (8, 8)
    assert found.rounds.least < found.rounds.mean < found.rounds.most


def test_what_cannot_be_drawn_cannot_be_planned() -> None:
    with pytest.raises(Refusal, match=r"swiss\.too_many_rounds"):
        expected(swiss.FORMAT, 4, StageSettings(rounds=4), stream())


def test_the_same_stream_foresees_the_same() -> None:
    assert planned(20, 3) == planned(20, 3)
