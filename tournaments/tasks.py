"""Background tasks of events, queued or run by the clock.

A task calls a service. It does no harm if it runs twice, late or never.
"""

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
"""Seconds during which changes are collected before a stage is recomputed."""
RECOMPUTE_QUEUED: Final = 5
"""Seconds for which a queued recompute keeps others out of the queue."""
FORECAST_QUEUED: Final = 60
"""The same for a simulation."""

HEARTBEAT: Final = "worker-heartbeat"
"""The cache key of the time of the last sign of life of a worker."""


def ask_for_recompute(stage_id: int) -> None:
    """Queue a recompute of the stage unless one is queued. `sweep` repairs what the queue loses."""
    if not cache.add(gate(stage_id), 1, timeout=RECOMPUTE_QUEUED):
        return
    try:
        recompute.apply_async((stage_id,), countdown=DEBOUNCE)
    except Exception:
        # The broker is down. The results are safe, and the standings follow later.
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
        # The broker is down. The next reader asks again.
        log.warning("could not queue the forecast of stage %s", stage_id)


def forecast_gate(stage_id: int) -> str:
    return f"asked-{stage_id}"


@shared_task
def work_out_needs(stage_id: int) -> bool:
    """Simulate for a second, then let other tasks run. Returns whether there is more to do."""
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
    """Record the result of a finished match. Queued messages use this name, so it stays."""
    return record_result_of_finished_match(match_id=UUID(match_id), at=timezone.now())


@shared_task
def sweep(everything: bool = False) -> int:
    """Repair what lost messages and killed workers left undone. Returns the number of repairs.

    `everything`: also in events that were finished long ago.
    """
    repaired = 0
    for kind, key in unfinished_business(timezone.now(), everything):
        if repair(kind, key):
            repaired += 1
    return repaired


def repair(kind: str, key: Any) -> bool:
    try:
        if kind == "result":
            return bool(take_from_engine(str(key)))
        return bool(recompute(key))
    except Exception:
        # A failed repair must not keep the others waiting.
        log.exception("could not repair the %s of %s", kind, key)
        return False


@shared_task
def heartbeat() -> None:
    cache.set(HEARTBEAT, time.time(), timeout=600)


@worker_ready.connect
def first_heartbeat(**_: object) -> None:
    """A worker that has just started must not look dead.

    While none ran, old events may have been corrected: this one looks at them once.
    """
    heartbeat()
    sweep.delay(everything=True)
