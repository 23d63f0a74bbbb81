"""Opening rounds, taking one back with its draw, and moving a match to another table."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from core.refusals import OutOfDate, Refusal
from games.catalogue import GAMES
from games.services import annul
from tournaments import live, signals
from tournaments.models import TO_PLAY, Draw, Event, Pairing, Place, Round, Stage
from tournaments.reading.next_draws import field_to_draw
from tournaments.reading.snapshot import EventSnapshot, PairingRow
from tournaments.rules.formats.base import RoundPlan
from tournaments.rules.stage_state import ready_pairings
from tournaments.services.events import locked_table, locked_with
from tournaments.services.log import journaled, note
from tournaments.services.results import give_walkovers
from tournaments.services.seating import make_pairings, seat_pairings, store_pairings

MAX_TABLE_NUMBER: Final = 999


@journaled
def open_round(*, stage_id: int, by: Any, at: datetime) -> Round:
    """Open the next round of a stage; entries that have withdrawn lose in it without play.

    Raises OutOfDate `round.still_playing`, `round.none_left` (also when the rest is a second final
    that is not needed), `round.draw_first`.
    """
    snapshot = EventSnapshot(locked_with(stages=stage_id))
    return open_next_round(snapshot, snapshot.stage_number(stage_id), by=by, at=at)


def open_next_round(
    snapshot: EventSnapshot, stage_number: int, *, by: Any, at: datetime
) -> Round:
    """As `open_round`, within the transaction of another service."""
    event, stage = snapshot.event, snapshot.stages[stage_number]
    number, planned = _next_round(snapshot, stage_number)
    opened = Round.objects.create(
        stage=stage,
        number=number,
        code=planned.code,
        options=_options_of_round(event, planned.code),
        opened_at=at,
    )
    pairings = make_pairings(snapshot, opened, planned.meetings)
    seat_pairings(snapshot, opened, pairings, at)
    store_pairings(pairings, snapshot.entries)
    note(event.pk, "round.opened", by=by, at=at, round=planned.code)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)
    if snapshot.withdrawn:
        give_walkovers(opened.pairings.all(), by=by, at=at)
    return opened


def _next_round(snapshot: EventSnapshot, stage_number: int) -> tuple[int, RoundPlan]:
    """The number and the plan of the round that can be opened. Raises as `open_round` does."""
    if snapshot.event.state == Event.State.CANCELLED:
        raise OutOfDate("event.wrong_state", state=snapshot.event.state, step="round")
    state = snapshot.state(stage_number)
    plan, number = state.plan, snapshot.opened_rounds(stage_number) + 1
    if number > len(plan) or not is_to_be_played(plan[number - 1]):
        raise OutOfDate("round.none_left")
    check_earlier_rounds(snapshot.rows_of_stage(stage_number), plan[: number - 1])
    if state.format.is_multiplayer and field_to_draw(snapshot, stage_number):
        raise OutOfDate("round.draw_first")
    return number, plan[number - 1]


def is_to_be_played(planned: RoundPlan) -> bool:
    """Whether somebody plays in this round or is still awaited there."""
    for pairing in planned.meetings:
        if any(pairing.entries) or not pairing.decided:
            return True
    return False


def check_earlier_rounds(
    rows: Sequence[PairingRow], earlier: Sequence[RoundPlan]
) -> None:
    """Raises OutOfDate `round.still_playing` with the tables; a match on another day may wait."""
    waiting = ready_pairings(earlier)
    for row in rows:
        if row.at:
            waiting.discard((row.round, row.slot or 0))
    if waiting:
        tables = [row.table or 0 for row in rows if (row.round, row.slot) in waiting]
        raise OutOfDate("round.still_playing", tables=sorted(tables))


def _options_of_round(event: Event, code: str) -> dict[str, Any]:
    """The rules of the game in this round."""
    game = GAMES[event.game].rules
    own = event.round_options.get(code, {})
    return game.options_json(game.options(event.options | own))


def untouched_round(draw: Draw) -> Round:
    """The round that this draw opened.

    Raises OutOfDate `draw.later_rounds`, `draw.round_begun` if something has come of it.
    """
    opened = Round.objects.select_related("stage").get(
        stage__event=draw.event_id, stage__number=draw.phase, number=draw.round
    )
    later = opened.stage.rounds.filter(number__gt=draw.round)
    if opened.stage.closed_at is not None or later.exists():
        raise OutOfDate("draw.later_rounds")
    has_begun = (
        Q(results__isnull=False)
        | Q(reports__isnull=False)
        | Q(sanctions__isnull=False)
        | Q(match__version__gt=0)
    )
    begun = opened.pairings.filter(has_begun).values_list("table", flat=True)
    if tables := sorted(table or 0 for table in set(begun)):
        raise OutOfDate("draw.round_begun", tables=tables)
    return opened


def remove_round_of(draw: Draw, *, at: datetime) -> None:
    """Remove the round that this draw opened, and its stage if it began one; annul its matches.

    Within the transaction of `withdraw_publication`. Raises as `untouched_round` does.
    """
    opened = untouched_round(draw)
    stage, in_app = opened.stage, opened.pairings.filter(match__isnull=False)
    for match_id in in_app.values_list("match_id", flat=True):
        annul(match_id=match_id, at=at)
    Place.objects.filter(pairing__round=opened).delete()
    opened.pairings.all().delete()
    opened.delete()
    if draw.round > 1:
        signals.facts_changed.send(Stage, stage_id=stage.pk)
        return
    stage.delete()


@journaled
def move_table(*, pairing_id: int, table: int, by: Any, at: datetime) -> Pairing:
    """Move a match that is to be played to another table; a match that is there changes places.

    Raises OutOfDate `table.over` when it is decided, Refusal `table.number`.
    """
    found = Pairing.objects.select_related("round__stage", "result")
    pairing = locked_table(pairing_id, found)
    if pairing.table is None or not pairing.open:
        raise OutOfDate("table.over")
    if not 1 <= table <= MAX_TABLE_NUMBER:
        raise Refusal("table.number", most=MAX_TABLE_NUMBER)
    old_table, event_id = pairing.table, pairing.round.stage.event_id
    # A decided match of the same round changes places too: a round has no table twice.
    there = Pairing.objects.filter(
        TO_PLAY | Q(round=pairing.round), round__stage__event=event_id, table=table
    )
    others = [one.pk for one in there.exclude(pk=pairing.pk)]
    Pairing.objects.filter(pk=pairing.pk).update(table=None)
    Pairing.objects.filter(pk__in=others).update(table=old_table)
    Pairing.objects.filter(pk=pairing.pk).update(table=table)
    note(event_id, "table.moved", by=by, at=at, table=old_table, to=table)
    live.changed(event_id)
    return pairing
