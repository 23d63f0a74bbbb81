"""Queues and clocks of events: each task calls a service, and may run twice, late or not at all without harm."""

import logging
import time
from typing import Any, Final
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.core.cache import cache
from django.utils import timezone

from tournaments.models import Stage
from tournaments.services import forecasts, results, standings

log = logging.getLogger(__name__)

DEBOUNCE: Final = 0.2
"""Seconds for which changes are collected before a stage is computed again."""

HEARTBEAT: Final = "worker-heartbeat"
"""Cache key under which a worker leaves the time of its last sign of life."""


def ask_for_recompute(stage_id: int) -> None:
    """Queue one recompute of the stage, unless one is queued already. What the queue loses, `sweep` finds."""
    if not cache.add(gate(stage_id), 1, timeout=5):
        return
    try:
        recompute.apply_async((stage_id,), countdown=DEBOUNCE)
    except Exception:  # the broker is away: the facts are safe, the tables follow later
        log.warning("could not queue the standings of stage %s", stage_id)


def gate(stage_id: int) -> str:
    return f"recompute-{stage_id}"


@shared_task
def recompute(stage_id: int) -> bool:
    """Open the gate for the next change before reading, then compute."""
    cache.delete(gate(stage_id))
    return standings.recompute(stage_id=stage_id)


def ask_for_needs(stage_id: int) -> None:
    """Queue the playing by lot of what is left, one at a time for a stage; whoever asks again finds it."""
    if cache.add(needs_gate(stage_id), 1, timeout=60):
        try:
            work_out_needs.apply_async((stage_id,))
        except (
            Exception
        ):  # the broker is away: nobody has lost anything, and it can be asked again
            log.warning("could not queue the needs of stage %s", stage_id)


def needs_gate(stage_id: int) -> str:
    return f"asked-{stage_id}"


@shared_task
def work_out_needs(stage_id: int) -> bool:
    """Play for a second, then let others have their turn; whether there is more to play."""
    more = forecasts.play_by_lot(
        Stage.objects.select_related("event", "draw").get(pk=stage_id)
    )
    if more:
        cache.set(needs_gate(stage_id), 1, timeout=60)
        work_out_needs.apply_async((stage_id,))
    else:
        cache.delete(needs_gate(stage_id))
    return more


@shared_task
def take_from_engine(match_id: str) -> bool:
    """Replay a finished match and take its result."""
    return results.take_from_engine(match_id=UUID(match_id), at=timezone.now())


@shared_task
def sweep() -> int:
    """Repair what lost messages and killed workers left undone; returns how much that was."""
    return sum(repair(kind, key) for kind, key in standings.unfinished_business())


def repair(kind: str, key: Any) -> bool:
    """Mend one thing; what cannot be mended must not keep the others waiting."""
    try:
        return bool(take_from_engine(str(key)) if kind == "result" else recompute(key))
    except Exception:
        log.exception("could not repair the %s of %s", kind, key)
        return False


@shared_task
def heartbeat() -> None:
    cache.set(HEARTBEAT, time.time(), timeout=600)


@worker_ready.connect
def first_heartbeat(**_: object) -> None:
    """A worker that has just come up is not taken for one that is down."""
    heartbeat()
