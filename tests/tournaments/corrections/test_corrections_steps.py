"""Corrections of past results, step by step."""

import pytest

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.correcting import Desk
from tests.tournaments.corrections.knockouts import sides
from tests.tournaments.halls import Hall, last_to_enter_wins
from tournaments.journal import verification
from tournaments.models import Event
from tournaments.reading import events, next_draws
from tournaments.rules.corrections import KEEP, REPLAY
from tournaments.services import results
from tournaments.services.typed_results import Decision, played
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db


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
    assert second.result
    assert second.result.winner_id == first.a_id
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

    def back(number):
        return undo(event_id=event.pk, number=number, by=organiser, at=NOW)

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

    def meet():
        return [
            (p.a_id, p.b_id)
            for p in events.pairings().filter(round__stage__event=event)
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
