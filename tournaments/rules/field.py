"""The field: all that a draw may know of those who take part."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.refusals import Refusal


class Entrant(NamedTuple):
    """One competitor of a draw: a pair or team that stays together, or a player."""

    id: int
    name: str
    byes: int = 0
    """How many byes it has had in this event."""
    club: str = ""
    """The club or town it comes from; entrants of one club may be kept apart."""
    seed: int | None = None
    """Its place in the order of strength, 1 for the strongest; None for those that are not
    seeded."""
    group: int | None = None
    """The group it played in before, from 1; those of one group may be kept apart."""


def strays(drawn: Iterable[int], entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    """Everybody of the field is in a draw exactly once, and nobody else is."""
    times, known = Counter(drawn), {entrant.id: entrant.name for entrant in entrants}
    for entry, name in known.items():
        if times[entry] != 1:
            yield Refusal(
                "draw.entry_missing" if times[entry] == 0 else "draw.entry_twice",
                entry=entry,
                name=name,
            )
    for entry in sorted(times.keys() - known.keys()):
        yield Refusal("draw.entry_unknown", entry=entry)
