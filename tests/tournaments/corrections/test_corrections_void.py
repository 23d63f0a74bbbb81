"""Corrections that leave matches void or players without a match."""

from collections.abc import Callable

import pytest

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.correcting import Desk
from tests.tournaments.corrections.knockouts import sides
from tests.tournaments.halls import KNOCKOUT, Hall
from tournaments.journal import verification
from tournaments.models import Event, Result, Stage
from tournaments.pages import pairing_rows
from tournaments.reading import events, snapshot
from tournaments.rules import stage_state
from tournaments.rules.corrections import REPLAY
from tournaments.services import draws
from tournaments.services.typed_results import Decision, played
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db


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
    assert final.result
    assert final.result.kind == Result.Kind.VOID
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
