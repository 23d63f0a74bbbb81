"""How an event goes on: which draw is due, who goes into it, and when a phase or all of it is over."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Min, Q

from games.rules.errors import Refusal
from games.services import OutOfDate
from tournaments import progress, queries, signals
from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.progress import Position
from tournaments.rules import phases as rules
from tournaments.rules.field import Entrant
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.base import NOTHING, Before


class Due(NamedTuple):
    """A draw to be announced: for which phase, for which of its rounds (1: for the first, or for all)."""

    phase: int
    round: int
    kind: str


def kind_of(event: Event, phase: int) -> str:
    return FORMATS[progress.phase(event, phase).format].DRAW


def due(event: Event) -> list[Due]:
    """The draws of who meets whom that can be announced now; none in an event that is over or called off."""
    if event.state in {Event.State.CANCELLED, Event.State.DRAFT}:
        return []
    begun = {stage.number: stage for stage in progress.stages(event)}
    if not begun:
        return [Due(1, 1, kind_of(event, 1))]
    return [*further(event, begun), *beginning(event, begun)]


def further(event: Event, begun: dict[int, Stage]) -> Iterator[Due]:
    """The next rounds of the phases under way whose last round is over."""
    for number, stage in begun.items():
        position = progress.position(stage)
        if stage.closed_at is None and position.to_draw(active_in(stage)):
            yield Due(number, len(position.drawn["rounds"]) + 1, kind_of(event, number))


def beginning(event: Event, begun: dict[int, Stage]) -> Iterator[Due]:
    """The phases that can begin: who they take is known, and enough of them."""
    for phase in progress.phases(event):
        if phase.number not in begun and (first := Due(phase.number, 1, kind_of(event, phase.number))):
            try:
                FORMATS[phase.format].check_number(len(entrants(event, first)), progress.setup(event, phase.number))
            except Refusal:
                continue
            yield first


def asked(event: Event, kind: str, phase: int | None) -> Due:
    """The draw that is due and meant. Raises Refusal `draw.no_such_kind`, `draw.singles_first`, OutOfDate."""
    singles, _ = queries.field(event)
    open_now = due(event)
    first = event.frozen_at is None or event.state != Event.State.RUNNING
    teams = [Due(1, 1, str(Draw.Kind.TEAMS))] if event.team_size > 1 and first else []
    found = [one for one in (*teams, *open_now) if one.kind == kind and phase in (None, one.phase)]
    if not found:
        allowed = [one.kind for one in (*teams, *open_now)]
        raise Refusal("draw.no_such_kind", allowed=allowed) if allowed else OutOfDate("draw.none_due")
    if found[0].kind != Draw.Kind.TEAMS and first and len(singles) >= event.team_size > 1:
        raise Refusal("draw.singles_first", singles=len(singles))
    return found[0]


def active(event: Event) -> list[int]:
    """The numbers of the whole entries that have not withdrawn, in order of arrival."""
    inside = event.entries.filter(state=Entry.State.IN, places=event.team_size)
    return list(inside.order_by("number").values_list("number", flat=True))


def entrants(event: Event, due: Due) -> list[Entrant]:
    """Who goes into this draw."""
    return goes_in(event, due)[0]


def goes_in(event: Event, due: Due) -> tuple[list[Entrant], Before]:
    """Who goes into this draw, with all that it may know of them, and what the phase has come to before; read once.

    In order of arrival or of strength. Raises OutOfDate `phase.not_over` while the phase that it takes from goes on.
    """
    had, before = byes(event), NOTHING
    if due.round > 1:
        stage = progress.stage_of(event, due.phase)
        if stage is None:  # its first draw was taken back while another was announced
            raise OutOfDate("draw.none_due")
        position = progress.position(stage)
        before = Before(tuple(position.drawn["rounds"]), tuple(position.facts))
        qualified = {entrant["id"]: entrant for entrant in stage.draw.inputs["entrants"]}
        inside = position.to_draw(active_in(stage))
        ranks = {number: (found["seed"], found["group"]) for number, found in qualified.items()}
    elif (takes := progress.phase(event, due.phase).takes) is not None:
        chosen = qualifiers(event, rules.Takes(**takes))
        inside, ranks = tuple(one.entry for one in chosen), {one.entry: (one.seed, one.group) for one in chosen}
    else:
        inside, ranks = tuple(active(event)), {}
    entries = queries.numbered(event)  # last, so that whoever comes in meanwhile is among them
    return [
        Entrant(
            number,
            f"{number}. {queries.full_name(entries[number])}",
            had[number],
            entries[number].club_name,
            *ranks.get(number, (entries[number].seed, None)),
        )
        for number in inside
    ], before


def active_in(stage: Stage) -> list[int]:
    """The entries of the phase that have not withdrawn; into the first phase others may come late."""
    inside = active(stage.event)
    if progress.phase(stage.event, stage.number).takes is None:
        return inside
    field = {entrant["id"] for entrant in stage.draw.inputs["entrants"]}
    return [number for number in inside if number in field]


def byes(event: Event) -> Counter[int]:
    """How many byes each entry has had in the event."""
    one_side = Q(a__isnull=False, b__isnull=True) | Q(a__isnull=True, b__isnull=False)
    free = Pairing.objects.filter(one_side, round__stage__event=event)
    return Counter(a or b for a, b in free.values_list("a__number", "b__number"))


def qualifiers(event: Event, takes: rules.Takes) -> tuple[rules.Qualified, ...]:
    """Whom a phase takes from one before, of those who have not withdrawn. Raises OutOfDate while that one goes on."""
    stage = event.stages.filter(number=takes.source).first()
    if stage is None:
        raise OutOfDate("phase.not_over", phase=takes.source)
    position, inside = progress.position(stage), set(active(event))
    if not over(position, active_in(stage)) and takes.part != rules.OUT:
        raise OutOfDate("phase.not_over", phase=takes.source)
    rows = [row for row in position.standings({}) if row.entry in inside]
    return rules.qualifiers(rows, takes, position.setup.tie_breaks, lots(stage, position))


def lots(stage: Stage, position: Position) -> Sequence[int]:
    """What decides at a cut through shared places: the lots of the latest draw, or those of the first one's secret."""
    latest = position.drawn["rounds"][-1] if position.answers.REDRAWN else position.drawn
    return latest.get("lots") or rules.lots(active(stage.event), bytes(stage.draw.secret))


