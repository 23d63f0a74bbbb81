"""Draws: announced with a commitment, drawn, published or given up; none is repeated unseen."""

from datetime import datetime
from typing import Any, Final

from core.chance import Stream
from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Event, Stage
from tournaments.models.draw import new_secret
from tournaments.reading.events import listed
from tournaments.reading.next_draws import NextDraw, chosen_draw, entrants_and_history
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import planned_format, stage_settings
from tournaments.rules.draws import inputs, manual_swaps
from tournaments.rules.draws.draw import commitment, draw_stream, field_hash
from tournaments.rules.draws.inputs import Inputs, TeamSettings
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import Json
from tournaments.services.drawn_teams import enter_teams
from tournaments.services.events import locked, locked_with
from tournaments.services.lifecycle import follow_draw
from tournaments.services.log import journaled, note
from tournaments.services.registration import clean_text, required_reason
from tournaments.services.rounds import (
    open_next_round,
    remove_round_of,
    untouched_round,
)

DRAWING: Final = {Event.State.OPEN, Event.State.CLOSED, Event.State.RUNNING}
"""States of an event in which its draws go on."""
NO_WISHES: Final = TeamSettings()


@journaled
def announce(
    *,
    event_id: int,
    kind: str,
    by: Any,
    at: datetime,
    stage: int | None = None,
    partners: TeamSettings = NO_WISHES,
) -> Draw:
    """Freeze the list and publish the commitment; the first draw closes registration.

    The state of the event decides which draw it is; `stage` is needed where several stages can be
    drawn. Raises OutOfDate, Refusal `draw.*`.
    """
    event = locked(event_id)
    if event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=event.state, step="draw")
    snapshot = EventSnapshot(event)
    if snapshot.has_pending_draw:
        raise OutOfDate("draw.one_at_a_time")
    next_draw = chosen_draw(snapshot, kind, stage)
    given = inputs_of(snapshot, next_draw, partners)
    number = max((draw.number for draw in snapshot.draws), default=0) + 1
    draw = _committed(event, number, next_draw, given)
    draw.by, draw.committed_at = by, at
    draw.save()
    if event.state != Event.State.RUNNING:
        event.state = Event.State.CLOSED
        event.save(update_fields=["state"])
    _note(draw, "draw.announced", by, at)
    return draw


def _committed(event: Event, number: int, next_draw: NextDraw, given: Inputs) -> Draw:
    """An unsaved draw with its frozen list and its secret."""
    frozen, secret = inputs.write(given), new_secret()
    return Draw(
        event=event,
        number=number,
        public_id=f"{event.pk}-{number}-{next_draw.kind}",
        kind=next_draw.kind,
        phase=next_draw.stage,
        round=next_draw.round,
        field=[[entrant.id, entrant.name] for entrant in given.entrants],
        field_hash=field_hash(inputs.names(given)),
        inputs=frozen,
        input_hash=inputs.fingerprint(frozen),
        commitment=commitment(secret),
        secret=secret,
    )


def _note(draw: Draw, action: str, by: Any, at: datetime, **fields: Any) -> None:
    note(draw.event_id, action, by=by, at=at, draw=draw.public_id, **fields)
    live.changed(draw.event_id)


def inputs_of(
    snapshot: EventSnapshot, next_draw: NextDraw, partners: TeamSettings = NO_WISHES
) -> Inputs:
    """All that goes into this draw now. Raises Refusal where it cannot be drawn."""
    if next_draw.kind == Draw.Kind.TEAMS:
        return _inputs_of_teams(snapshot, partners)
    settings = stage_settings(snapshot.event, next_draw.stage)
    entrants, history = entrants_and_history(snapshot, next_draw)
    format = planned_format(snapshot.event, next_draw.stage)
    if next_draw.round == 1:
        format.check_number(len(entrants), settings)
    return Inputs(format.code, settings, tuple(entrants), history)


