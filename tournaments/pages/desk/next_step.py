"""What the organisers do next: one step, or one in each stage that is being played."""

from typing import NamedTuple

from django.utils.translation import gettext

from core.messages import sentence
from core.refusals import Refusal
from tournaments.models import Draw, Event
from tournaments.pages import stage_choice
from tournaments.pages.desk.desk_tables import RoundAtDesk
from tournaments.pages.labels import takes_words
from tournaments.reading import next_draws, snapshot, stage_plans
from tournaments.rules.advancement import OUT
from tournaments.services import draws, rounds


class NextStep(NamedTuple):
    """The one primary action now, and why it cannot be done yet."""

    do: str
    """The button, or a state in which there is nothing to press; empty: nothing to do."""
    blocked: tuple[str, ...] = ()
    kind: str = ""
    """Of a draw to be announced."""
    phase: int = 1
    round: int = 0
    """To be drawn or opened."""
    code: str = ""
    name: str = ""
    """Of the stage, if the event has several."""
    takes: str = ""
    """Whom a stage takes that begins with this draw."""
    alone: int = 0
    """Single players for whom the draw would find no partner."""


def next_steps(event: Event, playing: list[RoundAtDesk]) -> list[NextStep]:
    if event.state == Event.State.DRAFT:
        return [NextStep("open")]
    draw = pending_draw(event)
    if draw is not None:
        return [step_of_draw(event, draw)]
    if event.state in {Event.State.OPEN, Event.State.CLOSED}:
        return [first_announcement(event)]
    if event.state == Event.State.RUNNING:
        return steps_while_running(event, playing)
    return [NextStep("")]


def pending_draw(event: Event) -> Draw | None:
    return event.draws.filter(state__in=Draw.PENDING).first()


def step_of_draw(event: Event, draw: Draw) -> NextStep:
    do = "make" if draw.state == Draw.State.COMMITTED else "publish"
    name = stage_names(event).get(draw.phase, "")
    return NextStep(do, obstacles(draw), draw.kind, draw.phase, name=name)


def obstacles(draw: Draw) -> tuple[str, ...]:
    """Why the draw cannot be made or published, in sentences."""
    try:
        inputs = draws.check_inputs(snapshot.EventSnapshot(draw.event), draw)
    except Refusal as refusal:
        return (sentence(refusal),)
    return tuple(map(sentence, draws.problems(inputs, draw)))


def first_announcement(event: Event) -> NextStep:
    """First the draw of partners, while there are single players; then who meets whom."""
    singles, _teams = next_draws.names_to_draw(event)
    # One single player alone cannot be given a partner.
    draws_partners = len(singles) >= event.team_size > 1
    due = next_draws.first_draw(event, 1)
    if draws_partners:
        due = due._replace(kind=str(Draw.Kind.TEAMS))
    try:
        draws.inputs_of(snapshot.EventSnapshot(event), due)
    except Refusal as refusal:
        return NextStep("announce", (sentence(refusal),), due.kind)
    return NextStep("announce", (), due.kind, alone=len(singles) % event.team_size)


def steps_while_running(event: Event, playing: list[RoundAtDesk]) -> list[NextStep]:
    """Draws that are due and rounds to open, or what is being waited for."""
    names = stage_names(event)
    steps = []
    for due in next_draws.due(event):
        step = NextStep("announce", (), due.kind, due.stage, due.round)
        name = names.get(due.stage, "")
        steps.append(step._replace(name=name, takes=takes_text(event, due)))
    # A stage whose next round has to be drawn cannot open it.
    drawing = {step.phase for step in steps}
    for one in playing:
        opening = round_to_open(one)
        if opening is not None and opening.phase not in drawing:
            steps.append(opening._replace(name=names.get(opening.phase, "")))
    if not steps:
        do = "last" if is_last_round(event) else "wait"
        steps.append(NextStep(do, still_playing(tables_without_result(playing))))
    return steps


def tables_without_result(playing: list[RoundAtDesk]) -> list[int]:
    tables = []
    for one in playing:
        for row in one.tables:
            if row.state != "decided":
                tables.append(row.pairing.table or 0)
    return tables


def still_playing(tables: list[int]) -> tuple[str, ...]:
    """The sentence that names the tables for which the next step waits."""
    if not tables:
        return ()
    return (sentence(Refusal("round.still_playing", tables=sorted(tables))),)


def is_last_round(event: Event) -> bool:
    """Whether nothing comes after the rounds being played.

    A format that draws each round separately shows that only when the round ends.
    """
    begun = list(stage_plans.stages(event))
    if len(begun) < len(stage_plans.counted_stage_plans(event)):
        return False
    return not any(stage_plans.format_of(stage).is_redrawn for stage in begun)


def stage_names(event: Event) -> dict[int, str]:
    """The names of the stages; {} if there is only one."""
    if not event.phases:
        return {}
    return {stage.number: stage.name for stage in stage_choice.stage_names(event)}


def takes_text(event: Event, due: next_draws.NextDraw) -> str:
    """Whom a stage takes that begins with this draw."""
    if due.round != 1:
        return ""
    takes = stage_plans.stage_plan(event, due.stage).takes
    if takes is None:
        return ""
    text = takes_words(takes)
    if takes["part"] == OUT:
        later = gettext("Entries eliminated later are not in this draw.")
        text = f"{text} {later}"
    return text.strip()


def round_to_open(playing: RoundAtDesk) -> NextStep | None:
    """The next round of a stage, if its rounds are known beforehand and one is left."""
    stage, opened = playing.round.stage, playing.round.number
    plan = snapshot.stage_state(stage).plan
    if opened == len(plan) or not rounds.is_to_be_played(plan[opened]):
        return None
    step = NextStep("round", phase=stage.number, round=opened + 1)
    step = step._replace(code=plan[opened].code)
    # Only matches with both sides known can be missing a result.
    ready = {pairing.slot for pairing in plan[opened - 1].meetings if pairing.ready}
    unfinished = []
    for row in playing.tables:
        pairing = row.pairing
        if pairing.slot in ready:
            unfinished.append(pairing.table or 0)
    return step._replace(blocked=still_playing(unfinished))
