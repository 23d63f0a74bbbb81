"""The questions that every format of an event answers, and what the answers are made of."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from games.rules.chance import Stream
from games.rules.errors import Refusal
from tournaments.rules.field import Entrant
from tournaments.rules.standings import Row
from tournaments.rules.tallies import Fact

Json = dict[str, Any]

Sides = Sequence[Sequence[int]]
"""Who plays with whom in the event's game: the seats of each side."""


class Setup(NamedTuple):
    """What an event tells its format."""

    third_place: bool = False
    seats: tuple[int, int] = (4, 4)
    """The smallest and the largest table that the game allows."""
    preferred: int = 4
    """The number of players that a table should have where the numbers allow it."""
    rounds: int = 1
    """How many rounds of tables there shall be."""
    legs: int = 1
    """How often everybody meets everybody, in a format where they do."""
    tie_breaks: tuple[str, ...] = ()
    """What decides the order of a table, one after another."""


class Meeting(Protocol):
    """One place of a round where entries meet, as far as it is known."""

    @property
    def slot(self) -> int: ...

    @property
    def match(self) -> int | None:
        """Its number within the event; None where the format has none."""

    @property
    def entries(self) -> tuple[int | None, ...]:
        """Who meets here, in the order of the draw; None for a side that is not known or will not come."""

    @property
    def ready(self) -> bool:
        """Everybody is known, and it is still to be decided."""

    @property
    def decided(self) -> bool: ...


class Planned(NamedTuple):
    """A round of the event: its code and its meetings."""

    code: str
    meetings: Sequence[Meeting]


class Format(Protocol):
    """A module under `tournaments.rules.formats` that answers these is a format.

    `drawn` is what its draw came to, as plain JSON; everything else follows from that and the confirmed facts.
    """

    CODE: str

    DRAW: str
    """The kind of draw that it begins with."""

    SEVERAL: bool
    """Whether entries meet at tables of several, each for itself and for points, instead of two by two for a win."""

    ROUNDS_MOST: int
    """How many rounds an event may ask for; 1 where their number follows from the entries."""

    ROUND_CODES: tuple[str, ...]
    """The rounds in which the rules of the game may differ."""

    TIE_BREAKS: tuple[str, ...]
    """The order of tie-breaks where an event names none; () where places come from the matches themselves."""

    def fits(self, sides: Sides) -> bool:
        """Can a game be played in this format whose sides are these?"""

    def check_number(self, entries: int, setup: Setup) -> None:
        """Raises Refusal when so many entries cannot be drawn, with what would be right."""

    def draw(self, entrants: Sequence[Entrant], stream: Stream, setup: Setup) -> Json:
        """The draw. Raises as `check_number` does."""

    def check(self, drawn: Json, entrants: Sequence[Entrant], setup: Setup) -> list[Refusal]:
        """What stands against publishing this draw."""

    def plan(self, drawn: Json, facts: Iterable[Fact], setup: Setup) -> Sequence[Planned]:
        """All rounds, as far as they are known."""

    def standings(
        self, drawn: Json, facts: Iterable[Fact], setup: Setup, running: Mapping[int, int]
    ) -> tuple[Row, ...]:
        """All entries in order; `running` are the points so far of those who are playing in the app."""
