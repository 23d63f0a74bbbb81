"""Brackets of 2 to 1,024 entries: who is drawn where, which match leads to which, and how far it is known."""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from core.chance import Stream
from core.refusals import Refusal
from tournaments.rules.brackets import seeding
from tournaments.rules.brackets.wiring import Source, Spot, Takes, Way, Wiring, single
from tournaments.rules.field import Entrant
from tournaments.rules.tables.results import DOUBLE_WALKOVER, VOID
from tournaments.rules.tables.standings import Reason
from tournaments.rules.tables.tallies import ConfirmedResult

MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 1024
Key = tuple[int, int]
"""Round from 1 and slot from 0, top of the bracket first."""
Leaves = seeding.Leaves
Kept = Mapping[Key, tuple[int, int]]
"""Pairings that stay as they were played although the bracket would send others there by now."""
NOTHING_KEPT: Final[Kept] = MappingProxyType({})


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
    takes: Takes


class Side(NamedTuple):
    """One side of a pairing: an entry, or the match it will come from; neither means that nobody comes."""

    entry: int | None
    awaits: Feed | None = None

    @property
    def vacant(self) -> bool:
        return self.entry is None and self.awaits is None


NOBODY: Final = Side(None)
NOTHING_MOVED: Final[Mapping[Source, Side]] = MappingProxyType({})
Stand = Mapping[int | None, Side]
"""For each entry that is kept somewhere the side that it replaced there."""


class Pairing(NamedTuple):
    """One place of the tree where two sides meet, as far as it is known."""

    round: int
    slot: int
    match: int | None
    """The number in reading order, the same whatever happens; None for a bye that follows from the draw."""
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
    section: str = "main"
    """The section of the tree, by its format's code: `main`, `third`, `winners`, ..."""

    @property
    def part(self) -> str:
        return self.section

    @property
    def entries(self) -> tuple[int | None, ...]:
        return self.a, self.b

    @property
    def sides(self) -> tuple[Side, Side]:
        return Side(self.a, self.a_from), Side(self.b, self.b_from)

    @property
    def open(self) -> bool:
        """It will be played as soon as both sides are known."""
        nobody_for_a, nobody_for_b = (
            self.a is None and not self.a_from,
            self.b is None and not self.b_from,
        )
        return not (self.decided or nobody_for_a or nobody_for_b)

    @property
    def ready(self) -> bool:
        """Both sides are known and the match has no result yet."""
        return self.a is not None and self.b is not None and not self.decided


Tree = tuple[tuple[Pairing, ...], ...]


def bracket(
    entrants: Sequence[Entrant], stream: Stream, seeds: int = 0, apart: bool = False
) -> tuple[int | None, ...]:
    """The drawn leaves, a power of two: see `seeding.lot` and, where club-mates are kept apart, `seeding.apart`."""
    check_number(len(entrants))
    return (seeding.apart if apart else seeding.lot)(entrants, stream, seeds)


def rounds(
    leaves: Leaves,
    decisions: Mapping[Key, Decision],
    third_place: bool = False,
    fifth_place: bool = False,
    kept: Kept = NOTHING_KEPT,
) -> Tree:
    """The whole tree of a single elimination as far as known: see `single` and `known`."""
    return known(single(tuple(leaves), third_place, fifth_place), decisions, kept)


def known(
    wiring: Wiring, decisions: Mapping[Key, Decision], kept: Kept = NOTHING_KEPT
) -> Tree:
    """Every place as far as it is known, a tuple for each round.

    A decision that does not fit the two entries of its pairing is passed over, as if it were not there: after a
    correction the tree shows what still holds. A side that nobody can reach any more lets its opponent through.
    Pairings that are kept have their entries whoever is sent there. Whom one of these replaces takes its part
    wherever else it would come from this round on, so that nobody is in two places. Linear in the places.
    """
    tree: list[tuple[Pairing, ...]] = []
    met: dict[Key, Pairing] = {}
    moved: dict[Source, Side] = {}
    for number, spots in enumerate(wiring, start=1):
        sides = {
            spot.slot: (_side(spot.a, met, moved), _side(spot.b, met, moved))
            for spot in spots
        }
        if held := {
            slot: pair
            for (round, slot), pair in kept.items()
            if round == number and slot in sides
        }:
            came = _hold(sides, held)
            moved |= dict(_in_transit(wiring, number, came, met, moved))
        tree.append(
            tuple(
                _pairing((number, spot.slot), spot, *sides[spot.slot], decisions)
                for spot in spots
            )
        )
        for pairing in tree[-1]:
            met[number, pairing.slot] = pairing
    return tuple(tree)


