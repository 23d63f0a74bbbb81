"""The stage that a page is about: that of its address, else the one that decides the event."""

from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from core.numbers import parse_number
from tournaments.models import Event, Stage
from tournaments.reading import stage_plans, winners
from tournaments.rules.advancement import OUT, REST
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import StagePlan

PARAMETER = "phase"
"""Part of published addresses."""
MOST_DIGITS = 3


def stage_for(event: Event, request: HttpRequest) -> Stage | None:
    number = parse_number(request.GET.get(PARAMETER), MOST_DIGITS)
    if number is None:
        return main_stage(event)
    return stage_plans.stage_of(event, number)


def main_stage(event: Event) -> Stage | None:
    """The stage that decides the event; until it begins the latest that has begun."""
    main = stage_plans.stage_of(event, winners.main_stage(event))
    return main or stage_plans.stage_of(event)


def stage_or_404(event: Event, request: HttpRequest) -> Stage:
    stage = stage_for(event, request)
    if stage is None:
        raise Http404
    return stage


class StageName(NamedTuple):
    number: int
    name: str
    begun: bool


def stage_names(event: Event) -> list[StageName]:
    begun = {stage.number for stage in stage_plans.stages(event)}
    names = []
    for plan in stage_plans.stage_plans(event):
        name = name_of_stage(plan)
        names.append(StageName(plan.number, name, plan.number in begun))
    return names


def name_of_stage(plan: StagePlan) -> str:
    """The name of its format; a stage for those who did not qualify is a group B."""
    name = gettext(FORMATS[plan.format].short_name)
    # Clubs call the event of those who went out early its group B.
    if plan.takes and plan.takes["part"] in {REST, OUT}:
        return f"{name} B"
    return name


def address(stage: Stage) -> str:
    """The end of links to the pages of a stage; empty if the event has only one."""
    if not stage.event.phases:
        return ""
    return f"?{PARAMETER}={stage.number}"


def stages_under_way(event: Event) -> list[Stage]:
    """The stages that are being played, else the last one that was."""
    begun = list(stage_plans.stages(event).prefetch_related("rounds"))
    under_way = [stage for stage in begun if stage.closed_at is None]
    return under_way or begun[-1:]
