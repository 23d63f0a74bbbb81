"""A whole event through the API, what is checked of it afterwards, and the demo club that lives by the same means."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Q
from knox.models import AuthToken

from accounts.models import Club, Membership, User
from games.bot_player import LEVELS
from games.casual import house_bots
from games.models import Match, Seating
from games.rules.record import read
from games.services import Opening, Sitter, open_match
from tests.conftest import NOW, written_by_hand
from tournaments.models import Entry, Event, Pairing, Result, Standing
from tournaments.rehearsal import bots, checks, cup, demo, steward
from tournaments.rehearsal.client import Client, Refused, Unreachable
from tournaments.rehearsal.house import House
from tournaments.rehearsal.play import dealt, invented, rows_of, sign_up

ENTRIES = Path(__file__).parent / "data" / "argi_berri_115.csv"
RECORD = Path(__file__).parents[1] / "games" / "rules" / "data" / "mus_match.txt"


def first(pairs: int, folder: Path) -> str:
    """A file with the first so many pairs."""
    file = folder / "entries.csv"
    file.write_text(
        "".join(ENTRIES.read_text("utf-8").splitlines(keepends=True)[: pairs + 1]),
        "utf-8",
    )
    return str(file)


def rehearse(**options: Any) -> str:
    out = StringIO()
    call_command("rehearse", stdout=out, **options)
    return out.getvalue()


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


def evening(
    *tables: dict[int, int],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """One round of tables with the points of each player, and its board."""
    pairings = [
        {
            "round": 1,
            "table": n,
            "places": [{"id": who} for who in table],
            "result": {"points": [*table.values()]},
        }
        for n, table in enumerate(tables, start=1)
    ]
    points = {who: got for table in tables for who, got in table.items()}
    order = sorted(points, key=lambda who: -points[who])
    return [{"pairings": pairings}], [
        {"entry": who, "points": points[who], "rank": n} for n, who in enumerate(order)
    ]


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


@pytest.mark.django_db
def test_the_demo_has_an_event_finished_one_under_way_and_one_to_enter() -> None:
    demo.load_demo()
    done, running, evening, coming = Event.objects.order_by("starts_at")
    assert [done.state, running.state, evening.state, coming.state] == [
        "finished",
        "running",
        "running",
        "open",
    ]
    assert evening.format == "tables"
    assert (
        Pairing.objects.filter(round__stage__event=evening, match__isnull=False).count()
        == 2
    )
    assert Standing.objects.filter(stage__event=done, rank=None).count() == 0
    tables = list(
        Pairing.objects.filter(round__stage__event=running).select_related("match")
    )
    assert len(tables) == 8
    assert {
        (table.match_id is not None, table.result_id is not None) for table in tables
    } >= {
        (True, True),
        (True, False),
        (False, True),
    }
    assert coming.deadline
    assert coming.fee > 0
    assert Entry.objects.filter(event=coming, state="waiting").exists()


@pytest.mark.django_db
def test_loading_the_demo_twice_changes_nothing() -> None:
    demo.load_demo()
    before = [model.objects.count() for model in (User, Event, Entry, Match, Result)]
    demo.load_demo()
    assert [
        model.objects.count() for model in (User, Event, Entry, Match, Result)
    ] == before


@pytest.mark.django_db
def test_the_people_of_the_demo_can_log_in() -> None:
    assert demo.demo_logins() == []
    demo.load_demo()
    for _, username, password in demo.demo_logins():
        assert User.objects.get(username=username).check_password(password)


@contextmanager
def bots_at_work(
    url: str, play: Callable[[str, threading.Event], None] = bots.play_bots
) -> Iterator[threading.Thread]:
    stop = threading.Event()
    thread = threading.Thread(target=play, args=(url, stop))
    thread.start()
    try:
        yield thread
    finally:
        stop.set()
        thread.join(5)
        assert not thread.is_alive(), "the bots did not stop"


def wait_until(there: Callable[[], Any], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.05)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_until_it_is_the_persons_turn(live_url: str, level: str) -> None:
    with closing(Client(live_url, threading.Event())) as client:
        me = sign_up(client, "ane", "Ane")
        match = client.post("matches/", me.token, level=level)
        path = f"matches/{match['id']}/"
        with bots_at_work(live_url):
            dealt(client, path, me.token)
            wait_until(lambda: client.get(path, me.token)["view"]["to_act"] == 0)
            match = client.get(path, me.token)
            client.post(
                f"{path}moves/", me.token, answers=match["number"], id="1", move="mus"
            )
            wait_until(lambda: client.get(path, me.token)["view"]["to_act"] == 0)
        assert client.get(path, me.token)["number"] > match["number"] + 1
    assert set(AuthToken.objects.values_list("user", flat=True)) == {me.user}, (
        "the bots gave their tokens back"
    )


def test_who_asks_for_the_first_deal_too_late_sees_the_match_as_dealt(
    live_url: str,
) -> None:
    with closing(Client(live_url, threading.Event())) as client:
        me = sign_up(client, "ane", "Ane")
        path = f"matches/{client.post('matches/', me.token)['id']}/"
        first, late = (dealt(client, path, me.token) for _ in range(2))
    assert first["number"] == late["number"] == 1
    assert first["view"]["hand"] == late["view"]["hand"]


def test_bots_of_other_people_are_left_to_their_own_programs(
    live_url: str, tmp_path: Path
) -> None:
    house = House(Client(live_url, threading.Event()))
    users = [User.objects.create(username=f"own-{n}", is_bot=True) for n in range(4)]
    match = Match.objects.create(game="mus", opened_at="2026-01-01T00:00Z", to_act=0)
    Seating.objects.bulk_create(
        Seating(match=match, seat=n, user=user) for n, user in enumerate(users)
    )
    assert not bots.awaited(Q())
    bots.Bots(house, Q()).step()
    assert not AuthToken.objects.exists()


def test_bots_outlive_a_service_that_is_away_and_say_so_once(
    transactional_db: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")
    user = User.objects.create(username="bot:1", is_bot=True)
    match = Match.objects.create(
        game="mus", opened_at="2026-01-01T00:00Z", to_act=0, public=False
    )
    Seating.objects.create(match=match, seat=0, user=user)
    with bots_at_work("http://127.0.0.1:9") as thread:
        wait_until(lambda: caplog.records)
        time.sleep(1.5)
        assert thread.is_alive()
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "the bots wait"
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "public", [True, False], ids=["in an event", "at a friendly table"]
)
def test_the_first_deal_is_the_first_bots_but_at_a_friendly_table_the_persons(
    four: list[User], public: bool
) -> None:
    house = house_bots(3)
    sitters = [Sitter(user.pk, str(user)) for user in (four[0], *house)]
    open_match(Opening("mus", {}, sitters, public=public), at=NOW)
    assert [turn.user for turn in bots.awaited(Q())] == (
        [house[0].pk] if public else []
    )


@pytest.mark.slow
def test_one_cup_follows_another_and_old_ones_are_forgotten(
    live_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cup, "RULES", {"points_per_set": 2, "sets_to_win": 1})
    monkeypatch.setattr(cup, "KEPT", 1)
    monkeypatch.setattr(bots, "CUP_PACE", (0, 0))
    monkeypatch.setattr(steward, "WITH_CARDS", (0, 0))
    for waiting in ("LOOK", "UNTIL_CONFIRMED", "BREAK", "BETWEEN_CUPS"):
        monkeypatch.setattr(steward, waiting, 0)
    demo.load_demo()
    one = cup.cups().get()
    with bots_at_work(live_url, demo.play_bots):
        wait_until(lambda: not cup.cups().filter(pk=one.pk).exists(), 90)
    assert cup.cups().get().name == f"{cup.NAME} 2"
    assert not Pairing.objects.filter(round__stage__event=one.pk).exists()


@pytest.mark.django_db
def test_an_event_of_other_people_is_no_cup_whatever_it_and_its_club_are_called(
    make_event: Callable[..., Event], club: Club, organiser: User
) -> None:
    demo.load_demo()
    club.name, club.slug = "Izarra Mus Elkartea", "izarra"
    club.save()
    Membership.objects.create(club=club, user=cup.steward(), role="organiser")
    theirs = make_event(name=f"{cup.NAME} 2")
    assert theirs not in cup.cups()
    with written_by_hand():
        cup.cups().update(name="Another name")
    assert cup.cups().count() == 1


@pytest.mark.django_db
def test_without_the_demo_the_steward_does_nothing(
    make_event: Callable[..., Event],
) -> None:
    make_event(name=f"{cup.NAME} 1")
    steward.Steward(House(Client("http://127.0.0.1:9", threading.Event()))).step()
    assert Event.objects.count() == 1
    assert not User.objects.filter(username__startswith=cup.HOUSE).exists()


@pytest.mark.django_db
def test_where_there_is_no_demo_bots_play_friendly_matches_only() -> None:
    demo.load_demo()
    in_cup = bots.awaited(Q())
    assert {turn.public for turn in in_cup} == {True}
    assert not bots.awaited(Q(match__public=False))