class Leads(NamedTuple):
    """A place of the wiring and the places to which its match leads."""

    spot: Spot
    to: tuple[Key, ...]


def leads(wiring: Wiring) -> Mapping[Key, Leads]:
    """Where every match of a bracket leads: for `after`."""
    spots = {
        (number, spot.slot): spot
        for number, one in enumerate(wiring, start=1)
        for spot in one
    }
    to: dict[Key, list[Key]] = {key: [] for key in spots}
    for key, spot in spots.items():
        for way in {
            source[:2] for source in (spot.a, spot.b) if isinstance(source, Way)
        }:
            to[way].append(key)
    return {key: Leads(spot, tuple(to[key])) for key, spot in spots.items()}


def after(
    met: dict[Key, Pairing],
    leads: Mapping[Key, Leads],
    key: Key,
    decisions: Mapping[Key, Decision],
) -> dict[Key, Pairing]:
    """What is different in a bracket that was `known`, without pairings kept, when one decision is new or another.

    As many steps as there are places which that decision changes, whatever the size of the bracket.
    """
    changed: dict[Key, Pairing] = {}
    now, waiting = ChainMap(changed, met), {key}
    while waiting:
        here = min(waiting)
        waiting.remove(here)
        spot, to = leads[here]
        pairing = _pairing(
            here, spot, _side(spot.a, now), _side(spot.b, now), decisions
        )
        if pairing != met[here]:
            changed[here] = pairing
            waiting.update(to)
    return changed


def decisions(facts: Iterable[ConfirmedResult]) -> dict[Key, Decision]:
    """What confirmed results mean for the tree; a void match leaves its pairing open."""
    return {
        (fact.round, fact.slot): _decision(fact) for fact in facts if fact.kind != VOID
    }


def kept(drawn: Mapping[str, Any]) -> Kept:
    """The pairings that a draw says are kept: [[round, slot, a, b], ...]."""
    return {(round, slot): (a, b) for round, slot, a, b in drawn.get("kept", ())}


def byes(tree: Tree) -> tuple[int, ...]:
    """An entry for each bye it has had, drawn or by vacancy, in reading order."""
    return tuple(
        pairing.winner
        for one in tree
        for pairing in one
        if pairing.bye and pairing.winner is not None
    )


def why(wiring: Wiring, drawn: Mapping[str, Any], round: int, slot: int) -> Reason:
    """Why these meet: `late`, `kept`, `feeds`, `club_mates`, `seeded` or `leaves`.

    `late`: one of them came late and took a bye; `kept`: it was played so, and stays although others would meet by
    now; `feeds`: `from` these matches the ways of the bracket lead here; `leaves`: they were drawn at these `places`,
    next to each other; `seeded`: so they were, and `seeds` stand in their standard places, each entry with its number;
    `club_mates`: so they were, for want of another place, with as many `entries` as their `club` has.
    """
    spot = next(spot for spot in wiring[round - 1] if spot.slot == slot)
    ways = [source for source in (spot.a, spot.b) if isinstance(source, Way)]
    if (round, slot) in kept(drawn):
        return Reason("kept" if ways else "late", {"round": round})
    if not ways:
        return _drawn_so(spot, drawn)
    feeds = [
        Feed(way.round, way.slot, _number(wiring, way) or 0, way.takes) for way in ways
    ]
    return Reason("feeds", {"round": round, "from": [feed._asdict() for feed in feeds]})


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


def _number(wiring: Wiring, way: Way) -> int | None:
    """The number of the match from which the way comes; a drawn bye has none."""
    return next(spot.match for spot in wiring[way.round - 1] if spot.slot == way.slot)


