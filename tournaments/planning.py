"""What an event will take: the rounds, matches and hours of each of its phases, before they are played."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.rules.chance import Stream, seed_from
from games.rules.errors import Refusal
from tournaments import progress
from tournaments.models import Event
from tournaments.rules import planner
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.base import Setup
from tournaments.rules.formats.settings import Phase
from tournaments.rules.phases import Takes
from tournaments.rules.planner import Expected, Room


class Outlook(NamedTuple):
    """A phase with so many entries at most: what to expect of it, or why it cannot be played so."""

    phase: Phase
    entries: int
    expected: Expected | None
    problem: Refusal | None

    @property
    def exact(self) -> bool:
        """Whether chance decides nothing of what is expected."""
        return self.expected is not None and self.expected.rounds.least == self.expected.rounds.most


def outlook(event: Event, entries: int, room: Room | None) -> Iterator[Outlook]:
    """All phases of the event, if so many enter the first one. Runs no query but for what `event` lacks."""
    fields: dict[int, int] = {}
    for phase in progress.phases(event):
        takes = Takes(**phase.takes) if phase.takes else None
        source = progress.setup(event, takes.source) if takes else Setup()
        fields[phase.number] = planner.entering(takes, fields[takes.source], source) if takes else entries
        try:
            found = expected(phase.format, fields[phase.number], progress.setup(event, phase.number), room)
            yield Outlook(phase, fields[phase.number], found, None)
        except Refusal as refusal:
            yield Outlook(phase, fields[phase.number], None, refusal)


@lru_cache(maxsize=256)
def expected(format: str, entries: int, setup: Setup, room: Room | None) -> Expected:
    """The same for the same question, since nobody trusts a plan that changes when the page is read again."""
    answers = FORMATS[format]
    stream = Stream(seed_from(b"plan", format.encode()))
    runs = planner.bounded_runs(answers, max(entries, 1), setup)
    return planner.expected(answers, entries, setup, stream, runs, room)
