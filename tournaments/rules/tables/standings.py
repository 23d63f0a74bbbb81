"""Standings: the rows of a table in order, and why each is where it is."""

from collections.abc import Mapping
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
