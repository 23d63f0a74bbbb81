"""The bracket of a single elimination for 2 to 512 entries, and how far it is known."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, Literal, NamedTuple, TypeVar

from games.rules.chance import Stream
from games.rules.errors import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.results import DOUBLE_WALKOVER, VOID
from tournaments.rules.tallies import Fact

T = TypeVar("T")

MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 512
FEWEST_FOR_THIRD_PLACE: Final = 4
"""With fewer entries there are no two losers of semifinals."""

Key = tuple[int, int]
"""Round from 1 and slot from 0, top of the bracket first."""
Leaves = Sequence[int | None]
"""The first round from top to bottom, two by two; None is a bye."""


class Decision(NamedTuple):
    """Who leaves a pairing which way. No winner: nobody goes on. No loser: nobody may play for third place."""

    winner: int | None
    loser: int | None
    between: tuple[int, ...] = ()
    """The entries decided about where winner and loser do not say it."""


class Feed(NamedTuple):
    """The match from which a side is awaited; `match` is its number."""

    round: int
    slot: int
    match: int
    takes: Literal["winner", "loser"]


class Side(NamedTuple):
    """One side of a pairing: an entry, or the match it will come from; neither means that nobody comes."""

    entry: int | None
    awaits: Feed | None = None

    @property
    def vacant(self) -> bool:
        return self.entry is None and self.awaits is None


class Pairing(NamedTuple):
    """One place of the tree where two sides meet, as far as it is known."""

    round: int
    slot: int
    match: int | None
    """The number in reading order, the same whatever happens; None for a bye of the first round."""
    a: int | None
    b: int | None
    a_from: Feed | None
    """Set only while the side is still awaited; a side that is neither known nor awaited is vacant."""
    b_from: Feed | None
    bye: bool
    """One side is there and nobody will come for the other (no entry drawn, or nobody went on from its match)."""
    decided: bool
    """Nothing is left to be played here."""
    winner: int | None
    loser: int | None

    @property
    def entries(self) -> tuple[int | None, ...]:
        return self.a, self.b

    @property
    def ready(self) -> bool:
        """Both sides are known and the match has no result yet."""
        return self.a is not None and self.b is not None and not self.decided


Tree = tuple[tuple[Pairing, ...], ...]


def bracket(entrants: Sequence[Entrant], stream: Stream) -> tuple[int | None, ...]:
    """The drawn leaves, a power of two; byes go to those with the fewest so far, at random among them.

    Placement is the fold of seeded brackets (1 plays the last, 2 the last but one, ...) over a random order in which
    those with a bye come first: no two byes meet, and halves, quarters, eighths hold equally many within one.
    """
    check_number(len(entrants))
    drawn = stream.shuffled(entrants)
    places = _fold(_size(len(drawn)))
    # Sorting is stable, so chance decides among equals; its order is used for nothing else.
    exempt = {entrant.id for entrant in sorted(drawn, key=lambda entrant: entrant.byes)[: len(places) - len(drawn)]}
    order = sorted((entrant.id for entrant in drawn), key=lambda entry: entry not in exempt)
    return tuple(order[place] if place < len(order) else None for place in places)


def check(leaves: Leaves, entrants: Sequence[Entrant]) -> list[Refusal]:
    """What stands against publishing a draw: each entry once, no two byes together, nobody exempt out of turn."""
    problems = list(_wrong_size(leaves, entrants)) + list(strays(_present(leaves), entrants))
    problems += [
        Refusal("draw.two_byes", slot=slot) for slot, pair in enumerate(_pairs(leaves)) if pair == (None, None)
    ]
    return problems + list(_unfair_byes(leaves, entrants))


def rounds(leaves: Leaves, decisions: Mapping[Key, Decision], third_place: bool = False) -> Tree:
    """The whole tree as far as known: a tuple for each round, the last with the final and the match for third place.

    A decision that does not fit the two entries of its pairing is passed over, as if it were not there: after a
    correction the tree shows what still holds. A side that nobody can reach any more lets its opponent through.
    """
    numbers = count(1)
    sides = tuple(Side(leaf) for leaf in leaves)
    tree: list[tuple[Pairing, ...]] = []
    while len(sides) > 1:
        tree.append(tuple(_round(len(tree) + 1, sides, decisions, numbers)))
        sides = tuple(_side(pairing, "winner") for pairing in tree[-1])
    if third_place and len(_present(leaves)) >= FEWEST_FOR_THIRD_PLACE:
        a, b = (_side(pairing, "loser") for pairing in tree[-2])
        tree[-1] += (_pairing((len(tree), 1), next(numbers), a, b, decisions),)
    return tuple(tree)


def decisions(facts: Iterable[Fact]) -> dict[Key, Decision]:
    """What confirmed results mean for the tree; a void match leaves its pairing open."""
    return {(fact.round, fact.slot): _decision(fact) for fact in facts if fact.kind != VOID}


def byes(tree: Tree) -> tuple[int, ...]:
    """An entry for each bye it has had, drawn or by vacancy, in reading order."""
    return tuple(pairing.winner for one in tree for pairing in one if pairing.bye and pairing.winner is not None)


def round_name(round: int, rounds: int) -> str:
    """Code of a round: final, semifinal, quarterfinal, round_of_16, before that round_1, round_2, ..."""
    late = {0: "final", 1: "semifinal", 2: "quarterfinal", 3: "round_of_16"}
    return late.get(rounds - round, f"round_{round}")


def check_number(entries: int) -> None:
    """Raises Refusal `knockout.too_few_entries`, `knockout.too_many_entries`."""
    if entries < MIN_ENTRIES:
        raise Refusal("knockout.too_few_entries", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("knockout.too_many_entries", entries=entries, most=MAX_ENTRIES)


def _size(entries: int) -> int:
    """The smallest power of two that holds them."""
    return 1 << (entries - 1).bit_length()


def _fold(size: int) -> list[int]:
    """For each leaf its place in the order, from 0: every round pairs the best left with the worst left."""
    places = [0]
    while len(places) < size:
        last = 2 * len(places) - 1
        places = [place for upper in places for place in (upper, last - upper)]
    return places


def _round(
    round: int, sides: Sequence[Side], decisions: Mapping[Key, Decision], numbers: Iterator[int]
) -> Iterator[Pairing]:
    for slot, (a, b) in enumerate(_pairs(sides)):
        drawn_bye = round == 1 and (a.vacant or b.vacant)
        yield _pairing((round, slot), None if drawn_bye else next(numbers), a, b, decisions)


def _pairing(key: Key, match: int | None, a: Side, b: Side, decisions: Mapping[Key, Decision]) -> Pairing:
    if a.vacant or b.vacant:
        # Whoever is there goes on; while that side is itself awaited, nothing is decided yet.
        other = b if a.vacant else a
        bye, decision = other.entry is not None, None if other.awaits else Decision(other.entry, None)
    else:
        bye, decision = False, _fitting(decisions.get(key), a.entry, b.entry)
    winner, loser = (decision.winner, decision.loser) if decision else (None, None)
    return Pairing(*key, match, a.entry, b.entry, a.awaits, b.awaits, bye, decision is not None, winner, loser)


def _fitting(decision: Decision | None, a: int | None, b: int | None) -> Decision | None:
    """The decision, if both sides are there and it is about them."""
    if decision is None or a is None or b is None:
        return None
    about = {decision.winner, decision.loser, *decision.between} - {None}
    return decision if about <= {a, b} else None


def _side(pairing: Pairing, takes: Literal["winner", "loser"]) -> Side:
    """Who comes out of a pairing by that way, or that it is still awaited."""
    if pairing.decided or pairing.match is None:
        return Side(pairing.winner if takes == "winner" else pairing.loser)
    return Side(None, Feed(pairing.round, pairing.slot, pairing.match, takes))


def _decision(fact: Fact) -> Decision:
    if fact.kind == DOUBLE_WALKOVER:
        return Decision(None, None, (fact.a, fact.b))
    return Decision(fact.winner, fact.b if fact.winner == fact.a else fact.a)


def _pairs(items: Sequence[T]) -> Iterator[tuple[T, T]]:
    return zip(items[::2], items[1::2], strict=False)


def _present(leaves: Leaves) -> list[int]:
    return [leaf for leaf in leaves if leaf is not None]


def _wrong_size(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    expected = _size(len(entrants))
    if len(leaves) != expected:
        yield Refusal("draw.wrong_size", size=len(leaves), expected=expected)


def _unfair_byes(leaves: Leaves, entrants: Sequence[Entrant]) -> Iterator[Refusal]:
    """A bye for somebody who has had more of them than another who gets none now."""
    exempt = {entry for pair in _pairs(leaves) if None in pair for entry in pair}
    fewest = min((entrant.byes for entrant in entrants if entrant.id not in exempt), default=0)
    for entrant in entrants:
        if entrant.id in exempt and entrant.byes > fewest:
            yield Refusal("draw.bye_before_others", entry=entrant.id, name=entrant.name)
