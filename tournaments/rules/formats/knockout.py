"""Single elimination: who loses is out; a bracket, its rounds, and the places it leads to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.rules.chance import Stream
from games.rules.errors import Refusal
from games.rules.options import Choice, Choices
from tournaments.rules.field import Entrant
from tournaments.rules.formats import bracket
from tournaments.rules.formats.base import NOTHING, Before, Json, Planned, Setup, Sides
from tournaments.rules.formats.bracket import Leaves, Pairing, byes, decisions, round_name, rounds
from tournaments.rules.results import WALKOVER
from tournaments.rules.standings import Reason, Row
from tournaments.rules.tallies import Fact, Tally, tally

CODE: Final = "knockout"
DRAW: Final = "bracket"
SEVERAL: Final = False
REDRAWN: Final = False
SETTINGS: Final[Choices] = {"third_place": Choice((False, True), "a match for third place")}
ROUND_CODES: Final = tuple(round_name(n, 9) for n in range(1, 10))
"""The rounds that a knockout of up to 512 entries can have."""
TIE_BREAKS: Final[tuple[str, ...]] = ()


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: Setup) -> None:
    bracket.check_number(entries)


def draw(entrants: Sequence[Entrant], stream: Stream, setup: Setup, before: Before = NOTHING) -> Json:
    return {"leaves": list(bracket.bracket(entrants, stream))}


def check(drawn: Json, entrants: Sequence[Entrant], setup: Setup, before: Before = NOTHING) -> list[Refusal]:
    return bracket.check(drawn["leaves"], entrants)


def plan(drawn: Json, facts: Iterable[Fact], setup: Setup) -> tuple[Planned, ...]:
    tree = rounds(drawn["leaves"], decisions(facts), setup.third_place)
    return tuple(Planned(round_name(n, len(tree)), meetings) for n, meetings in enumerate(tree, start=1))


def to_draw(drawn: Json, facts: Iterable[Fact], setup: Setup, entries: Sequence[int]) -> tuple[int, ...]:
    return ()


def why(drawn: Json, facts: Iterable[Fact], setup: Setup, round: int, slot: int) -> Reason:
    """`leaves`: they were drawn next to each other; `feeds`: both matches lead here, numbered as in the bracket."""
    if round == 1:
        return Reason("leaves", {"places": [2 * slot + 1, 2 * slot + 2]})
    return Reason("feeds", {"round": round - 1, "slots": [2 * slot, 2 * slot + 1]})


def standings(drawn: Json, facts: Iterable[Fact], setup: Setup, running: Mapping[int, int]) -> tuple[Row, ...]:
    return knockout_standings(drawn["leaves"], facts, setup.third_place)


Place = tuple[int, int]
"""First and last of the ranks that a group shares."""


def knockout_standings(leaves: Leaves, facts: Iterable[Fact], third_place: bool = False) -> tuple[Row, ...]:
    """All entries: those still in, or the champion, then the losers from the last round back; losers of a round share.

    The places of a round's losers are known as soon as the first of them is out, since each open pairing will send one
    entry on; only a double walkover changes that. First place is for a champion alone: when nobody wins the final it
    stays empty. Entries that share a place stand in the order of the bracket. Linear in entries and facts.

    Reasons: `champion` won the final; `playing` is still in; `lost` to `opponent`; `lost_walkover`: `opponent` won
    without play; `double_walkover`: neither came; `third` and `fourth`: by the match for third place, in which
    `opponent` is None when nobody came for the other side; `plays_for_third`: that match is open.
    """
    known = tuple(facts)
    tree = rounds(leaves, decisions(known), third_place)
    tallies, kinds = tally(known, byes(tree)), {(fact.round, fact.slot): fact.kind for fact in known}
    final, *third = tree[-1]
    main = (*tree[:-1], (final,))
    places = _places(leaves, main)
    rows = []
    for entry, last in _last_pairings(leaves, main).items():
        place, why = _standing(entry, last, places, kinds)
        if third and last.round == final.round - 1 and place:
            place, why = _after_third_place(entry, third[0], place, why)
        rank, shared_to = place or (None, None)
        rows.append(Row(entry, rank, shared_to, last.round, tallies.get(entry, Tally()), why))
    return tuple(sorted(rows, key=lambda row: (row.rank or 0, -row.round_reached)))


def _places(leaves: Leaves, main: Sequence[Sequence[Pairing]]) -> list[Place]:
    """For each round the places of those who lose in it: after all who go on, up to all who came that far."""
    came, places = sum(leaf is not None for leaf in leaves), []
    for pairings in main:
        on = sum(pairing.winner is not None or not pairing.decided for pairing in pairings)
        places.append((max(2, on + 1), max(2, came)))
        came = on
    return places


def _last_pairings(leaves: Leaves, main: Sequence[Sequence[Pairing]]) -> dict[int, Pairing]:
    """Each entry's latest place in the tree, in the order of the bracket."""
    last: dict[int, Pairing] = {}
    for pairings in main:
        for pairing in pairings:
            last |= {entry: pairing for entry in (pairing.a, pairing.b) if entry is not None}
    return last


def _standing(
    entry: int, last: Pairing, places: Sequence[Place], kinds: Mapping[tuple[int, int], str]
) -> tuple[Place | None, Reason]:
    """Where the main tree leaves an entry; whoever won its last pairing won the final."""
    if not last.decided:
        return None, Reason("playing", {"round": last.round})
    opponent = last.b if entry == last.a else last.a
    fields = {"round": last.round, "opponent": opponent}
    if last.winner == entry:
        return (1, 1), Reason("champion", fields)
    if last.winner is None:
        return places[last.round - 1], Reason("double_walkover", fields)
    walkover = kinds[last.round, last.slot] == WALKOVER
    return places[last.round - 1], Reason("lost_walkover" if walkover else "lost", fields)


def _after_third_place(entry: int, third: Pairing, shared: Place, why: Reason) -> tuple[Place, Reason]:
    """How the match for third place divides the places that the losers of the semifinals share."""
    plays = entry in (third.a, third.b)
    opponent = third.b if entry == third.a else third.a
    fields = {"round": third.round, "opponent": opponent}
    if third.winner is None:
        return shared, Reason("plays_for_third", fields) if plays and not third.decided else why
    if third.winner == entry:
        return (shared[0], shared[0]), Reason("third", fields)
    return (shared[0] + 1, shared[1]), Reason("fourth", fields) if plays else why
