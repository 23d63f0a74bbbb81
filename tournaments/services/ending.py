"""Finishing an event whose last phases nobody wants to play: what is left out, and who has won then."""

from copy import copy
from datetime import datetime
from typing import Any, NamedTuple

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Event
from tournaments.reading import snapshot, winners
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.formats.settings import StagePlan
from tournaments.services import stages
from tournaments.services.events import locked
from tournaments.services.log import journaled, note


class Ending(NamedTuple):
    """What an event comes to when it is finished as it stands."""

    left_out: list[StagePlan]
    won: list[winners.Won]


def considered(event: Event) -> Ending:
    """What would come of it if the event was finished now. Raises as `finish` does."""
    left, then = left_out(EventSnapshot(event)), copy(event)
    then.state = Event.State.FINISHED
    return Ending(left, winners.won(then))


def may_finish(event: Event) -> bool:
    try:
        return bool(left_out(EventSnapshot(event)))
    except Refusal:
        return False


@journaled
def finish(*, event_id: int, by: Any, at: datetime) -> Event:
    """Finish an event without the phases that have not begun, once all that have are over.

    Raises OutOfDate `event.wrong_state`, `draw.one_at_a_time`, `finish.playing`.
    """
    event = locked(event_id)
    left = {phase.number for phase in left_out(EventSnapshot(event))}
    event.phases = [
        one | {"left_out": n in left} for n, one in enumerate(event.phases, start=2)
    ]
    event.save(update_fields=["phases"])
    note(event_id, "event.finish", by=by, at=at, phases=sorted(left))
    stages.check_anew(event)
    live.changed(event_id)
    return event


def left_out(course: EventSnapshot) -> list[StagePlan]:
    """The phases that have not begun, where nothing else keeps the event from its end. Raises as `finish` does."""
    if course.event.state != Event.State.RUNNING:
        raise OutOfDate("event.wrong_state", state=course.event.state, step="finish")
    if any(draw.state in Draw.PENDING for draw in course.draws):
        raise OutOfDate("draw.one_at_a_time")
    if playing := [
        number for number in course.stages if not stages.over_in(course, number)
    ]:
        raise OutOfDate("finish.playing", phase=playing[0])
    return [
        phase
        for phase in snapshot.phases(course.event)
        if phase.number not in course.stages
    ]
