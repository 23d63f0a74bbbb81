"""What the tests of this folder share."""

from typing import Any

from tests.conftest import NOW
from tournaments.models import Pairing, Result
from tournaments.services import results
from tournaments.services.typed_results import points


def report(table: Pairing, entry: int, *of_each: int) -> Pairing:
    return results.report(
        pairing_id=table.pk, entry_id=entry, score=points([*of_each]), by=None, at=NOW
    )


def set_points(table: Pairing, by: Any, *of_each: int) -> Result:
    return results.set_result(
        pairing_id=table.pk,
        decision=points([*of_each]),
        reason="the sheet",
        by=by,
        at=NOW,
    )
