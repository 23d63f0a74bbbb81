"""Stages that have begun."""

from typing import Any

from tests.tournaments.rules.events import field, stream
from tournaments.rules.forecasts.simulation import UnfinishedStage
from tournaments.rules.formats.base import Format, StageSettings
from tournaments.rules.stage_state import StageState


def begun(answers: Format, entries: int, **settings: Any) -> UnfinishedStage:
    """A stage of this many entries that is just drawn."""
    setup = StageSettings(**{"tie_breaks": answers.tie_breaks, **settings})
    drawn = answers.draw(field(entries), stream("draw"), setup)
    joined = {"rounds": [drawn]} if answers.is_redrawn else drawn
    state = StageState(answers, joined, [], setup)
    return UnfinishedStage(state, field(entries), 3)
