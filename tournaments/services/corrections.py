"""Correcting a result of the past: what depends on it is looked at first, and carried out in one step."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Max, Q

from games import queries as games_queries
from games import services as games
from tournaments.models import Entry, Pairing, Report, Result, Stage
from tournaments.reading import events, snapshot
from tournaments.reading.snapshot import EventSnapshot
from tournaments.rules import corrections as rules
from tournaments.rules.advancement import Takes
from tournaments.rules.corrections import Key, Opened, Phase, Preview, Taker
from tournaments.rules.formats.base import Meeting
from tournaments.rules.tables.results import VOID
from tournaments.rules.tables.tallies import ConfirmedResult
from tournaments.services import rounds, stages

Choices = Mapping[Key, str]


class Look(NamedTuple):
    """What would follow from a result, before it is stored."""

    stage: Stage
    preview: Preview
    meetings: Mapping[Key, Meeting]
    """The plan of the phase then."""
    mark: str
    """Changes with the result, with what is chosen, and with anything that has happened in the phase since."""

    @property
    def closed(self) -> bool:
        """Whether a referee has to say that those who have gone on from the phase stay where they are."""
        goes_on = any(one.taker.drawn for one in self.preview.qualifiers)
        return self.stage.closed_at is not None or goes_on


def look(stage: Stage, fact: ConfirmedResult, choices: Choices | None = None) -> Look:
    """What follows when this fact counts at its place of the phase. A constant number of queries.

    Raises Refusal `correction.no_such_choice`, `correction.plays_elsewhere`.
    """
    course = EventSnapshot(stage.event)
    position = course.position(stage.number)
    opened = list(opened_in(stage, position))
    answers, drawn, facts, setup = position
    takers, final = list(takers_of(course, stage.number)), stage.closed_at is not None
    lots = stages.lots(course, stage.number, position) if takers else ()
    inside, elsewhere = course.active_in(stage.number), course.gone_on(stage.number)
    known = Phase(answers, drawn, setup, opened, inside, elsewhere, lots, takers, final)
    others = [old for old in facts if (old.round, old.slot) != (fact.round, fact.slot)]
    preview = rules.preview(known, facts, [*others, fact], choices)
    plan = answers.plan(preview.drawn, preview.facts, setup)
    meetings = {
        (n, meeting.slot): meeting
        for n, one in enumerate(plan, start=1)
        for meeting in one.meetings
    }
    told = repr((drawn, facts, opened, known.entries, fact, preview.pairings))
    return Look(stage, preview, meetings, sha256(told.encode()).hexdigest()[:16])


def takers_of(course: EventSnapshot, number: int) -> Iterator[Taker]:
    """The phases that take from this one."""
    for phase in snapshot.counted(course.event):
        if phase.takes and phase.takes["source"] == number:
            yield Taker(
                phase.number, Takes(**phase.takes), phase.number in course.stages
            )


def opened_in(stage: Stage, position: snapshot.Position) -> Iterator[Opened]:
    """The places of the opened rounds as they are stored; where nobody was to come, or a bye is void, nobody.

    None of tables of several, and none of rounds that were drawn one by one: these stay as they are.
    """
    if position.answers.SEVERAL or position.answers.REDRAWN:
        return
    places = Pairing.objects.filter(round__stage=stage).order_by(
        "round__number", "slot"
    )
    stored = {
        (one.round.number, one.slot): one
        for one in places.select_related("round", "a", "b", "result", "match")
    }
    reported = set(
        Report.objects.filter(pairing__round__stage=stage).values_list(
            "pairing_id", flat=True
        )
    )
    for key, one in stored.items():
        sides = tuple(
            side.number if side and not (one.bye and one.result) else None
            for side in (one.a, one.b)
        )
        yield Opened(*key, sides, state_of(one, one.pk in reported))
    for n, planned in enumerate(position.plan[: stage.rounds.count()], start=1):
        for meeting in planned.meetings:
            if (n, meeting.slot) not in stored:
                yield Opened(n, meeting.slot, (None, None), rules.OPEN)


def state_of(pairing: Pairing, reported: bool) -> str:
    """Whether it is decided, or has begun as far as anybody has said; a void match is open again."""
    if pairing.result is not None:
        return rules.OPEN if pairing.result.kind == VOID else rules.DECIDED
    begun = pairing.match is not None and pairing.match.version > 0
    return rules.RUNNING if begun or reported else rules.OPEN


def carry_out(corrected: Pairing, found: Look, *, by: Any, at: datetime) -> None:
    """Do with the later pairings what the preview says, after the result itself is stored.

    What is played anew gets a void result after the one that counted; reports are of those who sat there. Who has to
    wait for an opponent leaves the table void until it is known. Matches in the app that lose their players are
    annulled, and new ones opened. What is open again is played where nobody else plays by now.
    """
    stage, preview = found.stage, found.preview
    keys = {(number, slot) for number, slot, *_ in preview.drawn.get("kept", ())}
    named = reduce(
        or_, (Q(round__number=number, slot=slot) for number, slot in keys), Q(kept=True)
    )
    marked = Pairing.objects.filter(named, round__stage=stage)
    for pairing in marked.select_related("round"):
        pairing.kept = (pairing.round.number, pairing.slot) in keys
        pairing.save(update_fields=["kept"])
    entries = events.numbered(stage.event) if preview.pairings else {}
    for one in preview.pairings:
        if one.choice != rules.KEEP:
            move(
                stage,
                one.opened.key,
                found.meetings.get(one.opened.key),
                entries,
                by=by,
                at=at,
            )
    end_byes(found, by=by, at=at)
    if corrected.open:
        corrected.table = rounds.table_for(corrected)
        corrected.save(update_fields=["table"])


def end_byes(found: Look, *, by: Any, at: datetime) -> None:
    """Nobody has a bye any more for whom an opponent may come again."""
    byes = Pairing.objects.filter(
        Q(a=None) ^ Q(b=None), round__stage=found.stage, result=None
    )
    for bye in byes.select_related("round"):
        if not found.meetings[bye.round.number, bye.slot].decided:
            clear(bye, void=True, by=by, at=at)


def move(
    stage: Stage,
    key: Key,
    meeting: Meeting | None,
    entries: Mapping[int, Entry],
    *,
    by: Any,
    at: datetime,
) -> None:
    """Put those who belong there in their places, or leave the table void while one of them is awaited."""
    opened = stage.rounds.get(number=key[0])
    pairing = opened.pairings.filter(slot=key[1]).select_related("result").first()
    there = meeting is not None and (
        meeting.ready or (meeting.decided and any(meeting.entries))
    )
    if pairing is not None:
        clear(pairing, void=not there, by=by, at=at)
    if meeting is None or not there:
        return
    pairing = pairing or Pairing(round=opened, slot=key[1])
    pairing.a, pairing.b = (
        entries[number] if number else None for number in meeting.entries
    )
    pairing.result, pairing.match, pairing.seats, pairing.late = None, None, None, None
    pairing.table = rounds.table_for(pairing) if meeting.ready else None
    rounds.seat_all(EventSnapshot(stage.event), opened, [(pairing, meeting)], at)
    pairing.save()


def clear(pairing: Pairing, *, void: bool, by: Any, at: datetime) -> None:
    """Nothing that was said or played here counts any more; `void` where nobody can play in its place yet.

    Then a bye to which nothing else was ever noted is no more, as if its place had not been opened.
    """
    if pairing.match_id and not games_queries.is_over(pairing.match_id):
        games.annul(match_id=pairing.match_id, at=at)
    pairing.reports.all().delete()
    if (pairing.result is not None and pairing.result.kind == VOID) or not (
        void or pairing.result
    ):
        return
    if pairing.bye and not (pairing.results.exists() or pairing.sanctions.exists()):
        pairing.delete()
        return
    number = (pairing.results.aggregate(last=Max("number"))["last"] or 0) + 1
    fields = {
        "kind": VOID,
        "source": Result.Source.DESK,
        "by_id": getattr(by, "pk", None),
        "at": at,
    }
    pairing.result = Result.objects.create(pairing=pairing, number=number, **fields)
    pairing.save(update_fields=["result"])


def told(preview: Preview) -> list[list[Any]]:
    """What the log says of the pairings that moved: [round, slot, who was there, who belongs there, what is done]."""
    return [
        [*one.opened.key, list(one.opened.entries), list(one.now), one.choice]
        for one in preview.pairings
    ]
