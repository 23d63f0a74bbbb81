"""Tallies: what an entry has won and lost over an event."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tournaments.rules.tables.results import AT_TABLE, VOID


class ConfirmedResult(NamedTuple):
    """One confirmed result of a pairing; `winner` is None for a double walkover and a void match.

    At a multiplayer table `points` say who got how many; there a and b are 0 and nobody wins.
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
    """Each entry that came with its points, in the order of the places."""
    penalties: tuple[int, int] = (0, 0)
    """Sets that each side was docked; `sets_a` and `sets_b` count them for the other side."""


def came(
    entries: Iterable[int], points: Sequence[int | None] | None
) -> tuple[tuple[int, int], ...] | None:
    """The points of a result from those of each seat, without the players who did not come."""
    if points is None:
        return None
    present = []
    for entry, own in zip(entries, points, strict=True):
        if own is not None:
            present.append((entry, own))
    return tuple(present)


class Tally(NamedTuple):
    """What an entry has done. `played + walkovers == won + lost`; byes and void matches are
    neither."""

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
    """Matches decided without play, for or against: won or lost, with no sets and no tantos."""
    penalties: int = 0
    """Sets that it was docked."""


WIN: Final = 2
"""Match points for a win, so that half points are whole numbers too."""

Round = tuple[int, int]
"""The number of a round, from 1, and an entry."""


@dataclass(slots=True)
class Card:
    """What the rounds of an entry came to, one after the other, and its sums while they are
    counted."""

    opponents: list[int | None] = field(default_factory=list)
    """None for a bye, and where it was not in the draw."""
    points: list[int] = field(default_factory=list)
    unplayed: tuple[tuple[int, bool], ...] = ()
    """The rounds without play, counted from 0, each with whether that was its own doing."""
    sets_for: int = 0
    sets_against: int = 0
    tantos_for: int = 0
    tantos_against: int = 0
    untold: bool = False
    """Whether the tantos of a match at the table are not known."""
    byes: int = 0
    walkovers: int = 0
    penalties: int = 0

    def add_unplayed(self, opponent: int | None, points: int, voluntary: bool) -> None:
        turn = len(self.points)
        self.unplayed += ((turn, voluntary),)
        self.opponents.append(opponent)
        self.points.append(points)

    def add_bye(self) -> None:
        self.add_unplayed(None, WIN, voluntary=False)
        self.byes += 1

    def add_walkover(self, opponent: int, won: bool) -> None:
        self.add_unplayed(opponent, WIN if won else 0, voluntary=not won)
        self.walkovers += 1

    def tally(self) -> Tally:
        played = len(self.points) - len(self.unplayed)
        won = self.points.count(WIN) - self.byes
        return Tally(
            played=played,
            won=won,
            lost=played + self.walkovers - won,
            sets_for=self.sets_for,
            sets_against=self.sets_against,
            tantos_for=None if self.untold else self.tantos_for,
            tantos_against=None if self.untold else self.tantos_against,
            byes=self.byes,
            walkovers=self.walkovers,
            penalties=self.penalties,
        )


Cards = Mapping[int, Card]
Turns = tuple[list[ConfirmedResult], list[int], list[int]]
"""The matches of a round, who was free, and who was not in the draw."""


def tally(
    results: Iterable[ConfirmedResult], byes: Iterable[int] = ()
) -> dict[int, Tally]:
    """The tally of every entry with a result or a bye; `byes` names an entry for each bye it had.

    Linear in results.
    """
    found = cards(results)
    for entry in byes:
        found[entry].add_bye()
    return tallies(found)


def tallies(cards: Cards) -> dict[int, Tally]:
    return {entry: card.tally() for entry, card in cards.items()}


def cards(
    results: Iterable[ConfirmedResult],
    byes: Iterable[Round] = (),
    absent: Iterable[Round] = (),
) -> defaultdict[int, Card]:
    """The card of each entry, round by round: a bye counts as a win, a round without it nothing.

    A match that is not decided is no round yet.
    """
    found: defaultdict[int, Card] = defaultdict(Card)
    for played, free, away in _by_round(results, byes, absent):
        _enter(played, found)
        for entry in free:
            found[entry].add_bye()
        for entry in away:
            found[entry].add_unplayed(None, 0, voluntary=True)
    return found


def _by_round(
    results: Iterable[ConfirmedResult], byes: Iterable[Round], absent: Iterable[Round]
) -> Iterator[Turns]:
    rounds: defaultdict[int, Turns] = defaultdict(lambda: ([], [], []))
    for result in results:
        rounds[result.round][0].append(result)
    for number, entry in byes:
        rounds[number][1].append(entry)
    for number, entry in absent:
        rounds[number][2].append(entry)
    return (rounds[number] for number in sorted(rounds))


def _enter(results: Iterable[ConfirmedResult], cards: Cards) -> None:
    """Each match on the cards of both; fast, since every result of every table passes here."""
    for _, _, a, b, kind, winner, sets_a, sets_b, tantos, _, penalties in results:
        if kind in AT_TABLE:
            ours, theirs = cards[a], cards[b]
            ours.opponents.append(b)
            theirs.opponents.append(a)
            ours.points.append(WIN if winner == a else 0)
            theirs.points.append(WIN if winner == b else 0)
            ours.sets_for += sets_a
            ours.sets_against += sets_b
            theirs.sets_for += sets_b
            theirs.sets_against += sets_a
            if tantos is None:
                ours.untold = theirs.untold = True
            else:
                _enter_tantos(tantos, ours, theirs)
        elif kind != VOID:
            cards[a].add_walkover(b, winner == a)
            cards[b].add_walkover(a, winner == b)
        if penalties != (0, 0) and kind != VOID:
            cards[a].penalties += penalties[0]
            cards[b].penalties += penalties[1]


def _enter_tantos(tantos: Iterable[tuple[int, int]], ours: Card, theirs: Card) -> None:
    for of_a, of_b in tantos:
        ours.tantos_for += of_a
        ours.tantos_against += of_b
        theirs.tantos_for += of_b
        theirs.tantos_against += of_a
