"""The questions that every format of an event answers, and what the answers are made of."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import N_, Refusal
from tournaments.rules.field import Entrant
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult

Json = dict[str, Any]

Sides = Sequence[Sequence[int]]
"""Who plays with whom in the event's game: the seats of each side."""

Drawn = TypeVar("Drawn", bound=Mapping[str, Any])
"""The draws of a stage joined into one, in the shape of the format's family."""

NO_NAMES: Final[Mapping[Any, str]] = MappingProxyType({})


class StageSettings(NamedTuple):
    """The settings of a stage, and the table sizes of its game."""

    third_place: bool = False
    fifth_place: bool = False
    """Whether places 5 to 8 are played for."""
    seeds: int = 0
    """How many of the strongest are seeded."""
    apart: bool = False
    """Whether club-mates meet as late, or as seldom, as possible."""
    rounds: int = 1
    """The number of rounds, where it does not follow from the number of entries."""
    legs: int = 1
    """How often everybody meets everybody in a league."""
    lives: int = 2
    """The number of losses that eliminates."""
    until: int = 1
    """The rounds end when at most this many are still in."""
    groups: int = 1
    """1: everybody plays in one group."""
    spread: str = "lot"
    """How groups are filled: by `lot`, or by `snake` through the order of strength."""
    matches: int = 0
    """Matches of each entry in its group; 0: everybody in the group meets everybody."""
    second_final: bool = False
    """Whether an unbeaten finalist has to be beaten twice."""
    scale: str = "points"
    """What counts at multiplayer tables: `points`, the `share` of the table's points, or
    `place`."""
    tie_breaks: tuple[str, ...] = ()
    """The criteria that order a table, the first one first."""
    seats: tuple[int, int] = (4, 4)
    """The smallest and the largest table that the game allows."""
    preferred: int = 4
    """The number of players that a table should have where the numbers allow it."""


class History(NamedTuple):
    """The earlier rounds of a stage, known to the draw of the next; empty for the first."""

    rounds: Sequence[Json] = ()
    """The result of each published draw, the first round first; for schedules see
    `schedule.history`."""
    facts: Sequence[ConfirmedResult] = ()


NOTHING: Final = History()


class Setting(NamedTuple):
    """A setting that an organiser chooses, and what pages call it and its values."""

    choice: Choice
    label: str
    value_names: Mapping[Any, str] = NO_NAMES
    """Only for values that do not speak for themselves."""


class Sentence(NamedTuple):
    """An English sentence of the catalogues, to be translated and then filled with its fields.

    A field may be a sentence itself, or a tuple of sentences, which are joined by a dash.
    """

    text: str
    fields: Mapping[str, Any] = NO_NAMES


class Section(NamedTuple):
    """A part of a bracket that pages show by itself."""

    name: str
    is_whole_bracket: bool = False
    """Its rounds are named from its own final, and not from that of the event."""


NO_SECTIONS: Final[Mapping[str, Section]] = MappingProxyType({})


class PlannedPairing(Protocol):
    """A slot of a round in which entries meet, as far as it is known."""

    @property
    def slot(self) -> int: ...

    @property
    def match(self) -> int | None:
        """Its number within the event; None where the format numbers no matches."""

    @property
    def entries(self) -> tuple[int | None, ...]:
        """In the order of the draw; None for a side that is not known or will not come."""

    @property
    def ready(self) -> bool:
        """Everybody is known, and it is still to be decided."""

    @property
    def decided(self) -> bool: ...


class RoundPlan(NamedTuple):
    """A round of the event: its code and its pairings."""

    code: str
    meetings: Sequence[PlannedPairing]

    @property
    def is_decided(self) -> bool:
        return all(pairing.decided for pairing in self.meetings)

    @property
    def open_matches(self) -> int:
        return sum(not pairing.decided for pairing in self.meetings)


class PublishedDraws(Protocol):
    """The published draws of a stage and what has changed since.

    A property is read only where a format needs it, since each may cost a query.
    """

    @property
    def draws(self) -> Sequence[tuple[int, Json]]:
        """What each draw came to, with the number of the first round that it decides."""

    @property
    def withdrawn(self) -> list[int]:
        """The entries that left before the stage was over."""

    @property
    def kept_pairings(self) -> list[list[int | None]]:
        """[round, slot, a, b] of pairings kept although a corrected result sends others there."""


