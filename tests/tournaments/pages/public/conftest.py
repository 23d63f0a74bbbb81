"""Fixtures of the tests in this folder."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW
from tournaments.models import Pairing, Stage
from tournaments.services import results, standings, typed_results


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def play_round(organiser: User) -> Callable[..., None]:
    """Decide all open tables of a stage for side a, 3-1 or as said, and bring the standings up to
    date.
    """

    def play(stage: Stage, decision: typed_results.Decision | None = None) -> None:
        for table in Pairing.objects.filter(
            round__stage=stage, result=None, table__isnull=False
        ):
            sets = int(table.round.options["sets_to_win"])
            chosen = decision or typed_results.played(sets, 1)
            results.set_result(
                pairing_id=table.pk,
                decision=chosen,
                reason="as written",
                by=organiser,
                at=NOW,
            )
        standings.recompute(stage_id=stage.pk)

    return play
