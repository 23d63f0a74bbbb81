"""Random events through the services: entered, drawn, played, corrected and left, each to its end.

After each test the journal of its event is replayed, and has to give every row that is stored.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from core.chance import Stream
from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.halls import KNOCKOUT, Hall, check_rounds, check_tables
from tests.tournaments.rules.events import stream
from tournaments.models import Entry, Event
from tournaments.reading import events, next_draws, snapshot, stage_plans
from tournaments.services import attendance, results
from tournaments.services.registration import Person, SignUpData
from tournaments.services.typed_results import Decision, played

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FIRST: Final[tuple[dict[str, Any], ...]] = (
    {"format": "knockout", "settings": {"third_place": True}},
    {"format": "knockout", "settings": {"seeds": 2}},
    {"format": "lives", "settings": {"lives": 2, "until": 2}},
    {"format": "lives", "settings": {"lives": 3, "until": 4}},
    {"format": "swiss", "settings": {"rounds": 3}},
    {"format": "round_robin", "settings": {}},
    {"format": "groups", "settings": {"groups": 2}},
    {"format": "double_elimination", "settings": {}},
    {"format": "consolation", "settings": {}},
)
TAKES: Final = {"lives": {"source": 1, "part": "in", "number": 0, "each": 0}}
"""What a knockout after it takes; of all other formats the best three."""
EVENTS: Final = 30


def decision(chance: Stream) -> Decision:
    luck = chance.below(20)
    if luck == 0:
        return Decision("double_walkover")
    if luck == 1:
        return Decision("walkover", "a")
    return played(3, 1) if chance.below(2) else played(1, 3)


@contextmanager
def may_refuse(*codes: str) -> Iterator[None]:
    """What is done now may be refused, for one of these reasons."""
    try:
        yield
    except Refusal as refused:
        if refused.code not in codes:
            raise


def correct_one(event: Event, chance: Stream, hall: Hall) -> None:
    """Another result for a match of any round, with all that follows as it would by default."""
    decided = (
        events.pairings()
        .filter(round__stage__event=event, result__isnull=False)
        .order_by("pk")
    )
    if not decided:
        return
    pairing, now = decided[chance.below(len(decided))], decision(chance)
    found = results.preview_result(pairing=pairing, decision=now)
    with may_refuse("correction.phase_closed"):
        results.correct(
            pairing_id=pairing.pk,
            decision=now,
            reason="misread",
            seen=found.version,
            closed=chance.below(2) == 0,
            by=hall.organiser,
            at=NOW,
        )


def come_and_go(event: Event, chance: Stream, hall: Hall) -> None:
    """Somebody leaves, or comes late."""
    inside = list(
        Entry.objects.filter(event=event, state=Entry.State.IN).order_by("number")
    )
    if chance.below(8) == 0 and len(inside) > 3:
        with may_refuse("entry.not_in"):
            leaves = inside[chance.below(len(inside))]
            attendance.withdraw_during_event(
                entry_id=leaves.pk, reason="ill", by=hall.organiser, at=NOW
            )
    if chance.below(6) == 0:
        number = Entry.objects.filter(event=event).count() + 1
        form = SignUpData(
            [Person(f"Ane {number}"), Person(f"Jon {number}")], phone="600123456"
        )
        with may_refuse(
            "late.closed",
            "late.lives",
            "late.last_round",
            "late.no_room",
            "entry.event_full",
        ):
            attendance.enter_late(
                event_id=event.pk, data=form, by=hall.organiser, at=NOW
            )


@pytest.mark.parametrize("number", range(EVENTS))
def test_an_event_is_played_to_its_end_whatever_happens(
    hall: Hall, number: int
) -> None:
    chance = stream(("played", number))
    first = FIRST[number % len(FIRST)]
    takes = TAKES.get(
        first["format"], {"source": 1, "part": "best", "number": 3, "each": 0}
    )
    more = [{**KNOCKOUT, "takes": takes}] if chance.below(2) else []
    event = hall.event(5 + chance.below(5), **first, phases=more)
    for _ in range(200):
        if not hall.go_on(event):
            break
        check_tables(event)
        hall.decide(hall.tables(event), lambda _: decision(chance))
        if chance.below(3) == 0:
            correct_one(event, chance, hall)
        come_and_go(event, chance, hall)
        hall.decide(hall.tables(event), lambda _: decision(chance))
    event.refresh_from_db()
    assert (event.state, next_draws.due(event)) == (Event.State.FINISHED, [])
    for stage in stage_plans.stages(event):
        check_rounds(stage)
        rows = snapshot.stage_state(stage).standings({})
        assert len({row.entry for row in rows}) == len(rows)
