"""Steps of the desk that can be undone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import NOW
from tests.tournaments.evenings import Evening
from tests.tournaments.leagues import League
from tests.tournaments.undo.undoing import (
    Enter,
    Running,
    TakeBack,
    code_of,
    decide_all,
    line,
    tables,
)
from tournaments.models import Draw, Entry, Event, Pairing, Player, Result, Stage
from tournaments.services import draws, events, registration, results, rounds
from tournaments.services.typed_results import played
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db


# --- what can be taken back ---


def acts(event: Event, entry: Entry, by: Any) -> dict[str, Callable[[], object]]:
    """Single steps of the desk before the draw."""
    form = registration.SignUpData(
        [registration.Person("Mikel"), registration.Person("Peio")]
    )
    common = {"by": by, "at": NOW}
    return {
        "entry.paid": lambda: registration.mark_paid(
            entry_id=entry.pk, paid=True, **common
        ),
        "entry.registered": lambda: registration.register(
            event_id=event.pk, data=form, at_desk=True, **common
        ),
        "entry.withdrawn": lambda: registration.withdraw_before_draw(
            entry_id=entry.pk, **common
        ),
        "event.close": lambda: events.step(event_id=event.pk, action="close", **common),
        "event.changed": lambda: events.change_event(
            event_id=event.pk, capacity=3, name="Otro", **common
        ),
    }


ACTS = [
    "entry.paid",
    "entry.registered",
    "entry.withdrawn",
    "event.close",
    "event.changed",
]


@pytest.mark.parametrize("action", ACTS)
def test_a_step_before_the_draw_is_taken_back_and_restored(
    make_event: Callable[..., Event],
    enter: Enter,
    organiser: Any,
    take_back: TakeBack,
    action: str,
) -> None:
    event = make_event(capacity=2)
    first, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(4)]
    before = tables(event)
    acts(event, first, organiser)[action]()
    after = tables(event)
    assert after != before
    take_back(event, action)
    assert tables(event) == before
    take_back(event, "undone")
    assert tables(event) == after
    take_back(event, "undone")
    assert tables(event) == before


@pytest.mark.parametrize("published", [False, True], ids=["announced", "published"])
def test_rules_by_which_a_draw_was_made_do_not_come_back_through_an_undo(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack, published: bool
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    events.change_event(event_id=event.pk, options={"kings": 4}, by=organiser, at=NOW)
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    if published:
        draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    in_the_way = line(event, "draw.announced")
    assert code_of(lambda: take_back(event, "event.changed")) == (
        "undo.later_changes",
        in_the_way,
    )


def test_a_withdrawn_draw_does_not_come_back_to_other_rules(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    event = running(4).event
    draws.withdraw_publication(
        draw_id=Draw.objects.get().pk, reason="wrong hall", by=organiser, at=NOW
    )
    events.change_event(event_id=event.pk, options={"kings": 4}, by=organiser, at=NOW)
    assert code_of(lambda: take_back(event, "draw.withdrawn")) == (
        "undo.later_changes",
        line(event, "event.changed"),
    )


def test_whoever_moved_up_for_a_withdrawn_entry_waits_again_when_that_is_taken_back(
    make_event: Callable[..., Event], enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    event = make_event(capacity=2)
    first, _, third = (enter(event, f"Ane {n}", f"Jon {n}") for n in range(3))
    registration.withdraw_before_draw(entry_id=first.pk, by=organiser, at=NOW)
    assert Entry.objects.get(pk=third.pk).state == "in"
    take_back(event, "entry.withdrawn")
    assert [entry.state for entry in event.entries.all()] == ["in", "in", "waiting"]


def test_the_last_result_is_taken_back_and_the_event_goes_on(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = running(2)
    decide_all(stage, organiser)
    assert Event.objects.get().state == "finished"
    take_back(stage.event, "result.decided")
    assert Event.objects.get().state == "running"
    assert not Result.objects.exists()
    decide_all(stage, organiser)
    assert Event.objects.get().state == "finished"


def test_an_event_goes_on_when_an_earlier_result_of_its_last_round_is_taken_back(
    league: League, organiser: Any
) -> None:
    stage = league.running(4)
    league.play(stage)
    assert Event.objects.get().state == "finished"
    decided = stage.event.log.filter(action="result.decided").order_by("-number")
    undo(event_id=stage.event_id, number=decided[1].number, by=organiser, at=NOW)
    assert Event.objects.get().state == "running"
    undo(
        event_id=stage.event_id,
        number=line(stage.event, "undone"),
        by=organiser,
        at=NOW,
    )
    assert Event.objects.get().state == "finished"


def test_a_draw_that_was_announced_is_given_up_when_all_before_it_is_taken_back(
    make_event: Callable[..., Event], enter: Enter, organiser: Any, client: Client
) -> None:
    event, by = make_event(format="lives"), {"by": organiser, "at": NOW}
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    first = draws.announce(event_id=event.pk, kind="round", **by)
    draws.publish(draw_id=draws.make(draw_id=first.pk, **by).pk, **by)
    decide_all(Stage.objects.get(), organiser)
    second = draws.announce(event_id=event.pk, kind="round", **by)
    undone = event.log.filter(action__in=["result.decided", "draw.published"]).order_by(
        "-number"
    )
    for number in undone.values_list("number", flat=True):
        undo(event_id=event.pk, number=number, **by)
    assert not Stage.objects.exists()
    client.force_login(organiser)
    assert client.get(reverse("desk", args=[event.pk])).status_code == 200
    assert code_of(lambda: draws.make(draw_id=second.pk, **by))[0] == "draw.none_due"
    draws.discard(draw_id=second.pk, reason="begun anew", **by)
    assert draws.announce(event_id=event.pk, kind="round", **by).round == 1


def test_a_correction_that_is_taken_back_leaves_the_result_of_before(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = running(2)
    decide_all(stage, organiser)
    pairing = Pairing.objects.get()
    results.set_result(
        pairing_id=pairing.pk,
        decision=played(0, 3),
        reason="sheet",
        by=organiser,
        at=NOW,
    )
    take_back(stage.event, "result.corrected")
    pairing.refresh_from_db()
    assert pairing.result
    assert (pairing.result.number, pairing.result.sets_a) == (1, 3)


def test_a_round_in_which_nothing_was_said_is_closed_again(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = running(4)
    decide_all(stage, organiser)
    before = tables(stage.event)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    take_back(stage.event, "round.opened")
    assert tables(stage.event) == before
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)


def test_a_published_draw_that_is_taken_back_stays_visible_as_discarded(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = running(5)
    take_back(stage.event, "draw.published")
    draw = Draw.objects.get()
    assert (draw.state, bool(draw.published_at), bytes(draw.secret)) == (
        "discarded",
        True,
        bytes(stage.draw.secret),
    )
    assert not Stage.objects.exists()
    event = Event.objects.get()
    assert (event.state, event.frozen_at) == ("closed", None)
    draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)


def test_drawn_partners_that_are_taken_back_are_single_players_again(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    for n in range(5):
        enter(event, f"Ane {n}")
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    assert Entry.objects.filter(state="teamed").count() == 4
    take_back(event, "draw.published")
    assert [entry.state for entry in event.entries.all()] == ["in"] * 5
    assert Player.objects.filter(active=True).count() == 5
    take_back(event, "undone")
    assert Entry.objects.filter(state="teamed", team__isnull=False).count() == 4
    assert Draw.objects.get().state == "published"


def test_tables_of_several_go_with_their_places(
    evening: Evening, take_back: TakeBack
) -> None:
    stage = evening.running("mu", 8)
    take_back(stage.event, "draw.published")
    assert not Pairing.objects.exists()