def _drawn_so(spot: Spot, drawn: Mapping[str, Any]) -> Reason:
    fields: dict[str, Any] = {"places": [2 * spot.slot + 1, 2 * spot.slot + 2]}
    for a, b, club, entries in drawn.get("mates", ()):
        if {a, b} == {spot.a, spot.b}:
            return Reason("club_mates", fields | {"club": club, "entries": entries})
    seeds = [
        [entry, n]
        for n, entry in enumerate(drawn.get("seeds", ()), start=1)
        if entry in (spot.a, spot.b)
    ]
    return (
        Reason("seeded", fields | {"seeds": seeds})
        if seeds
        else Reason("leaves", fields)
    )


def _side(
    source: Source,
    met: Mapping[Key, Pairing],
    moved: Mapping[Source, Side] = NOTHING_MOVED,
) -> Side:
    if not isinstance(source, Way):
        return Side(source)
    return moved.get(source) or _out(met[source.round, source.slot], source)


def _out(pairing: Pairing, way: Way) -> Side:
    """Who comes out of a pairing by that way, or that it is still awaited."""
    if pairing.decided:
        if way.beaten is not None and pairing.loser != (
            pairing.entries[way.beaten] or 0
        ):
            return NOBODY
        return Side(pairing.winner if way.takes == "winner" else pairing.loser)
    if pairing.open:
        return Side(
            None, Feed(pairing.round, pairing.slot, pairing.match or 0, way.takes)
        )
    a, b = pairing.sides
    return (
        (b if a.vacant else a)
        if way.takes == "winner" and way.beaten is None
        else NOBODY
    )


def _hold(
    sides: dict[int, tuple[Side, Side]], held: Mapping[int, tuple[int, int]]
) -> Stand:
    """Put the kept entries in their places of a round; for each the side that it takes the place of."""
    came: dict[int | None, Side] = {}
    for slot, pair in held.items():
        came |= {
            entry: side
            for entry, side in zip(pair, sides[slot], strict=True)
            if entry != side.entry
        }
    for slot, (a, b) in sides.items():
        sides[slot] = (_instead(a, came), _instead(b, came))
    sides |= {slot: (Side(a), Side(b)) for slot, (a, b) in held.items()}
    return came


def _instead(side: Side, came: Stand) -> Side:
    """Who is there in place of a side that is kept elsewhere; one replaced by another that is kept too is followed."""
    for _ in came:
        side = came.get(side.entry, side)
    return side


def _in_transit(
    wiring: Wiring,
    number: int,
    came: Stand,
    met: Mapping[Key, Pairing],
    moved: Mapping[Source, Side],
) -> Iterator[tuple[Source, Side]]:
    """The ways from before a round to after it whose entries are kept in it, and who takes them instead."""
    for source in (
        source
        for spots in wiring[number:]
        for spot in spots
        for source in (spot.a, spot.b)
    ):
        if isinstance(source, Way) and source.round < number:
            side = _side(source, met, moved)
            if side.entry in came:
                yield source, _instead(side, came)


def _pairing(
    key: Key, spot: Spot, a: Side, b: Side, decisions: Mapping[Key, Decision]
) -> Pairing:
    if a.vacant or b.vacant:
        # Whoever is there goes on; while that side is itself awaited, nothing is decided yet.
        other = b if a.vacant else a
        bye, decision = (
            other.entry is not None,
            None if other.awaits else Decision(other.entry, None),
        )
    else:
        bye, decision = False, _fitting(decisions.get(key), a.entry, b.entry)
    winner, loser = (decision.winner, decision.loser) if decision else (None, None)
    over = decision is not None
    return Pairing(
        *key,
        spot.match,
        a.entry,
        b.entry,
        a.awaits,
        b.awaits,
        bye,
        over,
        winner,
        loser,
        spot.section,
    )


def _fitting(
    decision: Decision | None, a: int | None, b: int | None
) -> Decision | None:
    """The decision, if both sides are there and it is about them."""
    if decision is None or a is None or b is None:
        return None
    about = {decision.winner, decision.loser, *decision.between} - {None}
    return decision if about <= {a, b} else None


def _decision(fact: ConfirmedResult) -> Decision:
    if fact.kind == DOUBLE_WALKOVER:
        return Decision(None, None, (fact.a, fact.b))
    return Decision(fact.winner, fact.b if fact.winner == fact.a else fact.a)
