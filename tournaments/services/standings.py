"""Standings, recomputed from the confirmed results of a stage: as often as needed, one run at a
time.
"""

import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from games.rules.stones import stones
from tournaments import live, signals
from tournaments.models import Entry, Event, Pairing, Result, Stage, Standing
from tournaments.reading.events import sides_at, sits_second
from tournaments.reading.snapshot import stage_state
from tournaments.reading.stage_plans import format_of
from tournaments.rules.tables.standings import Row

LEASE: Final = timedelta(seconds=90)
"""A run that has not ended by then was killed: longer than a task may take."""
RECENT: Final = timedelta(days=1)
"""Results of finished events are looked at for so long; later only when a worker starts."""
MAX_LOST_RESULTS: Final = 500
"""Taken up in one sweep."""

TALLY_COLUMNS: Final = (
    "played",
    "won",
    "lost",
    "sets_for",
    "sets_against",
    "tantos_for",
    "tantos_against",
)
COMPARED_COLUMNS: Final = (
    "entry_id",
    "position",
    "rank",
    "shared_to",
    "running",
    "points",
    "placing",
    "group",
    "why",
    *TALLY_COLUMNS,
)

RunningScore = dict[str, Any]
"""What is public of the score that an entry has in the app now."""
RunningScores = Iterator[tuple[int, RunningScore]]


def recompute(*, stage_id: int) -> bool:
    """Bring the standings of the stage up to date in one run; whether there was something to do.

    Does nothing if another run is at it. That one looks once more after it has given its lease
    back, and signals a change that came too late for it: changes without a pause are collected and
    do not keep one run going.
    """
    token = take_lease(stage_id, timezone.now())
    if not token:
        return False
    try:
        done = compute(stage_id, token)
    finally:
        Stage.objects.filter(pk=stage_id, lease=token).update(lease="", leased_at=None)
    if is_out_of_date(stage_id):
        signals.facts_changed.send(Stage, stage_id=stage_id)
    return done


def take_lease(stage_id: int, at: datetime) -> str:
    """A token if nobody else is computing this stage, else ""."""
    token = uuid.uuid4().hex
    is_free = Q(lease="") | Q(leased_at__lt=at - LEASE)
    free = Stage.objects.filter(is_free, pk=stage_id)
    return token if free.update(lease=token, leased_at=at) else ""


def is_out_of_date(stage_id: int) -> bool:
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    return standings_version(stage) != stage.computed_mark


def compute(stage_id: int, token: str) -> bool:
    """One run: whether there was something to do. Writes nothing if the lease was lost
    meanwhile.
    """
    stage = Stage.objects.select_related("event", "draw").get(pk=stage_id)
    version = standings_version(stage)
    if version == stage.computed_mark:
        return False
    rows = computed_standings(stage)
    with transaction.atomic():
        now = timezone.now()
        leased = Stage.objects.filter(pk=stage_id, lease=token)
        if not leased.update(computed_mark=version, computed_at=now, leased_at=now):
            return False
        if replace_standings(stage, rows):
            live.changed(stage.event_id)
    return True


def computed_standings(stage: Stage) -> list[Standing]:
    """The rows of the stage as they should be now, unsaved."""
    entry_ids = dict(stage.event.entries.values_list("number", "pk"))
    rows = []
    for position, (row, running) in enumerate(ranked_rows(stage), start=1):
        rows.append(_standing(stage, position, row, entry_ids, running))
    return rows


def ranked_rows(stage: Stage) -> list[tuple[Row, RunningScore | None]]:
    """The rows in order, each with what its entry has in the app now."""
    running, points = running_scores(stage), {}
    for entry, score in running.items():
        if "points" in score:
            points[entry] = score["points"]
    rows = stage_state(stage).standings(points)
    return [(row, running.get(row.entry)) for row in rows]


def running_scores(stage: Stage) -> dict[int, RunningScore]:
    """The scores of the entries that play in the app now, by entry number."""
    playing = (
        playing_in_app(stage)
        .select_related("round__stage__event", "match", "a", "b")
        .prefetch_related("places__entry")
    )
    found: dict[int, RunningScore] = {}
    for pairing in playing:
        if pairing.match is None:
            continue
        if pairing.several:
            found.update(_at_multiplayer_table(pairing, pairing.match.score))
        else:
            found.update(_of_two_sides(pairing, pairing.match.score))
    return found


