"""What an event will take: the rounds, matches and hours of each of its phases, before they are played."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.chance import Stream, seed_from
from core.refusals import Refusal
from tournaments.models import Event
from tournaments.reading import snapshot
from tournaments.rules.advancement import Takes
from tournaments.rules.forecasts import planner
from tournaments.rules.forecasts.planner import Expected, Room
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import StagePlan


class Outlook(NamedTuple):
    """A phase with so many entries at most: what to expect of it, or why it cannot be played so."""

    phase: StagePlan
    entries: int
    expected: Expected | None
    problem: Refusal | None

    @property
    def exact(self) -> bool:
        """Whether chance decides nothing of what is expected."""
        return (
            self.expected is not None
            and self.expected.rounds.least == self.expected.rounds.most
        )


def outlook(event: Event, entries: int, room: Room | None) -> Iterator[Outlook]:
    """All phases of the event, if so many enter the first one. Runs no query but for what `event` lacks."""
    fields: dict[int, int] = {}
    for phase in snapshot.phases(event):
        takes = Takes(**phase.takes) if phase.takes else None
        source = snapshot.setup(event, takes.source) if takes else StageSettings()
        fields[phase.number] = (
            planner.entering(takes, fields[takes.source], source) if takes else entries
        )
        try:
            found = expected(
                phase.format,
                fields[phase.number],
                snapshot.setup(event, phase.number),
                room,
            )
            yield Outlook(phase, fields[phase.number], found, None)
        except Refusal as refusal:
            yield Outlook(phase, fields[phase.number], None, refusal)


@lru_cache(maxsize=256)
def expected(
    format: str, entries: int, setup: StageSettings, room: Room | None
) -> Expected:
    """The same for the same question, since nobody trusts a plan that changes when the page is read again."""
    answers = FORMATS[format]
    stream = Stream(seed_from(b"plan", format.encode()))
    runs = planner.bounded_runs(answers, max(entries, 1), setup)
    return planner.expected(answers, entries, setup, stream, runs, room)
