"""Latecomers, pairs that leave, pairs entered twice, matches that go to other tables."""

from collections.abc import Callable
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW, Api
from tests.tournaments.correcting import Desk
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events, next_draws, snapshot, stage_plans
from tournaments.rules.advancement import OUT
from tournaments.rules.corrections import REPLAY
from tournaments.rules.tables.results import VOID, WALKOVER
from tournaments.services import (
    attendance,
    draws,
    registration,
    results,
    rounds,
)
from tournaments.services.decisions import Decision, played
from tournaments.services.registration import Person, SignUpData

Running = Callable[..., Stage]
LATE = SignUpData([Person("Late Lander"), Person("Late Leire")], phone="600123456")


def code_of(do: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        do()
    return refused.value.code


def start(event: Event, organiser: Any) -> Stage:
    """The next draw that is due, announced, made and published."""
    due = next_draws.due(event)[0]
    draw = draws.announce(
        event_id=event.pk, kind=due.kind, by=organiser, at=NOW, stage=due.stage
    )
    draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon="7 14 21")
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    stage = stage_plans.stage_of(event, due.stage)
    assert stage
    return stage


@pytest.fixture
def lives(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> Running:
    """An event with lives of so many pairs, in its first round."""

    def begin(pairs: int, **settings: Any) -> Stage:
        event = make_event(capacity=64, format="lives", settings=settings)
        for n in range(pairs):
            enter(event, f"Ane {n}", f"Jon {n}")
        return start(event, organiser)

    return begin


def play(stage: Stage, organiser: Any) -> None:
    """Side a wins every open match."""
    for table in Pairing.objects.filter(
        round__stage=stage, result=None, table__isnull=False
    ):
        results.set_result(
            pairing_id=table.pk,
            decision=played(3, 1),
            reason="acta",
            by=organiser,
            at=NOW,
        )


def sitting(stage: Stage, number: int | None = None) -> list[int]:
    """The numbers of all that are in a round, the latest if none is named."""
    there = Pairing.objects.filter(
        round__stage=stage, round__number=number or stage.rounds.count()
    )
    return sorted(
        n for a, b in there.values_list("a__number", "b__number") for n in (a, b) if n
    )


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
    come = lambda: attendance.enter_late(
        event_id=event.pk, data=LATE, by=organiser, at=NOW
    )
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
    come = lambda: attendance.enter_late(
        event_id=stage.event_id, data=later, by=organiser, at=NOW
    )
    assert code_of(come) == "late.lives"


def test_a_full_bracket_has_no_room_for_anybody_late(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    come = lambda: attendance.enter_late(
        event_id=stage.event_id, data=LATE, by=organiser, at=NOW
    )
    assert code_of(come) == "late.no_room"
    assert stage.event.entries.count() == 4


def test_nobody_comes_late_twice_or_alone(lives: Running, organiser: Any) -> None:
    stage = lives(4)
    come = lambda *names: attendance.enter_late(
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
    come = lambda: attendance.enter_late(
        event_id=event.pk, data=LATE, by=organiser, at=NOW
    )
    assert code_of(come) == "late.closed"


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


def at_the_final(running: Running, organiser: Any) -> Desk:
    """The desk of a knockout of eight pairs whose final is open."""
    desk = Desk(running(8), organiser)
    for number in (1, 2):
        desk.first_wins(number)
        desk.open()
    return desk


def goes_home(desk: Desk, entry: Entry | None) -> None:
    assert entry
    attendance.withdraw_during_event(
        entry_id=entry.pk, reason="lost and went home", by=desk.by, at=NOW
    )


def result_of(table: Pairing) -> tuple[str, int | None] | None:
    return table.result and (table.result.kind, table.result.winner_id)


def corrected(desk: Desk, *again: tuple[int, int]) -> Pairing:
    """The first table of the second round once the first match is corrected: its loser, who has left, is there."""
    first = desk.tables(1)[0]
    desk.correct(first, played(1, 3), dict.fromkeys(again, REPLAY))
    assert desk.tables(2)[0].a == first.b
    return desk.tables(2)[0]


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


def test_the_same_pair_entered_twice_becomes_one(
    event: Event, enter: Callable[..., Entry], organiser: Any
) -> None:
    first = enter(event, "Ane", "Jon")
    second = enter(event, "Anne", "Jonn", phone="600123456", club_name="Peña")
    registration.mark_paid(entry_id=second.pk, paid=True, by=organiser, at=NOW)
    kept = attendance.merge(entry_id=second.pk, into_id=first.pk, by=organiser, at=NOW)
    second.refresh_from_db()
    assert (kept.phone, kept.club_name, kept.paid, second.state) == (
        "600123456",
        "Peña",
        True,
        "withdrawn",
    )


def test_when_nobody_is_left_to_be_drawn_after_a_merge_the_event_is_over(
    lives: Running, organiser: Any
) -> None:
    stage = lives(3, lives=2, until=2)
    late = attendance.enter_late(
        event_id=stage.event_id, data=LATE, by=organiser, at=NOW
    )
    play(stage, organiser)
    one, other, _, _ = stage.event.entries.all()
    attendance.withdraw_during_event(
        entry_id=one.pk, reason="ill", by=organiser, at=NOW
    )
    assert Event.objects.get(pk=stage.event_id).state == "running"
    attendance.merge(entry_id=late.pk, into_id=other.pk, by=organiser, at=NOW)
    assert Event.objects.get(pk=stage.event_id).state == "finished"


def test_an_entry_that_is_drawn_is_not_merged_away(
    running: Running, organiser: Any
) -> None:
    one, other, *_ = running(4).event.entries.all()
    assert (
        code_of(
            lambda: attendance.merge(
                entry_id=one.pk, into_id=other.pk, by=organiser, at=NOW
            )
        )
        == "merge.plays"
    )
    assert (
        code_of(
            lambda: attendance.merge(
                entry_id=one.pk, into_id=one.pk, by=organiser, at=NOW
            )
        )
        == "merge.same"
    )


def test_two_matches_change_tables_and_one_goes_to_an_empty_one(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    first, second = Pairing.objects.filter(round__stage=stage).order_by("table")
    rounds.move_table(pairing_id=first.pk, table=2, by=organiser, at=NOW)
    rounds.move_table(pairing_id=second.pk, table=9, by=organiser, at=NOW)
    tables = dict(Pairing.objects.filter(round__stage=stage).values_list("pk", "table"))
    assert tables == {first.pk: 2, second.pk: 9}
    assert (
        code_of(
            lambda: rounds.move_table(
                pairing_id=first.pk, table=0, by=organiser, at=NOW
            )
        )
        == "table.number"
    )


def set_at(table: Pairing, decision: Decision, by: Any) -> None:
    results.set_result(
        pairing_id=table.pk, decision=decision, reason="the sheet", by=by, at=NOW
    )


def test_a_match_goes_to_a_table_where_one_of_its_round_is_over(
    running: Running, organiser: Any
) -> None:
    desk = Desk(running(4), organiser)
    over, playing = desk.tables(1)
    set_at(over, Decision(WALKOVER, "a"), organiser)
    rounds.move_table(pairing_id=playing.pk, table=1, by=organiser, at=NOW)
    assert [(one.pk, one.table) for one in desk.tables(1)] == [
        (over.pk, 2),
        (playing.pk, 1),
    ]
    assert (
        code_of(
            lambda: rounds.move_table(pairing_id=over.pk, table=1, by=organiser, at=NOW)
        )
        == "table.over"
    )


def test_a_void_match_is_moved_from_the_table_that_another_has_by_now(
    running: Running, organiser: Any
) -> None:
    desk = Desk(running(4), organiser)
    void, playing = desk.tables(1)
    set_at(void, Decision(WALKOVER, "a"), organiser)
    set_at(void, Decision(VOID), organiser)
    rounds.move_table(pairing_id=void.pk, table=2, by=organiser, at=NOW)
    assert [(one.pk, one.table) for one in desk.tables(1)] == [
        (void.pk, 2),
        (playing.pk, 1),
    ]


def test_the_desk_does_all_this_through_the_api(lives: Running, organiser: Any) -> None:
    stage, api = lives(4), Api(organiser)
    people = [{"name": "Late Lander"}, {"name": "Late Leire"}]
    status, late = api.post(f"events/{stage.event_id}/entries/late/", players=people)
    assert (status, late["state"]) == (201, "in")
    status, again = api.post(
        f"events/{stage.event_id}/entries/late/",
        players=[{"name": "Lander L"}, {"name": "Leire L"}],
    )
    assert (
        api.post(f"entries/{again['id']}/merge/", into=late["id"])[1]["id"]
        == late["id"]
    )
    assert (
        api.post(f"entries/{late['id']}/leave/", reason="had to go")[1]["state"]
        == "withdrawn"
    )
    table = Pairing.objects.get(round__stage=stage, table=1)
    assert api.post(f"pairings/{table.pk}/table/", table=7)[1]["table"] == 7


def test_group_b_takes_those_who_are_out_when_one_of_them_has_left(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    later = [{"format": "knockout", "takes": {"source": 1, "part": OUT, "number": 1}}]
    event = make_event(format="lives", settings={"lives": 1}, phases=later, capacity=64)
    for n in range(8):
        enter(event, f"Ane {n}", f"Jon {n}")
    stage = start(event, organiser)
    play(stage, organiser)
    out = [
        one
        for one in stage.event.entries.all()
        if one.pk not in {p.a_id for p in Pairing.objects.all()}
    ]
    attendance.withdraw_during_event(
        entry_id=out[0].pk, reason="gone home", by=organiser, at=NOW
    )
    second = [one for one in next_draws.due(event) if one.stage == 2]
    assert second
    entrants = next_draws.entrants(snapshot.EventSnapshot(event), second[0])
    assert {entrant.id for entrant in entrants} == {one.number for one in out[1:]}


def test_a_void_match_of_a_pair_that_leaves_is_won_by_the_other(
    running: Running, organiser: Any
) -> None:
    first, second = Pairing.objects.filter(round__stage=(stage := running(4))).order_by(
        "slot"
    )
    said: dict[str, Any] = {"by": organiser, "at": NOW}
    results.set_result(
        pairing_id=first.pk, decision=Decision(VOID), reason="wrong cards", **said
    )
    results.set_result(
        pairing_id=second.pk, decision=played(3, 1), reason="acta", **said
    )
    attendance.withdraw_during_event(
        entry_id=first.a_id or 0, reason="gone home", **said
    )
    first.refresh_from_db()
    assert result_of(first) == (WALKOVER, first.b_id)
    rounds.open_round(stage_id=stage.pk, **said)


def test_the_match_of_who_leaves_while_the_opponent_is_awaited_is_lost_once_that_one_is_known(
    running: Running, organiser: Any
) -> None:
    desk = at_the_final(running, organiser)
    corrected(desk, (2, 0))
    (final,) = desk.tables(3)
    goes_home(desk, final.b)
    assert [result_of(one) for one in desk.tables(3)] == [(VOID, None)]
    semifinal = desk.tables(2)[0]
    desk.decide(semifinal, played(3, 1))
    (final,) = desk.tables(3)
    assert result_of(final) == (WALKOVER, semifinal.a_id)
