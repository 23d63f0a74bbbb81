"""Entries that come late."""

from collections.abc import Callable
from typing import Any

from tests.conftest import NOW
from tests.tournaments.attendance.comings_and_goings import (
    LATE,
    Running,
    code_of,
    play,
    sitting,
    start,
)
from tournaments.models import Entry, Event, Pairing
from tournaments.reading import events
from tournaments.services import (
    attendance,
    results,
    rounds,
)
from tournaments.services.registration import Person, SignUpData
from tournaments.services.typed_results import played


def test_who_comes_late_is_in_the_next_draw(lives: Running, organiser: Any) -> None:
    stage = lives(4)
    late = attendance.enter_late(
        event_id=stage.event_id, data=LATE, by=organiser, at=NOW
    )
    assert late.number not in sitting(stage)
    play(stage, organiser)
    start(stage.event, organiser)
    assert sitting(stage) == [1, 2, 3, 4, late.number]


def test_in_a_bracket_who_comes_late_takes_a_bye(
    running: Running, organiser: Any
) -> None:
    stage = running(3)
    late = attendance.enter_late(
        event_id=stage.event_id, data=LATE, by=organiser, at=NOW
    )
    first = Pairing.objects.filter(round__stage=stage)
    assert not [one for one in first if one.bye]
    assert sorted(
        table for table in first.values_list("table", flat=True) if table
    ) == [1, 2]
    assert sitting(stage) == [1, 2, 3, late.number]
    play(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    play(stage, organiser)
    stage.event.refresh_from_db()
    assert stage.event.state == "finished"


def test_a_corrected_result_leaves_who_came_late_where_they_play(
    running: Running, organiser: Any
) -> None:
    stage, by = running(5), {"by": organiser, "at": NOW}
    late = attendance.enter_late(event_id=stage.event_id, data=LATE, **by)
    play(stage, organiser)
    rounds.open_round(stage_id=stage.pk, **by)
    for pairing in events.pairings().filter(
        round__stage=stage, round__number=1, table__isnull=False
    ):
        look = results.preview_result(pairing=pairing, decision=played(1, 3))
        assert {moved.opened.round for moved in look.preview.pairings} <= {2}
        results.correct(
            pairing_id=pairing.pk,
            decision=played(1, 3),
            reason="wrong side",
            seen=look.version,
            **by,
        )
        assert late.number in sitting(stage, 1)
    while Event.objects.get(pk=stage.event_id).state == "running":
        play(stage, organiser)
        if Event.objects.get(pk=stage.event_id).state == "running":
            rounds.open_round(stage_id=stage.pk, **by)


def test_who_comes_late_to_the_bye_of_a_pair_that_has_left_goes_through(
    running: Running, organiser: Any
) -> None:
    stage = running(3)
    free = next(
        one
        for one in Pairing.objects.filter(round__stage=stage).select_related("a", "b")
        if one.bye
    )
    leaves = free.a or free.b
    assert leaves
    attendance.withdraw_during_event(
        entry_id=leaves.pk, reason="ill", by=organiser, at=NOW
    )
    late = attendance.enter_late(
        event_id=stage.event_id, data=LATE, by=organiser, at=NOW
    )
    decided = Pairing.objects.select_related("result").get(pk=free.pk).result
    assert decided
    assert decided.winner_id == late.pk


def test_nobody_comes_into_the_last_round_of_a_swiss(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(capacity=64, format="swiss", settings={"rounds": 2})
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    stage = start(event, organiser)
    assert attendance.takes_latecomers(stage.event)
    play(stage, organiser)
    start(event, organiser)

    def come():
        return attendance.enter_late(event_id=event.pk, data=LATE, by=organiser, at=NOW)

    assert code_of(come) == "late.last_round"


def test_nobody_comes_who_would_have_lost_all_lives_by_then(
    lives: Running, organiser: Any
) -> None:
    stage = lives(4, lives=2)
    attendance.enter_late(event_id=stage.event_id, data=LATE, by=organiser, at=NOW)
    play(stage, organiser)
    start(stage.event, organiser)
    assert not attendance.takes_latecomers(stage.event)
    later = SignUpData([Person("Later Lander"), Person("Later Leire")])

    def come():
        return attendance.enter_late(
            event_id=stage.event_id, data=later, by=organiser, at=NOW
        )

    assert code_of(come) == "late.lives"


def test_a_full_bracket_has_no_room_for_anybody_late(
    running: Running, organiser: Any
) -> None:
    stage = running(4)

    def come():
        return attendance.enter_late(
            event_id=stage.event_id, data=LATE, by=organiser, at=NOW
        )

    assert code_of(come) == "late.no_room"
    assert stage.event.entries.count() == 4


def test_nobody_comes_late_twice_or_alone(lives: Running, organiser: Any) -> None:
    stage = lives(4)

    def come(*names):
        return attendance.enter_late(
            event_id=stage.event_id,
            data=SignUpData([Person(name) for name in names]),
            by=organiser,
            at=NOW,
        )

    assert code_of(lambda: come("Ane 0", "Somebody New")) == "entry.person_entered"
    assert code_of(lambda: come("Somebody New")) == "late.whole_pairs"


def test_before_the_draw_and_after_the_end_nobody_is_late(
    event: Event, organiser: Any
) -> None:
    def come():
        return attendance.enter_late(event_id=event.pk, data=LATE, by=organiser, at=NOW)

    assert code_of(come) == "late.closed"
