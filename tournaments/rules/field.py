"""The field: what a draw may know of its entrants."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.refusals import Refusal


class Entrant(NamedTuple):
    """A pair or team that stays together, or a single player."""

    id: int
    name: str
    byes: int = 0
    """How many byes it has had in this event."""
    club: str = ""
    """Club or town; entrants of one club may be kept apart."""
    seed: int | None = None
    """1 for the strongest; None where it is not seeded."""
    group: int | None = None
    """The group in which it played before, from 1; those of one group may be kept apart."""


def strays(drawn: Iterable[int], entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    """What is wrong unless each entrant is in a draw exactly once, and nobody else is."""
    times = Counter(drawn)
    known = {entrant.id: entrant.name for entrant in entrants}
    for entry, name in known.items():
        if times[entry] == 0:
            yield Refusal("draw.entry_missing", entry=entry, name=name)
        elif times[entry] > 1:
            yield Refusal("draw.entry_twice", entry=entry, name=name)
    for entry in sorted(times.keys() - known.keys()):
        yield Refusal("draw.entry_unknown", entry=entry)
