"""What was done at the desk is taken back by a further line, unless something later rests on it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.refusals import Refusal
from games.models import Match
from tests.conftest import NOW, Api, deal
from tests.tournaments.evenings import Evening
from tests.tournaments.leagues import League
from tournaments.journal import verification
from tournaments.models import Draw, Entry, Event, Pairing, Player, Result, Round, Stage
from tournaments.services import draws, events, registration, results, rounds
from tournaments.services.decisions import played
from tournaments.services.undo import LAST, undo, undoable

pytestmark = pytest.mark.django_db

Running = Callable[..., Stage]
Enter = Callable[..., Entry]


def line(event: Event, action: str) -> int:
    """The number of the latest line of this kind."""
    return event.log.filter(action=action).order_by("-number")[0].number


def code_of(call: Callable[[], object]) -> tuple[str, object]:
    """The refusal, and the line that it names."""
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code, caught.value.fields.get("line")


@pytest.fixture
def take_back(organiser: Any) -> Callable[[Event, str], Event]:
    def take(event: Event, action: str) -> Event:
        return undo(event_id=event.pk, number=line(event, action), by=organiser, at=NOW)

    return take


TakeBack = Callable[[Event, str], Event]


def tables(event: Event) -> dict[Any, Any]:
    return verification.stored_rows(Event.objects.get(pk=event.pk))


def decide_all(stage: Stage, by: Any) -> None:
    for table in Pairing.objects.filter(
        round__stage=stage, result=None, table__isnull=False
    ).order_by("slot"):
        results.set_result(
            pairing_id=table.pk, decision=played(3, 1), reason="sheet", by=by, at=NOW
        )


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


# --- what rests on it ---


def test_a_result_stays_while_the_next_round_is_open(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = running(4)
    decide_all(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    opened = line(stage.event, "round.opened")
    assert code_of(lambda: take_back(stage.event, "result.decided")) == (
        "undo.later_changes",
        opened,
    )
    take_back(stage.event, "round.opened")
    take_back(stage.event, "result.decided")
    assert Pairing.objects.filter(result=None).count() == 1


def test_a_round_stays_once_something_was_reported_in_it(
    running: Running, take_back: TakeBack
) -> None:
    stage = running(2)
    pairing = Pairing.objects.get()
    results.report(
        pairing_id=pairing.pk,
        entry_id=pairing.a_id or 0,
        score=played(3, 0),
        by=None,
        at=NOW,
    )
    reported = line(stage.event, "result.reported")
    assert code_of(lambda: take_back(stage.event, "draw.published")) == (
        "undo.later_changes",
        reported,
    )


def test_a_withdrawal_stays_once_the_draw_is_published(
    event: Event,
    enter: Enter,
    organiser: Any,
    draw_bracket: Callable[[Event], Stage],
    take_back: TakeBack,
) -> None:
    first, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(3)]
    registration.withdraw_before_draw(entry_id=first.pk, by=organiser, at=NOW)
    registration.mark_paid(entry_id=first.pk, paid=True, by=organiser, at=NOW)
    draw_bracket(event)
    published = line(event, "draw.published")
    assert code_of(lambda: take_back(event, "entry.withdrawn")) == (
        "undo.later_changes",
        published,
    )
    take_back(event, "entry.paid")


def test_an_entry_stays_once_something_was_done_with_it(
    event: Event, organiser: Any, take_back: TakeBack
) -> None:
    form = registration.SignUpData(
        [registration.Person("Mikel"), registration.Person("Peio")]
    )
    entry = registration.register(
        event_id=event.pk, data=form, at_desk=True, by=organiser, at=NOW
    )
    registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    paid = line(event, "entry.paid")
    assert code_of(lambda: take_back(event, "entry.registered")) == (
        "undo.later_changes",
        paid,
    )
    take_back(event, "entry.paid")
    take_back(event, "entry.registered")
    assert not event.entries.exists()


def test_a_withdrawal_stays_when_the_same_people_have_entered_again(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.withdraw_before_draw(entry_id=entry.pk, by=organiser, at=NOW)
    enter(event, "Ane", "Jon")
    assert code_of(lambda: take_back(event, "entry.withdrawn"))[0] == "undo.in_the_way"


def test_what_was_taken_back_is_not_taken_back_twice(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    events.step(event_id=event.pk, action="close", by=organiser, at=NOW)
    take_back(event, "event.close")
    closed = line(event, "event.close")
    assert code_of(lambda: take_back(event, "event.close")) == ("undo.already", closed)


# --- what is never taken back ---


@pytest.mark.parametrize("action", ["draw.announced", "draw.made", "draw.discarded"])
def test_a_draw_is_given_up_with_a_reason_and_not_taken_back(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack, action: str
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.discard(draw_id=draw.pk, reason="a pair was missing", by=organiser, at=NOW)
    assert code_of(lambda: take_back(event, action))[0] == "undo.not_undoable"


def test_what_players_did_is_not_for_the_desk_to_take_back(
    event: Event, enter: Enter, take_back: TakeBack
) -> None:
    enter(event, "Ane", "Jon")
    assert (
        code_of(lambda: take_back(event, "entry.registered"))[0] == "undo.not_undoable"
    )


def test_only_the_last_steps_of_the_desk_are_taken_back(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    entry = enter(event, "Ane", "Jon")
    events.change_event(event_id=event.pk, by=organiser, at=NOW, name="Otro")
    for n in range(LAST - 1):
        registration.mark_paid(entry_id=entry.pk, paid=n % 2 == 0, by=organiser, at=NOW)
        enter(event, f"Player {n}", f"Jon {n}")
    assert line(event, "event.changed") in undoable(event)
    events.step(event_id=event.pk, action="close", by=organiser, at=NOW)
    assert line(event, "event.changed") not in undoable(event)
    assert code_of(lambda: take_back(event, "event.changed"))[0] == "undo.too_old"


def test_a_line_that_there_is_not_is_not_found(event: Event, organiser: Any) -> None:
    assert (
        code_of(lambda: undo(event_id=event.pk, number=99, by=organiser, at=NOW))[0]
        == "undo.no_such_line"
    )


# --- matches in the app ---


def test_a_match_that_nobody_has_begun_is_annulled_with_its_round(
    in_app: Running, take_back: TakeBack
) -> None:
    stage = in_app()
    take_back(stage.event, "draw.published")
    assert Match.objects.get().annulled_at == NOW
    assert code_of(lambda: take_back(stage.event, "undone"))[0] == "undo.not_undoable"


def test_a_round_stays_once_cards_were_dealt_in_it(
    in_app: Running, take_back: TakeBack
) -> None:
    stage = in_app()
    deal(Match.objects.get())
    assert (
        code_of(lambda: take_back(stage.event, "draw.published"))[0]
        == "undo.not_undoable"
    )


def test_a_result_that_ended_a_running_match_stays(
    in_app: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = in_app()
    decide_all(stage, organiser)
    assert (
        code_of(lambda: take_back(stage.event, "result.decided"))[0]
        == "undo.not_undoable"
    )


# --- the log ---


def test_the_log_says_what_was_taken_back_and_what_may_be(
    event: Event, organiser: Any
) -> None:
    events.step(event_id=event.pk, action="close", by=organiser, at=NOW)
    api = Api(organiser)
    closed = api.get(f"events/{event.pk}/log/")[1]["results"][0]
    assert (closed["action"], closed["may_be_undone"], closed["undoes"]) == (
        "event.close",
        True,
        None,
    )
    status, seen = api.post(f"events/{event.pk}/undo/", number=closed["number"])
    assert (status, seen["state"]) == (200, "open")
    latest, before, *_ = api.get(f"events/{event.pk}/log/")[1]["results"]
    assert (latest["action"], latest["undoes"], latest["may_be_undone"]) == (
        "undone",
        closed["number"],
        True,
    )
    assert before["may_be_undone"] is False
    assert api.post(f"events/{event.pk}/undo/", number=closed["number"])[0] == 409


def test_the_log_never_shows_rows(running: Running, organiser: Any) -> None:
    stage = running(2)
    seen = Api(organiser).get(f"events/{stage.event_id}/log/")[1]["results"]
    assert {*seen[0]} == {
        "number",
        "at",
        "by",
        "action",
        "fields",
        "undoes",
        "hash",
        "may_be_undone",
    }
    assert "600123456" not in str(seen)
    assert bytes(stage.draw.secret).hex() not in str(seen)


def test_the_page_of_the_log_asks_once_more_and_names_what_it_takes_back(
    event: Event, enter: Enter, organiser: Any, client: Client
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    client.force_login(organiser)
    page = reverse("desk_undo", args=[event.pk, line(event, "entry.paid")])

    def text(url: str) -> str:
        return client.get(url, headers={"Accept-Language": "en"}).content.decode()

    log = reverse("desk_log", args=[event.pk])
    assert page in text(log)
    assert "Ane – Jon paid" in text(page)
    assert client.post(page).status_code == 302
    assert not Entry.objects.get().paid
    assert "Undone: Ane – Jon paid" in text(log)
    assert client.post(page).status_code == 409


def test_a_page_for_a_line_that_there_is_not_is_not_found(
    event: Event, organiser: Any, client: Client
) -> None:
    client.force_login(organiser)
    assert client.get(reverse("desk_undo", args=[event.pk, 99])).status_code == 404


def test_all_steps_of_an_evening_are_taken_back_one_after_another(
    event: Event, enter: Enter, organiser: Any, draw_bracket: Callable[[Event], Stage]
) -> None:
    """From the last to the first, until only what is never taken back is left."""
    for n in range(4):
        entry = enter(event, f"Ane {n}", f"Jon {n}")
        registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    before = tables(event)
    stage = draw_bracket(event)
    decide_all(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    decide_all(stage, organiser)
    for number in sorted(undone_last_first(event), reverse=True):
        undo(event_id=event.pk, number=number, by=organiser, at=NOW)
    assert not Round.objects.exists()
    assert {
        place: row
        for place, row in tables(event).items()
        if place[0] in {"entry", "player"}
    } == {
        place: row | ({"paid": False} if place[0] == "entry" else {})
        for place, row in before.items()
        if place[0] in {"entry", "player"}
    }


def undone_last_first(event: Event) -> set[int]:
    desk = {"entry.paid", "draw.published", "result.decided", "round.opened"}
    return set(event.log.filter(action__in=desk).values_list("step", flat=True))
