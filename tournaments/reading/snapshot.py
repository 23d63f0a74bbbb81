"""What is stored of an event, read once, and the state of its stages that follows from it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from django.db.models import prefetch_related_objects
from django.utils.functional import cached_property

from accounts.names import name_key
from core.refusals import NotFound
from tournaments.models import Draw, Entry, Event, Place, Round, Stage
from tournaments.reading.stage_plans import (
    planned_format,
    stage_plan,
    stage_plans,
    stage_settings,
)
from tournaments.rules.advancement import OUT
from tournaments.rules.brackets import bracket
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.standings import Reason
from tournaments.rules.tables.tallies import ConfirmedResult, came

PairingKey = tuple[int, int, int | None]
"""Stage, round and slot."""


class PairingRow(NamedTuple):
    """A stored pairing with the result that counts; entries by their numbers."""

    stage: int
    round: int
    slot: int | None
    """None for a round whose entries are all unknown yet: it is stored without pairings."""
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
    def key(self) -> PairingKey:
        return self.stage, self.round, self.slot

    @property
    def is_open(self) -> bool:
        return self.kind in {None, VOID}

    @property
    def is_undecided_bye(self) -> bool:
        return not self.kind and (self.a is None) != (self.b is None)


RESULT_COLUMNS: Final = (
    "kind",
    "winner__number",
    "sets_a",
    "sets_b",
    "tantos",
    "points",
    "penalties",
)
PAIRING_COLUMNS: Final = (
    "slot",
    "table",
    "at",
    "kept",
    "a__number",
    "b__number",
    *(f"result__{name}" for name in RESULT_COLUMNS),
)
ROW_COLUMNS: Final = (
    "stage__number",
    "number",
    *(f"pairings__{name}" for name in PAIRING_COLUMNS),
)


class EventSnapshot:
    """An event as it is stored. Each kind of row is read once, when it is first needed."""

    def __init__(self, event: Event) -> None:
        self.event = event

    # --- entries ---

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """All entries by number."""
        return {entry.number: entry for entry in self.event.entries.all()}

    @cached_property
    def entries_with_players(self) -> dict[int, Entry]:
        prefetch_related_objects([*self.entries.values()], "players")
        return self.entries

    @cached_property
    def clubs(self) -> dict[int, str]:
        """The club of each entry, in the spelling of the entry that named it first.

        So that `Peña Ona` and `PEÑA ONA` are one club to every draw.
        """
        spellings: dict[str, str] = {}
        clubs = {}
        for number, entry in sorted(self.entries.items()):
            club = entry.club_name
            if club:
                club = spellings.setdefault(name_key(club), club)
            clubs[number] = club
        return clubs

    @property
    def singles(self) -> list[int]:
        """The single players who still need a partner."""
        return self._numbers(complete=False)

    @property
    def active(self) -> list[int]:
        """The complete entries that are in and have not withdrawn, in order of arrival."""
        return self._numbers(complete=True)

    def _numbers(self, complete: bool) -> list[int]:
        numbers = []
        for entry in self.entries.values():
            is_complete = entry.places == self.event.team_size
            if entry.state == Entry.State.IN and is_complete == complete:
                numbers.append(entry.number)
        return numbers

    @property
    def withdrawn(self) -> list[int]:
        numbers = []
        for entry in self.entries.values():
            if entry.state == Entry.State.WITHDRAWN:
                numbers.append(entry.number)
        return numbers

    # --- draws and stages ---

    @cached_property
    def draws(self) -> list[Draw]:
        """All draws in order, discarded ones too."""
        return list(self.event.draws.select_related("stage"))

    @property
    def has_pending_draw(self) -> bool:
        return any(draw.state in Draw.PENDING for draw in self.draws)

    @property
    def stages(self) -> dict[int, Stage]:
        """The stages that have begun, by number."""
        begun = {}
        for draw in self.draws:
            if hasattr(draw, "stage"):
                begun[draw.phase] = draw.stage
                draw.stage.event = self.event
        return dict(sorted(begun.items()))

    def stage_number(self, stage_id: int) -> int:
        for number, stage in self.stages.items():
            if stage.pk == stage_id:
                return number
        raise KeyError(stage_id)

    def draws_of_stage(self, number: int) -> list[Draw]:
        """The published draws of who meets whom, the first round first."""
        published = []
        for draw in self.draws:
            is_published = draw.state == Draw.State.PUBLISHED and draw.phase == number
            if is_published and draw.kind != Draw.Kind.TEAMS:
                published.append(draw)
        return sorted(published, key=lambda draw: draw.round)

    def first_field(self, number: int) -> set[int]:
        """The entries of the first draw of a stage."""
        published = self.draws_of_stage(number)
        if not published:
            return set()
        return {entrant["id"] for entrant in published[0].inputs["entrants"]}

    def active_in_stage(self, number: int) -> list[int]:
        """The entries of a stage that have not withdrawn."""
        if stage_plan(self.event, number).takes is None:
            return self.active  # latecomers join the first stage after its draw
        field = self.first_field(number)
        return [entry for entry in self.active if entry in field]

    def moved_on(self, number: int) -> set[int]:
        """Entries that were eliminated from a stage and already play in a later one."""
        moved = set()
        for later, _ in self.begun_takers_of_eliminated(number):
            moved |= self.first_field(later)
        return moved

    def begun_takers_of_eliminated(self, number: int) -> list[tuple[int, int]]:
        """The begun stages for entries eliminated here, each with the last round that counts."""
        found = []
        for plan in stage_plans(self.event):
            takes = plan.takes or {}
            takes_eliminated = (
                takes.get("source") == number and takes.get("part") == OUT
            )
            if takes_eliminated and plan.number in self.stages:
                found.append((plan.number, takes["number"]))
        return found

    def playing_in_stage(self, number: int) -> list[int]:
        """The active entries of a stage that do not play in another by now."""
        moved = self.moved_on(number)
        return [entry for entry in self.active_in_stage(number) if entry not in moved]

    def withdrawn_from_stage(self, number: int) -> list[int]:
        """The entries that had withdrawn when the stage ended.

        An entry that went on to a later stage withdrew after this one.
        """
        went_on = set()
        for draw in self.draws:
            if draw.state == Draw.State.PUBLISHED and draw.phase > number:
                went_on |= {entrant["id"] for entrant in draw.inputs["entrants"]}
        return [entry for entry in self.withdrawn if entry not in went_on]

    # --- pairings and results ---

    @cached_property
    def pairing_rows(self) -> list[PairingRow]:
        """The pairings of all opened rounds in order."""
        rounds = Round.objects.filter(stage__event=self.event).order_by(
            "stage__number", "number", "pairings__slot"
        )
        return [PairingRow(*row) for row in rounds.values_list(*ROW_COLUMNS)]

    def rows_of_stage(self, number: int) -> list[PairingRow]:
        rows = []
        for row in self.pairing_rows:
            if row.stage == number and row.slot is not None:
                rows.append(row)
        return rows

    def opened_rounds(self, number: int) -> int:
        """How many rounds of a stage are open or over."""
        rounds = (row.round for row in self.pairing_rows if row.stage == number)
        return max(rounds, default=0)

    def results(self, number: int) -> list[ConfirmedResult]:
        """The results of a stage that count."""
        return self._results_by_stage[number]

    @cached_property
    def _results_by_stage(self) -> defaultdict[int, list[ConfirmedResult]]:
        found: defaultdict[int, list[ConfirmedResult]] = defaultdict(list)
        for row in self.pairing_rows:
            if row.kind:
                # The seats cost a query: only multiplayer tables need them.
                seated = self._seated_entries[row.key] if row.points is not None else ()
                found[row.stage].append(confirmed_result(row, seated))
        return found

    @cached_property
    def _seated_entries(self) -> defaultdict[PairingKey, list[int]]:
        """The entries at each multiplayer table in the order of their seats."""
        places = Place.objects.filter(pairing__round__stage__event=self.event)
        rows = places.order_by("pairing", "number").values_list(
            "pairing__round__stage__number",
            "pairing__round__number",
            "pairing__slot",
            "entry__number",
        )
        found: defaultdict[PairingKey, list[int]] = defaultdict(list)
        for stage, round_number, slot, entry in rows:
            found[stage, round_number, slot].append(entry)
        return found

    # --- the state of a stage ---

    def state(self, number: int) -> StageState:
        return StageState(
            planned_format(self.event, number),
            self.joined_draw(number),
            self.results(number),
            stage_settings(self.event, number),
            self.withdrawn_from_stage(number),
        )

    def joined_draw(self, number: int) -> Any:
        """The published draws of a stage as one, in the shape of the format's family."""
        published = PublishedStageDraws(self, number)
        return planned_format(self.event, number).join_draws(published)

    def kept_pairings(self, number: int) -> list[list[int | None]]:
        """[round, slot, a, b] of each pairing that a correction left as it was."""
        kept = []
        for row in self.rows_of_stage(number):
            if row.kept:
                kept.append([row.round, row.slot, row.a, row.b])
        return kept


