"""What an event will take: the rounds, matches and hours of each stage, before it is played."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.chance import Stream, seed_from
from core.refusals import Refusal
from tournaments.models import Event
from tournaments.reading.stage_plans import stage_plans, stage_settings
from tournaments.rules.advancement import Takes
from tournaments.rules.forecasts import planner
from tournaments.rules.forecasts.planner import Expected, Room
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import StagePlan


class Outlook(NamedTuple):
    """A stage with this many entries at most: what to expect of it, or why it cannot be played."""

    stage: StagePlan
    entries: int
    expected: Expected | None
    problem: Refusal | None

    @property
    def exact(self) -> bool:
        """Whether chance decides nothing of what is expected."""
        if self.expected is None:
            return False
        return self.expected.rounds.least == self.expected.rounds.most


def outlook(event: Event, entries: int, room: Room | None) -> Iterator[Outlook]:
    """All stages of the event, if this many entries play the first. No query of its own."""
    sizes: dict[int, int] = {}
    for plan in stage_plans(event):
        size = entries
        if plan.takes:
            takes = Takes(**plan.takes)
            source = stage_settings(event, takes.source)
            size = planner.entering(takes, sizes[takes.source], source)
        sizes[plan.number] = size
        settings = stage_settings(event, plan.number)
        try:
            found = expected(plan.format, size, settings, room)
        except Refusal as refusal:
            yield Outlook(plan, size, None, refusal)
        else:
            yield Outlook(plan, size, found, None)


@lru_cache(maxsize=256)
def expected(
    format_code: str, entries: int, settings: StageSettings, room: Room | None
) -> Expected:
    """Cached, and by a fixed seed, so that a page that is read again says the same."""
    format = FORMATS[format_code]
    stream = Stream(seed_from(b"plan", format_code.encode()))
    runs = planner.bounded_runs(format, max(entries, 1), settings)
    return planner.expected(format, entries, settings, stream, runs, room)
