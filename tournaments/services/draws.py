"""Draws: announced with a commitment, drawn, looked at, published; every step public and none repeated in silence."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from games.rules.errors import Refusal
from games.services import OutOfDate
from tournaments import live, queries
from tournaments.models import Draw, Entry, Event, Player, Stage
from tournaments.models.draw import new_secret
from tournaments.rules import draw as rules
from tournaments.rules import inputs
from tournaments.rules.field import Entrant
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.base import Json
from tournaments.services import phases, rounds
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.places import next_number
from tournaments.services.registration import Person, clean_text, players_of

DRAWING: Final = {Event.State.OPEN, Event.State.CLOSED, Event.State.RUNNING}
"""States of an event in which a draw may be taken on."""


@journaled
def announce(*, event_id: int, kind: str, by: Any, at: datetime, phase: int | None = None) -> Draw:
    """Freeze the list and publish what the draw is bound to; the first one closes registration.

    Which draw it is follows from how far the event is; `phase` says for which phase, where several may be drawn now.
    Raises OutOfDate, `draw.*`.
    """
    event = locked(event_id)
    if event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=event.state, step="draw")
    if event.draws.filter(state__in=[Draw.State.COMMITTED, Draw.State.DRAFT]).exists():
        raise OutOfDate("draw.one_at_a_time")
    due = phases.asked(event, kind, phase)
    asked = inputs.read(frozen := inputs_of(event, due))
    secret, number = new_secret(), int(event.draws.aggregate(last=Max("number"))["last"] or 0) + 1
    draw = Draw.objects.create(
        event=event,
        number=number,
        public_id=f"{event.pk}-{number}-{kind}",
        kind=kind,
        phase=due.phase,
        round=due.round,
        field=[[entrant.id, entrant.name] for entrant in asked.entrants],
        field_hash=rules.field_hash(inputs.names(asked)),
        inputs=frozen,
        input_hash=inputs.fingerprint(frozen),
        commitment=rules.commitment(secret),
        secret=secret,
        by=by,
        committed_at=at,
    )
    if event.state != Event.State.RUNNING:
        event.state = Event.State.CLOSED
        event.save(update_fields=["state"])
    note(event.pk, "draw.announced", by=by, at=at, draw=draw.public_id)
    live.changed(event.pk)
    return draw


def inputs_of(event: Event, due: phases.Due) -> Json:
    """All that goes into this draw now, as plain JSON. Raises Refusal when so many cannot be drawn."""
    if due.kind == Draw.Kind.TEAMS:
        singles, _ = queries.field(event)
        if len(singles) < event.team_size:
            raise Refusal("draw.too_few_singles", fewest=event.team_size)
        cards = inputs.TeamSettings(kings=int(event.options.get("kings", 8)))
        return inputs.write(inputs.Inputs(inputs.TEAMS, cards, tuple(Entrant(*row) for row in singles)))
    setup, entrants = queries.setup(event, due.phase), tuple(phases.entrants(event, due))
    answers = FORMATS[queries.phase(event, due.phase).format]
    if due.round == 1:
        answers.check_number(len(entrants), setup)
    return inputs.write(inputs.Inputs(answers.CODE, setup, entrants, phases.before(event, due)))


@journaled
def make(*, draw_id: int, by: Any, at: datetime, beacon: str = "") -> Draw:
    """Draw: the order comes from the list, the promised secret and the words that the room gives now (`beacon`)."""
    draw = held(draw_id, Draw.State.COMMITTED)
    check_inputs(draw)
    draw.beacon = clean_text(beacon, 200)
    asked = inputs.read(draw.inputs)
    stream = rules.draw_stream(draw.public_id, inputs.names(asked), bytes(draw.secret), draw.beacon.encode())
    draw.resolved = inputs.drawn(asked, stream)
    draw.state, draw.drawn_at = Draw.State.DRAFT, at
    draw.save(update_fields=["beacon", "resolved", "state", "drawn_at"])
    note(draw.event_id, "draw.made", by=by, at=at, draw=draw.public_id, beacon=draw.beacon)
    live.changed(draw.event_id)
    return draw


def problems(draw: Draw) -> list[Refusal]:
    """What speaks against publishing this draft."""
    asked = inputs.read(draw.inputs)
    if draw.resolved is None or isinstance(asked.setup, inputs.TeamSettings):
        return []
    return FORMATS[asked.format].check(draw.resolved, asked.entrants, asked.setup, asked.before)


@journaled
def publish(*, draw_id: int, by: Any, at: datetime) -> Draw:
    """Make the draft count. Teams become entries; a draw of who meets whom opens a round. Rules are frozen."""
    draw = held(draw_id, Draw.State.DRAFT)
    check_inputs(draw)
    if found := problems(draw):
        raise found[0]
    draw.state, draw.published_at = Draw.State.PUBLISHED, at
    draw.save(update_fields=["state", "published_at"])
    event = draw.event
    event.frozen_at = event.frozen_at or at
    if draw.kind != Draw.Kind.TEAMS:
        event.state = Event.State.RUNNING
    event.save(update_fields=["frozen_at", "state"])
    draw.event = event
    note(event.pk, "draw.published", by=by, at=at, draw=draw.public_id)
    if draw.kind == Draw.Kind.TEAMS:
        enter_teams(draw, at)
    else:
        rounds.open_round(stage_id=stage_for(draw, at).pk, by=by, at=at)
    live.changed(event.pk)
    return draw


def stage_for(draw: Draw, at: datetime) -> Stage:
    """The phase that the draw belongs to: its first draw begins it, and ends the one whose qualifiers it takes."""
    if draw.round > 1:
        return draw.event.stages.get(number=draw.phase)
    phases.close_source(draw.event, draw.phase, at)
    return Stage.objects.create(event=draw.event, number=draw.phase, draw=draw)


@journaled
def discard(*, draw_id: int, reason: str, by: Any, at: datetime) -> Draw:
    """Give up a draw that is not published. It stays visible with its reason: nobody draws until it pleases them."""
    draw = held(draw_id, Draw.State.COMMITTED, Draw.State.DRAFT)
    draw.reason = needed_reason(reason)
    draw.state = Draw.State.DISCARDED
    draw.save(update_fields=["reason", "state"])
    note(draw.event_id, "draw.discarded", by=by, at=at, draw=draw.public_id, reason=draw.reason)
    live.changed(draw.event_id)
    return draw


def needed_reason(reason: str) -> str:
    text = clean_text(reason, 300)
    if len(text) < 3:
        raise Refusal("desk.reason_needed")
    return text


def held(draw_id: int, *states: str) -> Draw:
    """The draw, with its event held, if it is in one of `states` and the event still waits for it."""
    event = locked(Draw.objects.values_list("event_id", flat=True).get(pk=draw_id))
    draw = Draw.objects.get(pk=draw_id)
    draw.event = event
    if draw.state not in states:
        raise OutOfDate("draw.wrong_state", state=draw.state)
    if event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=event.state, step="draw")
    return draw


def check_inputs(draw: Draw) -> None:
    """Nothing that goes into the draw has changed since it was announced: nobody came or went, no result is another."""
    due = phases.Due(draw.phase, draw.round, draw.kind)
    if inputs_of(draw.event, due) != draw.inputs:
        raise OutOfDate("draw.field_changed")


def enter_teams(draw: Draw, at: datetime) -> None:
    """Every drawn team becomes an entry; its single players now play in it. A reserve stays a single."""
    resolved = draw.resolved or {}
    singles = queries.numbered(draw.event)
    number = next_number(draw.event)
    for offset, members in enumerate(resolved["teams"]):
        people = [singles[entry].players.all()[0] for entry in members]
        team = Entry.objects.create(
            event=draw.event,
            number=number + offset,
            places=len(people),
            registered_at=at,
            paid=all(singles[entry].paid for entry in members),
            phone=" / ".join(filter(None, (singles[entry].phone for entry in members)))[:30],
            club_name=" / ".join(dict.fromkeys(filter(None, (singles[entry].club_name for entry in members))))[:60],
        )
        Player.objects.filter(pk__in=[player.pk for player in people]).update(active=False)
        members_now = players_of(team, [Person(p.name, p.user_id) for p in people], [at] * len(people))
        Player.objects.bulk_create(members_now)
        draw.event.entries.filter(number__in=members).update(state=Entry.State.TEAMED, team=team)
