"""Entries that join late, withdraw, or turn out to be entered twice after the draw."""

from datetime import datetime
from typing import Any, Final

from core.chance import Stream, seed_from
from core.refusals import OutOfDate, Refusal
from tournaments import live, signals
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading.events import current_pairing_of, name_of
from tournaments.reading.snapshot import stage_state
from tournaments.reading.stage_plans import format_of, stage_of
from tournaments.services.events import locked, locked_with
from tournaments.services.lifecycle import follow_change
from tournaments.services.log import journaled, note
from tournaments.services.registration import (
    SIGN_UP_FIELDS,
    SignUpData,
    check_new,
    cleaned,
    required_reason,
    store_entry,
    withdraw_before_draw,
)
from tournaments.services.results import give_walkovers
from tournaments.services.seating import join_bye
from tournaments.services.substitutes import check_latecomers
from tournaments.services.waiting_list import next_number, places_left

FIRST_STAGE: Final = 1
"""The stage that latecomers join."""


@journaled
def enter_late(*, event_id: int, data: SignUpData, by: Any, at: datetime) -> Entry:
    """Enter a complete entry while the first stage is played.

    It joins as `let_in` says. Raises OutOfDate `late.*`, Refusal `entry.*`, and `substitute.*` for
    people who have played for others.
    """
    event = locked(event_id)
    stage = stage_for_latecomers(event)
    data = cleaned(event, data)
    if len(data.people) != event.team_size:
        raise Refusal("late.whole_pairs", people=event.team_size)
    check_new(event, data)
    check_latecomers(event, data.people)
    if first := first_in_line(event):
        raise OutOfDate("late.others_wait", name=name_of(first))
    bye = bye_if_needed(stage, next_number(event))
    check_place(event, len(data.people))
    entry = store_entry(event, data, Entry.State.IN, at, confirmed=True)
    _join(stage, entry, bye, by, at)
    return entry


@journaled
def let_in(*, entry_id: int, by: Any, at: datetime) -> Entry:
    """Let the first entry of the waiting list play, while the first stage is played.

    It is in the next draw where each round, or the rest of a schedule, is redrawn (with lives as
    long as one would be left to it). In a bracket it takes a bye of the first round, by lot, until
    the second round opens. Raises OutOfDate `late.*`, `entry.not_in`.
    """
    event = locked_with(entries=entry_id)
    stage = stage_for_latecomers(event)
    entry = Entry.objects.get(pk=entry_id)
    first = first_in_line(event)
    if first is None or entry.state != Entry.State.WAITING:
        raise OutOfDate("entry.not_in")
    if first != entry:
        raise OutOfDate("late.others_wait", name=name_of(first))
    if entry.places != event.team_size:
        raise Refusal("late.whole_pairs", people=event.team_size)
    bye = bye_if_needed(stage, entry.number)
    check_place(event, entry.places)
    entry.state = Entry.State.IN
    entry.save(update_fields=["state"])
    _join(stage, entry, bye, by, at)
    return entry


def _join(
    stage: Stage, entry: Entry, bye: Pairing | None, by: Any, at: datetime
) -> None:
    event_id, table = stage.event_id, None
    if bye:
        join_bye(bye, entry, at)
        table = bye.table
    note(event_id, "entry.late", by=by, at=at, entry=entry.number, table=table)
    if bye:
        # The side that had the bye may have withdrawn by now.
        give_walkovers(bye.round.pairings.all(), by=by, at=at)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event_id)


def stage_for_latecomers(event: Event) -> Stage:
    stage = stage_of(event, FIRST_STAGE)
    if stage is None or not is_being_played(stage):
        raise OutOfDate("late.closed")
    return stage


def first_in_line(event: Event) -> Entry | None:
    """The first complete entry that waits; a single player cannot join any more."""
    waiting = event.entries.filter(state=Entry.State.WAITING, places=event.team_size)
    return waiting.order_by("number").first()


def check_place(event: Event, players: int) -> None:
    if places_left(event) < players:
        raise OutOfDate("late.full", capacity=event.capacity)


def bye_if_needed(stage: Stage, number: int) -> Pairing | None:
    if is_drawn_again(stage):
        return None
    return bye_for_latecomer(stage, number)


