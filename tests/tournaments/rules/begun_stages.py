"""Stages that have begun."""

from typing import Any

from tests.tournaments.rules.events import field, stream
from tournaments.rules.forecasts.simulation import (
    Going,
)
from tournaments.rules.formats.base import Format, StageSettings


def begun(answers: Format, entries: int, **settings: Any) -> Going:
    """A phase of so many that is just drawn."""
    setup = StageSettings(**{"tie_breaks": answers.tie_breaks, **settings})
    drawn = answers.draw(field(entries), stream("draw"), setup)
    return Going(
        answers,
        {"rounds": [drawn]} if answers.is_redrawn else drawn,
        [],
        setup,
        field(entries),
        3,
    )
