"""Brackets of 2 to 1,024 entries: which match leads to which, and how far the tree is known."""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
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
    """Who leaves a pairing which way.

    No winner: nobody goes on. No loser: nobody may play for third place.
    """

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
    """One side of a pairing: an entry, or the match it comes from; neither: nobody comes."""

    entry: int | None
    awaits: Feed | None = None

    @property
    def vacant(self) -> bool:
        return self.entry is None and self.awaits is None


NOBODY: Final = Side(None)
NOTHING_MOVED: Final[Mapping[Source, Side]] = MappingProxyType({})
Replaced = Mapping[int | None, Side]
"""For each entry that is kept somewhere the side that it replaces there."""


class Pairing(NamedTuple):
    """One place of the tree where two sides meet, as far as it is known."""

    round: int
    slot: int
    match: int | None
    """The number in reading order, the same whatever happens; None for a drawn bye."""
    a: int | None
    b: int | None
    a_from: Feed | None
    """Set only while the side is awaited; a side neither known nor awaited is vacant."""
    b_from: Feed | None
    bye: bool
    """One side is there and nobody will come for the other: none was drawn, or none went on."""
    decided: bool
    """Nothing is left to be played here."""
    winner: int | None
    loser: int | None
    section: str = "main"
    """The section of the tree, by its format's code: `main`, `third`, `winners`, ..."""

    @property
    def entries(self) -> tuple[int | None, ...]:
        return self.a, self.b

    @property
    def sides(self) -> tuple[Side, Side]:
        return Side(self.a, self.a_from), Side(self.b, self.b_from)

    @property
    def open(self) -> bool:
        """It will be played as soon as both sides are known."""
        side_a, side_b = self.sides
        return not (self.decided or side_a.vacant or side_b.vacant)

    @property
    def ready(self) -> bool:
        """Both sides are known and the match has no result yet."""
        return self.a is not None and self.b is not None and not self.decided


Tree = tuple[tuple[Pairing, ...], ...]


def bracket(
    entrants: Sequence[Entrant], stream: Stream, seeds: int = 0, apart: bool = False
) -> tuple[int | None, ...]:
    """The drawn leaves, a power of two: see `seeding.apart` and `seeding.lot`."""
    check_number(len(entrants))
    if apart:
        return seeding.apart(entrants, stream, seeds)
    return seeding.lot(entrants, stream, seeds)


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
    """Every slot as far as it is known, a tuple for each round.

    A decision that does not fit the two entries of its pairing is ignored: after a correction the
    tree shows what still holds. A side that nobody can reach any more lets its opponent through.
    Pairings that are kept have their entries whoever is sent there. An entry that one of these
    replaces takes its part wherever else it would come from this round on, so that nobody is in two
    slots. Linear in the slots.
    """
    tree: list[tuple[Pairing, ...]] = []
    met: dict[Key, Pairing] = {}
    moved: dict[Source, Side] = {}
    kept_in_round = _by_round(kept)
    for number, spots in enumerate(wiring, start=1):
        sides = {}
        for spot in spots:
            sides[spot.slot] = _side(spot.a, met, moved), _side(spot.b, met, moved)
        if number in kept_in_round:
            replaced = _keep(sides, kept_in_round[number])
            moved |= dict(_in_transit(wiring, number, replaced, met, moved))
        pairings = []
        for spot in spots:
            key = (number, spot.slot)
            pairing = _pairing(key, spot, *sides[spot.slot], decisions)
            met[key] = pairing
            pairings.append(pairing)
        tree.append(tuple(pairings))
    return tuple(tree)


def _by_round(kept: Kept) -> dict[int, dict[int, tuple[int, int]]]:
    """The kept pairs by round and slot."""
    by_round: dict[int, dict[int, tuple[int, int]]] = {}
    for (round, slot), pair in kept.items():
        by_round.setdefault(round, {})[slot] = pair
    return by_round


class Leads(NamedTuple):
    """A slot of the wiring and the slots to which its match leads."""

    spot: Spot
    to: tuple[Key, ...]