def takes_latecomers(event: Event) -> bool:
    stage = stage_of(event, FIRST_STAGE)
    if stage is None or not is_being_played(stage):
        return False
    return is_drawn_again(stage) or bool(byes_left(stage))


def is_drawn_again(stage: Stage) -> bool:
    """Whether a further round can be drawn with entries that join now."""
    return stage_state(stage).takes_latecomers(stage.rounds.count())


def is_being_played(stage: Stage) -> bool:
    return stage.event.state == Event.State.RUNNING and stage.closed_at is None


def byes_left(stage: Stage) -> list[Pairing]:
    """The byes of a bracket whose second round is not open."""
    if not format_of(stage).has_bracket or stage.rounds.count() > 1:
        return []
    pairings = Pairing.objects.filter(round__stage=stage).order_by("slot")
    found = pairings.select_related("round", "a", "b")
    return [pairing for pairing in found if pairing.bye]


def bye_for_latecomer(stage: Stage, number: int) -> Pairing:
    """By a lot that follows from the published draw and the number of the latecomer."""
    byes = byes_left(stage)
    if not byes:
        raise OutOfDate(format_of(stage).late_refusal)
    secret = bytes(stage.draw.secret)
    stream = Stream(seed_from(b"mus-late-1", secret, b"%d" % number))
    return byes[stream.below(len(byes))]


@journaled
def withdraw_during_event(
    *, entry_id: int, reason: str, by: Any, at: datetime
) -> Entry:
    """An entry leaves: its results stay, and it loses its open match and all later ones unplayed.

    One that waits leaves the waiting list. Raises OutOfDate `entry.not_in`.
    """
    event = locked_with(entries=entry_id)
    entry = Entry.objects.get(pk=entry_id)
    may_leave = entry.state in {Entry.State.IN, Entry.State.WAITING}
    if not may_leave or event.state != Event.State.RUNNING:
        raise OutOfDate("entry.not_in")
    remove_from_play(event, entry, reason=required_reason(reason), by=by, at=at)
    return entry


def remove_from_play(
    event: Event, entry: Entry, *, reason: str, by: Any, at: datetime
) -> None:
    """As `withdraw_during_event`, within the transaction of another service."""
    set_withdrawn(entry)
    note(event.pk, "entry.left", by=by, at=at, entry=entry.number, reason=reason)
    pairings = Pairing.objects.filter(round__stage__event=event)
    give_walkovers(pairings, reason=reason, by=by, at=at)
    follow_change(event)
    live.changed(event.pk)


def set_withdrawn(entry: Entry) -> None:
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    entry.players.update(active=False)


@journaled
def merge(*, entry_id: int, into_id: int, by: Any, at: datetime) -> Entry:
    """Merge an entry into another of the same people: that one gets what it lacks.

    Raises Refusal `merge.same`, `merge.other_event`, OutOfDate `entry.not_in`, and `merge.plays`
    when the entry that would go is drawn.
    """
    event = locked_with(entries=entry_id)
    gone, kept = Entry.objects.get(pk=entry_id), Entry.objects.get(pk=into_id)
    if gone == kept:
        raise Refusal("merge.same")
    if kept.event_id != event.pk:
        raise Refusal("merge.other_event")
    entered = {Entry.State.IN, Entry.State.WAITING}
    if gone.state not in entered or kept.state not in entered:
        raise OutOfDate("entry.not_in")
    if current_pairing_of(event, gone) is not None:
        raise OutOfDate("merge.plays", name=name_of(gone))
    for name in SIGN_UP_FIELDS:
        setattr(kept, name, getattr(kept, name) or getattr(gone, name))
    kept.paid = kept.paid or gone.paid
    kept.save(update_fields=[*SIGN_UP_FIELDS, "paid"])
    note(event.pk, "entry.merged", by=by, at=at, entry=gone.number, other=kept.number)
    if not event.frozen_at:
        withdraw_before_draw(entry_id=gone.pk, by=by, at=at)
        return kept
    set_withdrawn(gone)
    follow_change(event)
    live.changed(event.pk)
    return kept
