"""What a draw or a result does to its stage and its event: final, over, or open again."""

from datetime import datetime

from django.db.models import Min

from tournaments import signals
from tournaments.models import Draw, Event, Pairing, Stage
from tournaments.reading.next_draws import is_event_over
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import stage_plan, stages, takers


def source_of(event: Event, stage: int) -> Stage | None:
    """The stage from which this one takes its entries."""
    takes = stage_plan(event, stage).takes
    if not takes:
        return None
    return event.stages.get(number=takes["source"])


def close_source(event: Event, stage: int, at: datetime) -> None:
    """Once its qualifiers play on, the standings of the source are final."""
    source, snapshot = source_of(event, stage), EventSnapshot(event)
    if source is None:
        return
    playing = snapshot.playing_in_stage(source.number)
    if snapshot.state(source.number).is_over(playing):
        source.closed_at = min(source.closed_at or at, at)
        source.save(update_fields=["closed_at"])


def reopen_source(event: Event, stage: int, at: datetime) -> None:
    """A stage that began at `at` is taken back: another taker may still close the source."""
    source = source_of(event, stage)
    if source is None or source.closed_at != at:
        return
    numbers = [plan.number for plan in takers(event, source.number)]
    begun = event.stages.filter(number__in=numbers, draw__published_at__gte=at)
    source.closed_at = begun.aggregate(first=Min("draw__published_at"))["first"]
    source.save(update_fields=["closed_at"])


def follow_draw(draw: Draw) -> None:
    """A draw was published or taken back: the stage from which it takes is final, or open again."""
    begins_stage = draw.round == 1 and draw.kind != Draw.Kind.TEAMS
    if not begins_stage or draw.published_at is None:
        return
    if draw.state == Draw.State.PUBLISHED:
        close_source(draw.event, draw.phase, draw.published_at)
    else:
        reopen_source(draw.event, draw.phase, draw.published_at)


def update_event_state(event: Event) -> None:
    """Finish the event when nothing is left to be played or drawn; a correction may reopen it."""
    state = Event.State.RUNNING
    if not has_undecided_table(event) and is_event_over(EventSnapshot(event)):
        state = Event.State.FINISHED
    if event.state != state:
        event.state = state
        Event.objects.filter(pk=event.pk).update(state=state)


def has_undecided_table(event: Event) -> bool:
    pairings = Pairing.objects.filter(round__stage__event=event)
    return pairings.filter(table__isnull=False, result=None).exists()


def follow_change(event: Event) -> None:
    """Something other than a result has changed: bring the event's state and tables up to date."""
    event.refresh_from_db()
    begun = list(stages(event))
    if begun and event.state in {Event.State.RUNNING, Event.State.FINISHED}:
        update_event_state(event)
    for stage in begun:
        signals.facts_changed.send(Stage, stage_id=stage.pk)
