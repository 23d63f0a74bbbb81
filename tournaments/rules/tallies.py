"""Tallies: what an entry has won and lost over an event."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournaments.rules.results import PLAYED, VOID


class Fact(NamedTuple):
    """One confirmed result of a pairing; `winner` is None for a double walkover and a void match.

    At a table of several `points` say who got how many; there a and b are 0 and nobody is the winner.
    """

    round: int
    slot: int
    a: int
    b: int
    kind: str
    winner: int | None
    sets_a: int = 0
    sets_b: int = 0
    tantos: tuple[tuple[int, int], ...] | None = None
    """The points of each set, first to last; None when nobody wrote them down."""
    points: tuple[tuple[int, int], ...] | None = None
    """Each entry with its points, in the order of the places."""
    penalties: tuple[int, int] = (0, 0)
    """Sets that each side was docked before or during the match; they are in `sets_a` and `sets_b` already."""


class Tally(NamedTuple):
    """What an entry has done. `played + walkovers == won + lost`; byes and void matches are neither."""

    played: int = 0
    """Matches decided at the table."""
    won: int = 0
    lost: int = 0
    sets_for: int = 0
    sets_against: int = 0
    tantos_for: int | None = 0
    """None as soon as the tantos of one match played are not known: half a sum would mislead."""
    tantos_against: int | None = 0
    byes: int = 0
    walkovers: int = 0
    """Matches decided without play, for or against this entry. They are won or lost, with no sets and no tantos."""


def tally(facts: Iterable[Fact], byes: Iterable[int] = ()) -> dict[int, Tally]:
    """The tally of every entry that has a fact or a bye (`byes`: an entry for each bye it had)."""
    lines: defaultdict[int, list[Tally]] = defaultdict(list)
    for fact in facts:
        for entry, line in _lines(fact):
            lines[entry].append(line)
    for entry in byes:
        lines[entry].append(Tally(byes=1))
    return {entry: _sum(own) for entry, own in lines.items()}


def _lines(fact: Fact) -> Iterator[tuple[int, Tally]]:
    """What one fact adds to each of its two entries."""
    if fact.kind == VOID:
        return
    sets_a, sets_b, tantos_a, tantos_b = _counted(fact)
    for entry, line in ((fact.a, (sets_a, sets_b, tantos_a, tantos_b)), (fact.b, (sets_b, sets_a, tantos_b, tantos_a))):
        won, played = entry == fact.winner, fact.kind == PLAYED
        yield entry, Tally(played, won, not won, *line, walkovers=not played)


def _counted(fact: Fact) -> tuple[int, int, int | None, int | None]:
    """Sets and tantos of both sides; without play there are none."""
    if fact.kind != PLAYED:
        return 0, 0, 0, 0
    if fact.tantos is None:
        return fact.sets_a, fact.sets_b, None, None
    return fact.sets_a, fact.sets_b, sum(a for a, _ in fact.tantos), sum(b for _, b in fact.tantos)


def _sum(lines: list[Tally]) -> Tally:
    return Tally._make(None if None in column else sum(column) for column in zip(*lines, strict=True))