class PublishedStageDraws:
    """What a format may ask to join the draws of a stage; each answer is read when it is needed."""

    def __init__(self, snapshot: EventSnapshot, number: int) -> None:
        self._snapshot, self._number = snapshot, number

    @property
    def draws(self) -> list[tuple[int, Any]]:
        found = []
        for draw in self._snapshot.draws_of_stage(self._number):
            found.append((draw.round, draw.resolved or {}))
        return found

    @property
    def withdrawn(self) -> list[int]:
        return self._snapshot.withdrawn_from_stage(self._number)

    @property
    def kept_pairings(self) -> list[list[int | None]]:
        return self._snapshot.kept_pairings(self._number)


def confirmed_result(row: PairingRow, seated: Sequence[int]) -> ConfirmedResult:
    """The result of a pairing as the rules take it."""
    assert row.slot is not None
    assert row.kind
    tantos = None
    if row.tantos is not None:
        tantos = tuple((a, b) for a, b in row.tantos)
    first, second = row.penalties or (0, 0)
    return ConfirmedResult(
        row.round,
        row.slot,
        row.a or 0,
        row.b or 0,
        row.kind,
        row.winner,
        row.sets_a,
        row.sets_b,
        tantos,
        came(seated, row.points),
        (first, second),
    )


def stage_state(stage: Stage) -> StageState:
    return EventSnapshot(stage.event).state(stage.number)


class BracketColumn(NamedTuple):
    """A round of a bracket."""

    code: str
    places: Sequence[bracket.Pairing]


def bracket_columns(stage: Stage) -> list[BracketColumn]:
    """The bracket as far as it is known, round by round. Raises NotFound where there is none."""
    if stage.draw.kind != Draw.Kind.BRACKET:
        raise NotFound("round.no_bracket")
    columns = []
    for planned in stage_state(stage).plan:
        pairings = cast(Sequence[bracket.Pairing], planned.meetings)
        columns.append(BracketColumn(planned.code, pairings))
    return columns


def pairing_reasons(state: StageState, opened: Round) -> dict[int, Reason]:
    """Why the entries of a round meet, by slot."""
    pairings = state.plan[opened.number - 1].meetings
    return {one.slot: state.reason(opened.number, one.slot) for one in pairings}
