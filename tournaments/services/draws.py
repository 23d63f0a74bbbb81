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
from tournaments.rules.field import Entrant
from tournaments.services import rounds
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.places import next_number
from tournaments.services.registration import Person, clean_text, players_of

DRAWING: Final = {Event.State.OPEN, Event.State.CLOSED}
"""States of an event in which a draw may be taken on."""


@journaled
def announce(*, event_id: int, kind: str, by: Any, at: datetime) -> Draw:
    """Freeze the list and publish what the draw is bound to; registration closes. Raises OutOfDate, `draw.*`."""
    event = locked(event_id)
    if event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=event.state, step="draw")
    if event.draws.filter(state__in=[Draw.State.COMMITTED, Draw.State.DRAFT]).exists():
        raise OutOfDate("draw.one_at_a_time")
    field = field_of(event, kind)
    secret = new_secret()
    draw = Draw.objects.create(
        event=event,
        number=int(event.draws.aggregate(last=Max("number"))["last"] or 0) + 1,
        kind=kind,
        field=field,
        field_hash=rules.field_hash([name for _, name in field]),
        commitment=rules.commitment(secret),
        secret=secret,
        by=by,
        committed_at=at,
    )
    event.state = Event.State.CLOSED
    event.save(update_fields=["state"])
    note(event.pk, "draw.announced", by=by, at=at, draw=draw.public_id)
    live.changed(event.pk)
    return draw


def field_of(event: Event, kind: str) -> list[list[Any]]:
    """The list that goes into a draw now, in order of arrival: [[entry id, name], ...]."""
    singles, teams = queries.field(event)
    if kind not in (allowed := kinds(event)):
        raise Refusal("draw.no_such_kind", allowed=allowed)
    if kind == Draw.Kind.TEAMS:
        if len(singles) < event.team_size:
            raise Refusal("draw.too_few_singles", fewest=event.team_size)
        return singles
    if len(singles) >= event.team_size:
        raise Refusal("draw.singles_first", singles=len(singles))
    queries.format_of(event).check_number(len(teams), queries.setup(event))
    return teams


def kinds(event: Event) -> list[str]:
    """The draws that this event has: first partners for single players, if entries are of several."""
    return [*([str(Draw.Kind.TEAMS)] if event.team_size > 1 else []), queries.format_of(event).DRAW]


@journaled
def make(*, draw_id: int, by: Any, at: datetime, beacon: str = "") -> Draw:
    """Draw: the order comes from the list, the promised secret and the words that the room gives now (`beacon`)."""
    draw = held(draw_id, Draw.State.COMMITTED)
    check_field(draw)
    draw.beacon = clean_text(beacon, 200)
    names = [name for _, name in draw.field]
    stream = rules.draw_stream(draw.public_id, names, bytes(draw.secret), draw.beacon.encode())
    ids = [entry for entry, _ in draw.field]
    if draw.kind == Draw.Kind.TEAMS:
        kings = int(draw.event.options.get("kings", 8))
        teams = rules.draw_teams(ids, stream, kings)
        cards = {str(entry): list(drawn) for entry, drawn in teams.cards.items()}
        draw.resolved = {"teams": [list(t) for t in teams.teams], "reserve": teams.reserve, "cards": cards}
    else:
        draw.resolved = queries.format_of(draw.event).draw(entrants(draw), stream, queries.setup(draw.event))
    draw.state, draw.drawn_at = Draw.State.DRAFT, at
    draw.save(update_fields=["beacon", "resolved", "state", "drawn_at"])
    note(draw.event_id, "draw.made", by=by, at=at, draw=draw.public_id, beacon=draw.beacon)
    live.changed(draw.event_id)
    return draw


def entrants(draw: Draw) -> list[Entrant]:
    return [Entrant(entry, name) for entry, name in draw.field]


def problems(draw: Draw) -> list[Refusal]:
    """What speaks against publishing this draft."""
    if draw.kind == Draw.Kind.TEAMS or draw.resolved is None:
        return []
    return queries.format_of(draw.event).check(draw.resolved, entrants(draw), queries.setup(draw.event))


@journaled
def publish(*, draw_id: int, by: Any, at: datetime) -> Draw:
    """Make the draft count. Teams become entries; the format's draw opens the first round. Rules are frozen."""
    draw = held(draw_id, Draw.State.DRAFT)
    check_field(draw)
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
        stage = Stage.objects.create(event=event, draw=draw, third_place=event.third_place)
        rounds.open_round(stage_id=stage.pk, by=by, at=at)
    live.changed(event.pk)
    return draw


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


def check_field(draw: Draw) -> None:
    """Nobody came or went since the list was frozen."""
    if field_of(draw.event, draw.kind) != draw.field:
        raise OutOfDate("draw.field_changed")


def enter_teams(draw: Draw, at: datetime) -> None:
    """Every drawn team becomes an entry; its single players now play in it. A reserve stays a single."""
    resolved = draw.resolved or {}
    singles = {entry.pk: entry for entry in draw.event.entries.prefetch_related("players")}
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
        Entry.objects.filter(pk__in=members).update(state=Entry.State.TEAMED, team=team)
