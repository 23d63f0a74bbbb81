"""What do we need to qualify? As the API and the page tell it, and what is too much for one request by a task."""

from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from core.chance import Stream
from tests.conftest import NOW
from tests.tournaments.halls import KNOCKOUT, Hall
from tests.tournaments.leagues import League
from tests.tournaments.rules.begun_stages import begun
from tests.tournaments.rules.events import stream
from tournaments import tasks
from tournaments.models import Event
from tournaments.reading import stage_plans
from tournaments.rules.advancement import BEST, Takes
from tournaments.rules.forecasts.simulation import UnfinishedStage, simulate
from tournaments.rules.formats.base import Format, History, PlannedPairing
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.tallies import ConfirmedResult
from tournaments.services import forecasts, rounds

pytestmark = pytest.mark.django_db

STATES = ("clinched", "depends", "needs", "out")


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def asked(event: Event, **query: Any) -> dict[str, Any]:
    answer = Client().get(reverse("api_needs", args=[event.pk]), query)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found if found["results"] else asked_after_the_task(event, **query)


def asked_after_the_task(event: Event, **query: Any) -> dict[str, Any]:
    stage = stage_plans.stage_of(event)
    assert stage
    while tasks.work_out_needs(stage.pk):
        pass
    return asked(event, **query)


def states(event: Event, **query: Any) -> list[str]:
    return [row["state"] for row in asked(event, **query)["results"]]


def test_before_the_last_round_of_a_league_of_four_it_is_said_who_is_through_and_what_the_others_need(
    league: League,
) -> None:
    stage = league.running(4)
    for _ in range(2):
        league.play_round(stage)
        rounds.open_round(stage_id=stage.pk, by=league.organiser, at=NOW)
    found = asked(stage.event, places=2)
    assert (found["exact"], found["of_each_group"], found["places"]) == (True, False, 2)
    assert {row["chance"] for row in found["results"]} == {None}
    told = {row["name"]: row for row in found["results"]}
    first, *_, last = found["results"]
    assert first["state"] in {"clinched", "needs"}
    assert last["state"] in {"out", "depends"}
    assert len(told) == 4


def test_the_page_says_it_in_sentences(league: League) -> None:
    stage = league.running(3)
    league.play_round(stage)
    with translation.override("en"):
        page = Client(headers={"accept-language": "en"}).get(
            reverse("needs", args=[stage.event_id]), {"places": 1}
        )
    assert page.status_code == 200
    assert page.content.count(b"data-entry") == 3


@pytest.mark.parametrize(
    "places", ["0001999999", "0001" + 5000 * "9", "0", "-1", "1000", "²", "x"]
)
def test_a_number_of_places_that_nobody_could_mean_is_as_none(
    league: League, places: str
) -> None:
    stage = league.running(3)
    page = Client().get(reverse("needs", args=[stage.event_id]), {"places": places})
    assert page.status_code == 200
    assert page.context["asked"] == forecasts.Question(1)


def test_with_many_matches_left_a_task_works_it_out_once_for_any_number_of_places(
    league: League,
) -> None:
    stage = league.running(7)
    ask = reverse("api_needs", args=[stage.event_id])
    assert Client().get(ask).json()["results"] is None
    page = Client().get(reverse("needs", args=[stage.event_id]))
    assert page.status_code == 200
    for places in (2, 3):
        found = asked(stage.event, places=places)
        assert (found["exact"], found["runs"]) == (False, 1000)
        assert sum(row["chance"] for row in found["results"]) == places * 1000
    assert Client().get(ask, {"places": 5}).json()["results"] is not None


def test_as_long_as_it_is_worked_out_the_answer_says_how_often_the_rest_was_played(
    league: League,
) -> None:
    stage = league.running(7)
    assert tasks.work_out_needs(stage.pk)
    assert 100 <= asked(stage.event)["runs"] < 1000


