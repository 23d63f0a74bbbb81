"""An event that everybody leaves is over, and one that its leader leaves has another winner."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW
from tests.tournaments.attendance.comings_and_goings import start
from tests.tournaments.leagues import League
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import winners
from tournaments.rules.forecasts.scenarios import CLINCHED
from tournaments.services import attendance, forecasts, results, standings
from tournaments.services.typed_results import Decision

pytestmark = pytest.mark.django_db


def leave(entry: Entry, organiser: Any) -> None:
    attendance.withdraw_during_event(
        entry_id=entry.pk, reason="ill", by=organiser, at=NOW
    )


@pytest.mark.parametrize(
    ("format", "pairs", "chosen"),
    [
        ("knockout", 8, {}),
        ("double_elimination", 4, {}),
        ("consolation", 8, {}),
        ("round_robin", 4, {}),
        ("groups", 8, {"groups": 2}),
        ("swiss", 4, {"rounds": 3}),
        ("lives", 4, {"lives": 2}),
    ],
)
def test_an_event_that_everybody_has_left_is_over(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: Any,
    format: str,
    pairs: int,
    chosen: dict[str, Any],
) -> None:
    event = make_event(format=format, settings=chosen, capacity=8)
    for n in range(pairs):
        enter(event, f"Ane {n}", f"Jon {n}")
    start(event, organiser)
    for entry in event.entries.order_by("number"):
        event.refresh_from_db()
        if event.state == "finished":
            break  # what was left to play ended with an earlier one
        leave(entry, organiser)
    event.refresh_from_db()
    assert event.state == "finished"


def test_the_leader_of_a_league_who_leaves_is_not_its_champion(league: League) -> None:
    stage = league.running(4)
    league.play_round(stage)
    leave(stage.event.entries.get(number=1), league.organiser)
    league.play(stage)
    standings.recompute(stage_id=stage.pk)
    stage = Stage.objects.select_related("event", "draw").get(pk=stage.pk)
    rows = list(winners.standings(stage))
    assert [row.entry.number for row in rows] == [2, 3, 4, 1]
    assert rows[-1].why["code"] == "left"
    assert [row.entry.number for row in winners.champions(stage)] == [2]
    found = forecasts.forecast(stage, forecasts.question(stage))
    assert found
    clinched = [row.entry for row, need in found.rows if need.state == CLINCHED]
    assert clinched == [2]


def test_after_a_final_to_which_neither_side_came_nobody_has_the_first_place(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(format="knockout", capacity=2)
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    stage = start(event, organiser)
    results.set_result(
        pairing_id=Pairing.objects.get(round__stage=stage).pk,
        decision=Decision("double_walkover"),
        reason="nobody came",
        by=organiser,
        at=NOW,
    )
    stage = Stage.objects.select_related("event", "draw").get(pk=stage.pk)
    standings.recompute(stage_id=stage.pk)
    assert [row.rank for row in winners.standings(stage)] == [2, 2]
    assert winners.champions(stage) == []
    found = forecasts.forecast(stage, forecasts.question(stage))
    assert found
    assert [row.entry for row, need in found.rows if need.state == CLINCHED] == []
