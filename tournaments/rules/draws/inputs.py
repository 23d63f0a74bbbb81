"""All that goes into a draw: the plain JSON that is published of it, its fingerprint, and what the draw comes to."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from core.strict_json import (
    Reader,
    anything,
    canonical,
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
"""Stands where else the code of a format does: partners for single players."""

BOUND: Final = frozenset(
    {"game", "options", "round_options", "format", "settings", "phases"}
)
"""What an event is drawn by, seats included: fixed from the announcement of a draw until that is given up."""

TEAM_CHOICES: Final[Choices] = {
    "kings": Choice(
        (8, 4), "how many kings the pack has, by whose ranks partners are drawn"
    ),
    "apart": Choice((False, True), "no two of one club come together"),
    "balanced": Choice(
        (False, True), "each of the stronger half comes together with one of the weaker"
    ),
}


class TeamSettings(NamedTuple):
    """How partners are drawn: by cards with so many kings, or, where not everybody may get everybody, without."""

    kings: int = 8
    apart: bool = False
    """No two of one club."""
    balanced: bool = False
    """Each of the stronger half with one of the weaker."""
    bans: tuple[tuple[int, int], ...] = ()
    """Those who shall not come together."""

    @property
    def by_cards(self) -> bool:
        return not (self.apart or self.balanced or self.bans)


class Inputs(NamedTuple):
    """What is frozen when a draw is announced; with the secret and the words of the room it decides everything."""

    format: str
    setup: StageSettings | TeamSettings
    entrants: tuple[Entrant, ...]
    before: History = NOTHING


def write(inputs: Inputs) -> Json:
    """As plain JSON, just as it comes back from a file or a database."""
    before = {
        "rounds": inputs.before.rounds,
        "facts": [fact._asdict() for fact in inputs.before.facts],
    }
    entrants = [entrant._asdict() for entrant in inputs.entrants]
    said = {
        "format": inputs.format,
        "setup": inputs.setup._asdict(),
        "entrants": entrants,
        "before": before,
    }
    return plain(said)


def read(said: object, where: str = "inputs") -> Inputs:
    """The same from plain JSON. Raises Refusal `json.*`, `draw.no_such_format`, `draw.setting`."""
    known = mapping(said, where)
    format = required(known, "format", text, where)
    if format != TEAMS and format not in FORMATS:
        raise Refusal(
            "draw.no_such_format",
            format=format[:40],
            allowed=", ".join([TEAMS, *FORMATS]),
        )
    entrants = required(known, "entrants", ENTRANTS, where)
    if len({entrant.id for entrant in entrants}) < len(entrants):
        raise unexpected(f"{where}.entrants", "each id once")
    reader: Reader[Any] = TEAM_SETTINGS if format == TEAMS else SETUP
    setup = required(known, "setup", reader, where)
    _check_settings(format, setup)
    return Inputs(format, setup, entrants, required(known, "before", BEFORE, where))


def fingerprint(said: Json) -> str:
    """SHA-256 in hex of what goes into a draw, in the one form of its JSON."""
    return sha256(canonical(said)).hexdigest()


def kind(inputs: Inputs) -> str:
    """The kind of the draw."""
    return TEAMS if inputs.format == TEAMS else FORMATS[inputs.format].draw_kind


def names(inputs: Inputs) -> list[str]:
    return [entrant.name for entrant in inputs.entrants]


def drawn(inputs: Inputs, stream: Stream) -> Json:
    """What the draw comes to, as plain JSON. Raises Refusal when so many cannot be drawn."""
    if isinstance(inputs.setup, TeamSettings):
        return plain(_partners(inputs.setup, inputs.entrants, stream))
    return plain(
        FORMATS[inputs.format].draw(
            inputs.entrants, stream, inputs.setup, inputs.before
        )
    )


def plain(value: Json) -> Json:
    """Just as it comes back from JSON: tuples are lists, and all keys are texts."""
    read: Json = json.loads(json.dumps(value))
    return read


def _partners(
    setup: TeamSettings, entrants: tuple[Entrant, ...], stream: Stream
) -> Json:
    if setup.by_cards:
        return draw_teams(
            [entrant.id for entrant in entrants], stream, setup.kings
        )._asdict()
    known = (
        entrants
        if setup.apart
        else tuple(entrant._replace(club="") for entrant in entrants)
    )
    return draw_teams_apart(known, stream, setup.bans, setup.balanced)._asdict()


def _check_settings(format: str, setup: StageSettings | TeamSettings) -> None:
    """What an organiser may set has a value that may be set."""
    for name, choice in (
        TEAM_CHOICES if format == TEAMS else FORMATS[format].choices
    ).items():
        if getattr(setup, name) not in choice.values:
            raise Refusal("draw.setting", setting=name, allowed=str(choice))


def _alike(defaults: Mapping[str, Any]) -> dict[str, Reader[Any]]:
    """Readers for values such as these."""
    readers: dict[type, Reader[Any]] = {bool: truth, int: whole, str: text}
    return {
        name: readers[type(value)]
        for name, value in defaults.items()
        if type(value) in readers
    }


PAIRS: Final = listed(listed(whole, 2))
TEAM_SETTINGS: Final = named(
    TeamSettings, {"kings": whole, "apart": truth, "balanced": truth, "bans": PAIRS}
)
SETUP: Final = named(
    StageSettings,
    _alike(StageSettings._field_defaults)
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
FACT: Final = named(
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
BEFORE: Final = named(History, {"rounds": listed(anything), "facts": listed(FACT)})
