"""The questions that every format of an event answers, and what the answers are made of."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from core.chance import Stream
from core.choices import Choices
from core.refusals import Refusal
from tournaments.rules.field import Entrant
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult

Json = dict[str, Any]

Sides = Sequence[Sequence[int]]
"""Who plays with whom in the event's game: the seats of each side."""


class StageSettings(NamedTuple):
    """What an event tells the format of one of its phases: the settings, and what its game asks for."""

    third_place: bool = False
    fifth_place: bool = False
    """Whether places 5 to 8 are played for."""
    seeds: int = 0
    """So many of the strongest are seeded."""
    apart: bool = False
    """Whether those of one club meet as late, or as seldom, as can be."""
    rounds: int = 1
    """How many rounds there shall be, where their number does not follow from the entries."""
    legs: int = 1
    """How often everybody meets everybody, in a format where they do."""
    lives: int = 2
    """Out is who has lost so many matches."""
    until: int = 1
    """The rounds end when no more than so many are in."""
    groups: int = 1
    """1: all play among each other."""
    spread: str = "lot"
    """How groups are filled: by `lot`, or by `snake` through the order of strength."""
    matches: int = 0
    """So many matches has everybody in its group; 0: everybody of the group meets everybody."""
    second_final: bool = False
    """Whether who comes to the final without a loss has to be beaten twice."""
    scale: str = "points"
    """What counts at tables of several: `points`, the `share` of the table's points, or the `place`."""
    tie_breaks: tuple[str, ...] = ()
    """What decides the order of a table, one after another."""
    seats: tuple[int, int] = (4, 4)
    """The smallest and the largest table that the game allows."""
    preferred: int = 4
    """The number of players that a table should have where the numbers allow it."""


class History(NamedTuple):
    """What a phase has come to before its next round is drawn; empty for the first."""

    rounds: Sequence[Json] = ()
    """What each published draw of the phase came to, the first round first; of a schedule see `schedule.before`."""
    facts: Sequence[ConfirmedResult] = ()


NOTHING: Final = History()


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


class RoundPlan(NamedTuple):
    """A round of the event: its code and its meetings."""

    code: str
    meetings: Sequence[Meeting]


class Format(Protocol):
    """A module under `tournaments.rules.formats` that answers these is a format.

    `drawn` is what its draws came to, as plain JSON; everything else follows from that and the confirmed facts. A
    format that is REDRAWN has a draw for each round, and `drawn` is {"rounds": [what each of them came to, ...]}.
    """

    CODE: str

    DRAW: str
    """The kind of its draws."""

    REDRAWN: bool
    """Whether each round is drawn when the one before is over, from what has happened by then."""

    SEVERAL: bool
    """Whether single players meet at tables of several, for points, instead of entries two by two for a win.

    Then all rounds are a schedule that is drawn at once; those that are left are drawn again when others are there.
    """

    PARTNERS: bool
    """Whether those at a table of several sit as the sides of the game, and each gets what its side gets."""

    SETTINGS: Choices
    """Which fields of `StageSettings` an organiser sets, with the values that they may have; all others keep their defaults.

    `tie_breaks` is no choice of values: it may be set where TIE_BREAKS is not empty.
    """

    ROUND_CODES: tuple[str, ...]
    """The rounds in which the rules of the game may differ."""

    TIE_BREAKS: tuple[str, ...]
    """The order of tie-breaks where an event names none; () where places come from the matches themselves."""

    def fits(self, sides: Sides) -> bool:
        """Can a game be played in this format whose sides are these?"""

    def check_number(self, entries: int, setup: StageSettings) -> None:
        """Raises Refusal when so many entries cannot be drawn, with what would be right."""

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        setup: StageSettings,
        before: History = NOTHING,
    ) -> Json:
        """The draw, or that of the next round after `before`. Raises as `check_number` does.

        The same arguments give the same answer on any machine; all chance comes from the stream.
        """

    def check(
        self,
        drawn: Json,
        entrants: Sequence[Entrant],
        setup: StageSettings,
        before: History = NOTHING,
    ) -> list[Refusal]:
        """What stands against publishing what one draw came to; `drawn` is the answer of `draw`."""

    def plan(
        self, drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
    ) -> Sequence[RoundPlan]:
        """All rounds, as far as they are known; of a format that is redrawn those that are drawn."""

    def to_draw(
        self,
        drawn: Json,
        facts: Iterable[ConfirmedResult],
        setup: StageSettings,
        entries: Sequence[int],
    ) -> tuple[int, ...]:
        """Which of the entries, all that have not withdrawn, go into the draw of the next round.

        () when there is none to draw: always, in a format that is drawn once.
        """

    def why(
        self,
        drawn: Json,
        facts: Iterable[ConfirmedResult],
        setup: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """Why these meet there: rounds from 1, slots as in the plan."""

    def standings(
        self,
        drawn: Json,
        facts: Iterable[ConfirmedResult],
        setup: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All entries in order; `running` are the points so far of those who are playing in the app."""
