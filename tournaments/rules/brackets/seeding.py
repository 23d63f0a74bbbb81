"""Who stands where in a bracket: seeds in set places, byes in turn, others by lot, club-mates
apart."""

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
"""How many exchanges for each leaf bring club-mates apart."""
DRAWINGS: Final = 50_000
"""How many leaves are drawn again, bracket by bracket, before the exchanges have the last word."""
SHIFT: Final = 20
"""Binary digits that hold how many pairs of club-mates a bracket can have; an earlier round weighs
more than all later ones."""

Leaves = Sequence[int | None]
"""The first round from top to bottom, two by two; None is a bye."""


def places(entries: int) -> list[int]:
    """For each leaf its rank in the order of strength, from 0; ranks from `entries` on are byes.

    Every round pairs the best left with the worst left (1 the last, 2 the last but one, ...). No
    two byes meet, and halves, quarters, eighths hold equally many within one.
    """
    order, size = [0], 1 << (entries - 1).bit_length()
    while len(order) < size:
        last = 2 * len(order) - 1
        doubled = []
        for upper in order:
            doubled += [upper, last - upper]
        order = doubled
    return order


def seeded(entrants: Sequence[Entrant], seeds: int) -> dict[int, int]:
    """The strongest by their `seed`, at most `seeds`, with their rank among each other from 0."""
    known = [(one.seed, one.id) for one in entrants if one.seed is not None]
    strongest = sorted(known)[:seeds]
    return {entry: rank for rank, (_, entry) in enumerate(strongest)}


def lot(
    entrants: Sequence[Entrant], stream: Stream, seeds: int = 0
) -> tuple[int | None, ...]:
    """One drawing of the leaves.

    Byes go to those with the fewest so far, among equals to seeds first, then by lot. Entries with
    a bye come first in the order of strength and seeds before others, so that seeds stand in their
    standard places unless one of them has had more byes than somebody else.
    """
    drawn = stream.shuffled(entrants)
    exempt = _exempt(drawn, seeds)
    if len({entrant.byes for entrant in entrants}) > 1:
        # Of those with fewer byes the last drawn have none now: in the same order they would
        # stand lower on average.
        drawn = stream.shuffled(drawn)
    order: list[int | None] = [*_order(drawn, seeds, exempt)]
    ranks = places(len(order))
    order += [None] * (len(ranks) - len(order))
    return tuple(map(order.__getitem__, ranks))


