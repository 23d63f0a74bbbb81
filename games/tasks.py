"""Clocks: what happens in a match because time passes."""

from celery import shared_task
from django.utils import timezone

from games import queries, services


@shared_task
def call_time() -> int:
    """Play for every seat whose clock has run out; returns for how many."""
    now = timezone.now()
    overdue = list(queries.clocks_run_out(now).values_list("pk", flat=True)[:500])
    return sum(services.call_time(match_id=pk, at=now) for pk in overdue)