def leads(wiring: Wiring) -> Mapping[Key, Leads]:
    """Where every match of a bracket leads: for `after`."""
    spots: dict[Key, Spot] = {}
    to: dict[Key, dict[Key, None]] = {}
    for number, own in enumerate(wiring, start=1):
        for spot in own:
            key = (number, spot.slot)
            spots[key], to[key] = spot, {}
            for source in (spot.a, spot.b):
                if isinstance(source, Way):
                    to[source.round, source.slot][key] = None
    return {key: Leads(spot, tuple(to[key])) for key, spot in spots.items()}


def after(
    met: dict[Key, Pairing],
    leads: Mapping[Key, Leads],
    key: Key,
    decisions: Mapping[Key, Decision],
) -> dict[Key, Pairing]:
    """What changes in a bracket that was `known`, without kept pairings, with one other decision.

    As many steps as there are slots which that decision changes, whatever the size of the bracket.
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


def decisions(results: Iterable[ConfirmedResult]) -> dict[Key, Decision]:
    """What confirmed results mean for the tree; a void match leaves its pairing open."""
    found = {}
    for result in results:
        if result.kind != VOID:
            found[result.round, result.slot] = _decision(result)
    return found


def kept(drawn: Mapping[str, Any]) -> Kept:
    """The pairings that a draw says are kept: [[round, slot, a, b], ...]."""
    return {(round, slot): (a, b) for round, slot, a, b in drawn.get("kept", ())}


def byes(tree: Tree) -> tuple[int, ...]:
    """An entry for each bye it has had, drawn or by vacancy, in reading order."""
    byes = [pairing for pairing in chain.from_iterable(tree) if pairing.bye]
    return tuple(pairing.winner for pairing in byes if pairing.winner is not None)


def why(wiring: Wiring, drawn: Mapping[str, Any], round: int, slot: int) -> Reason:
    """Why these meet: `late`, `kept`, `feeds`, `club_mates`, `seeded` or `leaves`.

    `late`: one of them came late and took a bye; `kept`: it was played so, and stays although
    others would meet by now; `feeds`: `from` these matches the ways of the bracket lead here;
    `leaves`: they were drawn at these `places`, next to each other; `seeded`: so they were, and
    `seeds` stand in their standard places, each entry with its number; `club_mates`: so they were,
    for want of another place, with as many `entries` as their `club` has.
    """
    spot = _spot(wiring, round, slot)
    ways = [source for source in (spot.a, spot.b) if isinstance(source, Way)]
    if (round, slot) in kept(drawn):
        return Reason("kept" if ways else "late", {"round": round})
    if not ways:
        return _drawn_so(spot, drawn)
    feeds = []
    for way in ways:
        match = _spot(wiring, way.round, way.slot).match or 0
        feed = Feed(way.round, way.slot, match, way.takes)
        feeds.append(feed._asdict())
    return Reason("feeds", {"round": round, "from": feeds})


def round_name(round: int, rounds: int) -> str:
    """Code of a round: final, semifinal, quarterfinal, round_of_16, before that round_1,
    round_2, ..."""
    late = {0: "final", 1: "semifinal", 2: "quarterfinal", 3: "round_of_16"}
    return late.get(rounds - round, f"round_{round}")


def check_number(entries: int) -> None:
    """Raises Refusal `knockout.too_few_entries`, `knockout.too_many_entries`."""
    if entries < MIN_ENTRIES:
        raise Refusal("knockout.too_few_entries", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("knockout.too_many_entries", entries=entries, most=MAX_ENTRIES)


def _spot(wiring: Wiring, round: int, slot: int) -> Spot:
    for spot in wiring[round - 1]:
        if spot.slot == slot:
            return spot
    raise LookupError((round, slot))


def _drawn_so(spot: Spot, drawn: Mapping[str, Any]) -> Reason:
    fields: dict[str, Any] = {"places": [2 * spot.slot + 1, 2 * spot.slot + 2]}
    for a, b, club, entries in drawn.get("mates", ()):
        if {a, b} == {spot.a, spot.b}:
            return Reason("club_mates", {**fields, "club": club, "entries": entries})
    seeds = []
    for number, entry in enumerate(drawn.get("seeds", ()), start=1):
        if entry in (spot.a, spot.b):
            seeds.append([entry, number])
    if seeds:
        return Reason("seeded", {**fields, "seeds": seeds})
    return Reason("leaves", fields)


def _side(
    source: Source,
    met: Mapping[Key, Pairing],
    moved: Mapping[Source, Side] = NOTHING_MOVED,
) -> Side:
    if not isinstance(source, Way):
        return Side(source)
    return moved.get(source) or _out(met[source.round, source.slot], source)


def _out(pairing: Pairing, way: Way) -> Side:
    """The entry that comes out of a pairing by that way, or that it is still awaited."""
    if pairing.decided:
        return _out_of_decided(pairing, way)
    if pairing.open:
        match = pairing.match or 0
        return Side(None, Feed(pairing.round, pairing.slot, match, way.takes))
    if way.takes == "loser" or way.beaten is not None:
        return NOBODY
    # One side is vacant and the other still awaited: the one that comes goes on.
    side_a, side_b = pairing.sides
    return side_b if side_a.vacant else side_a


def _out_of_decided(pairing: Pairing, way: Way) -> Side:
    if way.beaten is not None and pairing.loser != (pairing.entries[way.beaten] or 0):
        return NOBODY
    return Side(pairing.winner if way.takes == "winner" else pairing.loser)


def _keep(
    sides: dict[int, tuple[Side, Side]], kept: Mapping[int, tuple[int, int]]
) -> Replaced:
    """Put the kept entries of a round in their slots; answers the sides that they replace."""
    here = {slot: pair for slot, pair in kept.items() if slot in sides}
    replaced: dict[int | None, Side] = {}
    for slot, pair in here.items():
        came = zip(pair, sides[slot], strict=True)
        replaced |= {entry: side for entry, side in came if entry != side.entry}
    for slot, (side_a, side_b) in sides.items():
        sides[slot] = _instead(side_a, replaced), _instead(side_b, replaced)
    for slot, (a, b) in here.items():
        sides[slot] = Side(a), Side(b)
    return replaced


def _instead(side: Side, replaced: Replaced) -> Side:
    """Who is there in place of a side that is kept elsewhere.

    One replaced by another that is kept too is followed.
    """
    for _ in replaced:
        side = replaced.get(side.entry, side)
    return side


def _in_transit(
    wiring: Wiring,
    number: int,
    replaced: Replaced,
    met: Mapping[Key, Pairing],
    moved: Mapping[Source, Side],
) -> Iterator[tuple[Source, Side]]:
    """The ways past a round whose entries are kept in it, and who takes them instead."""
    for spot in chain.from_iterable(wiring[number:]):
        for source in (spot.a, spot.b):
            if isinstance(source, Way) and source.round < number:
                side = _side(source, met, moved)
                if side.entry in replaced:
                    yield source, _instead(side, replaced)


def _pairing(
    key: Key, spot: Spot, a: Side, b: Side, decisions: Mapping[Key, Decision]
) -> Pairing:
    is_bye = False
    decision: Decision | None = None
    if a.vacant or b.vacant:
        # The side that is there goes on; while it is awaited itself, nothing is decided yet.
        other = b if a.vacant else a
        is_bye = other.entry is not None
        if other.awaits is None:
            decision = Decision(other.entry, None)
    elif key in decisions:
        decision = _fitting(decisions[key], a.entry, b.entry)
    return Pairing(
        *key,
        match=spot.match,
        a=a.entry,
        b=b.entry,
        a_from=a.awaits,
        b_from=b.awaits,
        bye=is_bye,
        decided=decision is not None,
        winner=decision.winner if decision else None,
        loser=decision.loser if decision else None,
        section=spot.section,
    )


def _fitting(decision: Decision, a: int | None, b: int | None) -> Decision | None:
    """The decision, if both sides are there and it is about them."""
    if a is None or b is None:
        return None
    about = {decision.winner, decision.loser, *decision.between} - {None}
    return decision if about <= {a, b} else None


def _decision(result: ConfirmedResult) -> Decision:
    if result.kind == DOUBLE_WALKOVER:
        return Decision(None, None, (result.a, result.b))
    loser = result.b if result.winner == result.a else result.a
    return Decision(result.winner, loser)
