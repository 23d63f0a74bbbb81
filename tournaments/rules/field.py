"""The field: all that a draw may know of those who take part."""

from typing import NamedTuple


class Entrant(NamedTuple):
    """One competitor of a draw: a pair or team that stays together."""

    id: int
    name: str
    byes: int = 0
    """How many byes it has had in this event."""
