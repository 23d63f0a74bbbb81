"""Who stands where in a bracket: seeds in their places, byes in turn, others by lot, those of one club far apart."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from core.chance import Stream
from core.refusals import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import Json, StageSettings

T = TypeVar("T")

SWAPS: Final = 60
"""So many exchanges for each place of the bracket bring those of one club apart."""
DRAWINGS: Final = 50_000
"""So many places are drawn anew, bracket by bracket, before the exchanges have the last word."""
SHIFT: Final = 20
"""Binary digits that hold how many pairs of club-mates a bracket can have; an earlier round weighs more than all."""

Leaves = Sequence[int | None]
"""The first round from top to bottom, two by two; None is a bye."""


def places(entries: int) -> list[int]:
    """For each leaf its place in the order of strength, from 0; the places from `entries` on are byes.

    Every round pairs the best left with the worst left (1 the last, 2 the last but one, ...). No two byes meet, and
    halves, quarters, eighths hold equally many within one.
    """
    order, size = [0], 1 << (entries - 1).bit_length()
    while len(order) < size:
        last = 2 * len(order) - 1
        order = [place for upper in order for place in (upper, last - upper)]
    return order


def seeded(entrants: Sequence[Entrant], seeds: int) -> dict[int, int]:
    """The strongest by their `seed`, at most so many, with their place among each other from 0."""
    known = [
        (entrant.seed, entrant.id) for entrant in entrants if entrant.seed is not None
    ]
    return {entry: place for place, (_, entry) in enumerate(sorted(known)[:seeds])}


def lot(
    entrants: Sequence[Entrant], stream: Stream, seeds: int = 0
) -> tuple[int | None, ...]:
    """One drawing of the leaves. Byes go to those with the fewest so far, among equals to seeds first, then by lot.

    Those with a bye come first in the order of strength and seeds before others, so that seeds stand in their standard
    places unless one of them has had more byes than somebody else.
    """
    drawn = stream.shuffled(entrants)
    exempt = _exempt(drawn, seeds)
    if len({entrant.byes for entrant in entrants}) > 1:
        # Of those with fewer byes the last drawn have none now: in the same order they would stand lower on average.
        drawn = stream.shuffled(drawn)
    order = _order(drawn, seeds, exempt)
    return tuple(
        order[place] if place < len(order) else None for place in places(len(order))
    )


def apart(
    entrants: Sequence[Entrant], stream: Stream, seeds: int = 0
) -> tuple[int | None, ...]:
    """The leaves where as few as can be of one club, or of one group before, can meet in round 1, then in round 2, ...

    First a search says how few: exchanges of two entries, drawn at random, of which none is taken that makes it worse.
    Then whole drawings, as `lot` makes them, until one is as good: each such bracket is then equally likely. Where
    good ones are so rare that DRAWINGS places hold none, the search's own bracket stands; it has come there by
    exchanges of which each is as likely as the one back.
    """
    first = lot(entrants, stream, seeds)
    if not any(meetings(first, entrants)):
        return first
    search = _Search(first, entrants, seeds)
    search.run(SWAPS * len(first), stream)
    best = meetings(search.leaves, entrants)
    for _ in range(DRAWINGS // len(first)):
        drawing = lot(entrants, stream, seeds)
        if meetings(drawing, entrants) <= best:
            return drawing
    return tuple(search.leaves)


def draw(entrants: Sequence[Entrant], stream: Stream, setup: StageSettings) -> Json:
    """The leaves; with seeds who they are, and where club-mates are kept apart what that came to.

    `apart` says for each round how many pairs of them could meet in it, and `mates` those who do in the first: the
    two, the club, and how many entries it has. It may be more than there are pairings, or seeds and byes leave no
    other place.
    """
    leaves = (apart if setup.apart else lot)(entrants, stream, setup.seeds)
    drawn: Json = {"leaves": list(leaves)}
    if setup.seeds:
        drawn["seeds"] = list(seeded(entrants, setup.seeds))
    if setup.apart:
        drawn |= {
            "apart": meetings(leaves, entrants),
            "mates": list(_mates(leaves, entrants)),
        }
    return drawn


def check(
    drawn: Json, entrants: Sequence[Entrant], setup: StageSettings
) -> list[Refusal]:
    """What stands against publishing: each entry once, no two byes together, nobody exempt out of turn, seeds in place.

    Club-mates may not meet sooner, or more of them, than in the bracket that was drawn.
    """
    leaves: Leaves = drawn["leaves"]
    problems = [*_wrong_size(leaves, entrants), *strays(present(leaves), entrants)]
    problems += [
        Refusal("draw.two_byes", slot=n)
        for n, pair in enumerate(pairs(leaves))
        if pair == (None, None)
    ]
    problems += _unfair_byes(leaves, entrants)
    return problems or [
        *_misplaced(leaves, entrants, setup.seeds),
        *_sooner(drawn, entrants),
    ]


def meetings(leaves: Leaves, entrants: Sequence[Entrant]) -> list[int]:
    """How many pairs of one club, or of one group before, could meet in each round, the final left out."""
    kin = _kin(entrants)
    together = [0]
    for level in range(1, (len(leaves) - 1).bit_length()):
        blocks = Counter(
            (place >> level, one)
            for place, leaf in enumerate(leaves)
            for one in kin.get(leaf, ())
        )
        together.append(sum(n * (n - 1) // 2 for n in blocks.values()))
    return [after - before for before, after in pairwise(together)]


def pairs(items: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Two by two."""
    return zip(items[::2], items[1::2], strict=False)


def present(leaves: Leaves) -> list[int]:
    return [leaf for leaf in leaves if leaf is not None]


