"""Results of multiplayer tables."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW, Api
from tests.tournaments.evenings import Evening
from tests.tournaments.multiplayer import code_of, entries, tables_of
from tests.tournaments.multiplayer_tables.table_events import report, set_points
from tournaments.models import Event, Stage
from tournaments.services import results, rounds, standings
from tournaments.services.typed_results import Decision, played, points

pytestmark = pytest.mark.django_db


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
    again = {"points": [4, 2, 3, 1], "reason": "the wrong way round"}
    status, problem = desk.post(path, **again)
    assert (status, problem["code"], problem["fields"]) == (
        409,
        "result.changed",
        {"number": 1},
    )
    status, seen = desk.post(path, **again, replaces=1)
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
