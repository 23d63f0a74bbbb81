"""The settings of a stage, read from plain JSON; a refusal says what would be allowed."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from core import choices
from tournaments.rules.formats.base import Format, Json, StageSettings
from tournaments.rules.tables import tiebreaks

TIE_BREAKS: Final = "tie_breaks"
DEFAULTS: Final[Mapping[str, Any]] = StageSettings()._asdict()


class StagePlan(NamedTuple):
    """A stage as the event plans it."""

    number: int
    """From 1."""
    format: str
    settings: Mapping[str, Any]
    takes: Mapping[str, Any] | None = None
    """Whom it takes from an earlier stage; None for the first, which takes all entries."""
    left_out: bool = False
    """Whether the event was finished without it."""


def read(format: Format, raw: Mapping[str, Any]) -> StageSettings:
    """The settings with the format's defaults for all that is missing.

    Raises BadOption `option.unknown`, `option.bad` or `option.…tie_break…`; its `allowed` says what
    would be right.
    """
    given = dict(raw)
    order = given.pop(TIE_BREAKS, ()) if format.tie_breaks else ()
    if order:
        tiebreaks.check(order)
    values = choices.read(StageSettings, format.choices, _defaults(format) | given)
    return values._replace(tie_breaks=tuple(order or format.tie_breaks))


def _defaults(format: Format) -> Json:
    """The first value of each choice to which the general default does not belong."""
    defaults = {}
    for name, choice in format.choices.items():
        if DEFAULTS[name] not in choice.values:
            defaults[name] = choice.values[0]
    return defaults


def whole(format: Format, raw: Mapping[str, Any]) -> Json:
    """The settings in full, as plain JSON."""
    values = read(format, raw)
    full: Json = {name: getattr(values, name) for name in format.settings}
    if format.tie_breaks:
        full[TIE_BREAKS] = list(values.tie_breaks)
    return full
