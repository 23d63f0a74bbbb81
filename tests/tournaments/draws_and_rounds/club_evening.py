"""What the tests of this folder share."""

from collections.abc import Callable
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tournaments.models import Entry, Event, Pairing, Result, Stage
from tournaments.services import results
from tournaments.services.typed_results import played

Running = Callable[..., Stage]


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def tables(stage: Stage) -> list[Pairing]:
    """The pairings of the latest round that are played, by table."""
    last = stage.rounds.count()
    return list(
        Pairing.objects.filter(
            round__stage=stage, round__number=last, table__isnull=False
        ).order_by("table")
    )


def decide(pairing: Pairing, by: Any, sets: tuple[int, int] = (3, 1)) -> Result:
    return results.set_result(
        pairing_id=pairing.pk, decision=played(*sets), reason="sheet", by=by, at=NOW
    )


# --- what may not happen between the steps of a draw ---


def singles(event: Event, enter: Callable[..., Entry], number: int = 4) -> list[Entry]:
    return [
        enter(event, f"Single {n}", phone=f"60000000{n}", club_name="Bilbo")
        for n in range(number)
    ]
