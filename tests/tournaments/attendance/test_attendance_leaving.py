"""Entries that leave during the event."""

from collections.abc import Callable
from typing import Any

from tests.conftest import NOW
from tests.tournaments.attendance.comings_and_goings import (
    Running,
    at_the_final,
    corrected,
    goes_home,
    play,
    sitting,
    start,
)
from tests.tournaments.correcting import Desk
from tournaments.models import Entry, Event, Pairing
from tournaments.reading import events, snapshot
from tournaments.rules.tables.results import WALKOVER
from tournaments.services import (
    attendance,
    rounds,
)


def test_who_leaves_loses_the_match_without_play_and_is_drawn_no_more(
    lives: Running, organiser: Any
) -> None:
    stage = lives(4, lives=3)
    leaver = stage.event.entries.get(number=2)
    attendance.withdraw_during_event(
        entry_id=leaver.pk, reason="ill", by=organiser, at=NOW
    )
    table = events.current_pairing_of(stage.event, leaver)
    assert table
    assert table.result
    assert (table.result.kind, table.result.winner_id == leaver.pk) == (
        "walkover",
        False,
    )
    play(stage, organiser)
    start(stage.event, organiser)
    assert sitting(stage) == [1, 3, 4]


def test_in_a_league_who_leaves_loses_each_later_match_as_its_round_opens(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(format="round_robin", capacity=64)
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    stage = start(event, organiser)
    leaver = event.entries.get(number=1)
    attendance.withdraw_during_event(
        entry_id=leaver.pk, reason="ill", by=organiser, at=NOW
    )
    play(stage, organiser)
    for _ in range(2):
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
        play(stage, organiser)
    kinds = Pairing.objects.filter(
        round__stage=stage, a=leaver
    ) | Pairing.objects.filter(round__stage=stage, b=leaver)
    assert [one.result.kind for one in kinds if one.result] == ["walkover"] * 3
    event.refresh_from_db()
    assert event.state == "finished"


def test_a_pair_that_has_left_loses_the_match_into_which_a_correction_puts_it(
    running: Running, organiser: Any
) -> None:
    desk = Desk(running(8), organiser)
    desk.first_wins(1)
    desk.open()
    goes_home(desk, desk.tables(1)[0].b)
    table = corrected(desk)
    assert table.result
    assert (table.result.kind, table.result.winner_id) == (WALKOVER, table.b_id)


def test_who_meets_a_pair_that_has_left_goes_on_to_the_table_that_waited(
    running: Running, organiser: Any
) -> None:
    desk = at_the_final(running, organiser)
    goes_home(desk, desk.tables(1)[0].b)
    desk.first_wins(3)
    table = corrected(desk, (2, 0), (3, 0))
    (final,) = desk.tables(3)
    assert table.result
    assert (table.result.kind, final.a_id, final.result) == (WALKOVER, table.b_id, None)
    desk.first_wins(3)
    assert Event.objects.get().state == "finished"


def test_two_pairs_that_have_left_lose_both_of_the_matches_into_which_a_correction_puts_them(
    running: Running, organiser: Any
) -> None:
    desk = at_the_final(running, organiser)
    for gone in (desk.tables(1)[0].b, desk.tables(3)[0].b):
        goes_home(desk, gone)
    table = corrected(desk, (2, 0), (3, 0))
    (final,) = desk.tables(3)
    assert table.result
    assert (table.result.winner_id, final.result and final.result.winner_id) == (
        table.b_id,
        table.b_id,
    )
    assert Event.objects.get().state == "finished"


def test_when_all_have_left_the_event_is_over(lives: Running, organiser: Any) -> None:
    stage = lives(4)
    play(stage, organiser)
    for entry in stage.event.entries.all()[:2]:
        attendance.withdraw_during_event(
            entry_id=entry.pk, reason="a storm", by=organiser, at=NOW
        )
    start(stage.event, organiser)
    for entry in stage.event.entries.filter(state="in"):
        if events.event(stage.event_id, organiser).state == "running":
            attendance.withdraw_during_event(
                entry_id=entry.pk, reason="a storm", by=organiser, at=NOW
            )
    stage.event.refresh_from_db()
    assert stage.event.state == "finished"


def test_one_entry_left_has_won(lives: Running, organiser: Any) -> None:
    stage = lives(3)
    for number in (1, 2):
        attendance.withdraw_during_event(
            entry_id=stage.event.entries.get(number=number).pk,
            reason="ill",
            by=organiser,
            at=NOW,
        )
    stage.event.refresh_from_db()
    assert stage.event.state == "finished"
    first = snapshot.stage_state(stage).standings({})[0]
    assert first.entry == 3
