"""The stages of an event: as it plans them, and those that have begun."""

from django.db.models import QuerySet

from games.catalogue import GAMES
from tournaments.models import Event, Stage
from tournaments.rules.formats import settings
from tournaments.rules.formats.base import Format, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import StagePlan


def stages(event: Event) -> QuerySet[Stage]:
    """The stages that have begun, the first one first."""
    return event.stages.select_related("event", "draw").order_by("number")


def stage_of(event: Event, number: int | None = None) -> Stage | None:
    """The stage of this number if it has begun; without a number the latest that has."""
    begun = stages(event)
    if number is None:
        return begun.last()
    return begun.filter(number=number).first()


def stage_plans(event: Event) -> list[StagePlan]:
    """All stages that the event plans, in order."""
    plans = [StagePlan(1, event.format, event.settings)]
    for number, later in enumerate(event.phases, start=2):
        plans.append(StagePlan(number, **later))
    return plans


def stage_plan(event: Event, number: int) -> StagePlan:
    return stage_plans(event)[number - 1]


def counted_stage_plans(event: Event) -> list[StagePlan]:
    """The stages that make up the event: none that is left out, and when it is over only played
    ones.
    """
    planned = [plan for plan in stage_plans(event) if not plan.left_out]
    if event.state != Event.State.FINISHED or not event.phases:
        return planned
    begun = {stage.number for stage in event.stages.all()}
    return [plan for plan in planned if plan.number in begun]


def takers(event: Event, source: int) -> list[StagePlan]:
    """The planned stages that take entries from this one."""
    found = []
    for plan in stage_plans(event):
        if plan.takes and plan.takes["source"] == source:
            found.append(plan)
    return found


def planned_format(event: Event, number: int) -> Format:
    return FORMATS[stage_plan(event, number).format]


def format_of(stage: Stage) -> Format:
    return planned_format(stage.event, stage.number)


def stage_settings(event: Event, number: int = 1) -> StageSettings:
    """The settings of a stage, with the table sizes that the game allows."""
    plan, game = stage_plan(event, number), GAMES[event.game].rules
    players = game.OPTIONS["players"].values
    read = settings.read(FORMATS[plan.format], plan.settings)
    return read._replace(
        seats=(int(players[0]), int(players[-1])),
        preferred=game.options(event.options).players,
    )
