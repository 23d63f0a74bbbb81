"""What do we need to qualify? As the API and the page tell it, and what is too much for one request by a task."""

from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.conftest import NOW
from tests.tournaments.leagues import League
from tests.tournaments.test_phases import KNOCKOUT, Hall, hall  # noqa: F401
from tournaments import progress, tasks
from tournaments.models import Event
from tournaments.services import needs, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def asked(event: Event, **query: Any) -> dict[str, Any]:
    answer = Client().get(reverse("api_needs", args=[event.pk]), query)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


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
        page = Client(headers={"accept-language": "en"}).get(reverse("needs", args=[stage.event_id]), {"places": 1})
    assert page.status_code == 200
    assert page.content.count(b"data-entry") == 3


@pytest.mark.parametrize("places", ["0001999999", "0001" + 5000 * "9", "0", "-1", "1000", "²", "x"])
def test_a_number_of_places_that_nobody_could_mean_is_as_none(league: League, places: str) -> None:
    stage = league.running(3)
    page = Client().get(reverse("needs", args=[stage.event_id]), {"places": places})
    assert page.status_code == 200
    assert page.context["asked"] == needs.Asked(1)


def test_with_many_matches_left_a_task_works_it_out_and_the_answer_is_there_the_next_time(league: League) -> None:
    stage = league.running(7)
    assert asked(stage.event, places=2)["results"] is None
    page = Client().get(reverse("needs", args=[stage.event_id]))
    assert page.status_code == 200
    tasks.work_out_needs(stage.pk, *needs.Asked(2))
    found = asked(stage.event, places=2)
    assert (found["exact"], found["runs"]) == (False, 1000)
    assert sum(row["chance"] for row in found["results"]) == 2000


def test_a_result_that_comes_in_makes_the_answer_new(league: League) -> None:
    stage = league.running(4)
    before = asked(stage.event, places=1)
    league.play_round(stage)
    assert asked(stage.event, places=1) != before


def test_the_places_are_those_that_the_next_phase_takes(league: League) -> None:
    later = [{"format": "knockout", "settings": {}, "takes": {"source": 1, "part": "best", "number": 2, "each": 0}}]
    stage = league.running(4, phases=later)
    assert asked(stage.event)["places"] == 2


def test_in_groups_the_first_of_each_are_meant_and_nobody_is_out_while_the_best_of_the_others_go_on(
    hall: Hall,  # noqa: F811
) -> None:
    takes = {"source": 1, "part": "best", "number": 3, "each": 1}
    event = hall.event(8, format="groups", settings={"groups": 2}, phases=[{**KNOCKOUT, "takes": takes}])
    hall.go_on(event)
    for _ in range(2):
        hall.decide(hall.tables(event))
        hall.go_on(event)
    found = asked(event)
    assert (found["places"], found["of_each_group"], found["best_of_others"]) == (1, True, True)
    assert "out" not in states(event)
    assert "out" in states(event, places=1)


def test_who_is_out_of_a_knockout_is_out_of_its_first_places(hall: Hall) -> None:  # noqa: F811
    event = hall.event(4, format="knockout")
    hall.go_on(event)
    assert set(states(event, places=2)) == {"depends"}
    hall.decide(hall.tables(event))
    assert sorted(states(event, places=2)) == ["clinched", "clinched", "out", "out"]


def test_with_lives_those_come_through_who_are_in_when_its_rounds_end(hall: Hall) -> None:  # noqa: F811
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


def test_once_a_phase_is_over_nothing_depends_on_anybody(hall: Hall) -> None:  # noqa: F811
    event = hall.event(6, format="swiss", settings={"rounds": 1, "tie_breaks": ["match_points", "shared"]})
    hall.go_on(event)
    hall.decide(hall.tables(event))
    for places in (1, 2, 3, 4):
        assert Counter(states(event, places=places)) == {"clinched": places, "out": 6 - places}


def test_in_swiss_rounds_only_what_is_certain_is_said(hall: Hall) -> None:  # noqa: F811
    event = hall.event(8, format="swiss", settings={"rounds": 3})
    hall.go_on(event)
    for _ in range(2):
        hall.decide(hall.tables(event))
        hall.go_on(event)
    assert set(states(event, places=1)) == {"depends", "out"}
    assert set(states(event, places=8)) == {"clinched"}


def test_tables_of_several_are_not_asked(evening: Any) -> None:
    stage = evening.running("mizzaire", 6)
    assert Client().get(reverse("api_needs", args=[stage.event_id])).status_code == 422
    assert Client().get(reverse("needs", args=[stage.event_id])).status_code == 404


def test_a_cut_through_a_shared_third_place_is_decided_by_lots_and_the_event_goes_on(hall: Hall) -> None:  # noqa: F811
    takes = {"source": 1, "part": "best", "number": 3, "each": 0}
    event = hall.event(4, format="knockout", phases=[{**KNOCKOUT, "takes": takes}])
    hall.play(event)
    stage = progress.stage_of(event, 2)
    assert stage
    (third,) = [one for one in stage.draw.inputs["entrants"] if one["seed"] == 3]
    assert third["id"] not in {one["id"] for one in stage.draw.inputs["entrants"] if one["seed"] < 3}
    assert len(stage.draw.inputs["entrants"]) == 3
    assert needs.asked(stage).places == 1
