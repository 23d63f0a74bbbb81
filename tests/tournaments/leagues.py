"""Leagues for the tests: events in which every pair meets every other."""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import User
from tests.conftest import NOW
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events, snapshot
from tournaments.services import draws, results, rounds
from tournaments.services.typed_results import played


class League(NamedTuple):
    """Makes leagues, and plays them with cards."""

    make_event: Callable[..., Event]
    enter: Callable[..., Entry]
    organiser: User

    def event(self, pairs: int, **fields: Any) -> Event:
        event = self.make_event(
            **({"format": "round_robin", "capacity": 64, "name": "Liga"} | fields)
        )
        for n in range(1, pairs + 1):
            self.enter(event, f"Ane {n}", f"Jon {n}", phone="600123456")
        return event

    def running(self, pairs: int, kind: str = "numbers", **fields: Any) -> Stage:
        """A league of so many pairs, or what else is drawn by a draw of this kind, in its first
        round.
        """
        event = self.event(pairs, **fields)
        draw = draws.announce(event_id=event.pk, kind=kind, by=self.organiser, at=NOW)
        draws.make(draw_id=draw.pk, by=self.organiser, at=NOW, beacon="7 14 21")
        draws.publish(draw_id=draw.pk, by=self.organiser, at=NOW)
        return Stage.objects.select_related("event", "draw").get(event=event)

    def play_round(self, stage: Stage, score: tuple[int, int] = (3, 1)) -> None:
        """The pair that entered first wins each match of the latest round."""
        for table in self.tables(stage):
            earlier = (
                table.a_id is not None
                and table.b_id is not None
                and table.a_id < table.b_id
            )
            said = played(*(score if earlier else score[::-1]))
            results.set_result(
                pairing_id=table.pk,
                decision=said,
                reason="the sheet",
                by=self.organiser,
                at=NOW,
            )

    def play(self, stage: Stage) -> None:
        """All rounds, one after another, to the end."""
        self.play_round(stage)
        while stage.rounds.count() < len(snapshot.stage_state(stage).plan):
            rounds.open_round(stage_id=stage.pk, by=self.organiser, at=NOW)
            self.play_round(stage)

    def tables(self, stage: Stage) -> list[Pairing]:
        """The tables of the latest round."""
        latest = events.pairings().filter(
            round__stage=stage, round__number=stage.rounds.count()
        )
        return list(latest.filter(table__isnull=False).order_by("table"))
