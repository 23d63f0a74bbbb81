"""What the desk shows of an event: the one next step, what stands against it, the tables, the entries."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Draw, Event, Pairing, Report, Result, Round, Stage
from tournaments.pages import pairing_rows, stage_choice
from tournaments.pages.forms import choices, score_key, won
from tournaments.pages.labels import takes_words
from tournaments.pages.public import draws as drawn
from tournaments.reading import events, next_draws, snapshot, stage_plans
from tournaments.rules.advancement import OUT
from tournaments.rules.tables.results import AT_TABLE
from tournaments.services import attendance, draws, ending, rounds
from tournaments.services.decisions import sets_to_win
from tournaments.services.waiting_list import places_left

ORDER: Final = ("disputed", "one_side", "open", "playing", "decided")
"""How urgent a table is, the most urgent first."""


class NextStep(NamedTuple):
    """The one primary action now (none: ""), and why it cannot be done yet."""

    do: str
    blocked: tuple[str, ...] = ()
    kind: str = ""
    """Of a draw to be announced."""
    phase: int = 1
    round: int = 0
    """To be drawn or opened."""
    code: str = ""
    name: str = ""
    """Of the phase, where there are several."""
    takes: str = ""
    """Whom a phase takes that begins with this draw."""
    alone: int = 0
    """Single players whom the draw would leave without a partner."""


class Said(NamedTuple):
    """What one side reported."""

    who: str
    words: str
    report: Report


class Table(NamedTuple):
    """A table of the current round as the desk sees it."""

    pairing: Pairing
    a: str
    b: str
    who: str
    """Everybody who meets there."""
    state: str
    said: tuple[Said, ...]
    result: str

    @property
    def since(self) -> datetime | None:
        return min((one.report.at for one in self.said), default=None)


def organised(request: HttpRequest, event_id: int) -> Event:
    """The event, if this person organises it. Raises NotFound, NotAllowed."""
    event = events.event(event_id, request.user)
    if not permissions.may_organise(request.user, event.club_id):
        raise NotAllowed("event.organisers_only")
    return event


class Playing(NamedTuple):
    """The latest round of a phase, and its tables, those that wait for the desk first."""

    round: Round
    tables: list[Table]

    @property
    def open(self) -> int:
        return sum(table.state != "decided" for table in self.tables)


def overview(
    event: Event, organises: bool, entries_wanted: bool, asked: tuple[str, str]
) -> dict[str, Any]:
    """What the page shows: the tables of the latest rounds or of the phase and round `asked`.

    Once rounds are played, the list of entries only if it is wanted.
    """
    begun = list(stage_plans.stages(event))
    playing = [
        playing_in(stage)
        for stage in begun
        if stage.closed_at is None or stage == begun[-1]
    ]
    opened = list(
        Round.objects.filter(stage__in=begun)
        .select_related("stage__event")
        .order_by("stage__number", "number")
    )
    looked = [
        playing_of(one)
        for one in opened
        if (str(one.stage.number), str(one.number)) == asked
    ]
    shown: dict[str, Any] = {
        "playing": looked or playing,
        "opened": opened if len(opened) > len(playing) else [],
        "looked": looked[0].round if looked else None,
        "steps": next_steps(event, playing),
        "left": places_left(event),
        "several_phases": bool(event.phases),
    }
    if organises:
        shown |= {"draws": list(event.draws.all()), "draw": active_draw(event)}
        shown["withdrawable"] = draws.withdrawable(event)
        shown["may_finish"] = ending.may_finish(event)
        shown["list_open"] = list_open(event, shown["draw"])
        shown["late_open"] = not shown["list_open"] and attendance.takes_latecomers(
            event
        )
        shown |= {**drawn_so_far(shown["draw"]), **events.entry_counts(event)}
        shown["entries"] = (
            list(events.entries(event)) if entries_wanted or not playing else None
        )
    return shown


def drawn_so_far(draw: Draw | None) -> dict[str, Any]:
    """What a draft says, to be looked at before it is published."""
    return {**drawn.shown(draw), "changes": drawn.changes(draw)} if draw else {}


def active_draw(event: Event) -> Draw | None:
    return event.draws.filter(state__in=Draw.PENDING).first()


def list_open(event: Event, draw: Draw | None) -> bool:
    """Whether the desk may still enter people: until the draw of who meets whom is announced."""
    announced = draw is not None and draw.kind != Draw.Kind.TEAMS
    return (
        event.state in {Event.State.DRAFT, Event.State.OPEN, Event.State.CLOSED}
        and not announced
    )


def next_steps(event: Event, playing: list[Playing]) -> list[NextStep]:
    """What the organiser does next: one thing, or one in each phase that goes on."""
    if event.state == Event.State.DRAFT:
        return [NextStep("open")]
    if draw := active_draw(event):
        do, name = (
            "make" if draw.state == Draw.State.COMMITTED else "publish",
            phase_names(event).get(draw.phase, ""),
        )
        return [NextStep(do, against(draw), draw.kind, draw.phase, name=name)]
    if event.state in {Event.State.OPEN, Event.State.CLOSED}:
        return [announcement(event)]
    if event.state == Event.State.RUNNING:
        return further(event, playing) or [
            NextStep("last" if last_round(event) else "wait")
        ]
    return [NextStep("")]


def last_round(event: Event) -> bool:
    """Whether nothing comes after the rounds being played; of rounds drawn anew that is seen when they end."""
    begun = stage_plans.stages(event)
    return len(begun) == len(stage_plans.counted_stage_plans(event)) and not any(
        stage_plans.format_of(one).REDRAWN for one in begun
    )


def further(event: Event, playing: list[Playing]) -> list[NextStep]:
    """Draws that are due and rounds to be opened; of a round still being played why the next has to wait."""
    names = phase_names(event)
    due = [
        NextStep(
            "announce",
            (),
            one.kind,
            one.stage,
            one.round,
            name=names.get(one.stage, ""),
            takes=taken(event, one),
        )
        for one in next_draws.due(event)
    ]
    opening = [
        step
        for one in playing
        if (step := next_round(one)) and all(step.phase != one.phase for one in due)
    ]
    return due + [step._replace(name=names.get(step.phase, "")) for step in opening]


def phase_names(event: Event) -> dict[int, str]:
    """What the phases are called, where there are several."""
    return (
        {one.number: one.name for one in stage_choice.named(event)}
        if event.phases
        else {}
    )


def taken(event: Event, due: next_draws.NextDraw) -> str:
    """Whom a phase takes that begins with this draw; who goes out of the other one later is not among them."""
    takes = stage_plans.stage_plan(event, due.stage).takes if due.round == 1 else None
    if takes is None:
        return ""
    late = (
        gettext("Whoever goes out later is not in this draw.")
        if takes["part"] == OUT
        else ""
    )
    return f"{takes_words(takes)} {late}".strip()


def against(draw: Draw) -> tuple[str, ...]:
    """What stands against taking the draw on, in sentences."""
    try:
        asked = draws.check_inputs(snapshot.EventSnapshot(draw.event), draw)
    except Refusal as refusal:
        return (sentence(refusal),)
    return tuple(sentence(problem) for problem in draws.problems(asked, draw))


def announcement(event: Event) -> NextStep:
    """First partners for single players, as long as there are any to draw; then who meets whom."""
    singles, _ = next_draws.names_to_draw(event)
    teams = len(singles) >= event.team_size > 1
    due = next_draws.NextDraw(
        1, 1, str(Draw.Kind.TEAMS) if teams else next_draws.first_draw(event, 1).kind
    )
    try:
        draws.inputs_of(snapshot.EventSnapshot(event), due)
    except Refusal as refusal:
        return NextStep("announce", (sentence(refusal),), due.kind)
    return NextStep("announce", (), due.kind, alone=len(singles) % event.team_size)


def playing_in(stage: Stage) -> Playing:
    latest = stage.rounds.select_related("stage__event").last()
    assert latest is not None  # the draw that made the phase opened its first round
    return playing_of(latest)


def playing_of(opened: Round) -> Playing:
    return Playing(opened, tables_of(opened.stage, opened.number))


def next_round(playing: Playing) -> NextStep | None:
    """The next round of a phase whose rounds are known beforehand, if it has one left."""
    stage, opened = playing.round.stage, playing.round.number
    plan = snapshot.stage_state(stage).plan
    if opened == len(plan) or not rounds.is_to_be_played(plan[opened]):
        return None
    ready = {place.slot for place in plan[opened - 1].meetings if place.ready}
    missing = sorted(
        table.pairing.table or 0
        for table in playing.tables
        if table.pairing.slot in ready
    )
    blocked = (
        (sentence(Refusal("round.still_playing", tables=missing)),) if missing else ()
    )
    return NextStep(
        "round", blocked, phase=stage.number, round=opened + 1, code=plan[opened].code
    )


def tables_of(stage: Stage, number: int) -> list[Table]:
    """The tables of a round, those that wait for the desk first."""
    found = (
        events.pairings()
        .filter(round__stage=stage, round__number=number)
        .order_by("table")
    )
    return sorted(
        map(table_of, (p for p in found if not p.bye)),
        key=lambda table: ORDER.index(table.state),
    )


def table_of(pairing: Pairing) -> Table:
    a, b = (events.name_of(entry) if entry else "" for entry in (pairing.a, pairing.b))
    names = [events.name_of(entry) for entry in pairing.entries]
    latest = events.last_reports(pairing)
    said = tuple(
        Said(who, words_of(latest[entry.pk], names, pairing), latest[entry.pk])
        for entry, who in zip(pairing.entries, names, strict=True)
        if entry.pk in latest
    )
    if pairing.several and (sides := events.partners_at(pairing)):
        a, b = sides
    who = (
        gettext("%(a)s against %(b)s") % {"a": a, "b": b}
        if a and b
        else ", ".join(names)
    )
    return Table(
        pairing, a, b, who, state_of(pairing, said), said, result_words(pairing, names)
    )


def words_of(told: Report | Result, names: list[str], pairing: Pairing) -> str:
    """How a match ended, as somebody says it."""
    if pairing.several:
        called = {
            entry.pk: name for entry, name in zip(pairing.entries, names, strict=True)
        }
        return ", ".join(
            f"{side} {points}"
            for side, points in pairing_rows.told(pairing, told, called)
        )
    return won(names[0], names[1], told.sets_a, told.sets_b)


def state_of(pairing: Pairing, said: tuple[Said, ...]) -> str:
    if pairing.result:
        return "open" if pairing.result.kind == Result.Kind.VOID else "decided"
    if len(said) > 1:
        return "disputed"  # had two said the same, it would be decided
    if said:
        return "one_side"
    return "playing" if pairing.match_id else "open"


def result_words(pairing: Pairing, names: list[str]) -> str:
    """The result that counts, in words."""
    result = pairing.result
    if result is None:
        return ""
    if result.kind == Result.Kind.PLAYED:
        return words_of(result, names, pairing)
    if result.kind == Result.Kind.RETIRED:
        return gettext("%(result)s, who gave up") % {
            "result": words_of(result, names, pairing)
        }
    if pairing.several:
        return str(result.get_kind_display())
    return dict(choices(names[0], names[1], sets_to_win(pairing)))[outcome_key(pairing)]


def outcome_key(pairing: Pairing) -> str:
    """The result that counts as a choice of the desk's form."""
    result = pairing.result
    if result is None:
        return ""
    if result.kind in AT_TABLE:
        return score_key(result.sets_a, result.sets_b)
    if result.kind == Result.Kind.WALKOVER:
        return f"{result.kind}:{'a' if result.winner_id == pairing.a_id else 'b'}"
    return str(result.kind)
