"""The worker with one more task, the naive one: it computes at once for every change."""

import django

from config.celery import app

django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from tournaments.models import Stage  # noqa: E402
from tournaments.services import standings  # noqa: E402


@app.task
def recompute_at_once(stage_id: int) -> None:
    """Compute the standings and store them with the version that they cover."""
    stage = Stage.objects.select_related("event", "draw").get(pk=stage_id)
    mark = standings.standings_version(stage)
    rows = standings.computed_standings(stage)
    with transaction.atomic():
        Stage.objects.filter(pk=stage_id).update(
            computed_mark=mark, computed_at=timezone.now()
        )
        standings.replace_standings(stage, rows)
