"""Conduct at a table: lateness, and what a referee writes on the match sheet."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Entry, Pairing, Result, Sanction
from tournaments.reading.events import match_sheet, penalties_of
from tournaments.rules.conduct import (
    DISQUALIFICATION,
    LADDER,
    MATCH,
    OFFENCES,
    SET,
    PerSide,
    next_step,
    verdict,
)
from tournaments.services.attendance import remove_from_play
from tournaments.services.log import journaled, note
from tournaments.services.results import (
    annul_running,
    awaits_others,
    check_settable,
    decide,
    event_of,
    locked_pairing,
)
from tournaments.services.typed_results import Decision, sets_to_win

MAX_MINUTES_LATE: Final = 600


@journaled
def record_lateness(
    *, pairing_id: int, late: PerSide, by: Any, at: datetime
) -> Pairing:
    """How many full minutes each side came late; it can cost the match, also both sides.

    Raises Refusal `late.minutes`, `late.no_rule`, and as `check_table` does.
    """
    pairing = locked_pairing(pairing_id)
    check_table(pairing, sets=True)
    if min(late) < 0 or max(late) > MAX_MINUTES_LATE:
        raise Refusal("late.minutes", most=MAX_MINUTES_LATE)
    event = event_of(pairing)
    if not event.lateness:
        raise Refusal("late.no_rule")
    pairing.late = list(late) if any(late) else None
    pairing.save(update_fields=["late"])
    fields: dict[str, Any] = {"table": pairing.table, "late": list(late)}
    note(event.pk, "conduct.late", by=by, at=at, **fields)
    decide_if_lost(pairing, (0, 0), by=by, at=at)
    live.changed(event.pk)
    return pairing


@journaled
def sanction(
    *,
    pairing_id: int,
    entry_id: int,
    kind: str,
    offence: str,
    so_far: PerSide = (0, 0),
    by: Any,
    at: datetime,
) -> Sanction:
    """Write a sanction on the match sheet; it can decide the match, whose sets stood at `so_far`.

    A disqualified entry is out of the event. After its match that result stays until it is
    corrected. Raises Refusal `sanction.no_such`, and as `check_table` does.
    """
    pairing = locked_pairing(pairing_id)
    entry = _entry_at(pairing, entry_id, kind, offence)
    costs_sets = kind in {SET, MATCH}
    if kind == DISQUALIFICATION:
        costs_sets = is_to_be_played(pairing)
    if costs_sets:
        check_table(pairing, sets=kind == SET)
    _check_so_far(pairing, so_far)
    event = event_of(pairing)
    written = _store_sanction(pairing, entry, kind, offence, by, at)
    fields: dict[str, Any] = {"table": pairing.table, "entry": entry.number}
    fields |= {"kind": kind, "offence": offence}
    note(event.pk, "conduct.sanction", by=by, at=at, **fields)
    if costs_sets:
        decide_if_lost(pairing, so_far, by=by, at=at)
    if kind == DISQUALIFICATION and entry.state == Entry.State.IN:
        reason = f"{written.get_kind_display()}: {written.get_offence_display()}"
        remove_from_play(event, entry, reason=reason, by=by, at=at)
    live.changed(event.pk)
    return written


def _entry_at(pairing: Pairing, entry_id: int, kind: str, offence: str) -> Entry:
    if kind in LADDER and offence in OFFENCES:
        for entry in pairing.entries:
            if entry.pk == entry_id:
                return entry
    allowed = f"{', '.join(LADDER)}; {', '.join(OFFENCES)}"
    raise Refusal("sanction.no_such", allowed=allowed)


def _check_so_far(pairing: Pairing, so_far: PerSide) -> None:
    if min(so_far) < 0:
        raise Refusal("sanction.so_far")
    if not pairing.several and max(so_far) >= sets_to_win(pairing):
        raise Refusal("sanction.so_far")


def _store_sanction(
    pairing: Pairing, entry: Entry, kind: str, offence: str, by: Any, at: datetime
) -> Sanction:
    last = pairing.sanctions.aggregate(last=Max("number"))["last"] or 0
    return Sanction.objects.create(
        pairing=pairing,
        number=last + 1,
        entry=entry,
        kind=kind,
        offence=offence,
        by_id=getattr(by, "pk", None),
        at=at,
    )


def is_to_be_played(pairing: Pairing) -> bool:
    """Whether two sides are here that have yet to play, or to play on."""
    if pairing.several or pairing.bye or not pairing.open:
        return False
    return not awaits_others(pairing)


def check_table(pairing: Pairing, *, sets: bool) -> None:
    """Two sides have a match here that they can lose; with `sets` also single sets of it.

    Raises Refusal `conduct.…`, `result.waits`, OutOfDate `result.decided`.
    """
    if pairing.several or pairing.bye:
        raise Refusal("conduct.two_sides")
    if not pairing.open:
        raise OutOfDate("result.decided")
    check_settable(pairing)
    if sets and pairing.match_id is not None and pairing.result is None:
        raise Refusal("conduct.in_app")


def decide_if_lost(pairing: Pairing, so_far: PerSide, *, by: Any, at: datetime) -> None:
    """Set the result where the penalties leave nothing to be played."""
    of_a, of_b = penalties_of(pairing)
    found = verdict(so_far, (of_a, of_b), sets_to_win(pairing))
    if found.kind is None:
        return
    decision = Decision(found.kind)
    if found.winner is not None:
        winner, penalties = "ab"[found.winner], list(found.penalties)
        decision = Decision(found.kind, winner, *found.sets, penalties=penalties)
    annul_running(pairing, at)
    decide(pairing, decision, source=Result.Source.DESK, by=by, at=at)


def proposed(pairing: Pairing, entry: Entry) -> dict[str, str]:
    """The sanction for each offence of this side by the ladder and the match sheet so far."""
    sheet = match_sheet(pairing)
    return {offence: next_step(sheet, entry.pk, offence) for offence in OFFENCES}
