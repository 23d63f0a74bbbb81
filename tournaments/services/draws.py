"""Draws: announced with a commitment, drawn, looked at, published or given up, none repeated in silence."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain, count
from typing import Any, Final

from core.chance import Stream
from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Entry, Event, Player, Stage
from tournaments.models.draw import new_secret
from tournaments.reading import events, snapshot
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules.draws import draw as rules
from tournaments.rules.draws import inputs, manual_swaps
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import Json
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import attendance, rounds, stages
from tournaments.services.events import locked, locked_with
from tournaments.services.log import journaled, note
from tournaments.services.registration import (
    Person,
    clean_text,
    needed_reason,
    players_of,
)

DRAWING: Final = {Event.State.OPEN, Event.State.CLOSED, Event.State.RUNNING}
"""States of an event in which a draw may be taken on."""
ANYBODY: Final = TeamSettings()
"""Everybody may get everybody as a partner."""


@journaled
def announce(
    *,
    event_id: int,
    kind: str,
    by: Any,
    at: datetime,
    phase: int | None = None,
    partners: TeamSettings = ANYBODY,
) -> Draw:
    """Freeze the list and publish what the draw is bound to; the first one closes registration.

    Which draw it is follows from how far the event is; `phase` says for which phase, where several may be drawn now.
    `partners` says who shall not be drawn as such. Raises OutOfDate, `draw.*`.
    """
    event = locked(event_id)
    if event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=event.state, step="draw")
    course = EventSnapshot(event)
    if any(draw.state in Draw.PENDING for draw in course.draws):
        raise OutOfDate("draw.one_at_a_time")
    due = stages.asked(course, kind, phase)
    frozen = inputs.write(asked := inputs_of(course, due, partners))
    secret, number = (
        new_secret(),
        max((draw.number for draw in course.draws), default=0) + 1,
    )
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


def inputs_of(
    course: EventSnapshot, due: stages.Due, partners: TeamSettings = ANYBODY
) -> inputs.Inputs:
    """All that goes into this draw now. Raises Refusal when so many cannot be drawn."""
    if due.kind == Draw.Kind.TEAMS:
        return partners_of(course, partners)
    setup, (entrants, before) = (
        snapshot.setup(course.event, due.phase),
        stages.goes_in(course, due),
    )
    answers = FORMATS[snapshot.phase(course.event, due.phase).format]
    if due.round == 1:
        answers.check_number(len(entrants), setup)
    return inputs.Inputs(answers.CODE, setup, tuple(entrants), before)


def partners_of(course: EventSnapshot, wishes: TeamSettings) -> inputs.Inputs:
    """The single players, who are to get partners. Raises Refusal where none can be drawn as is wished."""
    if len(course.singles) < course.event.team_size:
        raise Refusal("draw.too_few_singles", fewest=course.event.team_size)
    field = tuple(
        Entrant(
            one.number,
            events.listed(one),
            club=one.club_name,
            seed=one.seed if wishes.balanced else None,
        )
        for one in (course.people[number] for number in course.singles)
    )
    found = inputs.Inputs(
        inputs.TEAMS,
        wishes._replace(kings=int(course.event.options.get("kings", 8))),
        field,
    )
    inputs.drawn(
        found, Stream(bytes(32))
    )  # whether it can be: the draw itself has another stream
    return found


@journaled
def make(*, draw_id: int, by: Any, at: datetime, beacon: str = "") -> Draw:
    """Draw: the order comes from the list, the promised secret and the words that the room gives now (`beacon`)."""
    course, draw = held(draw_id, Draw.State.COMMITTED)
    asked = check_inputs(course, draw)
    draw.beacon = clean_text(beacon, 200)
    stream = rules.draw_stream(
        draw.public_id, inputs.names(asked), bytes(draw.secret), draw.beacon.encode()
    )
    draw.drawn = draw.resolved = inputs.drawn(asked, stream)
    draw.state, draw.drawn_at = Draw.State.DRAFT, at
    draw.save(update_fields=["beacon", "drawn", "resolved", "state", "drawn_at"])
    note(
        draw.event_id,
        "draw.made",
        by=by,
        at=at,
        draw=draw.public_id,
        beacon=draw.beacon,
    )
    live.changed(draw.event_id)
    return draw


def problems(asked: inputs.Inputs, draw: Draw) -> list[Refusal]:
    """What speaks against publishing this draft, apart from what was changed by hand with a reason."""
    return manual_swaps.problems(asked, draw.drawn) if draw.drawn is not None else []


def breaks(draw: Draw, a: int, b: int) -> manual_swaps.Broken:
    """What it would break if these two entries changed places in the draft, by their numbers."""
    check_state(draw, Draw.State.DRAFT)
    resolved = draw.resolved or {}
    return manual_swaps.breaks(
        inputs.read(draw.inputs), resolved, manual_swaps.swap(resolved, a, b)
    )


@journaled
def swap(*, draw_id: int, a: int, b: int, reason: str, by: Any, at: datetime) -> Draw:
    """Let two entries change places in a draft. What breaks something needs a reason; everybody sees both."""
    _, draw = held(draw_id, Draw.State.DRAFT)
    broken, said = breaks(draw, a, b), clean_text(reason, 300)
    if broken.rules or broken.wishes:
        said = needed_reason(reason)
    one = {"a": a, "b": b, "reason": said, "at": at.isoformat(), "by": str(by)}
    return changed(draw, [*draw.swaps, one], "draw.swapped", one, by, at)


@journaled
def unswap(*, draw_id: int, by: Any, at: datetime) -> Draw:
    """Take back the last change by hand of a draft."""
    _, draw = held(draw_id, Draw.State.DRAFT)
    if not draw.swaps:
        raise OutOfDate("draw.nothing_swapped")
    return changed(draw, draw.swaps[:-1], "draw.unswapped", draw.swaps[-1], by, at)


def changed(
    draw: Draw, swaps: list[Json], action: str, one: Json, by: Any, at: datetime
) -> Draw:
    """The draft with these changes to what chance gave, of which one is new or taken back."""
    draw.swaps, draw.resolved = swaps, draw.drawn
    for each in swaps:
        draw.resolved = manual_swaps.swap(draw.resolved or {}, each["a"], each["b"])
    draw.save(update_fields=["swaps", "resolved"])
    fields = {"entry": one["a"], "other": one["b"], "reason": one["reason"]}
    note(draw.event_id, action, by=by, at=at, draw=draw.public_id, **fields)
    live.changed(draw.event_id)
    return draw


@journaled
def publish(*, draw_id: int, by: Any, at: datetime) -> Draw:
    """Make the draft count. Teams become entries; a draw of who meets whom opens a round. Rules are frozen."""
    course, draw = held(draw_id, Draw.State.DRAFT)
    if found := problems(check_inputs(course, draw), draw):
        raise found[0]
    draw.state, draw.published_at = Draw.State.PUBLISHED, at
    draw.save(update_fields=["state", "published_at"])
    event = course.event
    event.frozen_at = event.frozen_at or at
    if draw.kind != Draw.Kind.TEAMS:
        event.state = Event.State.RUNNING
    event.save(update_fields=["frozen_at", "state"])
    note(event.pk, "draw.published", by=by, at=at, draw=draw.public_id)
    if draw.kind == Draw.Kind.TEAMS:
        enter_teams(course, draw, at)
        live.changed(event.pk)
        return draw
    if draw.round == 1:
        begin_phase(course, draw)
    attendance.go_on(course, draw.phase, by=by, at=at)
    return draw


def begin_phase(course: EventSnapshot, draw: Draw) -> None:
    """The first draw of a phase begins it, and ends the one whose qualifiers it takes."""
    stages.follow_draw(draw)
    Stage.objects.create(event=course.event, number=draw.phase, draw=draw)


@journaled
def discard(*, draw_id: int, reason: str, by: Any, at: datetime) -> Draw:
    """Give up a draw that is not published. It stays visible with its reason: nobody draws until it pleases them."""
    _, draw = held(draw_id, *Draw.PENDING)
    draw.reason = needed_reason(reason)
    draw.state = Draw.State.DISCARDED
    draw.save(update_fields=["reason", "state"])
    note(
        draw.event_id,
        "draw.discarded",
        by=by,
        at=at,
        draw=draw.public_id,
        reason=draw.reason,
    )
    live.changed(draw.event_id)
    return draw


@journaled
def withdraw_publication(*, draw_id: int, reason: str, by: Any, at: datetime) -> Draw:
    """Take back a published draw and the round that it opened, as long as nothing has happened there.

    Its secret is known: it stays visible as given up, and another draw is announced. Matches in the app that nobody has
    begun are annulled. Raises Refusal `draw.partners_stay`, OutOfDate `draw.later_rounds`, `draw.round_begun`.
    """
    _, draw = held(draw_id, Draw.State.PUBLISHED)
    check_withdrawable(draw)
    draw.reason = needed_reason(reason)
    rounds.take_back(draw=draw, at=at)
    if draw.round == 1 and draw.phase == 1:
        event = draw.event
        first = (
            not event.draws.filter(state=Draw.State.PUBLISHED)
            .exclude(pk=draw.pk)
            .exists()
        )
        event.state, event.frozen_at = (
            Event.State.CLOSED,
            None if first else event.frozen_at,
        )
        event.save(update_fields=["state", "frozen_at"])
    draw.state = Draw.State.DISCARDED
    draw.save(update_fields=["reason", "state"])
    stages.follow_draw(draw)
    note(
        draw.event_id,
        "draw.withdrawn",
        by=by,
        at=at,
        draw=draw.public_id,
        reason=draw.reason,
    )
    live.changed(draw.event_id)
    return draw


def check_withdrawable(draw: Draw) -> None:
    """Raises as `withdraw_publication` does where this draw cannot be taken back."""
    check_state(draw, Draw.State.PUBLISHED)
    if draw.kind == Draw.Kind.TEAMS:
        raise Refusal("draw.partners_stay")
    rounds.untouched(draw)


def withdrawable(event: Event) -> list[Draw]:
    """The published draws that can be taken back now: the latest of each phase, while nothing has come of it."""
    published = event.draws.filter(state=Draw.State.PUBLISHED).exclude(
        kind=Draw.Kind.TEAMS
    )
    latest = {draw.phase: draw for draw in published.order_by("round")}
    return [draw for draw in latest.values() if is_withdrawable(draw)]


def is_withdrawable(draw: Draw) -> bool:
    try:
        check_withdrawable(draw)
    except Refusal:
        return False
    return True


def held(draw_id: int, *states: str) -> tuple[EventSnapshot, Draw]:
    """The draw, with its event held, if it is in one of `states` and the event still waits for it."""
    course = EventSnapshot(locked_with(draws=draw_id))
    draw = next(one for one in course.draws if one.pk == draw_id)
    check_state(draw, *states)
    return course, draw


def check_state(draw: Draw, *states: str) -> None:
    if draw.state not in states:
        raise OutOfDate("draw.wrong_state", state=draw.state)
    if draw.event.state not in DRAWING:
        raise OutOfDate("event.wrong_state", state=draw.event.state, step="draw")


def check_inputs(course: EventSnapshot, draw: Draw) -> inputs.Inputs:
    """What goes into the draw: still what it was announced with, if nobody came or went and no result is another."""
    due, asked = stages.Due(draw.phase, draw.round, draw.kind), inputs.read(draw.inputs)
    partners = asked.setup if isinstance(asked.setup, TeamSettings) else ANYBODY
    if inputs.write(inputs_of(course, due, partners)) != draw.inputs:
        raise OutOfDate("draw.field_changed")
    return asked


def enter_teams(course: EventSnapshot, draw: Draw, at: datetime) -> None:
    """Every drawn team becomes an entry; its single players now play in it. A reserve stays a single."""
    drawn = [
        [course.people[number] for number in members]
        for members in (draw.resolved or {})["teams"]
    ]
    numbers, singles, people = (
        count(max(course.entries) + 1),
        list(chain.from_iterable(drawn)),
        list[Player](),
    )
    teams = Entry.objects.bulk_create(
        team_of(members, next(numbers), at) for members in drawn
    )
    for team, members in zip(teams, drawn, strict=True):
        people += players_of(team, persons(members), [at] * team.places)
        for single in members:
            single.state, single.team = Entry.State.TEAMED, team
    Player.objects.filter(entry__in=singles).update(active=False)
    Player.objects.bulk_create(people)
    Entry.objects.bulk_update(singles, ["state", "team"])


def team_of(members: Sequence[Entry], number: int, at: datetime) -> Entry:
    """The entry of a drawn team, with what its members said when they entered."""
    clubs = dict.fromkeys(filter(None, (single.club_name for single in members)))
    return Entry(
        event_id=members[0].event_id,
        number=number,
        places=len(members),
        registered_at=at,
        paid=all(single.paid for single in members),
        phone=" / ".join(filter(None, (single.phone for single in members)))[:30],
        club_name=" / ".join(clubs)[:60],
    )


def persons(members: Sequence[Entry]) -> list[Person]:
    return [
        Person(player.name, player.user_id)
        for single in members
        for player in single.players.all()
    ]
