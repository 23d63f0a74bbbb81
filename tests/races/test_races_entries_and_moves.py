"""Two at once: entries, moves, clocks and reports."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from core.refusals import OutOfDate, Refusal
from games import services
from games.models import Match
from games.replay import RECENT
from tests.conftest import NOW
from tests.racing import at_once
from tournaments.models import Entry, Event, Pairing
from tournaments.services import draws, registration, results, typed_results

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_last_place_is_sold_once(make_event: Callable[..., Event]) -> None:
    event = make_event(capacity=3)

    def enter(n: int) -> Entry:
        form = registration.SignUpData(
            [registration.Person(f"Ane {n}"), registration.Person(f"Jon {n}")]
        )
        return registration.register(event_id=event.pk, data=form, at=NOW)

    answers = at_once(*(lambda n=n: enter(n) for n in range(12)))
    assert sorted(entry.state for entry in answers) == ["in"] * 3 + ["waiting"] * 9
    assert sorted(event.entries.values_list("number", flat=True)) == list(range(1, 13))


def test_the_same_person_entered_twice_at_once_is_in_once(event: Event) -> None:
    form = registration.SignUpData(
        [registration.Person("Ane"), registration.Person("Jon")]
    )
    answers = at_once(
        *[lambda: registration.register(event_id=event.pk, data=form, at=NOW)] * 6
    )
    assert sum(isinstance(answer, Entry) for answer in answers) == 1
    assert {a.code for a in answers if isinstance(a, Refusal)} == {
        "entry.person_entered"
    }


def test_two_moves_at_the_same_instant_one_lands_and_the_other_is_told(
    match: Match, four: list[Any]
) -> None:
    def say(move: str) -> Any:
        return services.play_move(
            match_id=match.pk,
            user=four[0],
            answers=1,
            client_id=uuid.uuid4().hex,
            text=move,
            at=NOW,
        )

    for _ in range(5):
        RECENT.clear()
        match.moves.filter(number__gt=1).delete()
        Match.objects.filter(pk=match.pk).update(version=1, to_act=0)
        answers = at_once(
            *(lambda move=move: say(move) for move in ["mus", "no mus"] * 3)
        )
        assert sum(isinstance(answer, services.Played) for answer in answers) == 1
        assert sum(isinstance(answer, OutOfDate) for answer in answers) == 5
        assert match.moves.count() == 2


def test_the_same_move_sent_six_times_at_once_is_one_move_with_one_answer(
    match: Match, four: list[Any]
) -> None:
    def say() -> Any:
        return services.play_move(
            match_id=match.pk,
            user=four[0],
            answers=1,
            client_id="x",
            text="mus",
            at=NOW,
        )

    answers = at_once(*[say] * 6)
    assert {(answer.number, answer.position) for answer in answers} == {
        (2, answers[0].position)
    }
    assert match.moves.count() == 2


def test_the_clock_and_a_move_at_the_same_instant_are_one_move(
    match: Match, four: list[Any]
) -> None:
    Match.objects.filter(pk=match.pk).update(deadline=NOW, turn_seconds=30)
    answers = at_once(
        lambda: services.call_time(match_id=match.pk, at=NOW),
        lambda: services.play_move(
            match_id=match.pk,
            user=four[0],
            answers=1,
            client_id="x",
            text="mus",
            at=NOW,
        ),
    )
    assert match.moves.count() == 2
    assert (answers[0] is True) != isinstance(answers[1], services.Played)


def test_both_sides_report_the_same_at_once_and_it_is_decided_once(
    table: Pairing,
) -> None:
    def report(entry: int | None) -> Any:
        return results.report(
            pairing_id=table.pk,
            entry_id=entry or 0,
            score=typed_results.played(3, 1),
            by=None,
            at=NOW,
        )

    at_once(
        *(lambda entry=entry: report(entry) for entry in [table.a_id, table.b_id] * 3)
    )
    assert table.results.count() == 1


def test_a_report_confirmed_twice_at_once_is_decided_once(table: Pairing) -> None:
    results.report(
        pairing_id=table.pk,
        entry_id=table.a_id or 0,
        score=typed_results.played(3, 1),
        by=None,
        at=NOW,
    )
    said = table.reports.get()

    def confirm() -> Any:
        return results.confirm(
            pairing_id=table.pk,
            entry_id=table.b_id or 0,
            report_id=said.pk,
            by=None,
            at=NOW,
        )

    answers = at_once(*[confirm] * 4)
    assert table.results.count() == 1
    assert [a.code for a in answers if isinstance(a, OutOfDate)] == [
        "result.decided"
    ] * 3


def test_two_players_of_a_table_of_several_report_the_same_at_once_and_it_is_decided_once(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(game="mu")
    entries = [enter(event, f"Ane {n}").pk for n in range(4)]
    draw = draws.announce(event_id=event.pk, kind="tables", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    table, said = Pairing.objects.get(), typed_results.points([120, 30, -10, 200])

    def report(entry: int) -> Any:
        return results.report(
            pairing_id=table.pk, entry_id=entry, score=said, by=None, at=NOW
        )

    at_once(*(lambda entry=entry: report(entry) for entry in entries))
    assert table.results.count() == 1
    assert Event.objects.get().state == "finished"