class BaseFormat(ABC, Generic[Drawn]):
    """What a format answers. Its module defines one object of its class, listed in `FORMATS`.

    `drawn` is the answer of `join_draws`; everything else follows from it and from the confirmed
    results. Rounds count from 1, slots from 0.
    """

    code: ClassVar[str]
    """Stored with events: never changes."""
    name: ClassVar[str]
    short_name: ClassVar[str]
    """The name where there is little room."""
    draw_kind: ClassVar[str]
    """The kind of its draws, of `Draw.Kind`."""
    settings: ClassVar[Mapping[str, Setting]]
    """The fields of `StageSettings` that an organiser sets; all others keep their defaults."""
    round_codes: ClassVar[tuple[str, ...]]
    """The rounds in which the rules of the game may differ."""
    round_names: ClassVar[Mapping[str, str]] = NO_NAMES
    """Names of the rounds that are not just numbered, by code."""
    sections: ClassVar[Mapping[str, Section]] = NO_SECTIONS
    """The sections of its bracket by the codes that its wiring gives them."""
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    """The tie-breaks of an event that names none; () where ranks come from the matches
    themselves."""
    refusals: ClassVar[Mapping[str, str]] = NO_NAMES
    """The sentences of the refusals that only formats like this one raise."""
    pairing_reasons: ClassVar[Mapping[str, str]] = NO_NAMES
    """Why entries meet: a sentence for each code that `why` answers."""
    standing_reasons: ClassVar[Mapping[str, str]] = NO_NAMES
    """Why a row of the standings is where it is: a sentence for each code."""
    standing_reasons_unopposed: ClassVar[Mapping[str, str]] = NO_NAMES
    """The same where there was no opponent."""

    is_redrawn: ClassVar[bool] = False
    """Each round is drawn when the one before is over, from the results so far."""
    is_multiplayer: ClassVar[bool] = False
    """Single players meet at tables for points, instead of two sides for a win."""
    has_partners: ClassVar[bool] = False
    """At a multiplayer table the sides of the game play, and each player gets the side's score."""
    has_bracket: ClassVar[bool] = False
    is_league: ClassVar[bool] = False
    """All pairings are known from the draw on, so a round need not wait for the one before."""
    has_movable_pairings: ClassVar[bool] = False
    """A corrected result can send others to pairings that are already open."""
    depends_on_chance: ClassVar[bool] = False
    """The numbers of rounds and matches differ from one event to another of the same size."""
    leaving_is_a_loss: ClassVar[bool] = False
    """Whoever leaves is out as after a lost match, so the matches themselves put it below all that
    stayed."""
    late_refusal: ClassVar[str] = "late.no_room"
    """The code that tells a latecomer why nobody can join any more."""

    @property
    def choices(self) -> Choices:
        return {name: setting.choice for name, setting in self.settings.items()}

    # --- who can play ---

    @abstractmethod
    def fits(self, sides: Sides) -> bool:
        """Whether a game with these sides can be played in this format."""

    def fits_app(self, sides: Sides) -> bool:
        """Whether such a game can be played in the app, where sides play together."""
        return True

    def players_in_entry(self, sides: Sides) -> int:
        return len(sides[0])

    @abstractmethod
    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal, with what would be right, when this many entries cannot be drawn."""

    # --- draws ---

    @abstractmethod
    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """The draw, or that of the next round after `history`. Raises as `check_number` does.

        The same arguments give the same answer on any machine; all chance comes from the stream.
        """

    @abstractmethod
    def check(
        self,
        result: Any,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        """What forbids publishing this result of `draw`, perhaps changed by hand."""

    @abstractmethod
    def join_draws(self, published: PublishedDraws) -> Drawn:
        """The draws of a stage as one."""

    def with_draw(self, result: Json, history: History) -> Json:
        """What `join_draws` will answer when this draw of the next round is published."""
        return result

    def rounds_of_draw(
        self, result: Json, settings: StageSettings, history: History
    ) -> Sequence[RoundPlan]:
        """The rounds that this draw alone decides."""
        draws: Any = self.with_draw(result, history)
        return self.plan(draws, history.facts, settings)

    def draw_index(self, round: int) -> int:
        """Which of the published draws, from 0, decided this round."""
        return 0

    def history(
        self, drawn: Drawn, results: Sequence[ConfirmedResult], opened: int
    ) -> History:
        """What the draw of the next round must know, after `opened` rounds."""
        return NOTHING

    def lots(self, drawn: Drawn) -> Sequence[int]:
        """The entries in the order of the lots that were drawn; empty where none were."""
        lots: Sequence[int] = drawn.get("lots", ())
        return lots

    def to_draw(
        self,
        drawn: Drawn,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        entries: Sequence[int],
    ) -> tuple[int, ...]:
        """Which of these entries, none of which has withdrawn, go into the draw of the next round.

        () when there is none to draw: always, in a format that is drawn once.
        """
        return ()

    def due_for_draw(
        self,
        drawn: Drawn,
        results: Sequence[ConfirmedResult],
        settings: StageSettings,
        opened: int,
        entries: Sequence[int],
    ) -> tuple[int, ...]:
        """As `to_draw`, once the rounds that are open leave nothing to be decided."""
        if not self.plan(drawn, results, settings)[-1].is_decided:
            return ()
        return self.to_draw(drawn, results, settings, entries)

    def takes_latecomers(
        self, drawn: Drawn, settings: StageSettings, opened: int
    ) -> bool:
        """Whether a further round can be drawn with entries that join now."""
        return False

    # --- rounds and standings ---

    @abstractmethod
    def plan(
        self,
        drawn: Drawn,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> Sequence[RoundPlan]:
        """All rounds as far as they are known; of a format that is redrawn the drawn ones."""

    def sitting_out(self, drawn: Drawn, round: int) -> list[int]:
        """The entries at no table of this round, where that is no bye."""
        return []

    @abstractmethod
    def why(
        self,
        drawn: Drawn,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """Why these entries meet in this slot of the plan."""

    @abstractmethod
    def standings(
        self,
        drawn: Drawn,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All entries in order; `running` are points so far of those playing in the app."""

    def winner_goes_on(self, round_code: str) -> bool:
        """Whether the winner of a match of this round plays the next one, and the loser does
        not."""
        return False

    def expected_matches(
        self, entries: int, settings: StageSettings, stream: Stream
    ) -> list[int]:
        """The number of matches in each round of one event of this size, all sides being even.

        Exact unless the format `depends_on_chance`.
        """
        field = [Entrant(number, str(number)) for number in range(1, entries + 1)]
        drawn = self.draw(field, stream, settings)
        plan = self.plan(drawn, (), settings)  # type: ignore[arg-type]
        return [planned.open_matches for planned in plan]

    # --- words ---

    def settings_in_use(self, chosen: Mapping[str, Any]) -> list[str]:
        """The settings that mean something beside the others that were chosen."""
        return [name for name in chosen if name in self.settings]

    def explain_pairing(
        self, reason: Reason, names: Mapping[int, str]
    ) -> list[Sentence]:
        """Why entries meet, from the answer of `why`; `names` are those of the entries."""
        text = {**PAIRING_REASONS, **self.pairing_reasons}.get(reason.code)
        if text is None:
            return []
        numbers = reason.fields.get("places", reason.fields.get("numbers", ()))
        first, second = [*numbers, None, None][:2]
        return [Sentence(text, {**reason.fields, "first": first, "second": second})]


PAIRING_REASONS: Final[Mapping[str, str]] = {"by_hand": N_("Changed by hand.")}
"""What may happen to the draw of any format."""

STANDING_REASONS: Final[Mapping[str, str]] = {
    "left": N_("Left the event, so it ranks below all that stayed.")
}
"""What may happen to an entry in any format."""

Format = BaseFormat[Any]


def two_pairs(sides: Sides) -> bool:
    """Two sides of two meet, as in Mus (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]
