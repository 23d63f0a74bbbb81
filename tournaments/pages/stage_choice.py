"""Which phase of an event a page is about: the one that its address names, else the one that decides the event."""

from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from tournaments.models import Event, Stage
from tournaments.pages.labels import FORMATS_SHORT
from tournaments.reading import stage_plans, winners
from tournaments.rules.advancement import OUT, REST
from tournaments.rules.formats.settings import StagePlan

ASKED = "phase"


def stage_for(event: Event, request: HttpRequest) -> Stage | None:
    asked = request.GET.get(ASKED, "")
    known = asked.isascii() and asked.isdecimal() and len(asked) < 4
    return stage_plans.stage_of(event, int(asked)) if known else unasked(event)


def unasked(event: Event) -> Stage | None:
    """The phase that decides the event; until it begins the latest that has."""
    return stage_plans.stage_of(
        event, winners.main_stage(event)
    ) or stage_plans.stage_of(event)


def stage_or_404(event: Event, request: HttpRequest) -> Stage:
    stage = stage_for(event, request)
    if stage is None:
        raise Http404
    return stage


class Named(NamedTuple):
    """A phase as pages offer it: its name, and whether there is anything to be seen of it."""

    number: int
    name: str
    begun: bool


def named(event: Event) -> list[Named]:
    begun = {stage.number for stage in stage_plans.stages(event)}
    return [
        Named(one.number, called(one), one.number in begun)
        for one in stage_plans.stage_plans(event)
    ]


def called(phase: StagePlan) -> str:
    """The name of a phase; what those play who have not come through is its group B."""
    name = gettext(FORMATS_SHORT[phase.format])
    return f"{name} B" if phase.takes and phase.takes["part"] in {REST, OUT} else name


def address(stage: Stage) -> str:
    """What links to the pages of a phase end with; nothing where there is only one."""
    return f"?{ASKED}={stage.number}" if stage.event.phases else ""


def going_on(event: Event) -> list[Stage]:
    """The phases that are being played, else the last one that was."""
    begun = list(stage_plans.stages(event).prefetch_related("rounds"))
    return [stage for stage in begun if stage.closed_at is None] or begun[-1:]
