"""Standings: the rows of a table in order, and why each is where it is."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from tournaments.rules.tables.tallies import Tally


class Reason(NamedTuple):
    """Why a row is where it is: a code, whose sentence the format has, and what that needs."""

    code: str
    fields: Mapping[str, Any]


class Row(NamedTuple):
    """A line of the standings; `rank` to `shared_to` are shared, None while an entry has no
    rank."""

    entry: int
    rank: int | None
    shared_to: int | None
    round_reached: int
    tally: Tally
    why: Reason
    points: int | None = None
    """The sum of what the entry got at its tables; None where entries meet two by two."""
    placing: int | None = None
    """The sum of its places at these tables: fewer is better."""
    group: int | None = None
    """The group it plays in, from 1; its rank is that within the group then."""


def leavers_last(rows: Iterable[Row], left: Collection[int]) -> tuple[Row, ...]:
    """The rows with those that left behind the others of their group, each half in its order.

    Entries that shared a rank share the new one with those of their half. Reason `left`.
    """
    found: list[Row] = []
    for _group, of_group in groupby(rows, attrgetter("group")):
        members = list(of_group)
        stayed = [row for row in members if row.entry not in left]
        gone = [row for row in members if row.entry in left]
        found += _ranked_from(1, stayed)
        for row in _ranked_from(1 + len(stayed), gone):
            found.append(row._replace(why=row.why._replace(code="left")))
    return tuple(found)


def _ranked_from(first: int, rows: Sequence[Row]) -> list[Row]:
    """The rows with ranks that follow one another from `first`; without a rank they stay so."""
    found: list[Row] = []
    for rank, level in groupby(rows, attrgetter("rank")):
        members, start = list(level), first + len(found)
        if rank is None:
            found += members
            continue
        shared_to = start + len(members) - 1
        for row in members:
            found.append(row._replace(rank=start, shared_to=shared_to))
    return found
