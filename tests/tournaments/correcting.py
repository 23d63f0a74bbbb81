"""A knockout whose results are corrected."""

from typing import Any

from accounts.models import User
from tests.conftest import NOW
from tournaments.models import Pairing, Result, Stage
from tournaments.reading import events
from tournaments.services import results, rounds
from tournaments.services.typed_results import Decision, played


class Desk:
    """A knockout with its referee."""

    def __init__(self, stage: Stage, by: User) -> None:
        self.stage, self.by = stage, by

    def tables(self, number: int) -> list[Pairing]:
        return list(
            events.pairings()
            .filter(round__stage=self.stage, round__number=number)
            .order_by("slot")
        )

    def open(self) -> None:
        rounds.open_round(stage_id=self.stage.pk, by=self.by, at=NOW)

    def first_wins(self, number: int) -> None:
        for table in self.tables(number):
            if table.table:
                self.decide(table, played(3, 1))

    def decide(self, table: Pairing, said: Decision) -> None:
        results.set_result(
            pairing_id=table.pk, decision=said, reason="the sheet", by=self.by, at=NOW
        )

    def correct(
        self, table: Pairing, said: Decision, choices: Any = None, **more: Any
    ) -> Result:
        table = events.pairing(table.pk, self.by)
        seen = results.preview_result(
            pairing=table, decision=said, choices=choices
        ).version
        given = {
            "decision": said,
            "reason": "read wrongly",
            "choices": choices,
            "seen": seen,
            **more,
        }
        return results.correct(pairing_id=table.pk, by=self.by, at=NOW, **given)
