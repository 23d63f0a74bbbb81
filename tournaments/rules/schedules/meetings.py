"""Two by two: the pairings of a round in formats that have no tree."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.tallies import ConfirmedResult

Keys = Collection[tuple[int, int]]
"""Rounds from 1 with slots from 0."""


class Meeting(NamedTuple):
    """A pairing of a round, the tables in order from slot 0; without a `b`, `a` is free."""

    slot: int
    a: int
    b: int | None
    decided: bool
    match: None = None

    @property
    def entries(self) -> tuple[int | None, ...]:
        return self.a, self.b

    @property
    def ready(self) -> bool:
        return not self.decided


def decided(results: Iterable[ConfirmedResult]) -> Keys:
    """The slots that are decided; a void result leaves its match open."""
    return {(result.round, result.slot) for result in results if result.kind != VOID}


def meetings(
    number: int, pairs: Iterable[Sequence[int]], decided: Keys
) -> list[Meeting]:
    """Round `number` from who meets whom; an entry alone is free."""
    planned = []
    for slot, (a, *opponent) in enumerate(pairs):
        if opponent:
            planned.append(Meeting(slot, a, opponent[0], (number, slot) in decided))
        else:
            planned.append(Meeting(slot, a, None, decided=True))
    return planned
