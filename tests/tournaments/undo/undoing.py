"""What the tests of this folder share."""

from collections.abc import Callable
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tournaments.journal import verification
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.services import results
from tournaments.services.typed_results import played

Running = Callable[..., Stage]


Enter = Callable[..., Entry]


def line(event: Event, action: str) -> int:
    """The number of the latest line of this kind."""
    return event.log.filter(action=action).order_by("-number")[0].number


def code_of(call: Callable[[], object]) -> tuple[str, object]:
    """The refusal, and the line that it names."""
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code, caught.value.fields.get("line")


TakeBack = Callable[[Event, str], Event]


def tables(event: Event) -> dict[Any, Any]:
    return verification.stored_rows(Event.objects.get(pk=event.pk))


def decide_all(stage: Stage, by: Any) -> None:
    for table in Pairing.objects.filter(
        round__stage=stage, result=None, table__isnull=False
    ).order_by("slot"):
        results.set_result(
            pairing_id=table.pk, decision=played(3, 1), reason="sheet", by=by, at=NOW
        )
