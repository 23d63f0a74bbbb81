"""Clocks: what happens to matches and guests because time passes."""

import logging
from datetime import datetime
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games import casual, queries, services

log = logging.getLogger(__name__)


@shared_task
def call_time() -> int:
    """Play for every seat whose clock has run out; returns the number of seats."""
    now = timezone.now()
    overdue = list(queries.clocks_run_out(now).values_list("pk", flat=True)[:500])
    return sum(called(pk, now) for pk in overdue)


def called(match_id: UUID, at: datetime) -> bool:
    """Call time at one table; a table where that fails must not stop the clocks of the others."""
    try:
        return services.call_time(match_id=match_id, at=at)
    except Exception:
        log.exception("could not call time in match %s", match_id)
        return False


@shared_task
def tidy() -> None:
    """Clear up after casual matches."""
    now = timezone.now()
    casual.annul_abandoned(now)
    casual.forget_guests(now)
