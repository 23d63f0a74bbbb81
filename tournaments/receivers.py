"""What follows, after the commit, when games or services signal that something happened."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.dispatch import receiver

from games.models import Match
from games.signals import match_finished, score_changed, sign_refused
from tournaments import tasks
from tournaments.reading.events import stages_of_match, tables_of_match
from tournaments.services.incidents import note_untrue_sign
from tournaments.signals import facts_changed


@receiver(facts_changed)
def recompute_stage(stage_id: int, **_: Any) -> None:
    transaction.on_commit(lambda: tasks.ask_for_recompute(stage_id), robust=True)


@receiver(match_finished)
def record_result(match: Match, **_: Any) -> None:
    transaction.on_commit(lambda: queue_result(match.pk), robust=True)


@receiver(score_changed)
def recompute_stage_of_match(match_id: UUID, **_: Any) -> None:
    transaction.on_commit(lambda: queue_recompute(match_id), robust=True)


@receiver(sign_refused)
def log_untrue_sign(match_id: UUID, user: Any, at: datetime, **_: Any) -> None:
    """For the referees: who tried at which table, not which sign: that tells of a hand (MUS-63)."""
    for event_id, table in tables_of_match(match_id):
        note_untrue_sign(event_id=event_id, table=table, by=user, at=at)


def queue_recompute(match_id: UUID) -> None:
    for stage_id in stages_of_match(match_id):
        tasks.ask_for_recompute(stage_id)


def queue_result(match_id: UUID) -> None:
    if stages_of_match(match_id):
        tasks.take_from_engine.delay(str(match_id))
