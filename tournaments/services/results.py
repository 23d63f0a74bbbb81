"""Results: reported by one and confirmed by another, taken from the engine, or set at the desk with a reason."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext

from core.refusals import NotAllowed, OutOfDate, Refusal
from games import queries as games_queries
from games import services as games
from tournaments import live, signals
from tournaments.models import TO_PLAY, Entry, Event, Pairing, Report, Result, Stage
from tournaments.reading import events, snapshot
from tournaments.rules.tables import results as rules
from tournaments.services import corrections, stages
from tournaments.services.decisions import (
    Decision,
    check_decision,
    decided_by,
    fact_of,
    played,
    points,
    words_of,
)
from tournaments.services.events import locked_table
from tournaments.services.log import account, journaled, note
from tournaments.services.registration import needed_reason


@journaled
def report(
    *, pairing_id: int, entry_id: int, said: Decision, by: Any, at: datetime
) -> Pairing:
    """One side says how its match ended, `played` or `points`; when another has said the same, it is decided.

    Raises NotAllowed (nobody of this table), OutOfDate (decided already, or played in the app), Refusal
    `result.score_not_possible` or `result.points_…`.
    """
    pairing = held(pairing_id)
    check_reportable(pairing, entry_id)
    decision = check_decision(pairing, said)
    reports = events.last_reports(pairing)
    last = {entry: words_of(told) for entry, told in reports.items()}
    own, words = last.pop(entry_id, None), words_of(said)
    if own != words:
        number = max((told.number for told in reports.values()), default=0) + 1
        store_report(pairing, number, entry_id, said, by, at)
    if words in last.values():
        decide(pairing, decision, source=Result.Source.PLAYERS, by=by, at=at)
    return pairing


def store_report(
    pairing: Pairing, number: int, entry_id: int, said: Decision, by: Any, at: datetime
) -> None:
    fields = {"sets_a": said.sets_a, "sets_b": said.sets_b, "points": said.points}
    Report.objects.create(
        pairing=pairing,
        number=number,
        entry_id=entry_id,
        by=account(by),
        at=at,
        **fields,
    )
    event_id, entry = (
        event_of(pairing).pk,
        next(one.number for one in pairing.entries if one.pk == entry_id),
    )
    note(event_id, "result.reported", by=by, at=at, table=pairing.table, entry=entry)
    live.changed(event_id)


def check_reportable(pairing: Pairing, entry_id: int) -> None:
    if entry_id not in {entry.pk for entry in pairing.entries} or pairing.bye:
        raise NotAllowed("result.not_your_table")
    if pairing.result_id:  # also a void one: the desk has taken it over
        raise OutOfDate("result.decided")
    if pairing.match_id:
        raise OutOfDate("result.played_in_app")


@journaled
def confirm(
    *, pairing_id: int, entry_id: int, report_id: int, by: Any, at: datetime
) -> Pairing:
    """Agree with exactly what another reported. Raises OutOfDate if they have since said something else."""
    pairing = held(pairing_id)
    check_reportable(pairing, entry_id)
    last = events.last_reports(pairing)
    theirs = next(
        (
            told
            for entry, told in last.items()
            if told.pk == report_id and entry != entry_id
        ),
        None,
    )
    if theirs is None:
        raise OutOfDate("result.report_changed")
    said = (
        points(theirs.points or [])
        if pairing.several
        else played(theirs.sets_a, theirs.sets_b)
    )
    return report(pairing_id=pairing_id, entry_id=entry_id, said=said, by=by, at=at)


@journaled
def set_result(
    *, pairing_id: int, decision: Decision, reason: str, by: Any, at: datetime
) -> Result:
    """The desk sets a result, or corrects one on which nothing is built. A running match in the app ends without it.

    Raises OutOfDate `result.round_closed` when a later round is open: then it takes `correct`. Refusal for a score that
    cannot be, or `result.waits`.
    """
    pairing = held(pairing_id)
    reason = needed_reason(reason)
    check_settable(pairing)
    if not pairing.open and built_on(pairing):
        raise OutOfDate("result.round_closed")
    decision = check_decision(pairing, decision)
    annul_running(pairing, at)
    return decide(
        pairing, decision, source=Result.Source.DESK, reason=reason, by=by, at=at
    )


def considered(
    *, pairing: Pairing, decision: Decision, choices: corrections.Choices | None = None
) -> corrections.Look:
    """What would follow from this result, and is shown before it is set. Raises as `set_result` and `look` do."""
    check_settable(pairing)
    return corrections.look(
        pairing.round.stage,
        fact_of(pairing, check_decision(pairing, decision)),
        choices,
    )


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
    """The desk corrects a result of any round, with all that follows; `seen` is the mark of the look that was shown.

    Raises OutOfDate `correction.changed` when something else would follow by now; Refusal `correction.phase_closed`
    unless it is said (`closed`) that those stay where they are who have gone on from the phase.
    """
    pairing = held(pairing_id)
    reason = needed_reason(reason)
    found = considered(pairing=pairing, decision=decision, choices=choices)
    if found.mark != seen:
        raise OutOfDate("correction.changed")
    if found.closed and not closed:
        raise Refusal("correction.phase_closed")
    annul_running(pairing, at)
    decision = check_decision(pairing, decision)
    return decide(
        pairing,
        decision,
        source=Result.Source.DESK,
        reason=reason,
        by=by,
        at=at,
        found=found,
    )


def annul_running(pairing: Pairing, at: datetime) -> None:
    if (
        pairing.match_id
        and pairing.result_id is None
        and not games_queries.is_over(pairing.match_id)
    ):
        games.annul(match_id=pairing.match_id, at=at)


def built_on(pairing: Pairing) -> bool:
    """Whether later rounds have been opened, or another phase has begun, by what was decided here."""
    stage = pairing.round.stage
    if (
        stage.closed_at is not None
        or stage.rounds.filter(number__gt=pairing.round.number).exists()
    ):
        return True
    return any(
        pairing.round.number <= last
        for _, last in snapshot.EventSnapshot(stage.event).taking_out(stage.number)
    )


def check_settable(pairing: Pairing) -> None:
    """Somebody plays here: no bye, and nobody who was here waits to be replaced."""
    if pairing.bye:
        raise Refusal("result.bye")
    if waits(pairing):
        raise Refusal("result.waits")


def waits(pairing: Pairing) -> bool:
    """Whether the table is void because others belong there by now, or one of them is not known yet."""
    if pairing.several or pairing.result is None or not pairing.open:
        return False
    places = {
        one.slot: one.entries
        for one in snapshot.plan(pairing.round.stage)[pairing.round.number - 1].meetings
    }
    return places.get(pairing.slot) != tuple(entry.number for entry in pairing.entries)


def decide(
    pairing: Pairing,
    decision: Decision,
    *,
    source: str,
    by: Any = None,
    at: datetime,
    reason: str = "",
    found: corrections.Look | None = None,
) -> Result:
    """Store a result that counts from now on, after any before it, with what follows; the champion ends the event."""
    if found is None and not pairing.several and built_on(pairing):
        found = corrections.look(pairing.round.stage, fact_of(pairing, decision))
    before = pairing.results.aggregate(last=Max("number"))["last"] or 0
    winner = {"a": pairing.a_id, "b": pairing.b_id, None: None}[decision.winner]
    result = Result.objects.create(
        pairing=pairing,
        number=before + 1,
        kind=decision.kind,
        winner_id=winner,
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
    event, stage = event_of(pairing), pairing.round.stage
    fields = told(pairing, result)
    if found is not None:
        corrections.carry_out(pairing, found, by=by, at=at)
        fields |= (
            {"moved": corrections.told(found.preview)} if found.preview.pairings else {}
        )
    note(
        event.pk,
        "result.corrected" if before else "result.decided",
        by=by,
        at=at,
        **fields,
    )
    if found is not None and found.preview.pairings:
        give_walkovers(Pairing.objects.filter(round__stage=stage), by=by, at=at)
    stages.check_end(event)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)
    return result


def told(pairing: Pairing, result: Result) -> dict[str, Any]:
    """What the log says of a result."""
    where = [pairing.round.stage.number, pairing.round.number, pairing.slot]
    fields = {
        "pairing": where,
        "table": pairing.table,
        "kind": str(result.kind),
        "source": str(result.source),
    }
    fields |= {"reason": result.reason}
    numbers = {entry.pk: entry.number for entry in pairing.entries}
    if pairing.several:
        return fields | {
            "points": list(
                map(list, zip(numbers.values(), result.points or (), strict=False))
            )
        }
    winner = numbers[result.winner_id] if result.winner_id else None
    return fields | {"sets": [result.sets_a, result.sets_b], "winner": winner}


def give_walkovers(
    tables: QuerySet[Pairing], *, reason: str = "", by: Any, at: datetime
) -> None:
    """Decide those of these open tables to which a side will not come any more, or nobody to one of several: they have
    left the event."""
    said = reason or gettext("has left the event")
    gone = Q(a__state=Entry.State.WITHDRAWN) | Q(b__state=Entry.State.WITHDRAWN)
    left = tables.filter(TO_PLAY & gone, a__isnull=False, b__isnull=False).order_by(
        "round__number", "slot"
    )
    left = left.select_related("round__stage__event", "a", "b", "result")
    while pairing := next((one for one in left.all() if not waits(one)), None):
        here = [
            side
            for side, entry in (("a", pairing.a), ("b", pairing.b))
            if entry and entry.state == Entry.State.IN
        ]
        decision = Decision(
            rules.WALKOVER if here else rules.DOUBLE_WALKOVER, here[0] if here else None
        )
        set_result(pairing_id=pairing.pk, decision=decision, reason=said, by=by, at=at)
    several = tables.filter(TO_PLAY, a=None, b=None, table__isnull=False).order_by(
        "round__number", "slot"
    )
    for pairing in several.exclude(
        places__entry__state=Entry.State.IN
    ).prefetch_related("places__entry"):
        nobody = points([None for _ in pairing.entries])
        set_result(pairing_id=pairing.pk, decision=nobody, reason=said, by=by, at=at)


@journaled
def take_from_engine(*, match_id: UUID, at: datetime) -> bool:
    """The result of a pairing whose match was played to its end, once its moves replay to the same score."""
    pairing = Pairing.objects.filter(match_id=match_id).only("pk").first()
    if pairing is None:
        return False
    pairing = held(pairing.pk)
    replayed = games_queries.replayed_score(match_id)
    if pairing.result_id or replayed is None:
        return False
    decide(pairing, decided_by(replayed, pairing), source=Result.Source.ENGINE, at=at)
    return True


def held(pairing_id: int) -> Pairing:
    """The pairing, with its event held until the transaction ends: results, rounds and the end come one at a time."""
    found = Pairing.objects.select_related(
        "round__stage__event", "round__stage__draw", "a", "b", "result"
    )
    pairing = locked_table(pairing_id, found)
    if pairing.several:
        prefetch_related_objects([pairing], "places__entry")
    if event_of(pairing).state == Event.State.CANCELLED:
        raise OutOfDate(
            "event.wrong_state", state=event_of(pairing).state, step="result"
        )
    return pairing


def event_of(pairing: Pairing) -> Event:
    return pairing.round.stage.event
