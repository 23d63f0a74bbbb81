"""A rehearsal plays a whole event and checks what it comes to."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from games.models import Seating
from tests.tournaments.rehearsal.rehearsing import ENTRIES, evening, first, rehearse
from tournaments.models import Event, Result, Standing
from tournaments.rehearsal import checks
from tournaments.rehearsal.play import invented, rows_of


def test_the_entries_file_has_115_pairs_from_45_towns() -> None:
    pairs = rows_of(ENTRIES.read_text("utf-8"), 2)
    assert len(pairs) == 115
    assert len({pair.club for pair in pairs}) == 45
    assert len({name for pair in pairs for name in pair.players}) == 230


@pytest.mark.slow
def test_sixteen_pairs_play_to_a_champion_in_a_service_of_their_own(
    tmp_path: Path,
) -> None:
    said = rehearse(
        entries=first(16, tmp_path), option=["points_per_set=10", "sets_to_win=1"]
    )
    assert "Champion: Pair 0" in said
    assert "16 pairs, 15 matches, 0 byes, 4 rounds, 15 records verified" in said


def test_five_pairs_play_to_a_champion_in_a_running_service(
    live_url: str, tmp_path: Path
) -> None:
    said = rehearse(
        entries=first(5, tmp_path),
        option=["points_per_set=3", "sets_to_win=1"],
        web=live_url,
    )
    assert "5 pairs, 4 matches, 3 byes, 3 rounds, 4 records verified" in said
    event = Event.objects.get()
    assert event.state == Event.State.FINISHED
    assert f"Champion: {Standing.objects.get(position=1).entry.team_name}" in said
    assert set(Result.objects.values_list("source", flat=True)) == {
        Result.Source.ENGINE
    }
    assert set(Seating.objects.values_list("user__is_bot", flat=True)) == {True}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("player1,player2\nAne 1,Jon 1\nMiren 2,\n", "line 3: 1 in an entry of 2"),
        ("name,phone\nAne 1,600\n", "player1"),
    ],
    ids=["a player alone", "no such columns"],
)
def test_a_file_that_is_no_list_of_pairs_is_refused(
    text: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "entries.csv").write_text(text)
    with pytest.raises(CommandError, match=problem):
        rehearse(entries=str(tmp_path / "entries.csv"), web="http://127.0.0.1:9")


def test_a_file_that_is_not_there_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"cannot be read \(No such file"):
        rehearse(entries=str(tmp_path / "none.csv"))


def test_a_service_that_is_not_there_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        CommandError, match=r"The rehearsal is not whole: POST accounts/: .*refused"
    ):
        rehearse(entries=first(2, tmp_path), web="http://127.0.0.1:9")


def pairing(
    number: int, a: int | None, b: int | None, winner: int | None = None
) -> dict[str, Any]:
    result = {"winner": winner, "sets": [1, 0]} if winner else None
    return {
        "round": number,
        "table": 1,
        "a": a,
        "b": b,
        "bye": b is None,
        "result": result,
    }


WHOLE = [
    {"pairings": [pairing(1, 1, None), pairing(1, 2, 3, 2)]},
    {"pairings": [pairing(2, 1, 2, 1)]},
]


ROWS = [{"entry": n, "rank": n, "name": f"Pair {n}"} for n in (1, 2, 3)]


def test_a_whole_bracket_and_standings_pass() -> None:
    assert list(checks.bracket(WHOLE, 3)) == []
    assert list(checks.standings(WHOLE, ROWS, 3)) == []


@pytest.mark.parametrize(
    ("rounds", "problem"),
    [
        (WHOLE[:1], "1 matches were played; among 3 pairs it takes 2"),
        ([*WHOLE, {"pairings": [pairing(3, 1, None)]}], "byes in round 3"),
        ([{"pairings": WHOLE[0]["pairings"][1:]}, WHOLE[1]], "0 byes"),
        ([WHOLE[0], {"pairings": [pairing(2, 1, 2)]}], "no result at table 2.1"),
    ],
    ids=["a match missing", "a late bye", "no bye", "no result"],
)
def test_a_bracket_that_is_not_whole_is_seen(rounds: Any, problem: str) -> None:
    assert any(problem in found for found in checks.bracket(rounds, 3))


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (ROWS[:2], "2 rows for 3 pairs"),
        ([*ROWS[:2], ROWS[2] | {"rank": None}], "no rank for Pair 3"),
        (ROWS[::-1], "the winner of the final does not stand first"),
        ([], "the winner of the final does not stand first"),
    ],
    ids=["a row missing", "a rank missing", "another first", "empty"],
)
def test_standings_that_are_not_complete_are_seen(rows: Any, problem: str) -> None:
    assert any(problem in found for found in checks.standings(WHOLE, rows, 3))


EVENING = ({1: 40, 2: 10, 3: -5}, {4: 7, 5: 50, 6: 0, 7: 2})


def test_a_whole_evening_of_tables_passes() -> None:
    assert list(checks.tables(*evening(*EVENING), 7)) == []


def test_an_evening_that_is_not_whole_is_seen() -> None:
    rounds, rows = evening(*EVENING)
    assert any("7 of 8" in found for found in checks.tables(rounds, rows, 8))
    assert not list(checks.tables(rounds, rows, 7, absent=2))
    assert any(
        "tables of 2, 5" in found
        for found in checks.tables(
            *evening({1: 2, 2: 1}, dict.fromkeys(range(3, 8), 0)), 7
        )
    )
    assert any("order" in found for found in checks.tables(rounds, rows[::-1], 7))
    assert any(
        "not those" in found
        for found in checks.tables(rounds, [rows[0] | {"points": 49}, *rows[1:]], 7)
    )
    undecided = {
        "pairings": [
            rounds[0]["pairings"][0],
            rounds[0]["pairings"][1] | {"result": None},
        ]
    }
    assert any(
        "no result at table 1.2" in found
        for found in checks.tables([undecided], rows, 7)
    )
    twice = evening(EVENING[0], {1: 5, 4: 1, 5: 2})
    assert any("4 in each round" in found for found in checks.tables(*twice, 6))


def test_invented_players_make_whole_entries() -> None:
    assert [row.players for row in invented(5, 2)] == [
        ("Player 1", "Player 2"),
        ("Player 3", "Player 4"),
    ]
    assert len(invented(23, 1)) == 23
