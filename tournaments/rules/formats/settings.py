"""The settings of a phase: read from plain JSON, with what would be allowed where they are refused."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from core import choices
from tournaments.rules.formats.base import Format, Json, StageSettings
from tournaments.rules.tables import tiebreaks

TIE_BREAKS: Final = "tie_breaks"
USUAL: Final[Mapping[str, Any]] = StageSettings()._asdict()


class StagePlan(NamedTuple):
    """A phase of an event: its number from 1, its format and settings, and whom it takes from which phase before."""

    number: int
    format: str
    settings: Mapping[str, Any]
    takes: Mapping[str, Any] | None = None
    """None for the first phase, which takes all who have entered."""
    left_out: bool = False
    """Whether the event was finished without it."""


def read(answers: Format, raw: Mapping[str, Any]) -> StageSettings:
    """The settings with the defaults of `StageSettings` for all that is not said, or with the first value that the format has.

    Raises BadOption `option.unknown`, `option.bad` or `option.…tie_break…`; its `allowed` says what would be right.
    """
    given = dict(raw)
    order = given.pop(TIE_BREAKS, ()) if answers.TIE_BREAKS else ()
    if order:
        tiebreaks.check(order)
    first = {
        name: one.values[0]
        for name, one in answers.SETTINGS.items()
        if USUAL[name] not in one.values
    }
    return choices.read(StageSettings, answers.SETTINGS, first | given)._replace(
        tie_breaks=tuple(order or answers.TIE_BREAKS)
    )


def whole(answers: Format, raw: Mapping[str, Any]) -> Json:
    """The settings in full, as plain JSON."""
    setup = read(answers, raw)
    said: Json = {name: getattr(setup, name) for name in answers.SETTINGS}
    return said | ({TIE_BREAKS: list(setup.tie_breaks)} if answers.TIE_BREAKS else {})
