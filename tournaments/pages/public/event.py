"""The page of an event: its conditions, the reader's own table, and how far it is."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Entry, Event, Pairing, Round, Stage
from tournaments.pages import labels, stage_choice
from tournaments.pages.public.event_page import event_or_404, event_page, own_entry_in
from tournaments.reading import events, winners
from tournaments.services.waiting_list import places_for_newcomers


@require_safe
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    found = event_or_404(request, event_id)
    stage, mine = stage_choice.main_stage(found), own_entry_in(found, request)
    return event_page(
        request,
        found,
        "event",
        stage,
        mine=mine,
        table=own_table(found, stage, mine),
        rules=labels.rules(found),
        sign_up=is_open(found),
        left=places_for_newcomers(found),
        draws=list(found.draws.all()),
        won=winners.won(found) if stage else [],
        main_phase=winners.main_stage(found),
        now=current_rounds(found),
    )


def own_table(event: Event, stage: Stage | None, mine: Entry | None) -> Pairing | None:
    if stage is None or mine is None:
        return None
    return events.current_pairing_of(event, mine)


def is_open(event: Event) -> bool:
    """Whether people can sign up now."""
    if event.state != Event.State.OPEN:
        return False
    return event.deadline is None or timezone.now() <= event.deadline


def current_rounds(event: Event) -> list[tuple[Stage, Round]]:
    """The latest round of each stage that is being played."""
    rounds = []
    for stage in stage_choice.stages_under_way(event):
        # The stages were read with their rounds: `last()` would ask the database.
        opened = list(stage.rounds.all())
        rounds.append((stage, opened[-1]))
    return rounds
