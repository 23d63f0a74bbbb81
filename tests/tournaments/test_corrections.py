"""A result of the past is corrected at the desk: looked at first, then done in one step, and it can be undone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW, written_by_hand
from tests.tournaments.correcting import Desk
from tests.tournaments.halls import KNOCKOUT, Hall, last_to_enter_wins
from tournaments.journal import verification
from tournaments.models import Event, LogEntry, Pairing, Result, Stage
from tournaments.pages import pairing_rows
from tournaments.reading import events, next_draws, snapshot
from tournaments.rules import stage_state
from tournaments.rules.corrections import KEEP, REPLAY
from tournaments.services import draws, results
from tournaments.services.decisions import Decision, played
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(running: Callable[..., Stage], referee: User) -> Desk:
    """Eight pairs; the first of each table has won in the rounds so far."""
    return Desk(running(8), referee)


def chosen(hall: Hall, event: Event) -> set[int]:
    """Who is in the draw of the second phase as it would be announced now."""
    by = {"by": hall.organiser, "at": NOW}
    draw = draws.announce(event_id=event.pk, kind="bracket", stage=2, **by)
    draws.discard(draw_id=draw.pk, reason="only to look", **by)
    return {number for number, _ in draw.field}


def sides(table: Pairing) -> tuple[int | None, int | None]:
    table.refresh_from_db()
    return table.a_id, table.b_id


def test_later_rounds_are_looked_at_before_a_result_is_corrected(desk: Desk) -> None:
    desk.first_wins(1)
    desk.open()
    with pytest.raises(
        Refusal, check=lambda refused: refused.code == "result.round_closed"
    ):
        desk.decide(desk.tables(1)[0], played(0, 3))


def test_the_right_winner_takes_the_place_of_the_wrong_one_where_nothing_was_played(
    desk: Desk,
) -> None:
    desk.first_wins(1)
    desk.open()
    first, second = desk.tables(1)[0], desk.tables(2)[0]
    desk.correct(first, played(1, 3))
    assert sides(second) == (first.b_id, second.b_id)
    assert second.result is None
    assert second.seats
    assert {number for number, _ in second.seats["players"]} == {
        first.b.number,
        second.b.number,
    }  # type: ignore[union-attr]


def test_a_match_that_was_played_keeps_its_players_and_is_marked(desk: Desk) -> None:
    desk.first_wins(1)
    desk.open()
    desk.first_wins(2)
    first, second = desk.tables(1)[0], desk.tables(2)[0]
    desk.correct(first, played(1, 3))
    assert sides(second) == (first.a_id, second.b_id)
    assert second.kept
    assert second.result and second.result.winner_id == first.a_id
    desk.open()
    assert desk.tables(3)[0].a_id == first.a_id


def test_of_two_corrections_that_keep_one_table_the_later_is_taken_back_first(
    desk: Desk, organiser: User
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.first_wins(2)
    event, table = desk.stage.event, desk.tables(2)[0]
    for first in desk.tables(1)[:2]:
        desk.correct(first, played(1, 3))
    earlier, later = (
        event.log.filter(action="result.corrected")
        .order_by("number")
        .values_list("number", flat=True)
    )
    back = lambda number: undo(event_id=event.pk, number=number, by=organiser, at=NOW)
    with pytest.raises(Refusal, check=lambda refused: refused.fields["line"] == later):
        back(earlier)
    for number, kept in ((later, True), (earlier, False)):
        back(number)
        table.refresh_from_db()
        assert table.kept == kept


@pytest.mark.parametrize("choice", [KEEP, REPLAY])
@pytest.mark.parametrize(
    "said", [played(1, 3), Decision("void"), Decision("double_walkover")]
)
def test_a_correction_with_all_that_follows_is_taken_back_in_one_step(
    desk: Desk, organiser: User, said: Decision, choice: str
) -> None:
    for number in (1, 2, 3):
        desk.first_wins(number)
        if number < 3:
            desk.open()
    event = desk.stage.event
    before = verification.stored_rows(Event.objects.get(pk=event.pk))
    desk.correct(desk.tables(1)[0], said, {(2, 0): choice})
    undo(
        event_id=event.pk,
        number=event.log.get(action="result.corrected").number,
        by=organiser,
        at=NOW,
    )
    assert verification.stored_rows(Event.objects.get(pk=event.pk)) == before


def test_a_correction_stays_once_those_whom_it_put_there_have_played(
    desk: Desk, organiser: User
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.correct(desk.tables(1)[0], played(1, 3))
    desk.decide(desk.tables(2)[0], played(1, 3))
    event = desk.stage.event
    corrected = event.log.get(action="result.corrected").number
    with pytest.raises(
        Refusal, check=lambda refused: refused.code == "undo.later_changes"
    ):
        undo(event_id=event.pk, number=corrected, by=organiser, at=NOW)


def test_a_published_round_of_a_swiss_stays_whatever_is_corrected(hall: Hall) -> None:
    event = hall.event(6, format="swiss", settings={"rounds": 3})
    hall.go_on(event)
    hall.decide(hall.tables(event))
    hall.go_on(event)
    meet = lambda: [
        (p.a_id, p.b_id) for p in events.pairings().filter(round__stage__event=event)
    ]
    before, first = (
        meet(),
        events.pairings().filter(round__stage__event=event, round__number=1)[0],
    )
    desk = Desk(first.round.stage, hall.organiser)
    for said in (last_to_enter_wins(first), Decision("void")):
        assert (
            results.preview_result(pairing=first, decision=said).preview.pairings == ()
        )
        desk.correct(first, said)
        assert meet() == before
    hall.decide(hall.tables(event))
    assert next_draws.due(event) == []
    hall.decide([first])
    assert [due.round for due in next_draws.due(event)] == [3]


def test_what_was_kept_is_no_longer_marked_when_the_correction_is_taken_back(
    desk: Desk,
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.first_wins(2)
    first, second = desk.tables(1)[0], desk.tables(2)[0]
    desk.correct(first, played(1, 3))
    desk.correct(first, played(3, 1))
    second.refresh_from_db()
    assert not second.kept


def test_a_match_played_anew_leaves_the_next_table_void_until_its_winner_is_known(
    desk: Desk,
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.first_wins(2)
    desk.open()
    first, second, final = desk.tables(1)[0], desk.tables(2)[0], desk.tables(3)[0]
    desk.correct(first, played(1, 3), {(2, 0): REPLAY})
    assert sides(second) == (first.b_id, second.b_id)
    assert second.result is None
    final.refresh_from_db()
    assert final.result and final.result.kind == Result.Kind.VOID
    with pytest.raises(Refusal, check=lambda refused: refused.code == "result.waits"):
        desk.decide(final, played(3, 0))
    desk.decide(second, played(3, 2))
    assert sides(final) == (first.b_id, final.b_id)
    assert final.result is None
    desk.decide(final, played(3, 2))
    desk.stage.event.refresh_from_db()
    assert desk.stage.event.state == Event.State.FINISHED


def test_a_void_match_of_the_past_is_played_again_before_the_event_goes_on(
    desk: Desk,
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.first_wins(2)
    first = desk.tables(1)[0]
    desk.correct(first, Decision("void"))
    with pytest.raises(
        Refusal, check=lambda refused: refused.code == "round.still_playing"
    ):
        desk.open()
    desk.decide(first, played(3, 0))
    desk.open()


@pytest.fixture
def semi_finals(hall: Hall) -> Desk:
    """Four pairs in a knockout, and all of them in a second one; the final of the first is open."""
    event = hall.event(
        4,
        format="knockout",
        phases=[KNOCKOUT | {"takes": {"source": 1, "part": "all"}}],
    )
    hall.go_on(event)
    hall.decide(hall.tables(event))
    hall.go_on(event)
    return Desk(
        events.pairings().filter(round__stage__event=event)[0].round.stage,
        hall.organiser,
    )


def byes_in_next(desk: Desk) -> set[int]:
    """How many byes those have had whom the second phase draws."""
    by = {"by": desk.by, "at": NOW}
    draw = draws.announce(event_id=desk.stage.event_id, kind="bracket", stage=2, **by)
    draws.discard(draw_id=draw.pk, reason="only to look", **by)
    return {entrant["byes"] for entrant in draw.inputs["entrants"]}


def test_where_nobody_comes_any_more_nobody_has_a_bye(semi_finals: Desk) -> None:
    desk = semi_finals
    first, second = desk.tables(1)
    desk.correct(first, Decision("double_walkover"))
    assert desk.tables(2)[0].bye
    desk.correct(second, Decision("double_walkover"))
    assert desk.tables(2) == []
    assert byes_in_next(desk) == {0}


def test_where_nobody_comes_any_more_a_match_that_was_played_stays_void(
    semi_finals: Desk,
) -> None:
    desk = semi_finals
    first, second = desk.tables(1)
    desk.first_wins(2)
    desk.correct(first, Decision("double_walkover"), {(2, 0): REPLAY})
    desk.correct(second, Decision("double_walkover"))
    (final,) = desk.tables(2)
    assert [result.kind for result in final.results.all()] == ["played", "void", "void"]
    assert pairing_rows.state_of(final) == "void"
    assert byes_in_next(desk) == {0}


def test_a_bye_that_was_void_is_one_again_when_nobody_comes(semi_finals: Desk) -> None:
    desk = semi_finals
    first = desk.tables(1)[0]
    desk.first_wins(2)
    desk.correct(first, Decision("double_walkover"), {(2, 0): REPLAY})
    for said, bye in ((Decision("void"), False), (Decision("double_walkover"), True)):
        desk.correct(first, said)
        assert (pairing_rows.state_of(desk.tables(2)[0]) == "bye") == bye
    assert byes_in_next(desk) == {0, 1}


def test_who_has_a_bye_waits_again_when_an_opponent_may_come(
    semi_finals: Desk, organiser: User
) -> None:
    desk = semi_finals
    (first, second), event = desk.tables(1), desk.stage.event
    desk.correct(first, Decision("double_walkover"))
    before = verification.stored_rows(Event.objects.get(pk=event.pk))
    desk.correct(first, Decision("void"))
    assert desk.tables(2) == []
    undo(
        event_id=event.pk,
        number=event.log.order_by("-number")[0].number,
        by=organiser,
        at=NOW,
    )
    assert verification.stored_rows(Event.objects.get(pk=event.pk)) == before
    desk.correct(first, Decision("void"))
    desk.decide(first, played(1, 3))
    (final,) = desk.tables(2)
    assert second.result
    assert (*sides(final), final.table) == (first.b_id, second.result.winner_id, 1)


def playing(desk: Desk) -> list[int]:
    """The tables at which somebody is to play now."""
    ready = stage_state.ready_pairings(snapshot.stage_state(desk.stage).plan)
    stored = events.pairings().filter(round__stage=desk.stage)
    return sorted(
        one.table or 0 for one in stored if (one.round.number, one.slot) in ready
    )


def test_a_match_that_is_void_again_gets_a_free_table_when_a_later_round_plays_at_its_own(
    desk: Desk,
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.correct(desk.tables(1)[1], Decision("void"))
    assert desk.tables(1)[1].table == 5
    assert playing(desk) == [2, 5]


def test_a_match_that_is_played_anew_gets_a_free_table_when_a_later_round_plays_at_its_own(
    running: Callable[..., Stage], referee: User
) -> None:
    desk = Desk(running(16), referee)
    for number in (1, 2):
        desk.first_wins(number)
        desk.open()
    desk.correct(desk.tables(1)[2], played(1, 3), {(2, 1): REPLAY})
    assert desk.tables(2)[1].table == 5
    assert playing(desk) == [2, 5]


def test_a_match_that_is_played_anew_keeps_its_table_where_nobody_else_plays(
    desk: Desk,
) -> None:
    desk.first_wins(1)
    desk.open()
    desk.correct(desk.tables(1)[0], Decision("void"))
    assert desk.tables(1)[0].table == 1
    assert playing(desk) == [1, 2]


def test_what_was_looked_at_is_what_is_done(desk: Desk) -> None:
    desk.first_wins(1)
    desk.open()
    first = events.pairing(desk.tables(1)[0].pk, desk.by)
    seen = results.preview_result(pairing=first, decision=played(1, 3)).version
    desk.decide(desk.tables(2)[0], played(3, 0))
    with pytest.raises(
        Refusal, check=lambda refused: refused.code == "correction.changed"
    ):
        results.correct(
            pairing_id=first.pk,
            decision=played(1, 3),
            reason="read wrongly",
            seen=seen,
            by=desk.by,
            at=NOW,
        )


def test_the_log_says_what_moved(desk: Desk) -> None:
    desk.first_wins(1)
    desk.open()
    first, second = desk.tables(1)[0], desk.tables(2)[0]
    desk.correct(first, played(1, 3))
    line = LogEntry.objects.filter(action="result.corrected").get()
    a, b, c = (entry.number for entry in (first.a, first.b, second.b) if entry)
    assert line.fields["moved"] == [[2, 0, [a, c], [b, c], "reslot"]]


@pytest.mark.parametrize("closed", [False, True])
def test_a_phase_that_is_over_keeps_its_qualifiers_when_that_is_said(
    desk: Desk, closed: bool
) -> None:
    desk.first_wins(1)
    first = desk.tables(1)[0]
    stage = Stage.objects.get(pk=desk.stage.pk)
    with written_by_hand():
        stage.closed_at = NOW
        stage.save()
    if closed:
        assert desk.correct(first, played(1, 3), closed=True).winner_id == first.b_id
    else:
        with pytest.raises(
            Refusal, check=lambda refused: refused.code == "correction.phase_closed"
        ):
            desk.correct(first, played(1, 3))


SHARED = {"rounds": 1, "tie_breaks": ["match_points", "shared"]}


@pytest.mark.parametrize(
    "first", [{"format": "swiss", "settings": SHARED}, {"format": "knockout"}]
)
def test_lots_decide_in_the_preview_who_goes_on_as_they_do_in_the_draw(
    hall: Hall, first: dict[str, Any]
) -> None:
    takes = {"source": 1, "part": "best", "number": 3}
    event = hall.event(4, **first, phases=[KNOCKOUT | {"takes": takes}])
    while [due.stage for due in next_draws.due(event)] != [2]:
        hall.go_on(event)
        hall.decide(hall.tables(event))
    table = (
        events.pairings()
        .filter(round__stage__event=event, round__number=1)
        .order_by("slot")[0]
    )
    look = results.preview_result(pairing=table, decision=last_to_enter_wins(table))
    before = chosen(hall, event)
    Desk(table.round.stage, hall.organiser).correct(table, last_to_enter_wins(table))
    told = [
        (before - set(one.goes) | set(one.comes), one.refused)
        for one in look.preview.qualifiers
    ]
    assert told in ([], [(chosen(hall, event), None)])
    assert bool(told) == (chosen(hall, event) != before)


@pytest.mark.parametrize("pairs", [8, 32])
def test_to_look_costs_as_many_queries_whatever_the_size(
    running: Callable[..., Stage], referee: User, pairs: int
) -> None:
    desk = Desk(running(pairs), referee)
    desk.first_wins(1)
    desk.open()
    first = events.pairing(desk.tables(1)[0].pk, referee)
    with CaptureQueriesContext(connection) as asked:
        results.preview_result(pairing=first, decision=played(1, 3))
    assert len(asked) <= 12


def test_in_the_app_a_match_that_loses_its_players_is_annulled_and_theirs_opened(
    make_event: Callable[..., Event],
    enter: Callable[..., Any],
    make_user: Callable[..., User],
    draw_bracket: Callable[[Event], Stage],
    referee: User,
) -> None:
    event = make_event(in_app=True)
    for n in range(4):
        enter(
            event,
            f"Ane {n}",
            f"Jon {n}",
            users=(make_user(f"ane{n}"), make_user(f"jon{n}")),
        )
    desk = Desk(draw_bracket(event), referee)
    desk.first_wins(1)
    desk.open()
    first, final = desk.tables(1)[0], desk.tables(2)[0]
    before = final.match
    assert before
    desk.correct(first, played(1, 3))
    final.refresh_from_db()
    before.refresh_from_db()
    assert before.annulled_at == NOW
    assert final.match_id not in {None, before.pk}
    assert final.match
    assert {seat.user.username for seat in final.match.seatings.all()} >= {  # type: ignore[attr-defined]
        player.user.username
        for player in first.b.players.all()  # type: ignore[union-attr]
    }


def test_the_interface_shows_what_would_follow_and_then_does_it(desk: Desk) -> None:
    desk.first_wins(1)
    desk.open()
    first, second = desk.tables(1)[0], desk.tables(2)[0]
    client = Client()
    client.force_login(desk.by)
    said = {"kind": "played", "sets_a": 1, "sets_b": 3, "reason": "read wrongly"}
    path = f"/api/v1/pairings/{first.pk}/correct/"
    look = client.post(path, said, content_type="application/json").json()
    assert [(one["round"], one["slot"], one["choice"]) for one in look["pairings"]] == [
        (2, 0, "reslot")
    ]
    assert sides(second)[0] == first.a_id
    done = client.post(
        path,
        {**said, "preview": False, "seen": look["mark"]},
        content_type="application/json",
    )
    assert done.status_code == 200
    assert done.json()["result"]["sets"] == [1, 3]
    assert sides(second)[0] == first.b_id
    again = client.post(
        path,
        {**said, "preview": False, "seen": look["mark"]},
        content_type="application/json",
    )
    assert (again.status_code, again.json()["code"]) == (409, "correction.changed")
