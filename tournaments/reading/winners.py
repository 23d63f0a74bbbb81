"""The standings of stages as they are stored, and who has won by them."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Draw, Event, Result, Stage, Standing
from tournaments.reading.stage_plans import counted_stage_plans
from tournaments.rules.advancement import ALL, BEST, IN, OUT


def standings(stage: Stage) -> QuerySet[Standing]:
    rows = stage.standings.select_related("entry").order_by("position")
    return rows.prefetch_related("entry__players")


def corrected(stage: Stage) -> bool:
    """Whether a result was corrected after entries had gone on: the table follows, they stay."""
    if not stage.closed_at:
        return False
    results = Result.objects.filter(pairing__round__stage=stage)
    return results.filter(at__gt=stage.closed_at).exists()


def champions(stage: Stage) -> list[Standing]:
    """Who has won the stage, or shares it; before it is over only the winner of a final."""
    is_over = stage.closed_at is not None or stage.event.state == Event.State.FINISHED
    if is_over:
        return list(standings(stage).filter(rank=1))
    return list(standings(stage).filter(why__code="champion"))


def main_stage(event: Event) -> int:
    """The stage that decides the event: from the first to the one that takes its best, and
    so on.
    """
    main = 1
    for plan in counted_stage_plans(event)[1:]:
        takes = plan.takes or {}
        if takes["source"] == main and takes.get("part", ALL) in {BEST, IN, ALL}:
            main = plan.number
    return main


class Won(NamedTuple):
    """Something that there was to win."""

    phase: int
    """The number of its stage."""
    second: bool
    """Whether it was the second bracket of the stage."""
    rows: list[Standing]
    """The winners."""


def won(event: Event) -> list[Won]:
    """Who has won the event, then its other brackets: stages whose best do not play on."""
    goes_on = set()
    for plan in counted_stage_plans(event):
        if plan.takes and plan.takes.get("part", ALL) != OUT:
            goes_on.add(plan.takes["source"])
    main, found = main_stage(event), []
    begun = event.stages.select_related("draw").order_by("number")
    for stage in sorted(begun, key=lambda stage: stage.number != main):
        if stage.number != main and stage.number in goes_on:
            continue
        first: list[Standing] = []
        second: list[Standing] = []
        for row in champions(stage):
            (second if is_second(row, stage) else first).append(row)
        found += [Won(stage.number, False, first), Won(stage.number, True, second)]
    return [one for one in found if one.rows]


def is_second(row: Standing, stage: Stage) -> bool:
    """Whether the row belongs to the second bracket of a stage that has two."""
    return stage.draw.kind == Draw.Kind.BRACKET and row.group == 2
