"""How an event goes on: which draw is due, who goes into it, and when a phase or all of it is over."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Min

from core.refusals import OutOfDate, Refusal
from tournaments import signals
from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.reading import events, snapshot
from tournaments.reading.snapshot import EventSnapshot, Position
from tournaments.rules import advancement as rules
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import NOTHING, History
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.schedules import schedule


class Due(NamedTuple):
    """A draw to be announced: for which phase, for which of its rounds (1: for the first, or for all)."""

    phase: int
    round: int
    kind: str


def kind_of(event: Event, phase: int) -> str:
    return FORMATS[snapshot.phase(event, phase).format].DRAW


def due(event: Event) -> list[Due]:
    """The draws of who meets whom that can be announced now; none in an event that is over or called off."""
    return due_in(EventSnapshot(event))


def due_in(course: EventSnapshot) -> list[Due]:
    if course.event.state in {Event.State.CANCELLED, Event.State.DRAFT}:
        return []
    if not course.stages:
        return [Due(1, 1, kind_of(course.event, 1))]
    return [*further(course), *beginning(course)]


def further(course: EventSnapshot) -> Iterator[Due]:
    """The next rounds of the phases under way whose last round is over, where they are drawn one by one or again."""
    for number, stage in course.stages.items():
        if stage.closed_at is None and to_draw(course, number):
            yield Due(number, course.opened(number) + 1, kind_of(course.event, number))


def to_draw(course: EventSnapshot, number: int) -> tuple[int, ...]:
    """Who goes into the draw of the next round of a phase; () when there is none.

    Of a schedule the rounds that are not open are drawn again when others are there, if so many can be drawn.
    """
    position, inside = course.position(number), course.playing_in(number)
    if not position.answers.SEVERAL:
        return position.to_draw(inside)
    opened = course.opened(number)
    over = all(
        meeting.decided for one in position.plan[:opened] for meeting in one.meetings
    )
    if not over or not schedule.others(position.drawn, opened, inside):
        return ()
    try:
        position.answers.check_number(len(inside), position.setup)
    except Refusal:
        return ()
    return tuple(inside)


def beginning(course: EventSnapshot) -> Iterator[Due]:
    """The phases that can begin: who they take is known, and enough of them."""
    for phase in snapshot.phases(course.event):
        if phase.number not in course.stages and not phase.left_out:
            first = Due(phase.number, 1, kind_of(course.event, phase.number))
            try:
                entering = len(entrants(course, first))
                FORMATS[phase.format].check_number(
                    entering, snapshot.setup(course.event, phase.number)
                )
            except Refusal:
                continue
            yield first


def asked(course: EventSnapshot, kind: str, phase: int | None) -> Due:
    """The draw that is due and meant. Raises Refusal `draw.no_such_kind`, `draw.singles_first`, OutOfDate."""
    event, singles, open_now = course.event, len(course.singles), due_in(course)
    first = event.frozen_at is None or event.state != Event.State.RUNNING
    teams = [Due(1, 1, str(Draw.Kind.TEAMS))] if event.team_size > 1 and first else []
    found = [
        one
        for one in (*teams, *open_now)
        if one.kind == kind and phase in (None, one.phase)
    ]
    if not found:
        allowed = [one.kind for one in (*teams, *open_now)]
        raise (
            Refusal("draw.no_such_kind", allowed=allowed)
            if allowed
            else OutOfDate("draw.none_due")
        )
    if found[0].kind != Draw.Kind.TEAMS and first and singles >= event.team_size > 1:
        raise Refusal("draw.singles_first", singles=singles)
    return found[0]


def entrants(course: EventSnapshot, due: Due) -> list[Entrant]:
    """Who goes into this draw."""
    return goes_in(course, due)[0]


def goes_in(course: EventSnapshot, due: Due) -> tuple[list[Entrant], History]:
    """Who goes into this draw, with all that it may know of them, and what the phase has come to before.

    In order of arrival or of strength. Raises OutOfDate `phase.not_over` while the phase that it takes from goes on.
    """
    if due.round > 1:
        if (
            due.phase not in course.stages
        ):  # its first draw was taken back while another was announced
            raise OutOfDate("draw.none_due")
        position = course.position(due.phase)
        before = (
            schedule.before(position.drawn, course.opened(due.phase))
            if position.answers.SEVERAL
            else History(tuple(position.drawn["rounds"]), tuple(position.facts))
        )
        return further_entrants(course, due.phase, to_draw(course, due.phase)), before
    if (takes := snapshot.phase(course.event, due.phase).takes) is not None:
        chosen = qualifiers(course, rules.Takes(**takes))
        inside, ranks = (
            tuple(one.entry for one in chosen),
            {one.entry: (one.seed, one.group) for one in chosen},
        )
    else:
        inside, ranks = tuple(course.active), {}
    return known_by_draw(course, inside, ranks), NOTHING


def further_entrants(
    course: EventSnapshot, phase: int, inside: Iterable[int]
) -> list[Entrant]:
    """These entries as a further draw of a phase knows them: with strength and group as in its first one."""
    first = course.draws_of(phase)[0].inputs["entrants"]
    return known_by_draw(
        course, inside, {one["id"]: (one["seed"], one["group"]) for one in first}
    )


Rank = tuple[int | None, int | None]
"""The strength and the group with which an entry comes into a phase."""


def known_by_draw(
    course: EventSnapshot, inside: Iterable[int], ranks: Mapping[int, Rank]
) -> list[Entrant]:
    had = byes(course)
    return [
        entrant(course.people[number], had[number], ranks.get(number))
        for number in inside
    ]


def entrant(entry: Entry, byes: int, rank: Rank | None) -> Entrant:
    """All that a draw may know of an entry."""
    seed, group = rank or (entry.seed, None)
    return Entrant(
        entry.number, events.listed(entry), byes, entry.club_name, seed, group
    )


def byes(course: EventSnapshot) -> Counter[int]:
    """How many byes each entry has had in the event; one that is void is none."""
    there = (
        one
        for one in course.told
        if not one.kind and (one.a is None) != (one.b is None)
    )
    return Counter(one.a or one.b or 0 for one in there)


def qualifiers(
    course: EventSnapshot, takes: rules.Takes
) -> tuple[rules.Qualified, ...]:
    """Whom a phase takes from one before, of those who have not withdrawn.

    Raises OutOfDate `phase.not_over` as long as others could still come through.
    """
    if takes.source not in course.stages:
        raise OutOfDate("phase.not_over", phase=takes.source)
    position, inside = course.position(takes.source), set(course.active)
    if not (
        rules.known(position.plan, takes)
        or over(position, course.playing_in(takes.source))
    ):
        raise OutOfDate("phase.not_over", phase=takes.source)
    rows = [row for row in position.standings({}) if row.entry in inside]
    return rules.qualifiers(
        rows, takes, position.setup.tie_breaks, lots(course, takes.source, position)
    )


def lots(course: EventSnapshot, number: int, position: Position) -> Sequence[int]:
    """What decides at a cut through shared places: the lots of the latest draw, or those of the first one's secret."""
    latest = (
        position.drawn["rounds"][-1] if position.answers.REDRAWN else position.drawn
    )
    return latest.get("lots") or rules.lots(
        course.active, bytes(course.draws_of(number)[0].secret)
    )


