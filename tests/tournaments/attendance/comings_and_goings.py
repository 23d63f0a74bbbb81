"""What the tests of this folder share."""

from collections.abc import Callable
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.correcting import Desk
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import next_draws, stage_plans
from tournaments.rules.corrections import REPLAY
from tournaments.services import (
    attendance,
    draws,
    results,
)
from tournaments.services.registration import Person, SignUpData
from tournaments.services.typed_results import played

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


def corrected(desk: Desk, *again: tuple[int, int]) -> Pairing:
    """The first table of the second round once the first match is corrected: its loser, who has
    left, is there.
    """
    first = desk.tables(1)[0]
    desk.correct(first, played(1, 3), dict.fromkeys(again, REPLAY))
    assert desk.tables(2)[0].a == first.b
    return desk.tables(2)[0]