def over(position: Position, entries: list[int]) -> bool:
    """Whether nothing of the phase is left to be played or drawn."""
    return all(meeting.decided for one in position.plan for meeting in one.meetings) and not position.to_draw(entries)


def source_of(event: Event, phase: int) -> Stage | None:
    """The phase from which this one takes."""
    takes = progress.phase(event, phase).takes
    return event.stages.get(number=takes["source"]) if takes else None


def close_source(event: Event, phase: int, at: datetime) -> None:
    """Once its qualifiers play on, what they qualified by is final."""
    source = source_of(event, phase)
    if source and over(progress.position(source), active_in(source)):
        source.closed_at = min(source.closed_at or at, at)
        source.save(update_fields=["closed_at"])


def reopen_source(event: Event, phase: int, at: datetime) -> None:
    """A phase that began then is taken back: its source is final since the next one that began with its qualifiers."""
    source = source_of(event, phase)
    if source and source.closed_at == at:
        takers = [one.number for one in progress.phases(event) if (one.takes or {}).get("source") == source.number]
        begun = event.stages.filter(number__in=takers, draw__published_at__gte=at)
        source.closed_at = begun.aggregate(first=Min("draw__published_at"))["first"]
        source.save(update_fields=["closed_at"])


def follow_draw(draw: Draw) -> None:
    """A draw is published, or was taken back: the phase from which it takes is final, or open again."""
    if draw.round == 1 and draw.published_at is not None and draw.kind != Draw.Kind.TEAMS:
        follow = close_source if draw.state == Draw.State.PUBLISHED else reopen_source
        follow(draw.event, draw.phase, draw.published_at)


def check_end(event: Event, stage: Stage) -> None:
    """The event is over when nothing is left to be played or drawn in any phase; a correction may reopen it."""
    stages = [stage, *(one for one in progress.stages(event) if one != stage)]
    # In a closed phase nothing is drawn any more, even if after a correction more would be in.
    drawing = ([] if one.closed_at else active_in(one) for one in stages)
    all_over = all(over(progress.position(one), inside) for one, inside in zip(stages, drawing, strict=True))
    ended = all_over and not due(event)
    state = Event.State.FINISHED if ended else Event.State.RUNNING
    if event.state != state:
        event.state = state
        Event.objects.filter(pk=event.pk).update(state=state)


def check_anew(event: Event) -> None:
    """Something has changed that is no result: the event may be over by that, or go on, and its tables are another."""
    event.refresh_from_db()
    begun = list(progress.stages(event))
    if begun and event.state in {Event.State.RUNNING, Event.State.FINISHED}:
        check_end(event, begun[-1])
    for stage in begun:
        signals.facts_changed.send(Stage, stage_id=stage.pk)
