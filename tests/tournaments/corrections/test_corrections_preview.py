"""The preview of a correction is what is done."""

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
from tests.tournaments.corrections.knockouts import sides
from tests.tournaments.halls import KNOCKOUT, Hall, last_to_enter_wins
from tournaments.models import Event, LogEntry, Stage
from tournaments.reading import events, next_draws
from tournaments.services import draws, results
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db


def chosen(hall: Hall, event: Event) -> set[int]:
    """Who is in the draw of the second phase as it would be announced now."""
    by = {"by": hall.organiser, "at": NOW}
    draw = draws.announce(event_id=event.pk, kind="bracket", stage=2, **by)
    draws.discard(draw_id=draw.pk, reason="only to look", **by)
    return {number for number, _ in draw.field}


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
