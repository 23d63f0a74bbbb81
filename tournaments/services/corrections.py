"""Correcting a past result: what depends on it is previewed first, then carried out in one step."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Max, Q

from games.queries import is_over
from games.services import annul
from tournaments.models import Entry, Pairing, Report, Result, Stage
from tournaments.reading.events import entries_by_number
from tournaments.reading.next_draws import lots_of
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import counted_stage_plans
from tournaments.rules import corrections
from tournaments.rules.advancement import Takes
from tournaments.rules.corrections import (
    CorrectedStage,
    Entries,
    Key,
    Opened,
    Preview,
    Taker,
)
from tournaments.rules.formats.base import PlannedPairing
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.tallies import ConfirmedResult
from tournaments.services.seating import seat_pairings, sides_of, table_for

Choices = Mapping[Key, str]


class CorrectionPreview(NamedTuple):
    """What would follow from a result, before it is stored."""

    stage: Stage
    preview: Preview
    meetings: Mapping[Key, PlannedPairing]
    """The plan of the stage afterwards."""
    version: str
    """Changes with the result, with the choices, and with anything that happens in the stage."""

    @property
    def needs_consent(self) -> bool:
        """Whether a referee must agree that entries which have moved on stay where they are."""
        if self.stage.closed_at is not None:
            return True
        return any(one.taker.drawn for one in self.preview.qualifiers)


def preview_correction(
    stage: Stage, result: ConfirmedResult, choices: Choices | None = None
) -> CorrectionPreview:
    """What follows when this result counts for its pairing. A constant number of queries.

    Raises Refusal `correction.no_such_choice`, `correction.plays_elsewhere`.
    """
    snapshot = EventSnapshot(stage.event)
    before = _corrected_stage(snapshot, stage)
    results = []
    for old in before.state.results:
        if (old.round, old.slot) != (result.round, result.slot):
            results.append(old)
    preview = corrections.preview(before, [*results, result], choices)
    meetings = {}
    for number, planned in enumerate(preview.state.plan, start=1):
        for meeting in planned.meetings:
            meetings[number, meeting.slot] = meeting
    version = _version(before, result, preview)
    return CorrectionPreview(stage, preview, meetings, version)


def _corrected_stage(snapshot: EventSnapshot, stage: Stage) -> CorrectedStage:
    state = snapshot.state(stage.number)
    takers = list(_takers(snapshot, stage.number))
    lots: Sequence[int] = ()
    if takers:
        lots = lots_of(snapshot, stage.number, state)
    return CorrectedStage(
        state,
        list(opened_pairings(stage, state)),
        snapshot.active_in_stage(stage.number),
        snapshot.moved_on(stage.number),
        lots,
        takers,
        final=stage.closed_at is not None,
    )


def _version(before: CorrectedStage, result: ConfirmedResult, preview: Preview) -> str:
    state = before.state
    seen = (state.draw, state.results, before.opened, before.entries, result)
    return sha256(repr((*seen, preview.pairings)).encode()).hexdigest()[:16]


def _takers(snapshot: EventSnapshot, source: int) -> Iterator[Taker]:
    for plan in counted_stage_plans(snapshot.event):
        if plan.takes and plan.takes["source"] == source:
            is_drawn = plan.number in snapshot.stages
            yield Taker(plan.number, Takes(**plan.takes), is_drawn)


def opened_pairings(stage: Stage, state: StageState) -> Iterator[Opened]:
    """The pairings of the opened rounds as they are stored.

    None of multiplayer tables and of redrawn rounds: these stay as they are. A planned slot that
    was never stored has no entries, and a void bye has none either.
    """
    if not state.format.has_movable_pairings:
        return
    pairings = Pairing.objects.filter(round__stage=stage)
    stored = pairings.order_by("round__number", "slot").select_related(
        "round", "a", "b", "result", "match"
    )
    reports = Report.objects.filter(pairing__round__stage=stage)
    reported = set(reports.values_list("pairing_id", flat=True))
    keys = set()
    for pairing in stored:
        key = (pairing.round.number, pairing.slot)
        keys.add(key)
        is_reported = pairing.pk in reported
        yield Opened(*key, _stored_entries(pairing), _state(pairing, is_reported))
    opened_rounds = state.plan[: stage.rounds.count()]
    for number, planned in enumerate(opened_rounds, start=1):
        for meeting in planned.meetings:
            if (number, meeting.slot) not in keys:
                yield Opened(number, meeting.slot, (None, None), corrections.OPEN)


def _stored_entries(pairing: Pairing) -> Entries:
    if pairing.bye and pairing.result:
        return (None, None)
    entries = []
    for side in (pairing.a, pairing.b):
        number = None
        if side:
            number = side.number
        entries.append(number)
    return tuple(entries)


def _state(pairing: Pairing, is_reported: bool) -> str:
    """A void match is open again; a report or a first move begins one."""
    if pairing.result is not None:
        if pairing.result.kind == VOID:
            return corrections.OPEN
        return corrections.DECIDED
    has_moves = pairing.match is not None and pairing.match.version > 0
    if has_moves or is_reported:
        return corrections.RUNNING
    return corrections.OPEN


def carry_out(
    corrected: Pairing, found: CorrectionPreview, *, by: Any, at: datetime
) -> None:
    """Do with the later pairings what the preview says, after the result itself is stored.

    A match to be replayed gets a void result after the one that counted, and loses its reports. An
    entry that waits for its opponent leaves the table void until that one is known. Matches in the
    app that lose their players are annulled, and new ones opened.
    """
    stage, preview = found.stage, found.preview
    _mark_kept(stage, preview)
    entries: Mapping[int, Entry] = {}
    if preview.pairings:
        entries = entries_by_number(stage.event)
    for moved in preview.pairings:
        if moved.choice != corrections.KEEP:
            key = moved.opened.key
            reslot(stage, key, found.meetings.get(key), entries, by=by, at=at)
    end_byes(found, by=by, at=at)
    if corrected.open:
        corrected.table = table_for(corrected)
        corrected.save(update_fields=["table"])


def _mark_kept(stage: Stage, preview: Preview) -> None:
    keys, is_marked = set(), Q(kept=True)
    for number, slot, *_ in preview.kept:
        keys.add((number, slot))
        is_marked |= Q(round__number=number, slot=slot)
    pairings = Pairing.objects.filter(is_marked, round__stage=stage)
    for pairing in pairings.select_related("round"):
        pairing.kept = (pairing.round.number, pairing.slot) in keys
        pairing.save(update_fields=["kept"])


def end_byes(found: CorrectionPreview, *, by: Any, at: datetime) -> None:
    """An entry has no bye any more when an opponent may come again."""
    byes = Pairing.objects.filter(
        Q(a=None) ^ Q(b=None), round__stage=found.stage, result=None
    )
    for bye in byes.select_related("round"):
        if not found.meetings[bye.round.number, bye.slot].decided:
            clear(bye, void=True, by=by, at=at)


def reslot(
    stage: Stage,
    key: Key,
    meeting: PlannedPairing | None,
    entries: Mapping[int, Entry],
    *,
    by: Any,
    at: datetime,
) -> None:
    """Put the entries that belong there in their places; void while one of them is awaited."""
    opened = stage.rounds.get(number=key[0])
    pairing = opened.pairings.filter(slot=key[1]).select_related("result").first()
    is_known = meeting is not None and (
        meeting.ready or (meeting.decided and any(meeting.entries))
    )
    if pairing is not None:
        clear(pairing, void=not is_known, by=by, at=at)
    if meeting is None or not is_known:
        return
    pairing = pairing or Pairing(round=opened, slot=key[1])
    pairing.a, pairing.b = sides_of(meeting, entries)
    pairing.result = None
    pairing.match = None
    pairing.seats = None
    pairing.late = None
    # The pairing keeps its own table where that is free, so it is asked before it is cleared.
    if meeting.ready:
        pairing.table = table_for(pairing)
    else:
        pairing.table = None
    seat_pairings(EventSnapshot(stage.event), opened, [(pairing, meeting)], at)
    pairing.save()


def clear(pairing: Pairing, *, void: bool, by: Any, at: datetime) -> None:
    """Nothing that was reported or played here counts any more.

    `void`: nobody can play in its place yet. A bye without any history is then deleted, as if its
    slot had not been opened.
    """
    if pairing.match_id and not is_over(pairing.match_id):
        annul(match_id=pairing.match_id, at=at)
    pairing.reports.all().delete()
    is_void = pairing.result is not None and pairing.result.kind == VOID
    if is_void or not (void or pairing.result):
        return
    has_history = pairing.results.exists() or pairing.sanctions.exists()
    if pairing.bye and not has_history:
        pairing.delete()
        return
    last = pairing.results.aggregate(last=Max("number"))["last"] or 0
    pairing.result = Result.objects.create(
        pairing=pairing,
        number=last + 1,
        kind=VOID,
        source=Result.Source.DESK,
        by_id=getattr(by, "pk", None),
        at=at,
    )
    pairing.save(update_fields=["result"])


def log_of_moves(preview: Preview) -> list[list[Any]]:
    """[round, slot, entries before, entries that belong there, what is done] of each pairing."""
    lines = []
    for moved in preview.pairings:
        opened = moved.opened
        lines.append([*opened.key, list(opened.entries), list(moved.now), moved.choice])
    return lines
