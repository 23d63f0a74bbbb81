"""Two by two: the meetings of a round in formats that have no tree."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.tallies import ConfirmedResult

Keys = Collection[tuple[int, int]]
"""Rounds from 1 with slots from 0."""


class Meeting(NamedTuple):
    """A place of a round, the tables in order from slot 0; without a `b` the round in which `a` is free."""

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


def decided(facts: Iterable[ConfirmedResult]) -> Keys:
    """What is decided; a void result leaves its match open."""
    return {(fact.round, fact.slot) for fact in facts if fact.kind != VOID}


def meetings(number: int, pairs: Iterable[Sequence[int]], over: Keys) -> list[Meeting]:
    """Round `number` from who meets whom; one alone is free."""
    return [
        Meeting(
            slot,
            pair[0],
            pair[1] if len(pair) > 1 else None,
            len(pair) == 1 or (number, slot) in over,
        )
        for slot, pair in enumerate(pairs)
    ]
