"""What one phase hands to the next (placeholder until the real one is merged)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tournaments.rules.standings import Reason, Row

OUT: Final = "out"


class Takes(NamedTuple):
    source: int
    part: str = "best"
    number: int = 0
    each: int = 0


class Qualified(NamedTuple):
    entry: int
    seed: int | None
    group: int | None
    why: Reason


def takes_from(said: Mapping[str, Any]) -> Takes:
    return Takes(**said)


def qualifiers(rows: Sequence[Row], takes: Takes) -> tuple[Qualified, ...]:
    chosen = rows[: takes.number] if takes.part == "best" else rows
    return tuple(Qualified(row.entry, n, row.group, row.why) for n, row in enumerate(chosen, start=1))
