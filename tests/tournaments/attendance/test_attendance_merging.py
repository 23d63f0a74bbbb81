"""Entries that are merged, and tables that are moved."""

from collections.abc import Callable
from typing import Any

from tests.conftest import NOW, Api
from tests.tournaments.attendance.comings_and_goings import (
    LATE,
    Running,
    at_the_final,
    code_of,
    corrected,
    goes_home,
    play,
    start,
)
from tests.tournaments.correcting import Desk
from tournaments.models import Entry, Event, Pairing
from tournaments.reading import next_draws, snapshot
from tournaments.rules.advancement import OUT
from tournaments.rules.tables.results import VOID, WALKOVER
from tournaments.services import (
    attendance,
    registration,
    results,
    rounds,
)
from tournaments.services.typed_results import Decision, played


def result_of(table: Pairing) -> tuple[str, int | None] | None:
    return table.result and (table.result.kind, table.result.winner_id)


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
