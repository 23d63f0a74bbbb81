"""How far the phases of an event are: what is known of each, and what its format answers to that."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple, cast

from django.db.models import Count, F, Max, Q, QuerySet

from games.queries import NotFound
from games.rules import RULEBOOK
from tournaments.models import Draw, Entry, Event, Pairing, Place, Result, Round, Stage, Standing
from tournaments.rules.formats import FORMATS, bracket, settings
from tournaments.rules.formats.base import Format, Planned, Setup
from tournaments.rules.formats.settings import Phase
from tournaments.rules.phases import ALL, BEST, IN, OUT
from tournaments.rules.standings import Reason, Row
from tournaments.rules.tallies import Fact


def stages(event: Event) -> QuerySet[Stage]:
    """The phases that have begun, the first one first."""
    return event.stages.select_related("event", "draw").order_by("number")


def stage_of(event: Event, number: int | None = None) -> Stage | None:
    """The phase of this number if it has begun; without a number the latest that has."""
    begun = stages(event)
    return begun.last() if number is None else begun.filter(number=number).first()


def phases(event: Event) -> list[Phase]:
    """All phases of the event as it has planned them, in order."""
    first = Phase(1, event.format, event.settings)
    later = (Phase(n, one["format"], one["settings"], one["takes"]) for n, one in enumerate(event.phases, start=2))
    return [first, *later]


def phase(event: Event, number: int) -> Phase:
    return phases(event)[number - 1]


def format_of(stage: Stage) -> Format:
    return FORMATS[phase(stage.event, stage.number).format]


def setup(event: Event, number: int = 1) -> Setup:
    """What a phase of the event tells its format, with the sizes of table that its game allows."""
    own, game = phase(event, number), RULEBOOK[event.game]
    players = game.OPTIONS["players"].values
    seats = (int(players[0]), int(players[-1]))
    return settings.read(FORMATS[own.format], own.settings)._replace(
        seats=seats, preferred=game.options(event.options).players
    )


COUNTS: Final = ("kind", "winner__number", "sets_a", "sets_b", "tantos", "points", "penalties")


class Known(NamedTuple):
    """What is known of the pairings of a phase; entries by their numbers."""

    facts: list[Fact]
    """The results that count, as the rules take them."""
    kept: list[list[int]]
    """[round, slot, a, b] of those that stay although a corrected result would have sent others there."""


def known(stage: Stage) -> Known:
    told = Pairing.objects.filter(Q(result__isnull=False) | Q(kept=True), round__stage=stage)
    where = ("round__number", "slot", "a__number", "b__number")
    rows = list(told.values_list(*where, *(f"result__{name}" for name in COUNTS), "kept"))
    seated = places(stage) if any(row[9] for row in rows) else {}
    facts = [fact(row[:11], seated.get(row[:2], ())) for row in rows if row[4]]
    return Known(facts, [list(row[:4]) for row in rows if row[11]])


def facts(stage: Stage) -> list[Fact]:
    """The results that count, as the rules take them."""
    return known(stage).facts


def fact(row: tuple[Any, ...], seated: Sequence[int]) -> Fact:
    number, slot, a, b, kind, winner, sets_a, sets_b, tantos, points, penalties = row
    sets = tuple((a, b) for a, b in tantos) if tantos is not None else None
    got = tuple(zip(seated, points, strict=True)) if points is not None else None
    docked = (penalties[0], penalties[1]) if penalties else (0, 0)
    return Fact(number, slot, a or 0, b or 0, kind, winner, sets_a, sets_b, sets, got, docked)


def places(stage: Stage) -> dict[tuple[int, int], list[int]]:
    """For each table of several, by round and slot, the numbers of the entries that sit there in their order."""
    rows = Place.objects.filter(pairing__round__stage=stage).order_by("pairing", "number")
    seated: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, slot, entry in rows.values_list("pairing__round__number", "pairing__slot", "entry__number"):
        seated[number, slot].append(entry)
    return seated


def draws_of(stage: Stage) -> list[Draw]:
    """The published draws of who meets whom in this phase, the first round first."""
    drawn = stage.event.draws.filter(phase=stage.number, state=Draw.State.PUBLISHED).exclude(kind=Draw.Kind.TEAMS)
    return list(drawn.order_by("round"))


def drawn(stage: Stage, kept: Sequence[Sequence[int]] = ()) -> dict[str, Any]:
    """What the draws of the phase came to, with what has come about since.

    Of a format that is redrawn who has left, else the pairings that were kept against a corrected result.
    """
    if format_of(stage).REDRAWN:
        gone = stage.event.entries.filter(state=Entry.State.WITHDRAWN).values_list("number", flat=True)
        return {"rounds": [draw.resolved for draw in draws_of(stage)], "left": list(gone)}
    return {**(stage.draw.resolved or {}), **({"kept": list(kept)} if kept else {})}


class Position(NamedTuple):
    """How far a phase is: all that its format is asked with."""

    answers: Format
    drawn: dict[str, Any]
    facts: list[Fact]
    setup: Setup

    @property
    def plan(self) -> Sequence[Planned]:
        """All rounds as far as they are known."""
        return self.answers.plan(self.drawn, self.facts, self.setup)

    def to_draw(self, active: Sequence[int]) -> tuple[int, ...]:
        """Who of the entries still active goes into the draw of a further round; () when there is none."""
        over = all(meeting.decided for meeting in self.plan[-1].meetings)
        return self.answers.to_draw(self.drawn, self.facts, self.setup, active) if over else ()

    def standings(self, running: Mapping[int, int]) -> Sequence[Row]:
        return self.answers.standings(self.drawn, self.facts, self.setup, running)


def position(stage: Stage) -> Position:
    """How far the phase is, read once."""
    facts, kept = known(stage)
    return Position(format_of(stage), drawn(stage, kept), facts, setup(stage.event, stage.number))


def plan(stage: Stage) -> Sequence[Planned]:
    """All rounds of the stage as far as they are known."""
    return position(stage).plan


class Column(NamedTuple):
    """A round of a bracket: its code and its places."""

    code: str
    places: Sequence[bracket.Pairing]


def tree(stage: Stage) -> list[Column]:
    """The bracket as far as it is known, round by round. Raises NotFound where there is none."""
    if stage.draw.kind != Draw.Kind.BRACKET:
        raise NotFound("round.no_bracket")
    return [Column(one.code, cast(Sequence[bracket.Pairing], one.meetings)) for one in plan(stage)]


def reasons(position: Position, opened: Round) -> dict[int, Reason]:
    """Why those meet who meet in a round, by slot."""
    answers, drawn, facts, setup = position
    slots = [place.slot for place in position.plan[opened.number - 1].meetings]
    return {slot: answers.why(drawn, facts, setup, opened.number, slot) for slot in slots}


def facts_mark(stage: Stage) -> str:
    """Changes whenever the facts of the stage do: results decided, rounds opened, scores of running matches."""
    decided = Result.objects.filter(pairing__round__stage=stage).aggregate(n=Count("pk"), last=Max("pk"))
    opened = Round.objects.filter(stage=stage).count()
    scores = sum(map(hash_of, played_in_app(stage).values_list("match__score", flat=True)))
    return f"{decided['n']}.{decided['last'] or 0}.{opened}.{scores}"


def hash_of(score: dict[str, Any]) -> int:
    """A number that grows whenever the score of a match changes: with every set or deal that ends, and within it.

    Totals would not do: the points of a deal may be lost by one as they are won by another.
    """
    return int(10_000 * len(score["sets"]) + sum(score["running"]))


def played_in_app(stage: Stage) -> QuerySet[Pairing]:
    """The undecided pairings that are played in the app."""
    return Pairing.objects.filter(round__stage=stage, match__isnull=False, result=None)


def running_scores(stage: Stage) -> list[tuple[Pairing, dict[str, Any]]]:
    """The undecided pairings that are played in the app, with the public scores of their matches."""
    playing = (
        played_in_app(stage).select_related("round__stage__event", "match", "a", "b").prefetch_related("places__entry")
    )
    return [(p, p.match.score) for p in playing if p.match]


def sitting_out(opened: Round) -> list[int]:
    """The numbers of those who are at no table of this round, since partners take four by four."""
    out = drawn(opened.stage).get("out", ())
    return list(out[opened.number - 1]) if out else []


def standings(stage: Stage) -> QuerySet[Standing]:
    return stage.standings.select_related("entry").prefetch_related("entry__players").order_by("position")


def champions(stage: Stage) -> list[Standing]:
    """Who has won the phase: one, or those who share it; before it is over only who has won a final."""
    over = stage.closed_at is not None or stage.event.state == Event.State.FINISHED
    return list(standings(stage).filter(**({"rank": 1} if over else {"why__code": "champion"})))


def main_phase(event: Event) -> int:
    """The phase that decides the event: from the first to the one that takes its best, and so on to the last."""
    number = 1
    for one in phases(event)[1:]:
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
    played_on = {one.takes["source"] for one in phases(event) if one.takes and one.takes.get("part", ALL) != OUT}
    main = main_phase(event)
    found = []
    for stage in sorted(stages(event), key=lambda stage: stage.number != main):
        rows = champions(stage) if stage.number == main or stage.number not in played_on else []
        second = [row for row in rows if is_second(row, stage)]
        found += [Won(stage.number, False, [row for row in rows if row not in second]), Won(stage.number, True, second)]
    return [one for one in found if one.rows]


def is_second(row: Standing, stage: Stage) -> bool:
    """Whether the row belongs to the second bracket of a phase that has two."""
    return stage.draw.kind == Draw.Kind.BRACKET and row.group == 2


def unfinished_business() -> Iterator[tuple[str, Any]]:
    """What a lost task left undone: ("result", match id) and ("standings", stage id)."""
    waiting = Pairing.objects.filter(
        result=None, match__finished_at__isnull=False, round__stage__event__state=Event.State.RUNNING
    )
    for match_id in waiting.values_list("match_id", flat=True)[:500]:
        yield "result", match_id
    for stage in Stage.objects.filter(Q(event__state=Event.State.RUNNING) | decided_since_computed()).distinct():
        if facts_mark(stage) != stage.computed_mark:
            yield "standings", stage.pk


def decided_since_computed() -> Q:
    """Stages with results newer than their tables, or not much older: a result is dated before it is stored."""
    just_before = F("computed_at") - timedelta(hours=1)
    return Q(computed_at=None) | Q(rounds__pairings__results__at__gt=just_before)
