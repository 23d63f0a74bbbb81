"""Queues and clocks of events. A task calls a service; it may run twice, late or never without harm."""

import logging
import time
from typing import Any, Final
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.core.cache import cache
from django.utils import timezone

from tournaments.models import Stage
from tournaments.services.forecasts import simulate_more
from tournaments.services.results import record_result_of_finished_match
from tournaments.services.standings import recompute as recompute_standings
from tournaments.services.standings import unfinished_business

log = logging.getLogger(__name__)

DEBOUNCE: Final = 0.2
"""Seconds for which changes are collected before a stage is computed again."""
RECOMPUTE_QUEUED: Final = 5
"""Seconds for which a queued recompute keeps others from the queue."""
FORECAST_QUEUED: Final = 60
"""The same for a simulation."""

HEARTBEAT: Final = "worker-heartbeat"
"""Cache key under which a worker leaves the time of its last sign of life."""


def ask_for_recompute(stage_id: int) -> None:
    """Queue one recompute of the stage, unless one is queued. `sweep` finds what the queue loses."""
    if not cache.add(gate(stage_id), 1, timeout=RECOMPUTE_QUEUED):
        return
    try:
        recompute.apply_async((stage_id,), countdown=DEBOUNCE)
    except Exception:
        # The broker is away: the results are safe, and the standings follow later.
        log.warning("could not queue the standings of stage %s", stage_id)


def gate(stage_id: int) -> str:
    return f"recompute-{stage_id}"


@shared_task
def recompute(stage_id: int) -> bool:
    # The gate opens before anything is read: a change after that queues another run.
    cache.delete(gate(stage_id))
    return recompute_standings(stage_id=stage_id)


def ask_for_forecast(stage_id: int) -> None:
    """Queue the simulation of the rest of a stage, one at a time."""
    if not cache.add(forecast_gate(stage_id), 1, timeout=FORECAST_QUEUED):
        return
    try:
        work_out_needs.apply_async((stage_id,))
    except Exception:
        # The broker is away: the next reader asks again.
        log.warning("could not queue the forecast of stage %s", stage_id)


def forecast_gate(stage_id: int) -> str:
    return f"asked-{stage_id}"


@shared_task
def work_out_needs(stage_id: int) -> bool:
    """Simulate for a second, then let other tasks run; whether there is more to simulate."""
    stage = Stage.objects.select_related("event", "draw").get(pk=stage_id)
    wants_more = simulate_more(stage)
    if wants_more:
        cache.set(forecast_gate(stage_id), 1, timeout=FORECAST_QUEUED)
        work_out_needs.apply_async((stage_id,))
    else:
        cache.delete(forecast_gate(stage_id))
    return wants_more


@shared_task
def take_from_engine(match_id: str) -> bool:
    """Record the result of a finished match. The name is that of messages in the queue."""
    return record_result_of_finished_match(match_id=UUID(match_id), at=timezone.now())


@shared_task
def sweep() -> int:
    """Repair what lost messages and killed workers left undone; returns how much that was."""
    return sum(repair(kind, key) for kind, key in unfinished_business())


def repair(kind: str, key: Any) -> bool:
    try:
        if kind == "result":
            return bool(take_from_engine(str(key)))
        return bool(recompute(key))
    except Exception:
        # What cannot be repaired must not keep the others waiting.
        log.exception("could not repair the %s of %s", kind, key)
        return False


@shared_task
def heartbeat() -> None:
    cache.set(HEARTBEAT, time.time(), timeout=600)


@worker_ready.connect
def first_heartbeat(**_: object) -> None:
    """A worker that has just started must not look dead."""
    heartbeat()