def _inputs_of_teams(snapshot: EventSnapshot, wishes: TeamSettings) -> Inputs:
    if len(snapshot.singles) < snapshot.event.team_size:
        raise Refusal("draw.too_few_singles", fewest=snapshot.event.team_size)
    entrants = []
    for number in snapshot.singles:
        entry = snapshot.entries_with_players[number]
        entrant = Entrant(number, listed(entry), club=snapshot.clubs[number])
        if wishes.balanced:
            entrant = entrant._replace(seed=entry.seed)
        entrants.append(entrant)
    kings = int(snapshot.event.options.get("kings", 8))
    given = Inputs(inputs.TEAMS, wishes._replace(kings=kings), tuple(entrants))
    # A trial with any stream: it refuses wishes that no draw can keep.
    inputs.drawn(given, Stream(bytes(32)))
    return given


@journaled
def make(*, draw_id: int, by: Any, at: datetime, beacon: str = "") -> Draw:
    """Draw from the list, the committed secret and the words that the room gives now (`beacon`)."""
    snapshot, draw = locked_draw(draw_id, Draw.State.COMMITTED)
    given = check_inputs(snapshot, draw)
    draw.beacon = clean_text(beacon, 200)
    names = inputs.names(given)
    secret = bytes(draw.secret)
    stream = draw_stream(draw.public_id, names, secret, draw.beacon.encode())
    drawn = inputs.drawn(given, stream)
    draw.drawn = drawn
    draw.resolved = drawn
    draw.state = Draw.State.DRAFT
    draw.drawn_at = at
    draw.save(update_fields=["beacon", "drawn", "resolved", "state", "drawn_at"])
    _note(draw, "draw.made", by, at, beacon=draw.beacon)
    return draw


def problems(given: Inputs, draw: Draw) -> list[Refusal]:
    """What forbids publishing this draft, whatever was swapped by hand with a reason."""
    if draw.drawn is None:
        return []
    return manual_swaps.problems(given, draw.drawn)


def violations(draw: Draw, a: int, b: int) -> manual_swaps.Violations:
    """What these two entries, by number, would violate if they changed places in the draft."""
    check_state(draw, Draw.State.DRAFT)
    before = draw.resolved or {}
    after = manual_swaps.swap(before, a, b)
    return manual_swaps.violations(inputs.read(draw.inputs), before, after)


@journaled
def swap(*, draw_id: int, a: int, b: int, reason: str, by: Any, at: datetime) -> Draw:
    """Let two entries change places in a draft. A violation needs a reason, published with it."""
    _, draw = locked_draw(draw_id, Draw.State.DRAFT)
    found, text = violations(draw, a, b), clean_text(reason, 300)
    if found.rules or found.wishes:
        text = required_reason(reason)
    one = {"a": a, "b": b, "reason": text, "at": at.isoformat(), "by": str(by)}
    _set_swaps(draw, [*draw.swaps, one])
    _note_swap(draw, "draw.swapped", one, by, at)
    return draw


@journaled
def unswap(*, draw_id: int, by: Any, at: datetime) -> Draw:
    """Take back the last swap by hand in a draft."""
    _, draw = locked_draw(draw_id, Draw.State.DRAFT)
    if not draw.swaps:
        raise OutOfDate("draw.nothing_swapped")
    *others, last = draw.swaps
    _set_swaps(draw, others)
    _note_swap(draw, "draw.unswapped", last, by, at)
    return draw


def _set_swaps(draw: Draw, swaps: list[Json]) -> None:
    draw.swaps = swaps
    draw.resolved = draw.drawn
    for swap in swaps:
        before = draw.resolved or {}
        draw.resolved = manual_swaps.swap(before, swap["a"], swap["b"])
    draw.save(update_fields=["swaps", "resolved"])


def _note_swap(draw: Draw, action: str, swap: Json, by: Any, at: datetime) -> None:
    fields = {"entry": swap["a"], "other": swap["b"], "reason": swap["reason"]}
    _note(draw, action, by, at, **fields)


@journaled
def publish(*, draw_id: int, by: Any, at: datetime) -> Draw:
    """Make the draft count: drawn teams become entries, any other draw opens its round.

    From the first published draw on the rules of the event are fixed.
    """
    snapshot, draw = locked_draw(draw_id, Draw.State.DRAFT)
    if found := problems(check_inputs(snapshot, draw), draw):
        raise found[0]
    draw.state, draw.published_at = Draw.State.PUBLISHED, at
    draw.save(update_fields=["state", "published_at"])
    event, is_of_teams = snapshot.event, draw.kind == Draw.Kind.TEAMS
    event.frozen_at = event.frozen_at or at
    if not is_of_teams:
        event.state = Event.State.RUNNING
    event.save(update_fields=["frozen_at", "state"])
    note(event.pk, "draw.published", by=by, at=at, draw=draw.public_id)
    if is_of_teams:
        enter_teams(snapshot, draw, at)
        live.changed(event.pk)
        return draw
    if draw.round == 1:
        follow_draw(draw)
        Stage.objects.create(event=event, number=draw.phase, draw=draw)
    open_next_round(snapshot, draw.phase, by=by, at=at)
    return draw


