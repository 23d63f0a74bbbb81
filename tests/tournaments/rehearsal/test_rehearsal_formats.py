"""Rehearsals of every format, with latecomers and corrections."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules.record import read
from tests.tournaments.rehearsal.rehearsing import rehearse
from tournaments.models import Entry, Event, Result, Standing
from tournaments.rehearsal import checks
from tournaments.rehearsal.client import Client, Refused, Unreachable

RECORD = Path(__file__).parents[2] / "games" / "rules" / "data" / "mus_match.txt"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"game": "mu", "players": 4, "option": ["target=high"]}, "1–1000"),
        (
            {"game": "mizzaire", "players": 4, "option": ["kings=8"]},
            "kings.*first_lead",
        ),
        ({"game": "mu", "players": 4, "entries": "x.csv"}, "not allowed with"),
        ({"game": "mu"}, "required"),
        ({"game": "whist", "players": 4}, "invalid choice"),
    ],
)
def test_a_rehearsal_that_cannot_be_is_refused_before_it_begins(
    options: dict[str, Any], problem: str
) -> None:
    words = [f"--{name}={value}" for name, value in options.items() if name != "option"]
    with pytest.raises(CommandError, match=problem):
        call_command(
            "rehearse",
            *words,
            *(f"--option={one}" for one in options.get("option", ())),
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "tables", "option"),
    [("mu", 7, 2, ["deals=1"]), ("mizzaire", 5, 1, [])],
    ids=["mu", "mizzaire"],
)
def test_an_evening_of_single_players_comes_to_its_leaderboard(
    live_url: str, game: str, players: int, tables: int, option: list[str]
) -> None:
    said = rehearse(game=game, players=players, option=option, web=live_url)
    assert (
        f"{players} players, {tables} matches, 0 byes, 1 rounds, {tables} records verified"
        in said
    )
    event = Event.objects.get()
    assert (event.state, event.format) == (Event.State.FINISHED, "tables")
    best = Standing.objects.order_by("position")[0]
    assert best.entry.players.get().name in said.splitlines()[0]
    assert set(Result.objects.values_list("source", flat=True)) == {
        Result.Source.ENGINE
    }


@pytest.mark.slow
def test_an_evening_of_three_rounds_comes_to_its_leaderboard(live_url: str) -> None:
    said = rehearse(game="mizzaire", players=5, setting=["rounds=3"], web=live_url)
    assert "5 players, 3 matches, 0 byes, 3 rounds, 3 records verified" in said
    assert Event.objects.get().state == Event.State.FINISHED


TYPED = {
    "lives, then a knockout beside group B": (
        {"format": "lives", "setting": ["lives=2", "until=3"], "players": 24},
        [{"source": 1, "part": "in"}, {"source": 1, "part": "out", "number": 3}],
    ),
    "groups": (
        {"format": "groups", "setting": ["groups=2"], "players": 16},
        [{"part": "best", "each": 2}],
    ),
    "swiss": (
        {"format": "swiss", "setting": ["rounds=4"], "players": 18},
        [{"part": "best", "number": 4}],
    ),
    "league": ({"format": "round_robin", "setting": [], "players": 10}, []),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPED)
def test_an_event_with_cards_comes_to_its_end_in_every_format(
    live_url: str, name: str
) -> None:
    options, takes = TYPED[name]
    later = [json.dumps({"format": "knockout", "takes": one}) for one in takes]
    said = rehearse(typed=True, phase=later, web=live_url, **options)
    assert said.startswith("Champion: ")
    assert f"{options['players'] // 2} pairs" in said
    event = Event.objects.get()
    assert event.state == Event.State.FINISHED
    assert event.stages.count() == 1 + len(takes)
    assert set(Result.objects.values_list("source", flat=True)) == {Result.Source.DESK}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "setting"), [("swiss", "rounds=4"), ("lives", "lives=2")]
)
def test_pairs_come_late_and_leave_and_results_are_corrected(
    live_url: str, format: str, setting: str
) -> None:
    incidents = {"late": 1, "leave": 2, "corrections": 2}
    said = rehearse(
        typed=True,
        format=format,
        setting=[setting],
        players=20,
        web=live_url,
        **incidents,
    )
    assert said.startswith("Champion: ")
    assert Entry.objects.filter(state=Entry.State.WITHDRAWN).count() == 2
    assert Entry.objects.count() == 11
    assert Result.objects.filter(number=2).count() == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({"format": "partners", "players": 13}, 7),
        ({"game": "mizzaire", "players": 14, "setting": ["rounds=3"]}, 3),
        ({"format": "swiss", "players": 24, "setting": ["rounds=3"]}, 3),
    ],
    ids=["changing partners", "tables", "swiss"],
)
def test_both_sides_report_and_the_desk_decides_where_they_contradict_each_other(
    live_url: str, options: dict[str, Any], rounds: int
) -> None:
    incidents = {"late": 1, "leave": 2, "corrections": 2}
    said = rehearse(typed=True, reported=True, web=live_url, **incidents, **options)
    assert f"{rounds} rounds" in said
    assert Event.objects.get().state == Event.State.FINISHED
    reported = Result.objects.filter(number=1, source=Result.Source.PLAYERS).count()
    assert f"{reported} results reported by both sides" in said
    assert reported > 0
    assert Result.objects.filter(number=1, source=Result.Source.DESK).exists()


def test_a_phase_that_is_no_json_object_is_refused_before_anything_begins() -> None:
    with pytest.raises(CommandError, match="A --phase is JSON"):
        rehearse(players=4, phase=["knockout"], web="http://127.0.0.1:9")


def round_of(number: int, *pairs: tuple[int, ...]) -> dict[str, Any]:
    """A round in which the first of each pair has won."""
    named = [[{"id": who, "name": f"Pair {who}"} for who in pair] for pair in pairs]
    return {
        "number": number,
        "pairings": [
            {
                "round": number,
                "table": n,
                "places": sides,
                "bye": len(sides) == 1,
                "result": {"winner": sides[0]["id"]} if len(sides) > 1 else None,
            }
            for n, sides in enumerate(named, start=1)
        ],
    }


def lines(*won_and_lost: tuple[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "entry": n,
            "name": f"Pair {n}",
            "rank": n,
            "won": won,
            "lost": lost,
            "why": {"code": "lost"},
        }
        for n, (won, lost) in enumerate(won_and_lost, start=1)
    ]


ODD = (round_of(1, (1, 2), (3,)), round_of(2, (1, 3), (2,)))


@pytest.mark.parametrize(
    ("format", "rounds", "rows", "problem"),
    [
        ("swiss", ODD, lines((2, 0), (0, 1), (0, 1)), None),
        (
            "swiss",
            ODD,
            lines((1, 0), (0, 1), (0, 1)),
            "the matches won are not those of the results",
        ),
        ("swiss", ODD, lines((2, 0), (0, 1)), "no line for Pair 3"),
        (
            "swiss",
            (ODD[0], round_of(2, (1, 2), (3,))),
            lines((2, 0), (0, 2), (0, 0)),
            "a second bye in round 2",
        ),
        (
            "swiss",
            (round_of(1, (1, 2), (3, 4), (5, 6)), round_of(2, (1, 2), (3, 5), (4, 6))),
            lines((2, 0), (0, 2), (2, 0), (1, 1), (1, 1), (0, 2)),
            "a rematch in round 2 although 6 were in it",
        ),
        ("lives", ODD, lines((2, 0), (0, 1), (0, 1)), "out with 0, 1 matches lost"),
        ("round_robin", ODD, lines((2, 0), (0, 1), (0, 1)), "2 pairs met"),
        (
            "groups",
            [round_of(1, (1, 2), (1, 3))],
            lines((2, 0), (0, 1), (0, 1)),
            "Pair 1 twice in round 1",
        ),
    ],
)
def test_a_phase_that_is_not_whole_is_seen(
    format: str, rounds: Any, rows: Any, problem: str | None
) -> None:
    found = list(checks.phase(format, rounds, rows, 3 if len(rows) < 6 else 6))
    assert any(problem in one for one in found) if problem else not found


def test_a_record_must_agree_with_itself_and_with_the_result() -> None:
    text = RECORD.read_text("utf-8")
    record = read(text)
    table = {
        "table": 4,
        "round": 2,
        "places": None,
        "a": {"players": [{"name": record.seats[0].name}]},
    }
    won = list(record.score.won)
    assert checks.record(table | {"result": {"sets": won}}, text) is None
    assert "its result" in (
        checks.record(table | {"result": {"sets": won[::-1]}}, text) or ""
    )
    broken = text.replace("no mus", "mus", 1)
    assert "does not agree with itself" in (
        checks.record(table | {"result": {"sets": won}}, broken) or ""
    )


@contextmanager
def answering(*answers: tuple[int, dict[str, str], bytes]) -> Iterator[str]:
    """A server that gives these answers, one after the other."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = left.pop(0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


JSON = {"Content-Type": "application/json"}


def test_a_client_comes_back_when_it_was_asked_to_wait() -> None:
    began = time.monotonic()
    with (
        answering(
            (429, {"Retry-After": "1"}, b""), (200, JSON, b'{"all": "well"}')
        ) as url,
        closing(Client(url, threading.Event())) as client,
    ):
        assert client.get("clubs/") == {"all": "well"}
        assert client.meter.requests == 2
    assert time.monotonic() - began >= 1


def test_a_problem_keeps_its_code_and_a_failure_of_the_server_counts_as_no_answer() -> (
    None
):
    problem = b'{"code": "move.not_your_turn", "detail": "Wait."}'
    with (
        answering(
            (422, {"Content-Type": "application/problem+json"}, problem), (502, {}, b"")
        ) as url,
        closing(Client(url, threading.Event())) as client,
    ):
        with pytest.raises(Refused, match=r"move.not_your_turn Wait\.") as refused:
            client.get("matches/")
        assert (refused.value.status, refused.value.code) == (422, "move.not_your_turn")
        with pytest.raises(Unreachable, match="502"):
            client.get("matches/")
