"""Group B: those who are out of the first rounds of a phase play on by themselves while it goes
on.
"""

import pytest

from core.refusals import OutOfDate, Refusal
from tests.conftest import NOW
from tests.tournaments.halls import (
    KNOCKOUT,
    Hall,
    first_to_enter_wins,
    last_to_enter_wins,
)
from tournaments.models import Event, Pairing, Stage
from tournaments.reading import events, next_draws, stage_plans
from tournaments.rules.corrections import KEEP, RESLOT
from tournaments.services import results
from tournaments.services.typed_results import Decision, played

pytestmark = pytest.mark.django_db

OUT_OF_ROUND_1 = [
    KNOCKOUT | {"takes": {"source": 1, "part": "out", "number": 1, "each": 0}}
]
OUT_OF_ROUND_2 = [
    KNOCKOUT | {"takes": {"source": 1, "part": "out", "number": 2, "each": 0}}
]
OUT_OF_ALL = [
    KNOCKOUT | {"takes": {"source": 1, "part": "out", "number": 0, "each": 0}}
]


def due(event: Event) -> list[int]:
    event.refresh_from_db()
    return [one.stage for one in next_draws.due(event)]


def stage(event: Event, phase: int) -> Stage:
    found = stage_plans.stage_of(event, phase)
    assert found
    return found


def sides(event: Event, phase: int, number: int) -> list[set[int]]:
    rows = (
        events.pairings()
        .filter(round__stage=stage(event, phase), round__number=number)
        .order_by("slot")
    )
    return [{entry.number for entry in (row.a, row.b) if entry} for row in rows]


def correct(
    hall: Hall,
    table: Pairing,
    said: Decision,
    *,
    choices: results.corrections.Choices | None = None,
) -> None:
    table = events.pairing(table.pk, hall.organiser)
    seen = results.preview_result(pairing=table, decision=said, choices=choices).version
    told = {
        "decision": said,
        "reason": "read wrongly",
        "choices": choices,
        "seen": seen,
        "closed": True,
    }
    results.correct(pairing_id=table.pk, by=hall.organiser, at=NOW, **told)


def swapped(table: Pairing) -> Decision:
    assert table.result
    return played(table.result.sets_b or 0, table.result.sets_a or 0)


@pytest.fixture
def b_drawn(hall: Hall) -> Event:
    """Of eight pairs the four losers of the first round are drawn into group B."""
    event = hall.event(8, **KNOCKOUT, phases=OUT_OF_ROUND_1)
    hall.go_on(event)
    hall.decide(hall.tables(event))
    hall.draw(event, next(one for one in next_draws.due(event) if one.stage == 2))
    return event


def first_round(event: Event) -> list[Pairing]:
    return list(
        events.pairings()
        .filter(round__stage=stage(event, 1), round__number=1)
        .order_by("slot")
    )


def test_b_waits_for_every_table_of_its_round(hall: Hall) -> None:
    event = hall.event(8, **KNOCKOUT, phases=OUT_OF_ROUND_1)
    hall.go_on(event)
    tables = hall.tables(event)
    hall.decide(tables[:3])
    assert due(event) == []
    hall.decide(tables[3:])
    assert due(event) == [2]


def test_of_redrawn_rounds_b_waits_for_the_last_one_that_it_takes(hall: Hall) -> None:
    event = hall.event(
        16, format="lives", settings={"lives": 1, "until": 2}, phases=OUT_OF_ROUND_2
    )
    hall.go_on(event)
    hall.decide(hall.tables(event))
    assert due(event) == [1]
    hall.go_on(event)
    hall.decide(hall.tables(event))
    assert due(event) == [1, 2]
    hall.draw(event, next(one for one in next_draws.due(event) if one.stage == 2))
    assert sum(len(one) for one in sides(event, 2, 1)) == 12


def test_all_who_are_out_of_a_phase_are_known_when_it_is_over(hall: Hall) -> None:
    event = hall.event(4, **KNOCKOUT, phases=OUT_OF_ALL)
    hall.go_on(event)
    hall.decide(hall.tables(event))
    assert due(event) == []
    hall.go_on(event)
    hall.decide(hall.tables(event))
    assert due(event) == [2]


def test_a_result_by_which_somebody_went_to_b_is_corrected_only_with_a_word_about_them(
    hall: Hall,
    b_drawn: Event,
) -> None:
    table = first_round(b_drawn)[0]
    with pytest.raises(OutOfDate, match="round_closed"):
        results.set_result(
            pairing_id=table.pk,
            decision=swapped(table),
            reason="read wrongly",
            by=hall.organiser,
            at=NOW,
        )
    hall.go_on(b_drawn, phase=1)
    look = results.preview_result(pairing=table, decision=swapped(table))
    assert look.needs_consent
    told = {"decision": swapped(table), "reason": "read wrongly", "seen": look.version}
    with pytest.raises(Refusal, match="phase_closed"):
        results.correct(pairing_id=table.pk, by=hall.organiser, at=NOW, **told)


def test_nobody_plays_in_a_and_in_b(hall: Hall, b_drawn: Event) -> None:
    hall.go_on(b_drawn, phase=1)
    before = sides(b_drawn, 1, 2), sides(b_drawn, 2, 1)
    table = first_round(b_drawn)[0]
    (moved,) = results.preview_result(
        pairing=table, decision=swapped(table)
    ).preview.pairings
    assert (moved.choice, moved.opened.choices) == (KEEP, (KEEP,))
    with pytest.raises(Refusal, match="no_such_choice"):
        correct(hall, table, swapped(table), choices={moved.opened.key: RESLOT})
    correct(hall, table, swapped(table))
    assert (sides(b_drawn, 1, 2), sides(b_drawn, 2, 1)) == before
    hall.play(b_drawn)


def test_where_the_next_round_is_not_open_it_is_said_what_has_to_be_done_first(
    hall: Hall, b_drawn: Event
) -> None:
    table = first_round(b_drawn)[0]
    with pytest.raises(Refusal, match="plays_elsewhere"):
        correct(hall, table, swapped(table))


def test_who_plays_in_b_is_not_drawn_in_a_again(hall: Hall) -> None:
    event = hall.event(8, format="lives", settings={"lives": 1}, phases=OUT_OF_ROUND_1)
    hall.go_on(event)
    hall.decide(hall.tables(event))
    hall.draw(event, next(one for one in next_draws.due(event) if one.stage == 2))
    in_b = set().union(*sides(event, 2, 1))
    hall.go_on(event, phase=1)
    table = first_round(event)[0]
    correct(hall, table, swapped(table))
    hall.decide(
        [one for one in hall.tables(event) if one.round.stage.number == 1],
        last_to_enter_wins,
    )
    hall.go_on(event, phase=1)
    assert in_b.isdisjoint(set().union(*sides(event, 1, 3)))
    hall.play(event, first_to_enter_wins)