def _ranked(drawn: Sequence[Entrant], seeds: int) -> list[Entrant]:
    """Seeds first, the others as they were drawn."""
    strength = seeded(drawn, seeds)
    return sorted(drawn, key=lambda entrant: strength.get(entrant.id, len(drawn)))


def _exempt(drawn: Sequence[Entrant], seeds: int) -> set[int]:
    """Who has a bye. Sorting is stable, so chance decides among equals."""
    free = (1 << (len(drawn) - 1).bit_length()) - len(drawn)
    return {
        entrant.id
        for entrant in sorted(_ranked(drawn, seeds), key=lambda entrant: entrant.byes)[
            :free
        ]
    }


def _order(drawn: Sequence[Entrant], seeds: int, exempt: Collection[int]) -> list[int]:
    """Who comes first in the order of strength: those with a bye, and among them and the others seeds."""
    return sorted(
        (entrant.id for entrant in _ranked(drawn, seeds)),
        key=lambda entry: entry not in exempt,
    )


def _mates(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[list[int | str]]:
    """The two of one club who meet in the first round."""
    club = {entrant.id: entrant.club for entrant in entrants}
    size = Counter(club.values())
    for a, b in pairs(leaves):
        if a is not None and b is not None and club[a] and club[a] == club[b]:
            yield [a, b, club[a], size[club[a]]]


def _wrong_size(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    expected = len(places(len(entrants)))
    if len(leaves) != expected:
        yield Refusal("draw.wrong_size", size=len(leaves), expected=expected)


def _unfair_byes(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    """A bye for somebody who has had more of them than another who gets none now."""
    exempt = {entry for pair in pairs(leaves) if None in pair for entry in pair}
    fewest = min(
        (entrant.byes for entrant in entrants if entrant.id not in exempt), default=0
    )
    for entrant in entrants:
        if entrant.id in exempt and entrant.byes > fewest:
            yield Refusal("draw.bye_before_others", entry=entrant.id, name=entrant.name)


def _misplaced(
    leaves: Leaves, entrants: Sequence[Entrant], seeds: int
) -> Iterator[Refusal]:
    """Seeds that do not stand in their standard places."""
    order = _order(entrants, seeds, _exempt(entrants, seeds))
    names = {entrant.id: entrant.name for entrant in entrants}
    leaf_of = {place: leaf for leaf, place in enumerate(places(len(order)))}
    for entry, number in seeded(entrants, seeds).items():
        right = leaf_of[order.index(entry)]
        if leaves[right] != entry:
            yield Refusal(
                "draw.seed_misplaced",
                entry=entry,
                name=names[entry],
                seed=number + 1,
                place=right + 1,
            )


def _sooner(drawn: Json, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    """Club-mates who meet sooner than they were drawn."""
    if "apart" in drawn:
        found: list[int] = meetings(drawn["leaves"], entrants)
        for round, (now, fewest) in enumerate(
            zip(found, drawn["apart"], strict=True), start=1
        ):
            if now != fewest:
                if now > fewest:
                    yield Refusal(
                        "draw.club_mates_sooner", round=round, pairs=now, fewest=fewest
                    )
                return


def _kin(
    entrants: Sequence[Entrant],
) -> dict[int | None, tuple[tuple[str, str | int], ...]]:
    """What each has in common with others."""
    return {entrant.id: tuple(_common(entrant)) for entrant in entrants}


def _common(entrant: Entrant) -> Iterator[tuple[str, str | int]]:
    if entrant.club:
        yield "club", entrant.club
    if entrant.group is not None:
        yield "group", entrant.group


class _Search:
    """A bracket on its way: exchanges of two entries that keep seeds in their places and byes in turn."""

    def __init__(self, leaves: Leaves, entrants: Sequence[Entrant], seeds: int) -> None:
        self.leaves, self.kin = list(leaves), _kin(entrants)
        self.byes = {entrant.id: entrant.byes for entrant in entrants}
        fixed = seeded(entrants, seeds)
        self.free = [
            place
            for place, leaf in enumerate(leaves)
            if leaf is not None and leaf not in fixed
        ]
        self.levels = range(1, (len(leaves) - 1).bit_length())
        self.held = Counter(
            (level, place >> level, one)
            for level in self.levels
            for place, leaf in enumerate(leaves)
            for one in self.kin.get(leaf, ())
        )

    def run(self, steps: int, stream: Stream) -> None:
        for _ in range(steps if len(self.free) > 1 else 0):
            one, other = (self.free[stream.below(len(self.free))] for _ in "ab")
            if self._may(one, other):
                before = self._exchange(one, other)
                if before < 0:
                    self._exchange(one, other)

    def _may(self, one: int, other: int) -> bool:
        """Who changes between a bye and a match has had as many byes as the other."""
        a, b = self.leaves[one], self.leaves[other]
        exempt = [self.leaves[place ^ 1] is None for place in (one, other)]
        return a != b and (
            exempt[0] == exempt[1] or self.byes[a or 0] == self.byes[b or 0]
        )

    def _exchange(self, one: int, other: int) -> int:
        """Exchange two places; how much better it is now, an earlier round before all later ones."""
        gain = self._move(one, other, -1) + self._move(other, one, -1)
        self.leaves[one], self.leaves[other] = self.leaves[other], self.leaves[one]
        return gain + self._move(one, other, 1) + self._move(other, one, 1)

    def _move(self, place: int, other: int, step: int) -> int:
        """Take who stands there out of the blocks that do not hold the other place (-1), or into them (1)."""
        gain = 0
        for level in range(1, min((place ^ other).bit_length(), len(self.levels) + 1)):
            for one in self.kin[self.leaves[place]]:
                key = level, place >> level, one
                gain -= step * (self.held[key] - (step < 0)) << SHIFT * (
                    len(self.levels) - level
                )
                self.held[key] += step
        return gain
