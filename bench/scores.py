"""Matches that score points, announced by the service or naively. Import after Django's setup."""

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction

from bench.club import knockout
from bench.naive import recompute_at_once
from games import live, signals
from games.models import Match
from tournaments.models import Pairing
from tournaments.services import standings

SET = 30


class Scores:
    """An event played in the app whose matches score in turn."""

    def __init__(self, entries: int) -> None:
        self.stage_id = knockout(entries, in_app=True).pk
        pairings = Pairing.objects.filter(
            round__stage=self.stage_id, match__isnull=False
        )
        self.matches = list(pairings.values_list("match_id", flat=True))
        self.made = 0
        self.mark = 0
        """The end of the version of the stage's results."""

    def point(self, tell: Callable[[UUID, int], None]) -> float:
        """Let the next match score. Returns the time of the commit."""
        before, turn = divmod(self.made, len(self.matches))
        match_id, now = self.matches[turn], score(before + 1)
        committed: list[float] = []
        with transaction.atomic():
            Match.objects.filter(pk=match_id).update(score=now)
            transaction.on_commit(lambda: committed.append(time.perf_counter()))
            tell(match_id, self.stage_id)
        self.made += 1
        self.mark += standings.score_version(now) - standings.score_version(
            score(before)
        )
        return committed[0]


def score(points: int) -> dict[str, Any]:
    """The score after this many points of the first side and none of the other."""
    return {
        "won": [points // SET, 0],
        "running": [points % SET, 0],
        "sets": [[SET, 0]] * (points // SET),
    }


def as_the_product_does(match_id: UUID, stage_id: int) -> None:
    live.announce(live.match_topic(match_id))
    signals.score_changed.send(Match, match_id=match_id)


def a_task_for_each(match_id: UUID, stage_id: int) -> None:
    live.announce(live.match_topic(match_id))
    transaction.on_commit(lambda: recompute_at_once.delay(stage_id))
