"""The leaderboard, and tables in the app."""

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
from tests.tournaments.multiplayer_tables.table_events import report, set_points
from tournaments.models import Event, Standing
from tournaments.reading import events as queries
from tournaments.reading import stage_plans, winners
from tournaments.services import results, standings

pytestmark = pytest.mark.django_db


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
