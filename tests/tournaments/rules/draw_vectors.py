"""Draws as published, for docs/draw-vectors.json: `python -m tests.tournaments.rules.draw_vectors`
prints them.
"""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from core.chance import Stream
from tournaments.rules.draws import inputs, manual_swaps
from tournaments.rules.draws.draw import (
    VERSION,
    commitment,
    draw_seed,
    draw_table_seats,
    field_hash,
)
from tournaments.rules.draws.inputs import TEAMS, Inputs, TeamSettings
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import History, Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.tallies import ConfirmedResult

FILE = Path(__file__).parents[3] / "docs" / "draw-vectors.json"
SECRET = bytes(range(32))
ROOM = "Gora Mus 31, ¡y órdago!"
MODULI = (2, 3, 10, 52, 255, 256, 257, 1000, 10**12, 10**30)

PEOPLE = (
    "Ane",
    "Beñat",
    "Carlos",
    "Dunixe",
    "Elías",
    "Friedrich",
    "Garazi",
    "Hans",
    "Itziar",
    "Jürgen",
    "Koldo",
)
CLUBS = ("Norte", "Sur", "Sur", "", "Norte", "Este", "Este", "", "Sur", "Norte", "")

TEAM_SETTINGS = (
    TeamSettings(),
    TeamSettings(kings=4),
    TeamSettings(apart=True),
    TeamSettings(bans=((1, 2), (3, 4))),
    TeamSettings(apart=True, balanced=True),
)
SETTINGS: dict[str, tuple[Json, ...]] = {
    "knockout": ({}, {"seeds": 4, "apart": True}),
    "tables": (
        {"seats": (3, 6)},
        {"seats": (3, 6), "rounds": 3},
        {"seats": (3, 6), "rounds": 2, "groups": 2, "spread": "snake"},
    ),
    "groups": ({"groups": 2}, {"groups": 2, "spread": "snake"}),
    "swiss": ({"rounds": 3}, {"rounds": 3, "seeds": 11, "apart": True}),
}
"""The settings of the examples, where they are not only the usual ones."""


def field(size: int) -> tuple[Entrant, ...]:
    """Seeded in the order of their names."""
    people = list(zip(PEOPLE, CLUBS, strict=True))[:size]
    return tuple(
        Entrant(n, f"{n}. {name}", 0, club, n)
        for n, (name, club) in enumerate(people, start=1)
    )


def published(
    into: Inputs, draw_id: str = "7-1-draw", swaps: tuple[Json, ...] = ()
) -> Json:
    """The draw of these inputs, with the seats of a table of round 1 where two sides of two meet."""
    names, said = inputs.names(into), inputs.write(into)
    seed = draw_seed(draw_id, names, SECRET, ROOM.encode())
    resolved = inputs.drawn(into, Stream(seed))
    for one in swaps:
        resolved = manual_swaps.swap(resolved, one["a"], one["b"])
    return {
        "spec": VERSION,
        "draw_id": draw_id,
        "kind": inputs.kind(into),
        "inputs": said,
        "field_hash": field_hash(names),
        "input_hash": inputs.fingerprint(said),
        "commitment": commitment(SECRET),
        "secret": SECRET.hex(),
        "beacon": ROOM,
        "resolved": resolved,
        "swaps": list(swaps),
        "seats": []
        if into.format == TEAMS or FORMATS[into.format].is_multiplayer
        else [seats(seed)],
    }


def seats(seed: bytes) -> Json:
    """Those of entries 1 and 2 in the first place of round 1."""
    drawn = draw_table_seats(seed, 1, 0)
    sides = [[[1, 0], [1, 1]], [[2, 0], [2, 1]]]
    players = [player for side in sides for player in side]
    cards = [list(drawn.cards[n]) for n in drawn.seats]
    return {
        "round": 1,
        "slot": 0,
        "kings": 8,
        "sides": sides,
        "players": [players[n] for n in drawn.seats],
        "cards": cards,
    }


def examples() -> Iterator[Inputs]:
    """TeamSettings, then each format; of one that is redrawn the second round too."""
    yield from (Inputs(TEAMS, setup, field(9)) for setup in TEAM_SETTINGS)
    for code, answers in FORMATS.items():
        for settings in SETTINGS.get(code, ({},)):
            first = Inputs(
                code,
                StageSettings(**settings, tie_breaks=answers.tie_breaks),
                field(11),
            )
            yield first
            if answers.is_redrawn:
                yield first._replace(history=after_one_round(first))


def after_one_round(first: Inputs) -> History:
    """Whoever is named first has won each match."""
    assert isinstance(first.settings, StageSettings)
    drawn = published(first)["resolved"]
    planned = FORMATS[first.format].plan({"rounds": [drawn]}, (), first.settings)[0]
    meetings = ((meeting.slot, *meeting.entries) for meeting in planned.meetings)
    facts = [
        ConfirmedResult(1, slot, a, b, PLAYED, a, 3, 1)
        for slot, a, b in meetings
        if a and b
    ]
    return History((drawn,), tuple(facts))


def by_hand_example() -> Json:
    swap = {"a": 2, "b": 5, "reason": "Beñat comes later", "at": "2026-05-01T17:30:00Z"}
    return published(Inputs("round_robin", StageSettings(), field(6)), swaps=(swap,))


def stream_example() -> Json:
    """The first bytes and numbers of the stream from 32 zero bytes, and a shuffle."""
    first = Stream(bytes(32)).below(256**40).to_bytes(40, "big").hex()
    numbers = Stream(bytes(32))
    below = [[str(modulus), str(numbers.below(modulus))] for modulus in MODULI]
    return {
        "seed": bytes(32).hex(),
        "first_40_bytes": first,
        "below": below,
        "shuffle_of_0_to_9": list(Stream(bytes(32)).shuffled(range(10))),
    }


def vectors() -> Json:
    draws = chain(map(published, examples()), [by_hand_example()])
    return {"spec": VERSION, "stream": stream_example(), "draws": list(draws)}


def text(value: Any) -> str:
    """One draw a line."""
    draws = ",\n".join(json.dumps(draw, ensure_ascii=False) for draw in value["draws"])
    stream = json.dumps(value["stream"])
    return (
        f'{{"spec": "{value["spec"]}",\n"stream": {stream},\n"draws": [\n{draws}\n]}}\n'
    )


if __name__ == "__main__":
    print(text(vectors()), end="")
