"""Whole events for the tests of the rules: fields, streams, and a knockout played to its end."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.chance import Stream, seed_from
from tournaments.rules.brackets.bracket import (
    Decision,
    Leaves,
    Pairing,
    decisions,
    rounds,
)
from tournaments.rules.field import Entrant
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

Played = Callable[[Pairing], ConfirmedResult]


def table(name: str) -> Any:
    return json.loads((Path(__file__).parent / "data" / name).read_text())


def stream(name: object = "test") -> Stream:
    return Stream(seed_from(repr(name).encode()))


def field(size: int) -> list[Entrant]:
    return [Entrant(number, f"Pair {number:03}") for number in range(1, size + 1)]


def champion(leaves: Leaves, decided: dict[tuple[int, int], Decision]) -> int | None:
    """Who won the final."""
    return rounds(leaves, decided)[-1][0].winner


def win(pairing: Pairing, winner: int, kind: str = PLAYED) -> ConfirmedResult:
    """A 3-1 for `winner`, or a win without play."""
    assert pairing.a is not None
    assert pairing.b is not None
    score = (0, 0) if kind == WALKOVER else (3, 1) if winner == pairing.a else (1, 3)
    return ConfirmedResult(
        pairing.round, pairing.slot, pairing.a, pairing.b, kind, winner, *score
    )


def lower_number_wins(pairing: Pairing) -> ConfirmedResult:
    assert pairing.a is not None
    assert pairing.b is not None
    return win(pairing, min(pairing.a, pairing.b))


def neither_comes(pairing: Pairing) -> ConfirmedResult:
    assert pairing.a is not None
    assert pairing.b is not None
    return ConfirmedResult(
        pairing.round, pairing.slot, pairing.a, pairing.b, DOUBLE_WALKOVER, None
    )


def by_chance(chance: Stream, absent: int = 0) -> Played:
    """Even sides; of 100 matches `absent` are double walkovers and as many walkovers."""

    def fact(pairing: Pairing) -> ConfirmedResult:
        luck = chance.below(100)
        winner = pairing.a if chance.below(2) else pairing.b
        assert winner is not None
        if luck < absent:
            return neither_comes(pairing)
        return win(pairing, winner, WALKOVER if luck < 2 * absent else PLAYED)

    return fact


def play(
    leaves: Leaves, fact: Played = lower_number_wins, third_place: bool = False
) -> list[ConfirmedResult]:
    """Every match as soon as both sides are known, until nothing is left to play."""
    facts: list[ConfirmedResult] = []
    while ready := [
        pairing
        for one in rounds(leaves, decisions(facts), third_place)
        for pairing in one
        if pairing.ready
    ]:
        facts += [fact(pairing) for pairing in ready]
    return facts