def _at_multiplayer_table(pairing: Pairing, score: dict[str, Any]) -> RunningScores:
    entries = [place.entry.number for place in pairing.places.all()]
    if format_of(pairing.round.stage).has_partners:
        for side, seats in enumerate(sides_at(pairing)):
            of_side = _score_of_side(pairing, score, side)
            for seat in seats:
                yield entries[seat], of_side
        return
    # Everybody alone has the points of all deals that are over.
    for entry, points in zip(entries, score["won"], strict=True):
        yield entry, {"points": points, "deals": len(score["sets"])}


def _of_two_sides(pairing: Pairing, score: dict[str, Any]) -> RunningScores:
    sides = [entry.number for entry in pairing.entries]
    if sits_second(pairing):
        sides.reverse()
    for side, entry in enumerate(sides):
        yield entry, _score_of_side(pairing, score, side)


def _score_of_side(pairing: Pairing, score: dict[str, Any], side: int) -> RunningScore:
    """Sets, and the tantos of the running set also as stones."""
    tantos, target = (
        score["running"][side],
        int(pairing.round.options["points_per_set"]),
    )
    amarracos, piedras, adentro = stones(tantos, target)
    return {
        "sets": score["won"][side],
        "tantos": tantos,
        "amarracos": amarracos,
        "piedras": piedras,
        "adentro": adentro,
        "against": score["running"][1 - side],
    }


def _standing(
    stage: Stage,
    position: int,
    row: Row,
    entry_ids: Mapping[int, int],
    running: RunningScore | None,
) -> Standing:
    standing = Standing(
        stage=stage,
        entry_id=entry_ids[row.entry],
        position=position,
        rank=row.rank,
        shared_to=row.shared_to,
        running=running,
        points=row.points,
        placing=row.placing,
        group=row.group,
        why={"code": row.why.code, **row.why.fields},
    )
    for column in TALLY_COLUMNS:
        setattr(standing, column, getattr(row.tally, column))
    return standing


def replace_standings(stage: Stage, rows: list[Standing]) -> bool:
    """Put the new rows in place of the old; whether anything is different."""
    stored = stage.standings.order_by("position").values_list(*COMPARED_COLUMNS)
    new = []
    for row in rows:
        new.append(tuple(getattr(row, name) for name in COMPARED_COLUMNS))
    if list(stored) == new:
        return False
    stage.standings.all().delete()
    Standing.objects.bulk_create(rows)
    return True


def standings_version(stage: Stage) -> str:
    """Changes with the results of the stage and with the scores of running matches."""
    running = 0
    for score in playing_in_app(stage).values_list("match__score", flat=True):
        running += score_version(score)
    return f"{results_version(stage)}.{running}"


def results_version(stage: Stage) -> str:
    """Changes with every result, opened round, bye taken by a latecomer, and withdrawal."""
    counts = stage.rounds.aggregate(
        decided=Count("pairings__results"),
        last=Max("pairings__results"),
        opened=Count("pk", distinct=True),
        byes=Count("pairings", filter=Q(pairings__table=None), distinct=True),
    )
    withdrawn = stage.event.entries.filter(state=Entry.State.WITHDRAWN).count()
    results = f"{counts['decided']}.{counts['last'] or 0}"
    return f"{results}.{counts['opened']}.{counts['byes']}.{withdrawn}"


def score_version(score: dict[str, Any]) -> int:
    """Grows with every change of a match's score: when a set or deal ends, and within it.

    Totals would not do: a deal may take points from one side as it gives them to the other.
    """
    return int(10_000 * len(score["sets"]) + sum(score["running"]))


def playing_in_app(stage: Stage) -> QuerySet[Pairing]:
    """The undecided pairings that are played in the app."""
    if not stage.event.in_app:
        return Pairing.objects.none()
    return Pairing.objects.filter(round__stage=stage, match__isnull=False, result=None)


def unfinished_business(
    at: datetime, everything: bool = False
) -> Iterator[tuple[str, Any]]:
    """What a lost task left undone: ("result", match id) and ("standings", stage id).

    In events that are running or have changed recently; or in all, which takes long.
    """
    without_result = Pairing.objects.filter(
        result=None,
        match__finished_at__isnull=False,
        round__stage__event__state=Event.State.RUNNING,
    )
    match_ids = without_result.values_list("match_id", flat=True)
    for match_id in match_ids[:MAX_LOST_RESULTS]:
        yield "result", match_id
    suspected = Stage.objects.select_related("event")
    if not everything:
        recent = Result.objects.filter(at__gt=at - RECENT)
        suspected = suspected.filter(
            Q(event__state=Event.State.RUNNING)
            | Q(computed_at=None)
            | Q(pk__in=recent.values("pairing__round__stage"))
        )
    for stage in suspected:
        if standings_version(stage) != stage.computed_mark:
            yield "standings", stage.pk
