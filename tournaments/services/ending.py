"""Finishing an event without its last stages: what is left out, and who has won then."""

from copy import copy
from datetime import datetime
from typing import Any, NamedTuple

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Event
from tournaments.reading.next_draws import is_stage_over
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import stage_plans
from tournaments.reading.winners import Won, won
from tournaments.rules.formats.settings import StagePlan
from tournaments.services.events import locked
from tournaments.services.lifecycle import follow_change
from tournaments.services.log import journaled, note


class Ending(NamedTuple):
    """What an event comes to when it is finished now."""

    left_out: list[StagePlan]
    won: list[Won]


def preview_finish(event: Event) -> Ending:
    """Raises as `finish` does."""
    unplayed, finished = stages_to_leave_out(EventSnapshot(event)), copy(event)
    finished.state = Event.State.FINISHED
    return Ending(unplayed, won(finished))


def may_finish(event: Event) -> bool:
    try:
        return bool(stages_to_leave_out(EventSnapshot(event)))
    except Refusal:
        return False


@journaled
def finish(*, event_id: int, by: Any, at: datetime) -> Event:
    """Finish an event without the stages that have not begun, once all others are over.

    Raises OutOfDate `event.wrong_state`, `draw.one_at_a_time`, `finish.playing`.
    """
    event = locked(event_id)
    left_out = {plan.number for plan in stages_to_leave_out(EventSnapshot(event))}
    later_stages = []
    for number, later in enumerate(event.phases, start=2):
        later_stages.append(later | {"left_out": number in left_out})
    event.phases = later_stages
    event.save(update_fields=["phases"])
    note(event_id, "event.finish", by=by, at=at, phases=sorted(left_out))
    follow_change(event)
    live.changed(event_id)
    return event


def stages_to_leave_out(snapshot: EventSnapshot) -> list[StagePlan]:
    """The stages that have not begun. Raises as `finish` does."""
    event = snapshot.event
    if event.state != Event.State.RUNNING:
        raise OutOfDate("event.wrong_state", state=event.state, step="finish")
    if snapshot.has_pending_draw:
        raise OutOfDate("draw.one_at_a_time")
    for number in snapshot.stages:
        if not is_stage_over(snapshot, number):
            raise OutOfDate("finish.playing", phase=number)
    return [plan for plan in stage_plans(event) if plan.number not in snapshot.stages]