def test_what_is_left_is_worked_out_by_one_task_at_a_time(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[Any] = []
    monkeypatch.setattr(tasks.work_out_needs, "apply_async", queued.append)
    stage = league.running(7)
    for places in range(1, 8):
        Client().get(reverse("api_needs", args=[stage.event_id]), {"places": places})
    assert queued == [(stage.pk,)]


def test_a_result_that_comes_in_makes_the_answer_new(league: League) -> None:
    stage = league.running(4)
    before = asked(stage.event, places=1)
    league.play_round(stage)
    assert asked(stage.event, places=1) != before


def test_the_places_are_those_that_the_next_phase_takes(league: League) -> None:
    later = [
        {
            "format": "knockout",
            "settings": {},
            "takes": {"source": 1, "part": "best", "number": 2, "each": 0},
        }
    ]
    stage = league.running(4, phases=later)
    assert asked(stage.event)["places"] == 2


def test_in_groups_the_first_of_each_are_meant_and_nobody_is_out_while_the_best_of_the_others_go_on(
    hall: Hall,
) -> None:
    takes = {"source": 1, "part": "best", "number": 3, "each": 1}
    event = hall.event(
        8,
        format="groups",
        settings={"groups": 2},
        phases=[{**KNOCKOUT, "takes": takes}],
    )
    hall.go_on(event)
    for _ in range(2):
        hall.decide(hall.tables(event))
        hall.go_on(event)
    found = asked(event)
    assert (found["places"], found["of_each_group"], found["best_of_others"]) == (
        1,
        True,
        True,
    )
    assert "out" not in states(event)
    assert "out" in states(event, places=1)


def test_who_is_out_of_a_knockout_is_out_of_its_first_places(hall: Hall) -> None:
    event = hall.event(4, format="knockout")
    hall.go_on(event)
    before = asked(event, places=2)
    assert {row["state"] for row in before["results"]} == {"depends"}
    assert all(abs(row["chance"] - 500) < 65 for row in before["results"])
    assert (before["exact"], before["runs"]) == (False, 1000)
    hall.decide(hall.tables(event))
    assert sorted(states(event, places=2)) == ["clinched", "clinched", "out", "out"]


def test_with_lives_those_come_through_who_are_in_when_its_rounds_end(
    hall: Hall,
) -> None:
    takes = {"source": 1, "part": "in"}
    lives = {"format": "lives", "settings": {"lives": 1, "until": 4}}
    event = hall.event(10, **lives, phases=[{**KNOCKOUT, "takes": takes}])
    hall.go_on(event)
    assert set(states(event)) == {"depends"}
    assert asked(event)["places"] == 4
    hall.decide(hall.tables(event))
    assert Counter(states(event)) == {"depends": 5, "out": 5}
    hall.go_on(event)
    hall.decide(hall.tables(event))
    assert Counter(states(event)) == {"clinched": 3, "out": 7}


def test_once_a_phase_is_over_nothing_depends_on_anybody(hall: Hall) -> None:
    event = hall.event(
        6,
        format="swiss",
        settings={"rounds": 1, "tie_breaks": ["match_points", "shared"]},
    )
    hall.go_on(event)
    hall.decide(hall.tables(event))
    for places in (1, 2, 3, 4):
        assert Counter(states(event, places=places)) == {
            "clinched": places,
            "out": 6 - places,
        }


def test_in_swiss_rounds_what_is_certain_is_said_and_for_the_others_a_chance(
    hall: Hall,
) -> None:
    event = hall.event(8, format="swiss", settings={"rounds": 3})
    hall.go_on(event)
    for _ in range(2):
        hall.decide(hall.tables(event))
        hall.go_on(event)
    found = asked(event, places=1)
    chances = {
        state: [row["chance"] for row in found["results"] if row["state"] == state]
        for state in STATES
    }
    assert not found["exact"]
    assert sum(chances["depends"]) == found["runs"] == 1000
    assert set(chances["out"]) == {None}
    assert set(states(event, places=8)) == {"clinched"}


def lower_number_wins(round: int, meeting: PlannedPairing) -> ConfirmedResult:
    a, b = (side or 0 for side in meeting.entries)
    return ConfirmedResult(
        round, meeting.slot, a, b, PLAYED, min(a, b), *((3, 0) if a < b else (0, 3))
    )


def some_way_on(answers: Format, chance: Stream) -> UnfinishedStage:
    """A stage of seven in which some matches are played, and further rounds drawn."""
    going = begun(answers, 7, rounds=3)
    for _ in range(chance.below(22)):
        state = going.state
        ready = []
        for n, planned in enumerate(state.plan, 1):
            ready += [(n, one) for one in planned.meetings if one.ready]
        if ready:
            result = lower_number_wins(*ready[chance.below(len(ready))])
            state = state._replace(results=[*state.results, result])
        elif entries := state.next_field(range(1, 8)):
            before = History(state.draw["rounds"], state.results)
            field = [one for one in going.field if one.id in entries]
            further = answers.draw(field, chance, state.settings, before)
            state = state._replace(draw={"rounds": [*before.rounds, further]})
        going = going._replace(state=state)
    return going


@pytest.mark.parametrize(
    "code",
    [
        "knockout",
        "double_elimination",
        "consolation",
        "round_robin",
        "groups",
        "swiss",
        "lives",
    ],
)
def test_who_is_through_is_so_in_every_way_by_lot_and_who_is_out_in_none(
    code: str,
) -> None:
    told = Counter[str]()
    for number in range(12):
        going = some_way_on(FORMATS[code], stream(number))
        lots = simulate(going, Takes(1, BEST, 1), 10, stream(number))
        for places in range(1, 8):
            for row, need in forecasts._certain(
                going.state, forecasts.Question(places), going.sets
            ):
                told[need.state] += 1
                assert lots.among_first(row.entry, places) in {
                    "clinched": {10},
                    "out": {0},
                }.get(need.state, range(11))
    assert {"clinched", "out", "depends"} <= told.keys()


def test_tables_of_several_are_not_asked(evening: Any) -> None:
    stage = evening.running("mizzaire", 6)
    assert Client().get(reverse("api_needs", args=[stage.event_id])).status_code == 422
    assert Client().get(reverse("needs", args=[stage.event_id])).status_code == 404


def test_a_cut_through_a_shared_third_place_is_decided_by_lots_and_the_event_goes_on(
    hall: Hall,
) -> None:
    takes = {"source": 1, "part": "best", "number": 3, "each": 0}
    event = hall.event(4, format="knockout", phases=[{**KNOCKOUT, "takes": takes}])
    hall.play(event)
    stage = stage_plans.stage_of(event, 2)
    assert stage
    (third,) = [one for one in stage.draw.inputs["entrants"] if one["seed"] == 3]
    assert third["id"] not in {
        one["id"] for one in stage.draw.inputs["entrants"] if one["seed"] < 3
    }
    assert len(stage.draw.inputs["entrants"]) == 3
    assert forecasts.question(stage).places == 1
