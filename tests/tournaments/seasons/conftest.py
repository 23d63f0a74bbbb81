"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW
from tests.tournaments.seasons.circuits import Cup
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.services import (
    results,
    rounds,
    standings,
)
from tournaments.services.typed_results import played


@pytest.fixture
def cup(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
    organiser: Any,
) -> Cup:
    """A knockout of these pairs that is over; of two that meet, the one named first here wins."""

    def play(*pairs: str, name: str = "Copa") -> Event:
        event = make_event(name=name, capacity=16)
        for pair in pairs:
            enter(event, f"{pair} one", f"{pair} two")
        stage = draw_bracket(event)
        while True:
            for table in Pairing.objects.filter(
                round__stage=stage, result=None, table__isnull=False
            ):
                assert table.a
                assert table.b
                score = (
                    played(3, 1) if table.a.number < table.b.number else played(1, 3)
                )
                results.set_result(
                    pairing_id=table.pk,
                    decision=score,
                    reason="acta",
                    by=organiser,
                    at=NOW,
                )
            event.refresh_from_db()
            if event.state == Event.State.FINISHED:
                break
            rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
        standings.recompute(stage_id=stage.pk)
        return event

    return play
