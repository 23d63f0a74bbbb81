"""An event whose last phases nobody wants to play is finished as it stands, and can be taken up again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW, Api
from tests.tournaments.halls import KNOCKOUT, LIVES, Hall, last_to_enter_wins
from tournaments.models import Event, Stage
from tournaments.reading import events as queries
from tournaments.reading import next_draws, snapshot, stage_plans, winners
from tournaments.rules.advancement import Takes
from tournaments.services import (
    attendance,
    draws,
    ending,
    events,
    results,
    standings,
)
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db

BEST_TWO = KNOCKOUT | {"takes": {"source": 1, "part": "best", "number": 2}}
OF_PHASE_2 = KNOCKOUT | {"takes": {"source": 2, "part": "out"}}


@pytest.fixture
def league_over(hall: Hall) -> Event:
    """A league of three, won by number 1; the knockouts after it are only due."""
    event = hall.event(3, format="round_robin", phases=[BEST_TWO, OF_PHASE_2])
    while not [due for due in next_draws.due(event) if due.stage == 2]:
        hall.go_on(event)
        hall.decide(hall.tables(event))
    for stage in Stage.objects.filter(event=event):
        standings.recompute(stage_id=stage.pk)
    return Event.objects.get(pk=event.pk)


def won(event: Event) -> list[tuple[int, list[int]]]:
    found = winners.won(Event.objects.get(pk=event.pk))
    return [(one.phase, [row.entry.number for row in one.rows]) for one in found]


def code_of(do: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        do()
    return refused.value.code


def finish(event: Event, by: User) -> Event:
    return ending.finish(event_id=event.pk, by=by, at=NOW)


def test_it_is_said_before_what_is_left_out_and_who_has_won_then(
    league_over: Event,
) -> None:
    found = ending.preview_finish(league_over)
    assert [phase.number for phase in found.left_out] == [2, 3]
    assert [
        (one.phase, [row.entry.number for row in one.rows]) for one in found.won
    ] == [(1, [1])]
    assert league_over.state == "running"
    assert won(league_over) == []


def test_the_event_is_over_and_taken_back_it_goes_on(
    league_over: Event, organiser: User
) -> None:
    assert finish(league_over, organiser).state == "finished"
    assert won(league_over) == [(1, [1])]
    assert next_draws.due(Event.objects.get(pk=league_over.pk)) == []
    line = league_over.log.get(action="event.finish")
    assert line.fields == {"phases": [2, 3]}
    event = undo(event_id=league_over.pk, number=line.number, by=organiser, at=NOW)
    assert event.state == "running"
    assert [due.stage for due in next_draws.due(event)] == [2]


def test_it_stays_over_when_a_result_is_corrected_and_when_its_name_is_changed(
    league_over: Event, organiser: User
) -> None:
    finish(league_over, organiser)
    table = queries.pairings().filter(
        round__stage__event=league_over, table__isnull=False
    )[0]
    other, by = last_to_enter_wins(table), {"by": organiser, "at": NOW}
    seen = results.preview_result(pairing=table, decision=other)
    assert seen.preview.qualifiers == ()
    results.correct(
        pairing_id=table.pk,
        decision=other,
        reason="read wrongly",
        seen=seen.version,
        **by,
    )
    events.change_event(event_id=league_over.pk, name="Liga", **by)
    event = Event.objects.get(pk=league_over.pk)
    assert event.state == "finished"
    assert [phase.left_out for phase in stage_plans.stage_plans(event)] == [
        False,
        True,
        True,
    ]


def test_it_is_not_finished_while_anything_is_played_or_a_draw_is_announced(
    hall: Hall,
    league_over: Event,
    organiser: User,
) -> None:
    by = {"by": organiser, "at": NOW}
    draw = draws.announce(event_id=league_over.pk, kind="bracket", stage=2, **by)
    assert code_of(lambda: finish(league_over, organiser)) == "draw.one_at_a_time"
    draws.discard(draw_id=draw.pk, reason="nobody is left", **by)
    hall.draw(league_over, next_draws.due(league_over)[0])
    assert not ending.may_finish(Event.objects.get(pk=league_over.pk))
    assert code_of(lambda: finish(league_over, organiser)) == "finish.playing"
    hall.decide(hall.tables(league_over))
    assert [
        phase.number
        for phase in stage_plans.counted_stage_plans(
            Event.objects.get(pk=league_over.pk)
        )
    ] == [1, 2]
    assert code_of(lambda: finish(league_over, organiser)) == "event.wrong_state"


def test_who_has_won_is_known_although_too_few_came_through_for_the_last_phase(
    hall: Hall,
) -> None:
    survivors = [KNOCKOUT | {"takes": {"source": 1, "part": "in"}}]
    event = hall.event(4, **LIVES, settings={"lives": 1, "until": 2}, phases=survivors)
    hall.go_on(event)
    hall.decide(hall.tables(event))
    first, second = (
        one.entry
        for one in next_draws.qualifiers(snapshot.EventSnapshot(event), Takes(1, "in"))
    )
    leaves = event.entries.get(number=second)
    attendance.withdraw_during_event(
        entry_id=leaves.pk, reason="they go home", by=hall.organiser, at=NOW
    )
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    standings.recompute(stage_id=event.stages.get().pk)
    assert won(event) == [(1, [first])]


def test_the_desk_and_the_interface_ask_once_more(
    league_over: Event, organiser: User, client: Client
) -> None:
    api = Api(organiser)
    client.force_login(organiser)
    page = reverse("event_finish", args=[league_over.pk])
    english: dict[str, Any] = {"headers": {"Accept-Language": "en"}}
    assert page in client.get(reverse("desk", args=[league_over.pk])).content.decode()
    shown = client.get(page, **english).content.decode()
    assert "Stage 2: " in shown
    assert "Ane 1 – Jon 1" in shown
    status, look = api.get(f"events/{league_over.pk}/finish/")
    assert (status, look["left_out"]) == (200, [2, 3])
    assert [
        (one["phase"], [entry["number"] for entry in one["entries"]])
        for one in look["won"]
    ] == [(1, [1])]
    assert client.post(page).status_code == 302
    assert client.post(page, **english).status_code == 409
    assert api.post(f"events/{league_over.pk}/finish/")[0] == 409
    public = client.get(
        reverse("event", args=[league_over.pk]), **english
    ).content.decode()
    assert public.count("Not played: the event was finished without it") == 2
    log = client.get(
        reverse("desk_log", args=[league_over.pk]), **english
    ).content.decode()
    assert "stages not played: 2, 3" in log
