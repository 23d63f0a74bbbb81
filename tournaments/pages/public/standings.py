"""The standings of a stage, or its leaderboard, with the reason for each line."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Draw, Event, Stage, Standing
from tournaments.pages import labels
from tournaments.pages.fragments import cached_fragment
from tournaments.pages.public.event_page import event_or_404, event_page, own_entry_in
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events, snapshot, stage_plans, winners
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.scales import UNITS


@require_safe
def standings(request: HttpRequest, event_id: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    stage, mine = stage_or_404(event, request), own_entry_in(event, request)
    answers = stage_plans.format_of(stage)
    name = (
        "leaderboard"
        if answers.is_multiplayer and not answers.has_partners
        else "standings"
    )
    fragment = cached_fragment(
        name, event, stage, mine, lambda: standings_context(stage)
    )
    return event_page(request, event, "standings", stage, part=fragment)


def standings_context(stage: Stage) -> dict[str, Any]:
    lines = list(winners.standings(stage))
    state = snapshot.stage_state(stage)
    settings, answers = state.settings, state.format
    unit = UNITS[settings.scale] if answers.is_multiplayer else 1
    is_over = stage.closed_at is not None
    return {
        "rounds": settings.rounds,
        "scale": settings.scale,
        "unit": unit,
        "rows": rows_with_reasons(lines, state, unit),
        "over": is_over or stage.event.state == Event.State.FINISHED,
        "corrected": winners.corrected(stage),
        "provisional": bool(settings.tie_breaks) or answers.is_redrawn,
        "league": bool(settings.tie_breaks),
        "brackets": stage.draw.kind == Draw.Kind.BRACKET,
        "single": answers.is_multiplayer,
        "tantos": any(line.tantos_for is not None for line in lines),
    }


def rows_with_reasons(
    lines: list[Standing], state: StageState, unit: int
) -> list[tuple[Standing, str, str]]:
    """Each line with its name and why it stands there."""
    names = {line.entry.number: events.name_of(line.entry) for line in lines}
    codes = {}
    for number, planned in enumerate(state.plan, start=1):
        codes[number] = planned.code
    rows = []
    for line in lines:
        reason = labels.standing_reason(state.format, line.why, codes, names, unit)
        rows.append((line, names[line.entry.number], reason))
    return rows
