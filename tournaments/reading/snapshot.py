"""How far the phases of an event are: what is known of each, and what its format answers to that."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from django.db.models import QuerySet, prefetch_related_objects
from django.utils.functional import cached_property

from core.refusals import NotFound
from games.catalogue import GAMES
from tournaments.models import Draw, Entry, Event, Place, Round, Stage
from tournaments.rules.advancement import OUT
from tournaments.rules.brackets import bracket
from tournaments.rules.formats import settings
from tournaments.rules.formats.base import Format, RoundPlan, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import StagePlan
from tournaments.rules.schedules import schedule
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, came


def stages(event: Event) -> QuerySet[Stage]:
    """The phases that have begun, the first one first."""
    return event.stages.select_related("event", "draw").order_by("number")


def stage_of(event: Event, number: int | None = None) -> Stage | None:
    """The phase of this number if it has begun; without a number the latest that has."""
    begun = stages(event)
    return begun.last() if number is None else begun.filter(number=number).first()


def phases(event: Event) -> list[StagePlan]:
    """All phases of the event as it has planned them, in order."""
    first = StagePlan(1, event.format, event.settings)
    later = (StagePlan(n, **one) for n, one in enumerate(event.phases, start=2))
    return [first, *later]


def counted(event: Event) -> list[StagePlan]:
    """The phases that an event is made of: all that are not left out, and once it is over those that were played."""
    planned = [one for one in phases(event) if not one.left_out]
    if event.state != Event.State.FINISHED or not event.phases:
        return planned
    begun = {stage.number for stage in event.stages.all()}
    return [one for one in planned if one.number in begun]


def phase(event: Event, number: int) -> StagePlan:
    return phases(event)[number - 1]


def format_of(stage: Stage) -> Format:
    return FORMATS[phase(stage.event, stage.number).format]


def setup(event: Event, number: int = 1) -> StageSettings:
    """What a phase of the event tells its format, with the sizes of table that its game allows."""
    own, game = phase(event, number), GAMES[event.game].rules
    players = game.OPTIONS["players"].values
    seats = (int(players[0]), int(players[-1]))
    return settings.read(FORMATS[own.format], own.settings)._replace(
        seats=seats, preferred=game.options(event.options).players
    )


class PairingRow(NamedTuple):
    """A place of an opened round as it is stored, with the result that counts; entries by their numbers."""

    phase: int
    round: int
    slot: int | None
    """None in a round in which nobody is known yet."""
    table: int | None
    at: datetime | None
    kept: bool | None
    a: int | None
    b: int | None
    kind: str | None
    """None while it is undecided."""
    winner: int | None
    sets_a: int
    sets_b: int
    tantos: list[list[int]] | None
    points: list[int | None] | None
    penalties: list[int] | None

    @property
    def where(self) -> tuple[int, int, int | None]:
        return self.phase, self.round, self.slot

    @property
    def open(self) -> bool:
        return self.kind in {None, VOID}


RESULT: Final = (
    "kind",
    "winner__number",
    "sets_a",
    "sets_b",
    "tantos",
    "points",
    "penalties",
)
PAIRING: Final = (
    "slot",
    "table",
    "at",
    "kept",
    "a__number",
    "b__number",
    *(f"result__{name}" for name in RESULT),
)
TOLD: Final = ("stage__number", "number", *(f"pairings__{name}" for name in PAIRING))


class EventSnapshot:
    """An event as far as it is. What is asked of it is read once, when it is first asked."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """All entries by their numbers."""
        return {entry.number: entry for entry in self.event.entries.all()}

    @cached_property
    def people(self) -> dict[int, Entry]:
        """The same with their players, for whoever names or seats them."""
        prefetch_related_objects([*self.entries.values()], "players")
        return self.entries

    @cached_property
    def draws(self) -> list[Draw]:
        """All draws in order, also those that were given up."""
        return list(self.event.draws.select_related("stage"))

    @property
    def stages(self) -> dict[int, Stage]:
        """The phases that have begun, by their numbers: those whose first draw has made them."""
        begun = {
            draw.phase: draw.stage for draw in self.draws if hasattr(draw, "stage")
        }
        for stage in begun.values():
            stage.event = self.event
        return dict(sorted(begun.items()))

    @cached_property
    def told(self) -> list[PairingRow]:
        """All places of all opened rounds, phase by phase."""
        rounds = Round.objects.filter(stage__event=self.event).order_by(
            "stage__number", "number", "pairings__slot"
        )
        return [PairingRow(*row) for row in rounds.values_list(*TOLD)]

    @property
    def inside(self) -> list[Entry]:
        """The entries that are in, in order of arrival."""
        return [
            entry for entry in self.entries.values() if entry.state == Entry.State.IN
        ]

    @property
    def singles(self) -> list[int]:
        """The numbers of the single players who are to get partners."""
        return [
            entry.number for entry in self.inside if entry.places < self.event.team_size
        ]

    @property
    def active(self) -> list[int]:
        """The numbers of the whole entries that have not withdrawn."""
        return [
            entry.number
            for entry in self.inside
            if entry.places == self.event.team_size
        ]

    def active_in(self, number: int) -> list[int]:
        """The entries of a phase that have not withdrawn; into the first phase others may come late."""
        if phase(self.event, number).takes is None:
            return self.active
        field = self.drawn_into(number)
        return [entry for entry in self.active if entry in field]

    def drawn_into(self, number: int) -> set[int]:
        """Who was in the first draw of a phase."""
        return {
            entrant["id"]
            for draw in self.draws_of(number)[:1]
            for entrant in draw.inputs["entrants"]
        }

    def gone_on(self, number: int) -> set[int]:
        """Who plays on in a later phase although this one may go on: those who were out of its first rounds."""
        return set().union(
            *(self.drawn_into(later) for later, _ in self.taking_out(number))
        )

    def taking_out(self, number: int) -> list[tuple[int, int]]:
        """The phases that have begun with who was out of this one, and the last round in which they went out."""
        taking = [(one.number, one.takes or {}) for one in phases(self.event)]
        out = [
            (one, takes)
            for one, takes in taking
            if (takes.get("source"), takes.get("part")) == (number, OUT)
        ]
        return [(one, takes["number"]) for one, takes in out if one in self.stages]

    def playing_in(self, number: int) -> list[int]:
        """The entries of a phase that have not withdrawn and do not play on in another."""
        gone = self.gone_on(number)
        return [entry for entry in self.active_in(number) if entry not in gone]

    @property
    def left(self) -> list[int]:
        return [
            one.number
            for one in self.entries.values()
            if one.state == Entry.State.WITHDRAWN
        ]

    def left_in(self, number: int) -> list[int]:
        """Those who had left when the phase was over: who went on to a later one left after it."""
        later = [
            draw
            for draw in self.draws
            if draw.state == Draw.State.PUBLISHED and draw.phase > number
        ]
        went_on = {
            entrant["id"] for draw in later for entrant in draw.inputs["entrants"]
        }
        return [entry for entry in self.left if entry not in went_on]

    def told_of(self, number: int) -> list[PairingRow]:
        """The places of the opened rounds of a phase."""
        return [
            one for one in self.told if one.phase == number and one.slot is not None
        ]

    def opened(self, number: int) -> int:
        """How many rounds of a phase are opened."""
        return max((one.round for one in self.told if one.phase == number), default=0)

    def facts(self, number: int) -> list[ConfirmedResult]:
        """The results of a phase that count, as the rules take them."""
        return self.decided[number]

    @cached_property
    def decided(self) -> defaultdict[int, list[ConfirmedResult]]:
        """The results that count, by the numbers of the phases."""
        found: defaultdict[int, list[ConfirmedResult]] = defaultdict(list)
        for one in self.told:
            if one.kind:
                found[one.phase].append(
                    fact(one, self.seated[one.where] if one.points is not None else ())
                )
        return found

    @cached_property
    def seated(self) -> defaultdict[tuple[int, int, int | None], list[int]]:
        """Where there are tables of several, the numbers of the entries that sit there in their order."""
        places = Place.objects.filter(pairing__round__stage__event=self.event).order_by(
            "pairing", "number"
        )
        where = [
            f"pairing__{name}"
            for name in ("round__stage__number", "round__number", "slot")
        ]
        found: defaultdict[tuple[int, int, int | None], list[int]] = defaultdict(list)
        for *at, entry in places.values_list(*where, "entry__number"):
            found[tuple(at)].append(entry)
        return found

    def draws_of(self, number: int) -> list[Draw]:
        """The published draws of who meets whom in a phase, the first round first."""
        published = (
            draw
            for draw in self.draws
            if draw.state == Draw.State.PUBLISHED and draw.phase == number
        )
        return sorted(
            (draw for draw in published if draw.kind != Draw.Kind.TEAMS),
            key=lambda draw: draw.round,
        )

    def drawn(self, number: int) -> dict[str, Any]:
        """What the draws of a phase came to, with what has come about since.

        Of a format that is redrawn and of tables of several who has left, else the pairings that were kept against a
        corrected result.
        """
        draws = [draw.resolved or {} for draw in self.draws_of(number)]
        answers = FORMATS[phase(self.event, number).format]
        if answers.REDRAWN:
            return {"rounds": draws, "left": self.left_in(number)}
        if answers.SEVERAL:
            known = schedule.joined(
                [(draw.round, draw.resolved or {}) for draw in self.draws_of(number)]
            )
            return known | {"left": self.left_in(number)}
        kept = [
            [one.round, one.slot, one.a, one.b]
            for one in self.told_of(number)
            if one.kept
        ]
        return {**draws[0], **({"kept": kept} if kept else {})}

    def position(self, number: int) -> "Position":
        """How far a phase is."""
        answers = FORMATS[phase(self.event, number).format]
        return Position(
            answers, self.drawn(number), self.facts(number), setup(self.event, number)
        )


def fact(told: PairingRow, seated: Sequence[int]) -> ConfirmedResult:
    """The result at a place, as the rules take it."""
    tantos = tuple((a, b) for a, b in told.tantos) if told.tantos is not None else None
    docked = (told.penalties[0], told.penalties[1]) if told.penalties else (0, 0)
    assert told.slot is not None
    assert told.kind
    where = (told.round, told.slot, told.a or 0, told.b or 0)
    return ConfirmedResult(
        *where,
        told.kind,
        told.winner,
        told.sets_a,
        told.sets_b,
        tantos,
        came(seated, told.points),
        docked,
    )


class Position(NamedTuple):
    """How far a phase is: all that its format is asked with."""

    answers: Format
    drawn: dict[str, Any]
    facts: list[ConfirmedResult]
    setup: StageSettings

    @property
    def plan(self) -> Sequence[RoundPlan]:
        """All rounds as far as they are known."""
        return self.answers.plan(self.drawn, self.facts, self.setup)

    def to_draw(self, active: Sequence[int]) -> tuple[int, ...]:
        """Who of the entries still active goes into the draw of a further round; () when there is none."""
        over = all(meeting.decided for meeting in self.plan[-1].meetings)
        return (
            self.answers.to_draw(self.drawn, self.facts, self.setup, active)
            if over
            else ()
        )

    def standings(self, running: Mapping[int, int]) -> Sequence[Row]:
        return self.answers.standings(self.drawn, self.facts, self.setup, running)


def position(stage: Stage) -> Position:
    """How far the phase is."""
    return EventSnapshot(stage.event).position(stage.number)


def plan(stage: Stage) -> Sequence[RoundPlan]:
    """All rounds of the stage as far as they are known."""
    return position(stage).plan


class Column(NamedTuple):
    """A round of a bracket: its code and its places."""

    code: str
    places: Sequence[bracket.Pairing]


def tree(stage: Stage) -> list[Column]:
    """The bracket as far as it is known, round by round. Raises NotFound where there is none."""
    if stage.draw.kind != Draw.Kind.BRACKET:
        raise NotFound("round.no_bracket")
    return [
        Column(one.code, cast(Sequence[bracket.Pairing], one.meetings))
        for one in plan(stage)
    ]


def reasons(position: Position, opened: Round) -> dict[int, Reason]:
    """Why those meet who meet in a round, by slot."""
    answers, drawn, facts, setup = position
    slots = [place.slot for place in position.plan[opened.number - 1].meetings]
    return {
        slot: answers.why(drawn, facts, setup, opened.number, slot) for slot in slots
    }


def sitting_out(drawn: Mapping[str, Any], number: int) -> list[int]:
    """The numbers of those who are at no table of this round, since partners take four by four."""
    out = drawn.get("out", ())
    return list(out[number - 1]) if out else []