@journaled
def discard(*, draw_id: int, reason: str, by: Any, at: datetime) -> Draw:
    """Give up a draw before it is published.

    It stays visible with its reason, so that nobody repeats draws until one suits them.
    """
    _, draw = locked_draw(draw_id, *Draw.PENDING)
    _discard(draw, required_reason(reason))
    _note(draw, "draw.discarded", by, at, reason=draw.reason)
    return draw


@journaled
def withdraw_publication(*, draw_id: int, reason: str, by: Any, at: datetime) -> Draw:
    """Take back a published draw and the round that it opened, while nothing has happened there.

    Its secret is known by now, so it stays visible as given up and a new draw is announced. Matches
    in the app that have not begun are annulled. Raises Refusal `draw.partners_stay`, OutOfDate
    `draw.later_rounds`, `draw.round_begun`.
    """
    _, draw = locked_draw(draw_id, Draw.State.PUBLISHED)
    check_withdrawable(draw)
    reason = required_reason(reason)
    remove_round_of(draw, at=at)
    if draw.round == 1 and draw.phase == 1:
        _return_to_registration_closed(draw)
    _discard(draw, reason)
    follow_draw(draw)
    _note(draw, "draw.withdrawn", by, at, reason=reason)
    return draw


def _return_to_registration_closed(draw: Draw) -> None:
    event = draw.event
    published = event.draws.filter(state=Draw.State.PUBLISHED)
    event.state = Event.State.CLOSED
    if not published.exclude(pk=draw.pk).exists():
        event.frozen_at = None
    event.save(update_fields=["state", "frozen_at"])


def _discard(draw: Draw, reason: str) -> None:
    draw.reason, draw.state = reason, Draw.State.DISCARDED
    draw.save(update_fields=["reason", "state"])


def check_withdrawable(draw: Draw) -> None:
    """Raises as `withdraw_publication` does where this draw cannot be taken back."""
    check_state(draw, Draw.State.PUBLISHED)
    if draw.kind == Draw.Kind.TEAMS:
        raise Refusal("draw.partners_stay")
    untouched_round(draw)


def withdrawable(event: Event) -> list[Draw]:
    """The published draws that can be taken back now: at most the latest of each stage."""
    published = event.draws.filter(state=Draw.State.PUBLISHED)
    of_pairings = published.exclude(kind=Draw.Kind.TEAMS).order_by("round")
    latest = {draw.phase: draw for draw in of_pairings}
    return list(filter(is_withdrawable, latest.values()))


def is_withdrawable(draw: Draw) -> bool:
    try:
        check_withdrawable(draw)
    except Refusal:
        return False
    return True


def locked_draw(draw_id: int, *states: str) -> tuple[EventSnapshot, Draw]:
    """The draw with its event locked. Raises OutOfDate unless it is in one of these states."""
    snapshot = EventSnapshot(locked_with(draws=draw_id))
    draw = next(one for one in snapshot.draws if one.pk == draw_id)
    check_state(draw, *states)
    return snapshot, draw


def check_state(draw: Draw, *states: str) -> None:
    if draw.state not in states:
        raise OutOfDate("draw.wrong_state", state=draw.state)
    if draw.event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=draw.event.state, step="draw")


def check_inputs(snapshot: EventSnapshot, draw: Draw) -> Inputs:
    """What goes into the draw. Raises OutOfDate when entries or results have changed since."""
    given = inputs.read(draw.inputs)
    wishes = NO_WISHES
    if isinstance(given.settings, TeamSettings):
        wishes = given.settings
    next_draw = NextDraw(draw.phase, draw.round, draw.kind)
    if inputs.write(inputs_of(snapshot, next_draw, wishes)) != draw.inputs:
        raise OutOfDate("draw.field_changed")
    return given
