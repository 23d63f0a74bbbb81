"""A hall in which events are played with real cards, from the first draw to the end."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from accounts.models import User
from core.chance import Stream
from core.refusals import Refusal
from tests.conftest import NOW
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events, next_draws, snapshot, stage_plans
from tournaments.services import (
    draws,
    results,
    rounds,
)
from tournaments.services.typed_results import Decision, played

Winner = Callable[[Pairing], Decision]


def first_to_enter_wins(pairing: Pairing) -> Decision:
    assert pairing.a is not None
    assert pairing.b is not None
    return played(3, 1) if pairing.a.number < pairing.b.number else played(1, 3)


def last_to_enter_wins(pairing: Pairing) -> Decision:
    return played(1, 3) if first_to_enter_wins(pairing).winner == "a" else played(3, 1)


def by_chance(seed: bytes) -> Winner:
    stream = Stream(seed)
    return lambda pairing: played(3, 1) if stream.below(2) else played(1, 3)


class Hall(NamedTuple):
    """Where an event is played with cards."""

    organiser: User
    make_event: Callable[..., Event]
    enter: Callable[..., Entry]

    def event(self, pairs: int, **fields: Any) -> Event:
        event = self.make_event(capacity=pairs + 4, **fields)
        for n in range(1, pairs + 1):
            self.enter(
                event,
                f"Ane {n}",
                f"Jon {n}",
                phone="600123456",
                club_name=f"Club {n % 4}",
            )
        return event

    def draw(self, event: Event, due: next_draws.NextDraw) -> None:
        by = {"by": self.organiser, "at": NOW}
        draw = draws.announce(event_id=event.pk, kind=due.kind, stage=due.stage, **by)
        draws.make(draw_id=draw.pk, beacon="7 14 21", **by)
        draws.publish(draw_id=draw.pk, **by)

    def tables(self, event: Event) -> list[Pairing]:
        waiting = events.pairings().filter(
            round__stage__event=event, table__isnull=False, result=None
        )
        return list(waiting.order_by("table"))

    def decide(
        self, tables: Iterable[Pairing], winner: Winner = first_to_enter_wins
    ) -> None:
        for table in tables:
            said = winner(table)
            results.set_result(
                pairing_id=table.pk,
                decision=said,
                reason="the sheet",
                by=self.organiser,
                at=NOW,
            )

    def go_on(self, event: Event, phase: int | None = None) -> bool:
        """Draw what is due or open the next round, of one phase or of any; False when there is
        nothing.
        """
        event.refresh_from_db()
        for due in next_draws.due(event):
            if phase in (None, due.stage):
                self.draw(event, due)
                return True
        for stage in stage_plans.stages(event):
            if phase in (None, stage.number) and stage.rounds.count() < len(
                snapshot.stage_state(stage).plan
            ):
                try:
                    rounds.open_round(stage_id=stage.pk, by=self.organiser, at=NOW)
                except Refusal:
                    continue
                return True
        return False

    def play(self, event: Event, winner: Winner = first_to_enter_wins) -> None:
        """To the end."""
        going = True
        while going:
            check_tables(event)
            self.decide(self.tables(event), winner)
            going = self.go_on(event)
        event.refresh_from_db()
        assert event.state == Event.State.FINISHED


def check_tables(event: Event) -> None:
    """Of all that is being played each has a table of its own."""
    tables = [
        pairing.table
        for pairing in events.pairings().filter(round__stage__event=event, result=None)
    ]
    playing = [table for table in tables if table]
    assert len(playing) == len(set(playing))


def check_rounds(stage: Stage) -> None:
    """In each round nobody is twice."""
    for one in stage.rounds.all():
        sides = [side for p in one.pairings.all() for side in (p.a_id, p.b_id) if side]
        assert len(sides) == len(set(sides))


def ranks(event: Event, phase: int = 1) -> list[tuple[int, int | None]]:
    stage = stage_plans.stage_of(event, phase)
    assert stage
    return [(row.entry, row.rank) for row in snapshot.stage_state(stage).standings({})]


LIVES = {"format": "lives"}
KNOCKOUT = {"format": "knockout", "settings": {}}
