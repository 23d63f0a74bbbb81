"""Conduct at a table: who came late, and what a referee writes on the sheet of a match."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Entry, Pairing, Result, Sanction
from tournaments.reading import events
from tournaments.rules import conduct as rules
from tournaments.services import attendance, decisions, results
from tournaments.services.decisions import Decision
from tournaments.services.log import journaled, note

LATEST: Final = 600
"""Minutes: nobody waits longer."""


@journaled
def came_late(
    *, pairing_id: int, late: tuple[int, int], by: Any, at: datetime
) -> Pairing:
    """So many full minutes the two sides came late; by the rule of the event a match may be lost so, also by both.

    Raises Refusal `late.minutes`, `late.no_rule`, and as `check_table` does.
    """
    pairing = results.held(pairing_id)
    check_table(pairing, sets=True)
    if not all(0 <= minutes <= LATEST for minutes in late):
        raise Refusal("late.minutes", most=LATEST)
    if not pairing.round.stage.event.lateness:
        raise Refusal("late.no_rule")
    pairing.late = list(late) if any(late) else None
    pairing.save(update_fields=["late"])
    note(
        results.event_of(pairing).pk,
        "conduct.late",
        by=by,
        at=at,
        table=pairing.table,
        late=list(late),
    )
    decide_if_lost(pairing, (0, 0), by=by, at=at)
    live.changed(results.event_of(pairing).pk)
    return pairing


@journaled
def sanction(
    *,
    pairing_id: int,
    entry_id: int,
    kind: str,
    offence: str,
    so_far: tuple[int, int] = (0, 0),
    by: Any,
    at: datetime,
) -> Sanction:
    """Write a sanction on the sheet. What it takes may decide the match, whose sets stood at `so_far`.

    Who is disqualified is out of the event, also after the match: then its result stays until it is corrected.
    Raises Refusal `sanction.no_such`, and as `check_table` does.
    """
    pairing = results.held(pairing_id)
    entry = next((one for one in pairing.entries if one.pk == entry_id), None)
    if entry is None or kind not in rules.LADDER or offence not in rules.OFFENCES:
        raise Refusal(
            "sanction.no_such",
            allowed=f"{', '.join(rules.LADDER)}; {', '.join(rules.OFFENCES)}",
        )
    docks = kind in {rules.SET, rules.MATCH} or (
        kind == rules.DISQUALIFICATION and may_be_lost(pairing)
    )
    if docks:
        check_table(pairing, sets=kind == rules.SET)
    if min(so_far) < 0 or (
        not pairing.several and max(so_far) >= decisions.sets_to_win(pairing)
    ):
        raise Refusal("sanction.so_far")
    number = (pairing.sanctions.aggregate(last=Max("number"))["last"] or 0) + 1
    fields = {
        "kind": kind,
        "offence": offence,
        "by_id": getattr(by, "pk", None),
        "at": at,
    }
    written = Sanction.objects.create(
        pairing=pairing, number=number, entry=entry, **fields
    )
    told: dict[str, Any] = {
        "table": pairing.table,
        "entry": entry.number,
        "kind": kind,
        "offence": offence,
    }
    note(results.event_of(pairing).pk, "conduct.sanction", by=by, at=at, **told)
    if docks:
        decide_if_lost(pairing, so_far, by=by, at=at)
    if kind == rules.DISQUALIFICATION and entry.state == Entry.State.IN:
        why = f"{written.get_kind_display()}: {written.get_offence_display()}"
        attendance.take_out(results.event_of(pairing), entry, reason=why, by=by, at=at)
    live.changed(results.event_of(pairing).pk)
    return written


def may_be_lost(pairing: Pairing) -> bool:
    """Whether two sides are here who have yet to play, or to play on."""
    return pairing.open and not (
        pairing.several or pairing.bye or results.waits(pairing)
    )


def check_table(pairing: Pairing, *, sets: bool) -> None:
    """Two sides have a match to lose here. Raises Refusal `conduct.…`, `result.waits`, OutOfDate `result.decided`."""
    if pairing.several or pairing.bye:
        raise Refusal("conduct.two_sides")
    if not pairing.open:
        raise OutOfDate("result.decided")
    results.check_settable(pairing)
    if sets and pairing.match_id is not None and pairing.result is None:
        raise Refusal("conduct.in_app")


def decide_if_lost(
    pairing: Pairing, so_far: tuple[int, int], *, by: Any, at: datetime
) -> None:
    """Set the result where the sets that were docked leave nothing to be played."""
    docked = events.docked(pairing)
    said = rules.verdict(so_far, (docked[0], docked[1]), decisions.sets_to_win(pairing))
    if said.kind is None:
        return
    if said.winner is None:
        decision = Decision(said.kind)
    else:
        decision = Decision(
            said.kind, "ab"[said.winner], *said.sets, penalties=list(said.penalties)
        )
    results.annul_running(pairing, at)
    results.decide(pairing, decision, source=Result.Source.DESK, by=by, at=at)


def proposed(pairing: Pairing, entry: Entry) -> dict[str, str]:
    """What each offence of this side would come to by the ladder, with what is on the sheet already."""
    sheet = [
        rules.Sanction(one.kind, one.entry_id, one.offence)
        for one in pairing.sanctions.all()
    ]
    return {
        offence: rules.next_step(sheet, entry.pk, offence) for offence in rules.OFFENCES
    }
