"""Events of several phases, redrawn or not, from the first draw to their end, and what they cost
the database.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Q

from core.refusals import OutOfDate
from tests.conftest import NOW
from tests.tournaments.halls import (
    KNOCKOUT,
    LIVES,
    Hall,
    by_chance,
    check_rounds,
    check_tables,
    last_to_enter_wins,
    ranks,
)
from tournaments.models import Event
from tournaments.reading import events, next_draws, snapshot, stage_plans
from tournaments.rules.tables.results import DOUBLE_WALKOVER, VOID
from tournaments.services import (
    attendance,
    calendar,
    draws,
    incidents,
    results,
    rounds,
)
from tournaments.services.typed_results import Decision, played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", [1, 2, 3])
def test_lives_are_redrawn_each_round_to_one_who_is_left(
    hall: Hall, number: int
) -> None:
    event = hall.event(9, **LIVES, settings={"lives": number})
    hall.play(event, by_chance(b"lives %d" % number))
    stage = stage_plans.stage_of(event)
    assert stage
    check_rounds(stage)
    assert (
        len(snapshot.EventSnapshot(stage.event).draws_of_stage(stage.number))
        == stage.rounds.count()
    )
    lost = Counter(
        row.entry
        for row in snapshot.stage_state(stage).standings({})
        if row.tally.lost == number
    )
    assert len(lost) == 8
    assert ranks(event)[0][1] == 1


def test_survivors_play_a_knockout_while_those_who_are_out_play_group_b(
    hall: Hall,
) -> None:
    """Villaviciosa: A with lives, B a straight knockout of those out until a round, at the same
    time.
    """
    event = hall.event(
        16,
        **LIVES,
        settings={"lives": 2, "until": 4},
        phases=[
            KNOCKOUT | {"takes": {"source": 1, **part}}
            for part in ({"part": "in"}, {"part": "out", "number": 2})
        ],
    )
    while {due.stage for due in next_draws.due(event)} != {1, 3}:
        assert hall.go_on(event, 1)
        hall.decide(hall.tables(event))
    assert hall.go_on(event, 1)
    assert hall.go_on(event, 3)
    check_tables(event)
    out = [entry for entry, _ in ranks(event, 3)]
    hall.play(event)
    survivors = [entry for entry, _ in ranks(event, 2)]
    assert len(survivors) <= 4
    assert not set(survivors) & set(out)
    assert ranks(event, 2)[0] == (1, 1)
    assert ranks(event, 3)[0] == (min(out), 1)


def test_a_swiss_goes_on_without_those_who_withdraw(hall: Hall) -> None:
    event = hall.event(9, format="swiss", settings={"rounds": 4})
    assert hall.go_on(event)
    hall.decide(hall.tables(event))
    ninth = event.entries.get(number=9)
    attendance.withdraw_during_event(
        entry_id=ninth.pk, reason="they go home", by=hall.organiser, at=NOW
    )
    hall.play(event)
    stage = stage_plans.stage_of(event)
    assert stage
    assert stage.rounds.count() == 4
    played_by_9 = [
        p
        for p in events.pairings().filter(round__stage=stage)
        if 9 in {e.number for e in p.entries}
    ]
    assert [pairing.round.number for pairing in played_by_9] == [1]
    assert len(ranks(event)) == 9


def test_places_shared_across_the_cut_of_a_swiss_are_decided_by_its_lots(
    hall: Hall,
) -> None:
    takes = {"source": 1, "part": "best", "number": 4}
    settings = {"rounds": 1, "tie_breaks": ["match_points", "shared"]}
    event = hall.event(
        10, format="swiss", settings=settings, phases=[KNOCKOUT | {"takes": takes}]
    )
    hall.play(event)
    stage = stage_plans.stage_of(event, 1)
    assert stage
    lots = (
        snapshot.EventSnapshot(stage.event)
        .draws_of_stage(stage.number)[0]
        .resolved["lots"]
    )  # type: ignore[index]
    winners = [entry for entry, rank in ranks(event) if rank == 1]
    assert {entry for entry, _ in ranks(event, 2)} == set(
        sorted(winners, key=lots.index)[:4]
    )


@pytest.mark.parametrize(
    ("first", "rules", "takes", "final"),
    [
        ("groups", {"groups": 2}, {"source": 1, "part": "best", "each": 2}, 4),
        ("round_robin", {}, {"source": 1, "part": "best", "number": 4}, 4),
        ("knockout", {}, {"source": 1, "part": "out", "number": 1}, 4),
    ],
)
def test_one_format_leads_into_another(
    hall: Hall, first: str, rules: dict[str, Any], takes: dict[str, Any], final: int
) -> None:
    event = hall.event(
        8, format=first, settings=rules, phases=[KNOCKOUT | {"takes": takes}]
    )
    hall.play(event)
    assert len(ranks(event, 2)) == final
    assert [rank for _, rank in ranks(event, 2)][:2] == [1, 2]


def test_lives_may_follow_a_league_and_take_no_more_than_they_took(hall: Hall) -> None:
    """USU-AMS plays three lives after its levels; who did not come through is not drawn in them."""
    takes = {"source": 1, "part": "best", "number": 4}
    later = {"format": "lives", "settings": {"lives": 2}, "takes": takes}
    event = hall.event(7, format="round_robin", phases=[later])
    hall.play(event, by_chance(b"league"))
    second = stage_plans.stage_of(event, 2)
    assert second
    assert {entry for entry, _ in ranks(event, 2)} <= {
        entry for entry, rank in ranks(event) if rank and rank <= 4
    }
    assert len(ranks(event, 2)) == 4
    assert stage_plans.stages(event).get(number=1).closed_at is not None


def test_a_phase_that_nobody_reaches_is_left_out(hall: Hall) -> None:
    takes = {"source": 1, "part": "out", "number": 1}
    event = hall.event(
        2, **LIVES, settings={"lives": 1}, phases=[KNOCKOUT | {"takes": takes}]
    )
    hall.play(event)
    assert [stage.number for stage in stage_plans.stages(event)] == [1]


def test_a_phase_is_open_again_only_when_all_that_took_from_it_are_taken_back(
    hall: Hall,
) -> None:
    event = hall.event(
        4,
        format="round_robin",
        phases=[
            KNOCKOUT | {"takes": {"source": 1, "part": part, "number": 2}}
            for part in ("best", "rest")
        ],
    )
    while {due.stage for due in next_draws.due(event)} != {2, 3}:
        hall.go_on(event)
        hall.decide(hall.tables(event))
    for number in (2, 3):
        hall.go_on(event, number)
    league = event.stages.get(number=1)
    for number, closed in ((2, True), (3, False)):
        taken = event.stages.get(number=number).draw_id
        draws.withdraw_publication(
            draw_id=taken, reason="wrong list", by=hall.organiser, at=NOW
        )
        league.refresh_from_db()
        assert (league.closed_at is not None) == closed


def test_what_is_said_of_a_table_that_was_taken_back_is_out_of_date(hall: Hall) -> None:
    event = hall.event(4)
    hall.go_on(event)
    table, by = hall.tables(event)[0], {"by": hall.organiser, "at": NOW}
    draws.withdraw_publication(
        draw_id=table.round.stage.draw_id, reason="wrong list", **by
    )
    acts: list[Callable[[], object]] = [
        lambda: results.report(
            pairing_id=table.pk, entry_id=table.a_id or 0, score=played(3, 1), **by
        ),
        lambda: results.set_result(
            pairing_id=table.pk, decision=played(3, 1), reason="the sheet", **by
        ),
        lambda: rounds.move_table(pairing_id=table.pk, table=9, **by),
        lambda: calendar.move(pairing_id=table.pk, to=NOW, **by),
        lambda: incidents.expose(pairing_id=table.pk, seat=0, **by),
    ]
    for act in acts:
        with pytest.raises(OutOfDate) as caught:
            act()
        assert caught.value.code == "pairing.gone"


def test_when_the_last_ones_go_out_together_the_event_is_over(hall: Hall) -> None:
    event = hall.event(2, **LIVES, settings={"lives": 1})
    hall.play(event, lambda _: Decision(DOUBLE_WALKOVER))
    assert {rank for _, rank in ranks(event)} == {2}


def test_a_phase_plays_at_the_first_tables_that_another_leaves_free(hall: Hall) -> None:
    event = hall.event(
        16,
        **LIVES,
        settings={"lives": 2},
        phases=[KNOCKOUT | {"takes": {"source": 1, "part": "out", "number": 2}}],
    )
    while {due.stage for due in next_draws.due(event)} != {1, 2}:
        hall.go_on(event, 1)
        hall.decide(hall.tables(event))
    hall.go_on(event, 1)
    first = [one.table for one in hall.tables(event)]
    assert first == list(range(1, len(first) + 1))
    hall.go_on(event, 2)
    second = [one for one in hall.tables(event) if one.table not in first]
    hall.decide(one for one in hall.tables(event) if one not in second)
    hall.go_on(event, 1)
    tables = [one.table for one in hall.tables(event)]
    assert tables[0] == 1
    assert len(set(tables)) == len(tables)
    assert max(filter(None, tables)) == second[-1].table


def test_a_void_match_holds_up_the_next_draw_and_keeps_its_table(hall: Hall) -> None:
    event = hall.event(6, **LIVES, settings={"lives": 2})
    hall.go_on(event)
    first, *others = hall.tables(event)
    hall.decide([first], lambda _: Decision(VOID))
    hall.decide(others)
    assert next_draws.due(event) == []
    hall.decide([first])
    assert [due.round for due in next_draws.due(event)] == [2]


def test_a_corrected_last_result_opens_the_event_again(hall: Hall) -> None:
    event = hall.event(2, **LIVES, settings={"lives": 2})
    hall.go_on(event)
    hall.decide(hall.tables(event))
    hall.go_on(event)
    table = hall.tables(event)[0]
    hall.decide([table])
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    hall.decide([table], last_to_enter_wins)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert [due.round for due in next_draws.due(event)] == [3]


def test_a_correction_in_a_closed_phase_does_not_open_an_event_that_is_over(
    hall: Hall,
) -> None:
    """Number 1 has lost nothing, and whoever met it first is out: with that match the other way
    round both are in.
    """
    later = [
        {"format": "knockout", "takes": {"source": 1, "part": "best", "number": 2}}
    ]
    event = hall.event(4, format="lives", settings={"lives": 2}, phases=later)
    hall.play(event)
    first = (
        events.pairings()
        .filter(round__stage__number=1, round__number=1)
        .get(Q(a__number=1) | Q(b__number=1))
    )
    other = last_to_enter_wins(first)
    seen = results.preview_result(pairing=first, decision=other).version
    how = {
        "decision": other,
        "reason": "the wrong way round",
        "seen": seen,
        "by": hall.organiser,
        "at": NOW,
    }
    results.correct(pairing_id=first.pk, closed=True, **how)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
