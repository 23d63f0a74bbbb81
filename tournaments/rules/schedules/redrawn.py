"""What rounds that are drawn one after the other, two by two, know of the earlier ones."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import History
from tournaments.rules.tables.results import VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

CLUB: Final = 1 << 24
POINT: Final = 1 << 36
REMATCH: Final = 1 << 42
AGAIN: Final = 1 << 60
"""The costs of a round, each greater than all smaller ones together: a pairing within a club
(above differences of score), a point of the free entry, a rematch, and an earlier bye of the
free entry."""


class Past(NamedTuple):
    """The earlier rounds of each entry when a round is drawn."""

    met: Mapping[int, Counter[int]]
    """How often it was drawn against each other; void and unplayed matches count too."""
    byes: Counter[int]
    won: Counter[int]
    """Matches won, at the table or without play."""
    lost: Counter[int]
    """Matches lost, those to which neither side came included."""
    given: Counter[int]
    """Matches won without play."""
    last: Mapping[int, int]
    """The last round that it was drawn into, from 1."""


def past(history: History) -> Past:
    """All of it from the draws and the results alone."""
    met: defaultdict[int, Counter[int]] = defaultdict(Counter)
    byes: Counter[int] = Counter()
    for draw in history.rounds:
        for a, b in draw["pairs"]:
            met[a][b] += 1
            met[b][a] += 1
        if draw["bye"] is not None:
            byes[draw["bye"]] += 1
    valid = [result for result in history.facts if result.kind != VOID]
    last = last_rounds(history.rounds)
    return Past(met, byes, _won(valid), _lost(valid), _given(valid), last)


def _won(results: Iterable[ConfirmedResult]) -> Counter[int]:
    winners = (result.winner for result in results)
    return Counter(winner for winner in winners if winner is not None)


def _lost(results: Iterable[ConfirmedResult]) -> Counter[int]:
    lost: Counter[int] = Counter()
    for result in results:
        for entry in (result.a, result.b):
            if entry != result.winner:
                lost[entry] += 1
    return lost


def _given(results: Iterable[ConfirmedResult]) -> Counter[int]:
    return _won(result for result in results if result.kind == WALKOVER)


def last_rounds(rounds: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """The last of these rounds that each entry was drawn into, from 1."""
    last = {}
    for number, draw in enumerate(rounds, start=1):
        for entries in slots(draw):
            last.update(dict.fromkeys(entries, number))
    return last


def slots(draw: Mapping[str, Any]) -> list[list[int]]:
    """The entries of each slot of a round; the free one comes last, alone."""
    found = list(draw["pairs"])
    if draw["bye"] is not None:
        found.append([draw["bye"]])
    return found


def byes(entrant: Entrant, behind: Past) -> int:
    """How many byes it has had in the event, this stage included."""
    return max(entrant.byes, behind.byes[entrant.id])


def within_clubs(clubs: Iterable[str]) -> int:
    """The fewest pairings within a club: unavoidable once more than half are of one club."""
    everybody = tuple(clubs)
    largest = max(Counter(club for club in everybody if club).values(), default=0)
    return max(0, (2 * largest - len(everybody)) // 2)


def club_sizes(entrants: Iterable[Entrant], apart: bool) -> Counter[str]:
    """How many of each club are in a round; empty unless club-mates are kept apart."""
    if not apart:
        return Counter()
    return Counter(entrant.club for entrant in entrants if entrant.club)
