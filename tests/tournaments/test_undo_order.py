"""What does not rest on each other is taken back in any order; what follows from results and draws
is found anew.
"""

from itertools import permutations
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.halls import KNOCKOUT, Hall
from tests.tournaments.leagues import League
from tournaments.models import Event, Stage
from tournaments.reading import next_draws
from tournaments.services import draws, registration
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db


def take_back(event: Event, number: int, by: Any) -> int:
    """The number of the line that says so."""
    undo(event_id=event.pk, number=number, by=by, at=NOW)
    return event.log.order_by("-number")[0].number


def state(event: Event) -> str:
    return Event.objects.get(pk=event.pk).state


def closed(event: Event) -> bool:
    """Whether the first phase is final."""
    return Stage.objects.get(event=event, number=1).closed_at is not None


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_last_results_of_an_event_are_taken_back_in_any_order(
    league: League, organiser: Any, order: tuple[int, int]
) -> None:
    stage = league.running(4)
    league.play(stage)
    decided = (
        stage.event.log.filter(action="result.decided")
        .order_by("-number")
        .values_list("number", flat=True)[:2]
    )
    undone = [take_back(stage.event, decided[n], organiser) for n in order]
    assert state(stage.event) == "running"
    assert stage.rounds.get(number=3).pairings.filter(result=None).count() == 2
    for number, ended in zip(undone, ("running", "finished"), strict=True):
        take_back(stage.event, number, organiser)
        assert state(stage.event) == ended


@pytest.fixture
def two_took(hall: Hall) -> Event:
    """A league of four, from which the best two and the other two play on, each in a phase of
    their own.
    """
    parts = [
        KNOCKOUT | {"takes": {"source": 1, "part": part, "number": 2}}
        for part in ("best", "rest")
    ]
    event = hall.event(4, format="round_robin", phases=parts)
    while {due.stage for due in next_draws.due(event)} != {2, 3}:
        hall.go_on(event)
        hall.decide(hall.tables(event))
    for number in (2, 3):
        hall.go_on(event, number)
    return event


def published(event: Event, phase: int) -> int:
    draw = event.stages.get(number=phase).draw.public_id
    return event.log.get(action="draw.published", fields__draw=draw).number


@pytest.mark.parametrize("order", permutations((2, 3)))
def test_a_phase_stays_final_until_all_that_took_from_it_are_taken_back(
    two_took: Event, organiser: Any, order: tuple[int, int]
) -> None:
    lines = [published(two_took, phase) for phase in order]
    undone = []
    for number, still in zip(lines, (True, False), strict=True):
        undone.append(take_back(two_took, number, organiser))
        assert closed(two_took) == still
    for number in undone:
        take_back(two_took, number, organiser)
        assert closed(two_took)
    for number in sorted(
        two_took.log.filter(action="undone").values_list("number", flat=True)
    )[-2:]:
        take_back(two_took, number, organiser)
    assert not closed(two_took)


def test_a_publication_that_was_withdrawn_comes_back_with_all_that_it_closed(
    two_took: Event, organiser: Any
) -> None:
    for phase in (2, 3):
        draw_id = two_took.stages.get(number=phase).draw_id
        draws.withdraw_publication(
            draw_id=draw_id, reason="wrong list", by=organiser, at=NOW
        )
    assert not closed(two_took)
    withdrawn = two_took.log.filter(action="draw.withdrawn").values_list(
        "number", flat=True
    )
    take_back(two_took, withdrawn[0], organiser)
    assert closed(two_took)


def refused(event: Event, number: int, by: Any) -> str:
    with pytest.raises(Refusal) as caught:
        undo(event_id=event.pk, number=number, by=by, at=NOW)
    return caught.value.code


def test_a_phase_does_not_come_back_when_results_before_it_have_changed(
    two_took: Event, organiser: Any
) -> None:
    undone = [
        take_back(two_took, published(two_took, phase), organiser) for phase in (2, 3)
    ]
    last = two_took.log.filter(action="result.decided").order_by("-number")[0].number
    again = take_back(two_took, last, organiser)
    assert refused(two_took, undone[0], organiser) == "undo.later_changes"
    take_back(two_took, again, organiser)
    take_back(two_took, undone[0], organiser)


def test_a_draw_does_not_come_back_when_other_people_are_entered(
    hall: Hall, organiser: Any
) -> None:
    event = hall.event(4)
    hall.go_on(event)
    undone = take_back(event, event.log.get(action="draw.published").number, organiser)
    registration.withdraw_before_draw(
        entry_id=event.entries.get(number=4).pk, by=organiser, at=NOW
    )
    assert refused(event, undone, organiser) == "undo.later_changes"
