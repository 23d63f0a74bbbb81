"""The standings of phases as they are stored, and who has won by them."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Draw, Event, Result, Stage, Standing
from tournaments.reading import snapshot
from tournaments.rules.advancement import ALL, BEST, IN, OUT


def standings(stage: Stage) -> QuerySet[Standing]:
    return (
        stage.standings.select_related("entry")
        .prefetch_related("entry__players")
        .order_by("position")
    )


def corrected(stage: Stage) -> bool:
    """Whether a result was corrected after others had gone on by it: its table follows, and they stay."""
    since = (
        Result.objects.filter(pairing__round__stage=stage, at__gt=stage.closed_at)
        if stage.closed_at
        else None
    )
    return since is not None and since.exists()


def champions(stage: Stage) -> list[Standing]:
    """Who has won the phase: one, or those who share it; before it or the event is over only who has won a final."""
    over = stage.closed_at is not None or stage.event.state == Event.State.FINISHED
    return list(
        standings(stage).filter(**({"rank": 1} if over else {"why__code": "champion"}))
    )


def main_phase(event: Event) -> int:
    """The phase that decides the event: from the first to the one that takes its best, and so on to the last."""
    number = 1
    for one in snapshot.counted(event)[1:]:
        takes = one.takes or {}
        if takes["source"] == number and takes.get("part", ALL) in {BEST, IN, ALL}:
            number = one.number
    return number


class Won(NamedTuple):
    """A thing that there was to win, and who has won it."""

    phase: int
    second: bool
    """Whether it was the second bracket of the phase."""
    rows: list[Standing]


def won(event: Event) -> list[Won]:
    """Who has won the event, first of all, and then its other brackets: phases whose best do not play on."""
    takes = [one.takes for one in snapshot.counted(event) if one.takes]
    played_on = {one["source"] for one in takes if one.get("part", ALL) != OUT}
    main, found = main_phase(event), []
    begun = event.stages.select_related("draw").order_by("number")
    for stage in sorted(begun, key=lambda stage: stage.number != main):
        rows = (
            champions(stage)
            if stage.number == main or stage.number not in played_on
            else []
        )
        second = [row for row in rows if is_second(row, stage)]
        found += [
            Won(stage.number, False, [row for row in rows if row not in second]),
            Won(stage.number, True, second),
        ]
    return [one for one in found if one.rows]


def is_second(row: Standing, stage: Stage) -> bool:
    """Whether the row belongs to the second bracket of a phase that has two."""
    return stage.draw.kind == Draw.Kind.BRACKET and row.group == 2