def apart(
    entrants: Sequence[Entrant], stream: Stream, seeds: int = 0
) -> tuple[int | None, ...]:
    """The leaves where as few club-mates as possible can meet in round 1, then in round 2, ...

    Those of one earlier group count as club-mates. First a search says how few: exchanges of two
    entries, drawn at random, of which none is taken that makes it worse. Then whole drawings, as
    `lot` makes them, until one is as good: each such bracket is then equally likely. Where good
    ones are so rare that DRAWINGS leaves hold none, the search's own bracket stands; it has come
    there by exchanges of which each is as likely as the one back.
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


def draw(entrants: Sequence[Entrant], stream: Stream, settings: StageSettings) -> Json:
    """The leaves; with seeds who they are, and with club-mates kept apart what that came to.

    `apart` says for each round how many pairs of them could meet in it, and `mates` those who do in
    the first: the two, the club, and how many entries it has. There may be more club-mates than
    pairings, or seeds and byes may leave no other place.
    """
    if not settings.apart:
        drawn: Json = {"leaves": list(lot(entrants, stream, settings.seeds))}
    else:
        drawn = {"leaves": list(apart(entrants, stream, settings.seeds))}
    if settings.seeds:
        drawn["seeds"] = list(seeded(entrants, settings.seeds))
    if settings.apart:
        drawn["apart"] = meetings(drawn["leaves"], entrants)
        drawn["mates"] = list(_mates(drawn["leaves"], entrants))
    return drawn


def check(
    drawn: Json, entrants: Sequence[Entrant], settings: StageSettings
) -> list[Refusal]:
    """What forbids publishing.

    Each entry is in once, no two byes meet, nobody is exempt out of turn, seeds are in place.
    Club-mates may not meet sooner, or more of them, than in the bracket that was drawn.
    """
    leaves: Leaves = drawn["leaves"]
    problems = [*_wrong_size(leaves, entrants), *strays(present(leaves), entrants)]
    for slot, pair in enumerate(pairs(leaves)):
        if pair == (None, None):
            problems.append(Refusal("draw.two_byes", slot=slot))
    problems += _unfair_byes(leaves, entrants)
    if problems:
        return problems
    return [*_misplaced(leaves, entrants, settings.seeds), *_sooner(drawn, entrants)]


def meetings(leaves: Leaves, entrants: Sequence[Entrant]) -> list[int]:
    """How many pairs of club-mates could meet in each round, the final left out."""
    kin = _kin(entrants)
    together = [0]
    for level in range(1, (len(leaves) - 1).bit_length()):
        in_block: Counter[tuple[int, Kinship]] = Counter()
        for place, leaf in enumerate(leaves):
            for kinship in kin.get(leaf, ()):
                in_block[place >> level, kinship] += 1
        together.append(sum(n * (n - 1) // 2 for n in in_block.values()))
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
    """The entries that have a bye. Sorting is stable, so chance decides among equals."""
    free = (1 << (len(drawn) - 1).bit_length()) - len(drawn)
    order = sorted(_ranked(drawn, seeds), key=lambda entrant: entrant.byes)
    return {entrant.id for entrant in order[:free]}


def _order(drawn: Sequence[Entrant], seeds: int, exempt: Collection[int]) -> list[int]:
    """The order of strength: entries with a bye first, and among them and the others seeds."""
    ranked = [entrant.id for entrant in _ranked(drawn, seeds)]
    return sorted(ranked, key=lambda entry: entry not in exempt)


def _mates(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[list[int | str]]:
    """Club-mates who meet in the first round."""
    club_of = {entrant.id: entrant.club for entrant in entrants}
    size = Counter(club_of.values())
    for a, b in pairs(leaves):
        if a is None or b is None:
            continue
        club = club_of[a]
        if club and club == club_of[b]:
            yield [a, b, club, size[club]]


def _wrong_size(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    expected = len(places(len(entrants)))
    if len(leaves) != expected:
        yield Refusal("draw.wrong_size", size=len(leaves), expected=expected)


def _unfair_byes(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    """Byes for entries that have had more of them than others that get none now."""
    exempt: set[int | None] = set()
    for pair in pairs(leaves):
        if None in pair:
            exempt.update(pair)
    byes_of_others = [one.byes for one in entrants if one.id not in exempt]
    fewest = min(byes_of_others, default=0)
    for entrant in entrants:
        if entrant.id in exempt and entrant.byes > fewest:
            yield Refusal("draw.bye_before_others", entry=entrant.id, name=entrant.name)


def _misplaced(
    leaves: Leaves, entrants: Sequence[Entrant], seeds: int
) -> Iterator[Refusal]:
    """Seeds that do not stand in their standard places."""
    order = _order(entrants, seeds, _exempt(entrants, seeds))
    names = {entrant.id: entrant.name for entrant in entrants}
    leaf_of = {rank: leaf for leaf, rank in enumerate(places(len(order)))}
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
    """The first round in which more club-mates can meet than in the bracket that was drawn."""
    if "apart" not in drawn:
        return
    found = meetings(drawn["leaves"], entrants)
    rounds = enumerate(zip(found, drawn["apart"], strict=True), start=1)
    for round, (now, fewest) in rounds:
        if now > fewest:
            yield Refusal(
                "draw.club_mates_sooner", round=round, pairs=now, fewest=fewest
            )
        # Fewer in an earlier round make up for more in a later one.
        if now != fewest:
            return


Kinship = tuple[str, str | int]
"""A club, or a group that was played before."""


def _kin(entrants: Sequence[Entrant]) -> dict[int | None, tuple[Kinship, ...]]:
    """What each has in common with others."""
    return {entrant.id: tuple(_kinships(entrant)) for entrant in entrants}


def _kinships(entrant: Entrant) -> Iterator[Kinship]:
    if entrant.club:
        yield "club", entrant.club
    if entrant.group is not None:
        yield "group", entrant.group


class _Search:
    """A bracket changed by exchanges of two entries that keep seeds in place and byes in turn."""

    def __init__(self, leaves: Leaves, entrants: Sequence[Entrant], seeds: int) -> None:
        self.leaves, self.kin = list(leaves), _kin(entrants)
        self.byes = {entrant.id: entrant.byes for entrant in entrants}
        self.levels = range(1, (len(leaves) - 1).bit_length())
        fixed = seeded(entrants, seeds)
        self.movable = []
        self.counts: Counter[tuple[int, int, Kinship]] = Counter()
        """How many of each kinship are in each block of each level."""
        for place, leaf in enumerate(leaves):
            if leaf is not None and leaf not in fixed:
                self.movable.append(place)
            for kinship in self.kin.get(leaf, ()):
                for level in self.levels:
                    self.counts[level, place >> level, kinship] += 1

    def run(self, steps: int, stream: Stream) -> None:
        if len(self.movable) < 2:
            return
        for _ in range(steps):
            one = self.movable[stream.below(len(self.movable))]
            other = self.movable[stream.below(len(self.movable))]
            if self._may_exchange(one, other) and self._exchange(one, other) < 0:
                self._exchange(one, other)

    def _may_exchange(self, one: int, other: int) -> bool:
        """Entries that change between a bye and a match have had equally many byes."""
        a, b = self.leaves[one], self.leaves[other]
        if a == b:
            return False
        has_bye = self.leaves[one ^ 1] is None
        if has_bye == (self.leaves[other ^ 1] is None):
            return True
        return self.byes[a or 0] == self.byes[b or 0]

    def _exchange(self, one: int, other: int) -> int:
        """Exchange two places; answers the gain, an earlier round before all later ones."""
        gain = self._move(one, other, -1) + self._move(other, one, -1)
        self.leaves[one], self.leaves[other] = self.leaves[other], self.leaves[one]
        return gain + self._move(one, other, 1) + self._move(other, one, 1)

    def _move(self, place: int, other: int, step: int) -> int:
        """Take an entry out of the blocks without the other place (-1), or put it there (1)."""
        gain = 0
        levels = min((place ^ other).bit_length(), len(self.levels) + 1)
        for level in range(1, levels):
            weight = SHIFT * (len(self.levels) - level)
            for kinship in self.kin[self.leaves[place]]:
                key = level, place >> level, kinship
                # The mates that it has in the block, itself left out.
                mates = self.counts[key] - (step < 0)
                gain -= step * mates << weight
                self.counts[key] += step
        return gain
