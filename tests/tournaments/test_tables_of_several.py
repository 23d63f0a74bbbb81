"""Individual events: single players enter, sit at tables of several, play or type their points,
and have a board.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from core.chance import Stream
from games import replay
from games.catalogue import GAMES
from games.models import Match
from tests.conftest import NOW, Api, deal
from tests.tournaments.evenings import EVENINGS, Evening, played_out
from tests.tournaments.multiplayer import code_of, entries, tables_of
from tournaments.models import Draw, Event, Pairing, Result, Stage, Standing
from tournaments.reading import events as queries
from tournaments.reading import stage_plans, winners
from tournaments.rules.draws import inputs
from tournaments.rules.formats import multiplayer_tables
from tournaments.services import draws, events, results, rounds, standings
from tournaments.services.decisions import Decision, played, points

pytestmark = pytest.mark.django_db


def report(table: Pairing, entry: int, *of_each: int) -> Pairing:
    return results.report(
        pairing_id=table.pk, entry_id=entry, score=points([*of_each]), by=None, at=NOW
    )


def set_points(table: Pairing, by: Any, *of_each: int) -> Result:
    return results.set_result(
        pairing_id=table.pk,
        decision=points([*of_each]),
        reason="the sheet",
        by=by,
        at=NOW,
    )


# --- format and game ---


@pytest.mark.parametrize(
    ("game", "format", "team_size"),
    [("mus", "knockout", 2), ("mu", "tables", 1), ("mizzaire", "tables", 1)],
)
def test_an_event_has_the_format_that_suits_its_game(
    make_event: Callable[..., Event], game: str, format: str, team_size: int
) -> None:
    event = make_event(game=game)
    assert (event.format, event.team_size) == (format, team_size)


@pytest.mark.parametrize(
    ("game", "format", "allowed"),
    [
        ("mu", "knockout", "tables"),
        ("mizzaire", "round_robin", "tables"),
        ("mu", "partners", "tables"),
    ],
)
def test_a_format_for_another_kind_of_game_is_refused_with_what_would_fit(
    club: Any, organiser: Any, game: str, format: str, allowed: str
) -> None:
    status, problem = Api(organiser).post(
        f"clubs/{club.pk}/events/",
        name="X",
        starts_at=NOW.isoformat(),
        game=game,
        format=format,
    )
    assert (status, problem["code"]) == (400, "option.format_does_not_fit")
    assert problem["detail"].endswith(f": {allowed}.")


@pytest.mark.parametrize(
    ("game", "options", "code", "allowed"),
    [
        ("mu", {"players": 7}, "option.bad", "3–6"),
        ("mizzaire", {"players": 8}, "option.bad", "2–7"),
        ("mizzaire", {"kings": 8}, "option.unknown", "players"),
        ("mu", {"target": "high"}, "option.bad", "1–1000"),
        ("mus", {"kings": 9}, "option.bad", "8, 4"),
        ("whist", {}, "option.no_such_game", "mizzaire"),
    ],
)
def test_options_out_of_range_are_refused_when_the_event_is_saved_with_what_would_be_allowed(
    club: Any,
    organiser: Any,
    game: str,
    options: dict[str, Any],
    code: str,
    allowed: str,
) -> None:
    status, problem = Api(organiser).post(
        f"clubs/{club.pk}/events/",
        name="X",
        starts_at=NOW.isoformat(),
        game=game,
        options=options,
    )
    assert (status, problem["code"]) == (400, code)
    assert allowed in problem["detail"]
    assert not Event.objects.exists()


def test_another_game_brings_its_format_and_a_format_that_does_not_fit_is_refused(
    make_event: Callable[..., Event], organiser: Any
) -> None:
    event = make_event()

    def change(**f):
        return events.change_event(event_id=event.pk, by=organiser, at=NOW, **f)

    changed = change(game="mu", options={})
    changed.refresh_from_db()
    assert (changed.format, changed.team_size) == ("tables", 1)
    assert code_of(lambda: change(format="knockout")) == "option.format_does_not_fit"


def test_single_players_enter_alone_and_pairs_do_not(
    evening: Evening, enter: Callable[..., Any]
) -> None:
    event = evening.event("mu", capacity=4)
    assert [enter(event, f"Ane {n}").state for n in range(5)] == ["in"] * 4 + [
        "waiting"
    ]
    assert code_of(lambda: enter(event, "Jon", "Mikel")) == "entry.one_player"


# --- the draw ---


def test_the_draw_of_the_tables_can_be_repeated_by_anybody(evening: Evening) -> None:
    stage = evening.running("mu", 11)
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    from tournaments.rules.draws import draw as rules

    stream = rules.draw_stream(
        seen["draw_id"],
        [name for _, name in seen["field"]],
        bytes.fromhex(seen["secret"]),
        seen["beacon"].encode(),
    )
    again = multiplayer_tables.FORMAT.draw(
        inputs.read(stage.draw.inputs).entrants,
        stream,
        stage_plans.stage_settings(stage.event),
    )
    assert again == seen["resolved"]
    assert [len(table) for table in again["tables"]] == [4, 4, 3]


def test_a_player_sits_where_the_draw_says_and_the_first_speaks_first(
    evening: Evening,
) -> None:
    stage = evening.running("mizzaire", 9, in_app=True)
    drawn = stage.draw.resolved["tables"]
    assert [
        [entry.number for entry in table.entries] for table in tables_of(stage)
    ] == drawn
    for table in tables_of(stage):
        sitting = [seat.name for seat in table.match.seatings.order_by("seat")]
        assert sitting == [entry.players.all()[0].name for entry in table.entries]
        assert table.match.options["players"] == len(sitting)


@pytest.mark.parametrize(
    ("game", "players", "right"), [("mu", 2, "3"), ("mizzaire", 1, "2")]
)
def test_too_few_are_told_how_many_it_takes(
    evening: Evening, game: str, players: int, right: str
) -> None:
    event = evening.event(game)
    evening.enter(event, players)
    status, problem = Api(evening.organiser).post(
        f"events/{event.pk}/draws/", kind="tables"
    )
    assert (status, problem["code"]) == (422, "tables.impossible")
    assert problem["detail"].endswith(f": {right}.")


@pytest.mark.parametrize(
    ("game", "kind"), [("mu", "bracket"), ("mu", "teams"), ("mus", "tables")]
)
def test_an_event_has_the_draws_of_its_format_only(
    evening: Evening, game: str, kind: str
) -> None:
    event = evening.event(game)
    assert code_of(
        lambda: draws.announce(
            event_id=event.pk, kind=kind, by=evening.organiser, at=NOW
        )
    ) == ("draw.no_such_kind")


def test_the_size_that_the_event_prefers_decides_where_the_numbers_leave_a_choice(
    evening: Evening,
) -> None:
    sizes = [
        [
            len(table)
            for table in evening.running(
                "mu", 12, options={"players": players}
            ).draw.resolved["tables"]
        ]
        for players in (3, 4, 6)
    ]
    assert sizes == [[3, 3, 3, 3], [4, 4, 4], [6, 6]]


def test_after_the_draw_nobody_comes_or_goes(
    evening: Evening, enter: Callable[..., Any]
) -> None:
    event = evening.event("mu")
    evening.enter(event, 4)
    draws.announce(
        event_id=event.pk, kind=Draw.Kind.TABLES, by=evening.organiser, at=NOW
    )
    assert code_of(lambda: enter(event, "Late")) in {"entry.draw_made", "entry.closed"}


# --- results ---


def test_one_player_reports_all_points_and_another_confirms_them(
    evening: Evening,
) -> None:
    table = tables_of(evening.running("mu", 4))[0]
    first, second, *_ = entries(table)
    report(table, first, 120, 30, -10, 200)
    assert not table.results.exists()
    said = table.reports.get()
    results.confirm(
        pairing_id=table.pk, entry_id=second, report_id=said.pk, by=None, at=NOW
    )
    decided = table.results.get()
    assert (decided.points, decided.source, decided.winner) == (
        [120, 30, -10, 200],
        "players",
        None,
    )


def test_whoever_reports_does_not_confirm_alone(evening: Evening) -> None:
    table = tables_of(evening.running("mu", 4))[0]
    first = entries(table)[0]
    report(table, first, 1, 2, 3, 4)
    report(table, first, 1, 2, 3, 4)
    said = table.reports.get()
    confirm = {
        "pairing_id": table.pk,
        "entry_id": first,
        "report_id": said.pk,
        "by": None,
        "at": NOW,
    }
    assert code_of(lambda: results.confirm(**confirm)) == "result.report_changed"
    assert not table.results.exists()


def test_players_who_say_different_things_are_in_dispute_until_two_agree(
    evening: Evening,
) -> None:
    table = tables_of(evening.running("mu", 4))[0]
    first, second, third, _ = entries(table)
    report(table, first, 1, 2, 3, 4)
    report(table, second, 4, 3, 2, 1)
    seen = Api().get(f"pairings/{table.pk}/")[1]
    assert seen["disputed"]
    assert [seen["reports"][place]["points"] for place in ("0", "1")] == [
        [1, 2, 3, 4],
        [4, 3, 2, 1],
    ]
    report(table, third, 4, 3, 2, 1)
    assert table.results.get().points == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"points": [1, 2, 3]}, 422, "result.points_of_each"),
        ({"points": [1, 2, 3, 4, 5]}, 422, "result.points_of_each"),
        ({"points": [1, 2, 3, 10_000]}, 422, "result.points_too_large"),
        ({"points": [1, 2, 3, "many"]}, 400, "input.invalid"),
        ({"points": [1, 2, 3, 4.5]}, 400, "input.invalid"),
        ({"points": []}, 422, "result.points_of_each"),
        ({"sets_a": 3, "sets_b": 1}, 422, "result.points_needed"),
        ({}, 400, "input.invalid"),
    ],
)
def test_points_that_cannot_be_are_refused(
    evening: Evening, body: dict[str, Any], status: int, code: str
) -> None:
    stage = evening.running("mu", 4, in_app=False, accounts=True)
    table = tables_of(stage)[0]
    entry = table.entries[0]
    answer = Api(entry.players.get().user).post(
        f"pairings/{table.pk}/report/", entry=entry.pk, **body
    )
    assert (answer[0], answer[1]["code"]) == (status, code)


def test_who_does_not_sit_at_the_table_says_nothing_of_it(evening: Evening) -> None:
    one, other = tables_of(evening.running("mizzaire", 8))
    assert (
        code_of(lambda: report(one, entries(other)[0], 1, 2, 3, 4))
        == "result.not_your_table"
    )


def test_the_desk_sets_and_corrects_points_with_a_reason(evening: Evening) -> None:
    stage = evening.running("mu", 4)
    table, path = tables_of(stage)[0], f"pairings/{tables_of(stage)[0].pk}/result/"
    desk = Api(evening.organiser)
    assert desk.post(path, points=[1, 2, 3, 4], reason="the sheet")[1]["result"][
        "points"
    ] == [1, 2, 3, 4]
    status, seen = desk.post(path, points=[4, 2, 3, 1], reason="the wrong way round")
    assert (status, seen["result"]["number"], seen["result"]["points"]) == (
        200,
        2,
        [4, 2, 3, 1],
    )
    standings.recompute(stage_id=stage.pk)
    assert list(stage.standings.values_list("points", flat=True)) == [4, 3, 2, 1]
    log = desk.get(f"events/{stage.event_id}/log/")[1]["results"][0]
    assert log["fields"]["points"] == [
        [e.number, n] for e, n in zip(table.entries, [4, 2, 3, 1], strict=True)
    ]


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Decision("walkover", "a"), "result.played_or_void"),
        (Decision("double_walkover"), "result.played_or_void"),
        (Decision("void", points=[1, 2, 3, 4]), "result.points_needed"),
        (Decision("played"), "result.points_needed"),
        (played(3, 1), "result.points_needed"),
    ],
)
def test_a_table_of_several_is_played_or_void(
    evening: Evening, decision: Decision, code: str
) -> None:
    table = tables_of(evening.running("mu", 4))[0]
    decide = {
        "pairing_id": table.pk,
        "reason": "sheet",
        "by": evening.organiser,
        "at": NOW,
    }
    assert code_of(lambda: results.set_result(decision=decision, **decide)) == code


def test_two_sides_have_sets_and_no_points(
    running: Callable[..., Stage], organiser: Any
) -> None:
    table = tables_of(running(2))[0]
    decide = {"pairing_id": table.pk, "reason": "sheet", "by": organiser, "at": NOW}
    assert (
        code_of(lambda: results.set_result(decision=points([3, 1]), **decide))
        == "result.sets_needed"
    )


def test_the_event_is_over_with_its_last_table_and_goes_on_if_that_becomes_void(
    evening: Evening,
) -> None:
    stage = evening.running("mu", 8)
    one, other = tables_of(stage)
    set_points(one, evening.organiser, 1, 2, 3, 4)
    assert Event.objects.get().state == "running"
    set_points(other, evening.organiser, 5, 6, 7, 7)
    assert Event.objects.get().state == "finished"
    void = Decision("void")
    results.set_result(
        pairing_id=one.pk,
        decision=void,
        reason="a wrong deal",
        by=evening.organiser,
        at=NOW,
    )
    assert Event.objects.get().state == "running"


def test_there_is_one_round(evening: Evening) -> None:
    stage = evening.running("mu", 4)
    assert stage.rounds.get().code == "round_1"
    assert (
        code_of(lambda: rounds.open_round(stage_id=stage.pk, by=None, at=NOW))
        == "round.none_left"
    )
    assert Api().get(f"events/{stage.event_id}/bracket/")[0] == 404


# --- the board ---


def test_the_board_shows_points_places_and_shared_ranks(evening: Evening) -> None:
    stage = evening.running("mizzaire", 8)
    one, other = tables_of(stage)
    set_points(one, evening.organiser, 50, 20, 20, 10)
    set_points(other, evening.organiser, 50, 30, 20, 60)
    standings.recompute(stage_id=stage.pk)
    rows = Api().get(f"events/{stage.event_id}/standings/")[1]["results"]
    assert [
        (row["points"], row["placing"], row["rank"], row["shared_to"]) for row in rows
    ] == [
        (60, 1, 1, 1),
        (50, 1, 2, 2),
        (50, 2, 3, 3),
        (30, 3, 4, 4),
        (20, 2, 5, 6),
        (20, 2, 5, 6),
        (20, 4, 7, 7),
        (10, 4, 8, 8),
    ]
    assert rows[0]["why"] == {
        "code": "points",
        "round": 1,
        "table": 2,
        "place": 1,
        "players": 4,
        "points": 60,
    }


def test_there_is_no_champion_while_a_table_plays_and_there_may_be_two(
    evening: Evening,
) -> None:
    stage = evening.running("mu", 8)
    one, other = tables_of(stage)
    set_points(one, evening.organiser, 90, 20, 30, 40)
    standings.recompute(stage_id=stage.pk)
    assert winners.champions(stage) == []
    set_points(other, evening.organiser, 2, 3, 5, 90)
    standings.recompute(stage_id=stage.pk)
    stage = stage_plans.stage_of(Event.objects.get())
    assert {row.entry_id for row in winners.champions(stage)} == {
        entries(one)[0],
        entries(other)[3],
    }


# --- in the app ---


@pytest.mark.parametrize("game", EVENINGS)
def test_a_match_played_in_the_app_counts_once_its_moves_lead_to_its_score(
    evening: Evening, game: str
) -> None:
    stage = evening.running(
        game, EVENINGS[game].players, in_app=True, options=EVENINGS[game].short
    )
    (table,) = tables_of(stage)
    score = played_out(table.match, Stream(b"a whole match"))
    assert results.record_result_of_finished_match(match_id=table.match_id, at=NOW)
    assert not results.record_result_of_finished_match(match_id=table.match_id, at=NOW)
    decided = table.results.get()
    assert (decided.points, decided.source) == (list(score.won), "engine")
    standings.recompute(stage_id=stage.pk)
    assert sorted(Standing.objects.values_list("points", flat=True)) == sorted(
        score.won
    )
    assert Event.objects.get().state == "finished"


@pytest.mark.parametrize("game", EVENINGS)
def test_the_board_follows_a_match_deal_by_deal(evening: Evening, game: str) -> None:
    stage = evening.running(game, EVENINGS[game].players, in_app=True)
    (table,) = tables_of(stage)
    deal(table.match)
    played_out(table.match, Stream(b"two deals"), deals=2)
    table.match.refresh_from_db()
    standings.recompute(stage_id=stage.pk)
    rows = {row.entry_id: row for row in stage.standings.all()}
    won = table.match.score["won"]
    assert [rows[entry].points for entry in entries(table)] == won
    assert rows[entries(table)[0]].running == {"points": won[0], "deals": 2}
    assert rows[entries(table)[0]].why["code"] == "so_far"


@pytest.mark.parametrize("game", GAMES)
def test_the_mark_of_the_facts_grows_whenever_a_score_changes(
    game: str, four: list[Any]
) -> None:
    rules, stream = GAMES[game].rules, Stream(game.encode())
    short = {"mu": {"deals": 4}, "mus": {"points_per_set": 10, "sets_to_win": 2}}.get(
        game, {}
    )
    state = rules.start(rules.options(short | {"players": 4}))
    scores = []
    while (awaited := rules.to_act(state)) is not None:
        moves = (
            rules.legal_moves(state)
            if awaited >= 0
            else (rules.deal_move(stream.shuffled(rules.pack(state))),)
        )
        state = rules.play(state, moves[stream.below(len(moves))])
        score = rules.score(state)._asdict()
        if not scores or score != scores[-1]:
            scores.append(score)
    marks = [standings.score_version(score) for score in scores]
    assert len(scores) > 3
    assert marks == sorted(set(marks))


def test_a_result_at_the_desk_ends_the_match_in_the_app(evening: Evening) -> None:
    stage = evening.running("mu", 3, in_app=True)
    (table,) = tables_of(stage)
    set_points(table, evening.organiser, 3, 2, 1)
    assert Match.objects.get().annulled_at
    assert (
        code_of(lambda: report(table, entries(table)[0], 3, 2, 1)) == "result.decided"
    )


def test_who_plays_in_the_app_types_nothing(evening: Evening) -> None:
    (table,) = tables_of(evening.running("mizzaire", 3, in_app=True))
    assert (
        code_of(lambda: report(table, entries(table)[0], 1, 2, 3))
        == "result.played_in_app"
    )


def test_everybody_sits_once_and_finds_their_table(evening: Evening) -> None:
    stage = evening.running("mu", 23)
    assert len(set(chain.from_iterable(map(entries, tables_of(stage))))) == 23
    for table in tables_of(stage):
        for entry in table.entries:
            assert queries.current_pairing_of(stage.event, entry) == table


def test_a_pairing_of_several_asks_the_database_as_often_for_40_players_as_for_8(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    small, large = (evening.running("mu", players) for players in (8, 40))
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for stage in (small, large):
        with CaptureQueriesContext(connection) as asked:
            assert Api().get(f"events/{stage.event_id}/rounds/")[0] == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_state_of_a_table_is_that_of_its_moves(evening: Evening) -> None:
    (table,) = tables_of(evening.running("mu", 5, in_app=True))
    deal(table.match)
    position = replay.position_at(table.match, 1)
    assert len(replay.rules_of(table.match).score(position.state).won) == 5
