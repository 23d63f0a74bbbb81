"""Two at once at the desk."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from core.refusals import OutOfDate
from tests.conftest import NOW
from tests.racing import at_once
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events as queries
from tournaments.services import (
    draws,
    events,
    registration,
    results,
    rounds,
    typed_results,
)
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_draw_published_and_a_round_opened_twice_at_once_happen_once(
    event: Event, enter: Callable[..., Entry], organiser: Any
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    at_once(*[lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW)] * 4)
    stage = Stage.objects.get(event=event)
    assert stage.rounds.count() == 1
    at_once(*[lambda: rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)] * 3)
    assert stage.rounds.count() == 1


def test_a_correction_and_the_opening_of_the_next_round_at_once_leave_one_truth(
    running: Callable[..., Stage], organiser: Any
) -> None:
    """Either the correction came first and its winner goes on, or the round was open and the
    correction is refused.
    """
    stage = running(4)
    first, second = Pairing.objects.filter(round__stage=stage).order_by("table")
    for pairing in (first, second):
        results.set_result(
            pairing_id=pairing.pk,
            decision=typed_results.played(3, 0),
            reason="sheet",
            by=organiser,
            at=NOW,
        )
    correct = {
        "decision": typed_results.played(0, 3),
        "reason": "wrong way round",
        "by": organiser,
        "at": NOW,
    }
    at_once(
        lambda: results.set_result(pairing_id=first.pk, **correct),
        lambda: rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW),
    )
    first.refresh_from_db()
    final = Pairing.objects.get(round__stage=stage, round__number=2)
    assert first.result
    assert first.result.winner_id in {final.a_id, final.b_id}


def test_final_and_third_place_decided_at_once_end_the_event(
    running: Callable[..., Stage], organiser: Any
) -> None:
    stage = running(4, settings={"third_place": True})
    decided = {
        "decision": typed_results.played(3, 0),
        "reason": "sheet",
        "by": organiser,
        "at": NOW,
    }
    for pairing in Pairing.objects.filter(round__stage=stage):
        results.set_result(pairing_id=pairing.pk, **decided)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    last = list(
        Pairing.objects.filter(round__stage=stage, round__number=2).values_list(
            "pk", flat=True
        )
    )
    at_once(
        *(lambda pk=pk: results.set_result(pairing_id=pk, **decided) for pk in last)
    )
    assert Event.objects.get(pk=stage.event_id).state == "finished"


def test_calling_off_and_the_last_result_at_once_never_end_in_a_finished_event_that_was_called_off(
    running: Callable[..., Stage], organiser: Any
) -> None:
    stage = running(2)
    final = Pairing.objects.get(round__stage=stage)
    decided = {
        "decision": typed_results.played(3, 0),
        "reason": "sheet",
        "by": organiser,
        "at": NOW,
    }
    cancelled, _ = at_once(
        lambda: events.step(
            event_id=stage.event_id, action="cancel", by=organiser, at=NOW
        ),
        lambda: results.set_result(pairing_id=final.pk, **decided),
    )
    state = Event.objects.get(pk=stage.event_id).state
    assert state == ("cancelled" if isinstance(cancelled, Event) else "finished")


def test_a_draw_discarded_and_published_at_once_is_one_of_the_two(
    event: Event, enter: Callable[..., Entry], organiser: Any
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    answers = at_once(
        lambda: draws.discard(draw_id=draw.pk, reason="not so", by=organiser, at=NOW),
        lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW),
    )
    assert sum(isinstance(answer, OutOfDate) for answer in answers) == 1
    draw.refresh_from_db()
    assert Stage.objects.exists() == (draw.state == "published")


@pytest.fixture
def pairs(event: Event, enter: Callable[..., Entry]) -> Event:
    """Four pairs that wait for the draw."""
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    return event


def test_two_organisers_who_announce_at_once_announce_one_draw(
    pairs: Event, organiser: Any
) -> None:
    answers = at_once(
        *[
            lambda: draws.announce(
                event_id=pairs.pk, kind="bracket", by=organiser, at=NOW
            )
        ]
        * 4
    )
    assert [answer.code for answer in answers if isinstance(answer, OutOfDate)] == [
        "draw.one_at_a_time"
    ] * 3
    assert pairs.draws.count() == 1


def test_two_organisers_who_draw_at_once_with_other_words_draw_once(
    pairs: Event, organiser: Any
) -> None:
    draw = draws.announce(event_id=pairs.pk, kind="bracket", by=organiser, at=NOW)

    def make(words: str) -> Any:
        return draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon=words)

    answers = at_once(
        *(lambda words=words: make(words) for words in ("one", "two", "three", "four"))
    )
    (made,) = (answer for answer in answers if not isinstance(answer, Exception))
    assert [answer.code for answer in answers if isinstance(answer, OutOfDate)] == [
        "draw.wrong_state"
    ] * 3
    draw.refresh_from_db()
    assert (draw.beacon, draw.resolved) == (made.beacon, made.resolved)


def test_a_change_by_hand_and_the_publication_at_once_leave_what_was_published(
    pairs: Event, organiser: Any
) -> None:
    draw = draws.announce(event_id=pairs.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    at_once(
        *[
            lambda: draws.swap(
                draw_id=draw.pk, a=1, b=2, reason="late", by=organiser, at=NOW
            )
        ]
        * 2,
        lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW),
    )
    draw.refresh_from_db()
    leaves = iter((draw.resolved or {})["leaves"])
    tables = Pairing.objects.filter(round__stage__draw=draw).order_by("slot")
    assert [(table.a.number, table.b.number) for table in tables] == list(
        zip(leaves, leaves, strict=True)
    )


def test_two_organisers_take_the_same_step_back_once(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    number = event.log.get(action="entry.paid").number
    call = partial(undo, event_id=event.pk, number=number, by=organiser, at=NOW)
    answers = at_once(call, call)
    assert [type(one) for one in answers if isinstance(one, Exception)] == [OutOfDate]
    assert event.log.filter(undoes=number).count() == 1


def test_of_two_who_correct_the_same_result_the_second_looks_again(
    running: Callable[..., Stage], organiser: Any
) -> None:
    stage, by = running(4), {"by": organiser, "at": NOW}
    for table in Pairing.objects.filter(round__stage=stage):
        results.set_result(
            pairing_id=table.pk,
            decision=typed_results.played(3, 1),
            reason="sheet",
            **by,
        )
    rounds.open_round(stage_id=stage.pk, **by)
    said = typed_results.played(1, 3)
    pairing = queries.pairings().filter(round__stage=stage, round__number=1).first()
    assert pairing
    seen = results.preview_result(pairing=pairing, decision=said).version
    call = partial(
        results.correct,
        pairing_id=pairing.pk,
        decision=said,
        reason="wrong side",
        seen=seen,
        **by,
    )
    refused = [one for one in at_once(call, call) if isinstance(one, Exception)]
    assert [type(one) for one in refused] == [OutOfDate]
    assert pairing.results.count() == 2


def test_a_draw_taken_back_and_a_report_at_once_leave_one_of_the_two(
    table: Pairing, organiser: Any
) -> None:
    draw = table.round.stage.draw
    taken_back, said = at_once(
        lambda: draws.withdraw_publication(
            draw_id=draw.pk, reason="not so", by=organiser, at=NOW
        ),
        lambda: results.report(
            pairing_id=table.pk,
            entry_id=table.a_id or 0,
            score=typed_results.played(3, 1),
            by=None,
            at=NOW,
        ),
    )
    assert [type(one) for one in (taken_back, said) if isinstance(one, Exception)] == [
        OutOfDate
    ]
    assert Pairing.objects.filter(pk=table.pk).exists() == isinstance(
        taken_back, OutOfDate
    )