def over(position: Position, entries: list[int]) -> bool:
    """Whether nothing of the phase is left to be played or drawn."""
    return all(
        meeting.decided for one in position.plan for meeting in one.meetings
    ) and not position.to_draw(entries)


def over_in(course: EventSnapshot, phase: int) -> bool:
    """Whether a phase that has begun is over; once it is final nothing is drawn in it, whatever a correction says."""
    inside = course.playing_in(phase) if course.stages[phase].closed_at is None else []
    return over(course.position(phase), inside)


def source_of(event: Event, phase: int) -> Stage | None:
    """The phase from which this one takes."""
    takes = snapshot.phase(event, phase).takes
    return event.stages.get(number=takes["source"]) if takes else None


def close_source(event: Event, phase: int, at: datetime) -> None:
    """Once its qualifiers play on, what they qualified by is final."""
    source, course = source_of(event, phase), EventSnapshot(event)
    if source and over(
        course.position(source.number), course.playing_in(source.number)
    ):
        source.closed_at = min(source.closed_at or at, at)
        source.save(update_fields=["closed_at"])


def reopen_source(event: Event, phase: int, at: datetime) -> None:
    """A phase that began then is taken back: its source is final since the next one that began with its qualifiers."""
    source = source_of(event, phase)
    if source and source.closed_at == at:
        takers = [
            one.number
            for one in snapshot.phases(event)
            if (one.takes or {}).get("source") == source.number
        ]
        begun = event.stages.filter(number__in=takers, draw__published_at__gte=at)
        source.closed_at = begun.aggregate(first=Min("draw__published_at"))["first"]
        source.save(update_fields=["closed_at"])


def follow_draw(draw: Draw) -> None:
    """A draw is published, or was taken back: the phase from which it takes is final, or open again."""
    if (
        draw.round == 1
        and draw.published_at is not None
        and draw.kind != Draw.Kind.TEAMS
    ):
        follow = close_source if draw.state == Draw.State.PUBLISHED else reopen_source
        follow(draw.event, draw.phase, draw.published_at)


def check_end(event: Event) -> None:
    """The event is over when nothing is left to be played or drawn in any phase; a correction may reopen it."""
    ended = not playing(event) and all_over(EventSnapshot(event))
    state = Event.State.FINISHED if ended else Event.State.RUNNING
    if event.state != state:
        event.state = state
        Event.objects.filter(pk=event.pk).update(state=state)


def playing(event: Event) -> bool:
    """Whether a match is still to be decided at a table."""
    return Pairing.objects.filter(
        round__stage__event=event, table__isnull=False, result=None
    ).exists()


def all_over(course: EventSnapshot) -> bool:
    """Whether every phase is over, and none is due."""
    return all(over_in(course, number) for number in course.stages) and not due_in(
        course
    )


def check_anew(event: Event) -> None:
    """Something has changed that is no result: the event may be over by that, or go on, and its tables are another."""
    event.refresh_from_db()
    begun = list(snapshot.stages(event))
    if begun and event.state in {Event.State.RUNNING, Event.State.FINISHED}:
        check_end(event)
    for stage in begun:
        signals.facts_changed.send(Stage, stage_id=stage.pk)
