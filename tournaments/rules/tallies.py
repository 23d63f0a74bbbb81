"""Tallies: what an entry has won and lost over an event."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.rules.results import AT_TABLE, VOID


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
    penalties: int = 0
    """Sets that it was docked."""


Count = list[int]
"""A tally while it is counted, in the order of its fields."""
PLAYS, WON, LOST, FOR, AGAINST, TANTOS_FOR, TANTOS_AGAINST, BYES, WALKOVERS, DOCKED = range(len(Tally._fields))


def tally(facts: Iterable[Fact], byes: Iterable[int] = ()) -> dict[int, Tally]:
    """The tally of every entry that has a fact or a bye (`byes`: an entry for each bye it had). Linear in facts."""
    counts: defaultdict[int, Count] = defaultdict(lambda: [0] * len(Tally._fields))
    untold: set[int] = set()
    for fact in facts:
        if fact.kind != VOID:
            _add(counts[fact.a], counts[fact.b], fact)
            if fact.tantos is None and fact.kind in AT_TABLE:
                untold |= {fact.a, fact.b}
    for entry in byes:
        counts[entry][BYES] += 1
    return {entry: _told(count, entry not in untold) for entry, count in counts.items()}


def _add(ours: Count, theirs: Count, fact: Fact) -> None:
    """Counts a match for its two entries, in plain steps since every table of every event goes through here."""
    _, _, a, b, kind, winner, sets_a, sets_b, tantos, _, penalties = fact
    ours[WON if winner == a else LOST] += 1
    theirs[WON if winner == b else LOST] += 1
    if penalties != (0, 0):
        ours[DOCKED] += penalties[0]
        theirs[DOCKED] += penalties[1]
    if kind not in AT_TABLE:
        ours[WALKOVERS] += 1
        theirs[WALKOVERS] += 1
        return
    ours[PLAYS] += 1
    theirs[PLAYS] += 1
    _add_scores(ours, theirs, FOR, sets_a, sets_b)
    for of_a, of_b in tantos or ():
        _add_scores(ours, theirs, TANTOS_FOR, of_a, of_b)


def _add_scores(ours: Count, theirs: Count, place: int, a: int, b: int) -> None:
    """For, and in the next place against."""
    ours[place] += a
    ours[place + 1] += b
    theirs[place] += b
    theirs[place + 1] += a


def _told(count: Count, tantos: bool) -> Tally:
    return Tally._make(count if tantos else [*count[:TANTOS_FOR], None, None, *count[BYES:]])
