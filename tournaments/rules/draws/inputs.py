"""What goes into a draw: its published JSON, its fingerprint, and the result of drawing from it."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from core.canonical_json import canonical_json, plain_json
from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from core.strict_json import (
    Reader,
    anything,
    listed,
    mapping,
    maybe,
    named,
    required,
    text,
    truth,
    unexpected,
    whole,
)
from tournaments.rules.draws.draw import draw_teams, draw_teams_apart
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import NOTHING, History, Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.tallies import ConfirmedResult

TEAMS: Final = "teams"
"""In place of a format's code: partners for single players are drawn."""

BOUND: Final = frozenset(
    {"game", "options", "round_options", "format", "settings", "phases"}
)
"""The columns of an event that a draw depends on, seats included.

They are fixed from the announcement of a draw until that is given up.
"""

TEAM_CHOICES: Final[Choices] = {
    "kings": Choice(
        (8, 4), "how many kings the pack has, by whose ranks partners are drawn"
    ),
    "apart": Choice((False, True), "club-mates do not become partners"),
    "balanced": Choice(
        (False, True), "each of the stronger half comes together with one of the weaker"
    ),
}


class TeamSettings(NamedTuple):
    """How partners are drawn: by cards, or without where some pairs are excluded."""

    kings: int = 8
    """How many kings the pack has."""
    apart: bool = False
    """Club-mates do not become partners."""
    balanced: bool = False
    """Each of the stronger half with one of the weaker."""
    bans: tuple[tuple[int, int], ...] = ()
    """Pairs that are excluded."""

    @property
    def by_cards(self) -> bool:
        return not (self.apart or self.balanced or self.bans)


class Inputs(NamedTuple):
    """What is frozen when a draw is announced.

    With the secret and the words of the room it decides everything.
    """

    format: str
    settings: StageSettings | TeamSettings
    entrants: tuple[Entrant, ...]
    history: History = NOTHING


def write(inputs: Inputs) -> Json:
    """As plain JSON, just as it comes back from a file or a database."""
    history = {
        "rounds": inputs.history.rounds,
        "facts": [result._asdict() for result in inputs.history.facts],
    }
    return plain_json(
        {
            "format": inputs.format,
            "setup": inputs.settings._asdict(),
            "entrants": [entrant._asdict() for entrant in inputs.entrants],
            "before": history,
        }
    )


def read(raw: object, where: str = "inputs") -> Inputs:
    """Reads plain JSON. Raises Refusal `json.*`, `draw.no_such_format`, `draw.setting`."""
    known = mapping(raw, where)
    format = required(known, "format", text, where)
    if format != TEAMS and format not in FORMATS:
        allowed = ", ".join([TEAMS, *FORMATS])
        raise Refusal("draw.no_such_format", format=format[:40], allowed=allowed)
    entrants = required(known, "entrants", ENTRANTS, where)
    if len({entrant.id for entrant in entrants}) < len(entrants):
        raise unexpected(f"{where}.entrants", "each id once")
    reader: Reader[Any] = TEAM_SETTINGS if format == TEAMS else STAGE_SETTINGS
    settings = required(known, "setup", reader, where)
    _check_settings(format, settings)
    return Inputs(format, settings, entrants, required(known, "before", HISTORY, where))


def fingerprint(raw: Json) -> str:
    """SHA-256 in hex of the canonical JSON of what goes into a draw."""
    return sha256(canonical_json(raw).encode()).hexdigest()


def kind(inputs: Inputs) -> str:
    """The kind of the draw."""
    if inputs.format == TEAMS:
        return TEAMS
    return FORMATS[inputs.format].draw_kind


def names(inputs: Inputs) -> list[str]:
    return [entrant.name for entrant in inputs.entrants]


def drawn(inputs: Inputs, stream: Stream) -> Json:
    """The result of the draw as plain JSON. Raises Refusal when it cannot be drawn."""
    if isinstance(inputs.settings, TeamSettings):
        return plain_json(_teams(inputs.settings, inputs.entrants, stream))
    format = FORMATS[inputs.format]
    return plain_json(
        format.draw(inputs.entrants, stream, inputs.settings, inputs.history)
    )


def _teams(
    settings: TeamSettings, entrants: tuple[Entrant, ...], stream: Stream
) -> Json:
    if settings.by_cards:
        numbers = [entrant.id for entrant in entrants]
        return draw_teams(numbers, stream, settings.kings)._asdict()
    if not settings.apart:
        entrants = tuple(entrant._replace(club="") for entrant in entrants)
    drawn = draw_teams_apart(entrants, stream, settings.bans, settings.balanced)
    return drawn._asdict()


def _check_settings(format: str, settings: StageSettings | TeamSettings) -> None:
    """Each setting that an organiser chooses has a possible value."""
    choices = TEAM_CHOICES if format == TEAMS else FORMATS[format].choices
    for name, choice in choices.items():
        if getattr(settings, name) not in choice.values:
            raise Refusal("draw.setting", setting=name, allowed=str(choice))


def _readers_by_type(defaults: Mapping[str, Any]) -> dict[str, Reader[Any]]:
    """A reader for each value whose type says how it is read."""
    of_type: dict[type, Reader[Any]] = {bool: truth, int: whole, str: text}
    readers = {}
    for name, value in defaults.items():
        if type(value) in of_type:
            readers[name] = of_type[type(value)]
    return readers


PAIRS: Final = listed(listed(whole, 2))
TEAM_SETTINGS: Final = named(
    TeamSettings, {"kings": whole, "apart": truth, "balanced": truth, "bans": PAIRS}
)
STAGE_SETTINGS: Final = named(
    StageSettings,
    _readers_by_type(StageSettings._field_defaults)
    | {"tie_breaks": listed(text), "seats": listed(whole, 2)},
)
ENTRANTS: Final = listed(
    named(
        Entrant,
        {
            "id": whole,
            "name": text,
            "byes": whole,
            "club": text,
            "seed": maybe(whole),
            "group": maybe(whole),
        },
    )
)
RESULT: Final = named(
    ConfirmedResult,
    dict.fromkeys(("round", "slot", "a", "b", "sets_a", "sets_b"), whole)
    | {
        "kind": text,
        "winner": maybe(whole),
        "tantos": maybe(PAIRS),
        "points": maybe(PAIRS),
    }
    | {"penalties": listed(whole, 2)},
)
HISTORY: Final = named(History, {"rounds": listed(anything), "facts": listed(RESULT)})
