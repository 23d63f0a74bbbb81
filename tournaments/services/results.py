"""Results: reported by one side and confirmed by another, taken from the app, or set at the
desk.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext

from core.refusals import NotAllowed, OutOfDate, Refusal
from games.queries import is_over, replayed_score
from games.services import annul
from tournaments import live, signals
from tournaments.models import TO_PLAY, Entry, Event, Pairing, Report, Result, Stage
from tournaments.reading.events import last_reports
from tournaments.reading.snapshot import EventSnapshot, stage_state
from tournaments.rules.tables.results import DOUBLE_WALKOVER, WALKOVER
from tournaments.services import corrections
from tournaments.services.corrections import CorrectionPreview, preview_correction
from tournaments.services.events import locked_table
from tournaments.services.lifecycle import update_event_state
from tournaments.services.log import account, journaled, note
from tournaments.services.registration import required_reason
from tournaments.services.typed_results import (
    Decision,
    check_decision,
    confirmed_result_of,
    decision_of_score,
    played,
    points,
    reported_score,
)


@journaled
def report(
    *, pairing_id: int, entry_id: int, score: Decision, by: Any, at: datetime
) -> Pairing:
    """One side reports a score; when another has reported the same, it is decided.

    Raises NotAllowed (not a side of this table), OutOfDate (decided already, or played in the app),
    Refusal `result.score_not_possible` or `result.points_…`.
    """
    pairing = locked_pairing(pairing_id)
    check_reportable(pairing, entry_id)
    decision = check_decision(pairing, score)
    reports = last_reports(pairing)
    scores = {entry: reported_score(one) for entry, one in reports.items()}
    own, reported = scores.pop(entry_id, None), reported_score(score)
    if own != reported:
        number = max((one.number for one in reports.values()), default=0) + 1
        _store_report(pairing, number, entry_id, score, by, at)
    if reported in scores.values():
        decide(pairing, decision, source=Result.Source.PLAYERS, by=by, at=at)
    return pairing


def _store_report(
    pairing: Pairing, number: int, entry_id: int, score: Decision, by: Any, at: datetime
) -> None:
    Report.objects.create(
        pairing=pairing,
        number=number,
        entry_id=entry_id,
        by=account(by),
        at=at,
        sets_a=score.sets_a,
        sets_b=score.sets_b,
        points=score.points,
    )
    event_id = event_of(pairing).pk
    entry = next(one.number for one in pairing.entries if one.pk == entry_id)
    note(event_id, "result.reported", by=by, at=at, table=pairing.table, entry=entry)
    live.changed(event_id)


def check_reportable(pairing: Pairing, entry_id: int) -> None:
    if entry_id not in {entry.pk for entry in pairing.entries} or pairing.bye:
        raise NotAllowed("result.not_your_table")
    if pairing.result_id:
        # Also a void result: the desk has taken the match over.
        raise OutOfDate("result.decided")
    if pairing.match_id:
        raise OutOfDate("result.played_in_app")


@journaled
def confirm(
    *, pairing_id: int, entry_id: int, report_id: int, by: Any, at: datetime
) -> Pairing:
    """Agree with exactly what another reported. Raises OutOfDate if their report has changed."""
    pairing = locked_pairing(pairing_id)
    check_reportable(pairing, entry_id)
    for entry, theirs in last_reports(pairing).items():
        if theirs.pk == report_id and entry != entry_id:
            break
    else:
        raise OutOfDate("result.report_changed")
    if pairing.several:
        score = points(theirs.points or [])
    else:
        score = played(theirs.sets_a, theirs.sets_b)
    return report(pairing_id=pairing_id, entry_id=entry_id, score=score, by=by, at=at)


@journaled
def set_result(
    *,
    pairing_id: int,
    decision: Decision,
    reason: str,
    by: Any,
    at: datetime,
    replaces: int | None = None,
) -> Result:
    """The desk sets a result, or changes one on which nothing is built; a running match is
    annulled.

    `replaces` is the number of the result that was shown to the desk, 0 for none; without it any
    result is replaced. Raises OutOfDate `result.changed` when another result counts by now,
    `result.round_closed` when a later round is open (`correct` can change it), Refusal for an
    impossible score, or `result.waits`.
    """
    pairing = locked_pairing(pairing_id)
    reason = required_reason(reason)
    check_settable(pairing)
    if not pairing.open and is_built_on(pairing):
        raise OutOfDate("result.round_closed")
    if replaces is not None and replaces != number_of_result(pairing):
        raise OutOfDate("result.changed", number=number_of_result(pairing))
    decision = check_decision(pairing, decision)
    annul_running(pairing, at)
    source = Result.Source.DESK
    return decide(pairing, decision, source=source, reason=reason, by=by, at=at)


def number_of_result(pairing: Pairing) -> int:
    """The number of the result that counts; 0 for none."""
    return pairing.result.number if pairing.result else 0


def preview_result(
    *,
    pairing: Pairing,
    decision: Decision,
    choices: corrections.Choices | None = None,
) -> CorrectionPreview:
    """What would follow from this result. Raises as `set_result` and `preview_correction` do."""
    check_settable(pairing)
    result = confirmed_result_of(pairing, check_decision(pairing, decision))
    return preview_correction(pairing.round.stage, result, choices)


@journaled
def correct(
    *,
    pairing_id: int,
    decision: Decision,
    reason: str,
    seen: str,
    choices: corrections.Choices | None = None,
    closed: bool = False,
    by: Any,
    at: datetime,
) -> Result:
    """The desk corrects a result of any round, with all that follows.

    `seen` is the version of the preview that was shown, `closed` the consent that entries which
    have moved on from the stage stay where they are. Raises OutOfDate `correction.changed` when
    something else would follow by now, Refusal `correction.phase_closed` without that consent.
    """
    pairing = locked_pairing(pairing_id)
    reason = required_reason(reason)
    found = preview_result(pairing=pairing, decision=decision, choices=choices)
    if found.version != seen:
        raise OutOfDate("correction.changed")
    if found.needs_consent and not closed:
        raise Refusal("correction.phase_closed")
    annul_running(pairing, at)
    return decide(
        pairing,
        check_decision(pairing, decision),
        source=Result.Source.DESK,
        reason=reason,
        by=by,
        at=at,
        found=found,
    )


def annul_running(pairing: Pairing, at: datetime) -> None:
    if not pairing.match_id or pairing.result_id is not None:
        return
    if not is_over(pairing.match_id):
        annul(match_id=pairing.match_id, at=at)


def is_built_on(pairing: Pairing) -> bool:
    """Whether a later round was opened, or another stage has begun, by what was decided here."""
    opened, stage = pairing.round, pairing.round.stage
    if stage.closed_at is not None:
        return True
    if stage.rounds.filter(number__gt=opened.number).exists():
        return True
    takers = EventSnapshot(stage.event).begun_takers_of_eliminated(stage.number)
    return any(opened.number <= last_round for _, last_round in takers)


def check_settable(pairing: Pairing) -> None:
    if pairing.bye:
        raise Refusal("result.bye")
    if awaits_others(pairing):
        raise Refusal("result.waits")


def awaits_others(pairing: Pairing) -> bool:
    """Whether the match is void because other entries belong there, or one is not known yet."""
    if pairing.several or pairing.result is None or not pairing.open:
        return False
    planned = stage_state(pairing.round.stage).plan[pairing.round.number - 1]
    entries = tuple(entry.number for entry in pairing.entries)
    for meeting in planned.meetings:
        if meeting.slot == pairing.slot:
            return meeting.entries != entries
    return True


def decide(
    pairing: Pairing,
    decision: Decision,
    *,
    source: str,
    by: Any = None,
    at: datetime,
    reason: str = "",
    found: CorrectionPreview | None = None,
) -> Result:
    """Store a result that counts from now on, with what follows; it may end the event."""
    event, stage = event_of(pairing), pairing.round.stage
    if found is None and not pairing.several and is_built_on(pairing):
        result_of_rules = confirmed_result_of(pairing, decision)
        found = preview_correction(stage, result_of_rules)
    result = _store_result(pairing, decision, source, by, at, reason)
    fields, moved = log_fields(pairing, result), False
    if found is not None:
        corrections.carry_out(pairing, found, by=by, at=at)
        moved = bool(found.preview.pairings)
        if moved:
            fields["moved"] = corrections.log_of_moves(found.preview)
    action = "result.corrected" if result.number > 1 else "result.decided"
    note(event.pk, action, by=by, at=at, **fields)
    if moved:
        give_walkovers(Pairing.objects.filter(round__stage=stage), by=by, at=at)
    update_event_state(event)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)
    return result


def _store_result(
    pairing: Pairing,
    decision: Decision,
    source: str,
    by: Any,
    at: datetime,
    reason: str,
) -> Result:
    last = pairing.results.aggregate(last=Max("number"))["last"] or 0
    result = Result.objects.create(
        pairing=pairing,
        number=last + 1,
        kind=decision.kind,
        winner_id={"a": pairing.a_id, "b": pairing.b_id, None: None}[decision.winner],
        sets_a=decision.sets_a,
        sets_b=decision.sets_b,
        tantos=decision.tantos,
        points=decision.points,
        penalties=decision.penalties,
        source=source,
        reason=reason,
        by=account(by),
        at=at,
    )
    pairing.result = result
    pairing.save(update_fields=["result"])
    return result


def log_fields(pairing: Pairing, result: Result) -> dict[str, Any]:
    opened = pairing.round
    fields: dict[str, Any] = {
        "pairing": [opened.stage.number, opened.number, pairing.slot],
        "table": pairing.table,
        "kind": str(result.kind),
        "source": str(result.source),
        "reason": result.reason,
    }
    if pairing.several:
        of_each = zip(pairing.entries, result.points or (), strict=False)
        fields["points"] = [[entry.number, points] for entry, points in of_each]
        return fields
    fields["sets"], fields["winner"] = [result.sets_a, result.sets_b], None
    for entry in pairing.entries:
        if entry.pk == result.winner_id:
            fields["winner"] = entry.number
    return fields


def give_walkovers(
    pairings: QuerySet[Pairing], *, reason: str = "", by: Any, at: datetime
) -> None:
    """Decide those of these open pairings where an entry has withdrawn.

    A multiplayer table is decided when nobody is left there.
    """
    reason = reason or gettext("has left the event")
    common = {"reason": reason, "by": by, "at": at}
    has_withdrawn = Q(a__state=Entry.State.WITHDRAWN) | Q(
        b__state=Entry.State.WITHDRAWN
    )
    open_pairings = (
        pairings.filter(TO_PLAY & has_withdrawn, a__isnull=False, b__isnull=False)
        .order_by("round__number", "slot")
        .select_related("round__stage__event", "a", "b", "result")
    )
    # Each result can change the other pairings, so they are read again.
    while pairing := _first_settable(open_pairings.all()):
        set_result(pairing_id=pairing.pk, decision=_walkover(pairing), **common)
    empty_tables = (
        pairings.filter(TO_PLAY, a=None, b=None, table__isnull=False)
        .exclude(places__entry__state=Entry.State.IN)
        .order_by("round__number", "slot")
        .prefetch_related("places__entry")
    )
    for pairing in empty_tables:
        nobody = points([None] * len(pairing.entries))
        set_result(pairing_id=pairing.pk, decision=nobody, **common)


def _first_settable(pairings: QuerySet[Pairing]) -> Pairing | None:
    for pairing in pairings:
        if not awaits_others(pairing):
            return pairing
    return None


def _walkover(pairing: Pairing) -> Decision:
    for side, entry in (("a", pairing.a), ("b", pairing.b)):
        if entry and entry.state == Entry.State.IN:
            return Decision(WALKOVER, side)
    return Decision(DOUBLE_WALKOVER)


@journaled
def record_result_of_finished_match(*, match_id: UUID, at: datetime) -> bool:
    """Take the result of a match in the app once its moves replay to the same score."""
    found = Pairing.objects.filter(match_id=match_id).only("pk").first()
    if found is None:
        return False
    pairing = locked_pairing(found.pk)
    score = replayed_score(match_id)
    if pairing.result_id or score is None:
        return False
    decision = decision_of_score(score, pairing)
    decide(pairing, decision, source=Result.Source.ENGINE, at=at)
    return True


def locked_pairing(pairing_id: int) -> Pairing:
    """The pairing with its event locked: results, rounds and the end come one at a time."""
    found = Pairing.objects.select_related(
        "round__stage__event", "round__stage__draw", "a", "b", "result"
    )
    pairing = locked_table(pairing_id, found)
    if pairing.several:
        prefetch_related_objects([pairing], "places__entry")
    state = event_of(pairing).state
    if state == Event.State.CANCELLED:
        raise OutOfDate("event.wrong_state", state=state, step="result")
    return pairing


def event_of(pairing: Pairing) -> Event:
    return pairing.round.stage.event
