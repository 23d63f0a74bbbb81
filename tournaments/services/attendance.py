"""Who comes late, leaves, or turns out to be entered twice, once the draw is made."""

from datetime import datetime
from typing import Any, Final

from core.chance import Stream, seed_from
from core.refusals import OutOfDate, Refusal
from tournaments import live, signals
from tournaments.models import Entry, Event, Pairing, Round, Stage
from tournaments.reading import events, snapshot
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.formats.base import Format
from tournaments.rules.schedules import schedule
from tournaments.services import registration, results, rounds, stages, substitutes
from tournaments.services.events import locked, locked_with
from tournaments.services.log import journaled, note
from tournaments.services.registration import Form, needed_reason
from tournaments.services.waiting_list import next_number

FIRST: Final = 1
"""The phase that latecomers come into."""


@journaled
def enter_late(*, event_id: int, form: Form, by: Any, at: datetime) -> Entry:
    """Enter a whole pair, or a player who plays alone, while the first phase is played.

    Where each round is drawn anew, or the rest of a schedule, it is in the next draw, with lives as long as one is left
    to it; in a bracket it takes a bye of the first round, by lot, until the second is open. Raises OutOfDate `late.*`,
    Refusal `entry.*`, `substitute.*` for who has played for others.
    """
    event = locked(event_id)
    stage = snapshot.stage_of(event, FIRST)
    if stage is None or not played(stage):
        raise OutOfDate("late.closed")
    form = registration.cleaned(event, form)
    if len(form.people) != event.team_size:
        raise Refusal("late.whole_pairs", people=event.team_size)
    registration.check_new(event, form)
    substitutes.check_latecomers(event, form.people)
    bye = None if drawn_again(stage) else bye_for_latecomer(stage, next_number(event))
    entry = registration.stored(event, form, Entry.State.IN, at, confirmed=True)
    if bye:
        rounds.join(bye, entry, at)
    note(
        event.pk,
        "entry.late",
        by=by,
        at=at,
        entry=entry.number,
        table=bye.table if bye else None,
    )
    if bye:
        results.give_walkovers(bye.round.pairings.all(), by=by, at=at)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)
    return entry


def may_come(event: Event) -> bool:
    """Whether latecomers are taken now: the first phase is played, and there is room for them."""
    stage = snapshot.stage_of(event, FIRST)
    return (
        stage is not None
        and played(stage)
        and (drawn_again(stage) or bool(byes_left(stage)))
    )


def drawn_again(stage: Stage) -> bool:
    """Whether a further round may be drawn with whoever comes now; each that was drawn before costs a life."""
    answers, setup = (
        snapshot.format_of(stage),
        snapshot.setup(stage.event, stage.number),
    )
    if answers.SEVERAL:
        return schedule.open_to_all(
            snapshot.position(stage).drawn, stage.rounds.count()
        )
    most = [
        getattr(setup, name) for name in ("rounds", "lives") if name in answers.SETTINGS
    ]
    return answers.REDRAWN and stage.rounds.count() < min(most)


def too_late(answers: Format) -> str:
    """The code that says why nobody can come in any more."""
    if not (answers.REDRAWN or answers.SEVERAL):
        return "late.no_room"
    return "late.lives" if "lives" in answers.SETTINGS else "late.last_round"


def played(stage: Stage) -> bool:
    return stage.event.state == Event.State.RUNNING and stage.closed_at is None


def byes_left(stage: Stage) -> list[Pairing]:
    """The byes of a bracket whose second round is not open."""
    if (
        "leaves" not in EventSnapshot(stage.event).drawn(stage.number)
        or stage.rounds.count() > 1
    ):
        return []
    first = (
        Pairing.objects.filter(round__stage=stage)
        .select_related("round", "a", "b")
        .order_by("slot")
    )
    return [one for one in first if one.bye]


def bye_for_latecomer(stage: Stage, number: int) -> Pairing:
    """A bye of the first round, by a lot that follows from the published draw and the number of the latecomer."""
    byes = byes_left(stage)
    if not byes:
        raise OutOfDate(too_late(snapshot.format_of(stage)))
    chance = Stream(seed_from(b"mus-late-1", bytes(stage.draw.secret), b"%d" % number))
    return byes[chance.below(len(byes))]


@journaled
def leave(*, entry_id: int, reason: str, by: Any, at: datetime) -> Entry:
    """Take an entry out of an event that is being played: what it has played stays, what it plays now is lost.

    Matches that it would still have had are lost without play as their rounds open. Raises OutOfDate `entry.not_in`.
    """
    event = locked(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.get(pk=entry_id)
    if entry.state != Entry.State.IN or event.state != Event.State.RUNNING:
        raise OutOfDate("entry.not_in")
    take_out(event, entry, reason=needed_reason(reason), by=by, at=at)
    return entry


def take_out(event: Event, entry: Entry, *, reason: str, by: Any, at: datetime) -> None:
    """It plays no more, as `leave` says; within the transaction of a service."""
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    entry.players.update(active=False)
    note(event.pk, "entry.left", by=by, at=at, entry=entry.number, reason=reason)
    results.give_walkovers(
        Pairing.objects.filter(round__stage__event=event), reason=reason, by=by, at=at
    )
    stages.check_anew(event)
    live.changed(event.pk)


@journaled
def open_round(*, stage_id: int, by: Any, at: datetime) -> Round:
    """Open the next round; who has left loses its matches of it without play. Raises as `rounds.open_round` does."""
    course = EventSnapshot(locked_with(stages=stage_id))
    return go_on(course, rounds.phase_of(course, stage_id), by=by, at=at)


def go_on(course: EventSnapshot, phase: int, *, by: Any, at: datetime) -> Round:
    """Open the next round of a phase, as `open_round` does."""
    opened = rounds.open_next(course, phase, by=by, at=at)
    if course.left:
        results.give_walkovers(opened.pairings.all(), by=by, at=at)
    return opened


@journaled
def merge(*, entry_id: int, into_id: int, by: Any, at: datetime) -> Entry:
    """Two entries are the same people: what one says that the other does not goes over, and it is withdrawn.

    Raises Refusal `merge.same`, `merge.other_event`, OutOfDate `merge.plays` when the one to be withdrawn is drawn.
    """
    event = locked(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    gone, kept = Entry.objects.get(pk=entry_id), Entry.objects.get(pk=into_id)
    if gone == kept or kept.event_id != event.pk:
        raise Refusal("merge.same" if gone == kept else "merge.other_event")
    alive = {Entry.State.IN, Entry.State.WAITING}
    if gone.state not in alive or kept.state not in alive:
        raise OutOfDate("entry.not_in")
    if events.table_of(event, gone) is not None:
        raise OutOfDate("merge.plays", name=events.name_of(gone))
    for name in ("team_name", "club_name", "phone"):
        setattr(kept, name, getattr(kept, name) or getattr(gone, name))
    kept.paid = kept.paid or gone.paid
    kept.save(update_fields=["team_name", "club_name", "phone", "paid"])
    note(event.pk, "entry.merged", by=by, at=at, entry=gone.number, other=kept.number)
    if event.frozen_at:
        gone.state = Entry.State.WITHDRAWN
        gone.save(update_fields=["state"])
        gone.players.update(active=False)
        stages.check_anew(event)
        live.changed(event.pk)
        return kept
    registration.withdraw(entry_id=gone.pk, by=by, at=at)
    return kept
