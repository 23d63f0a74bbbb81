"""Single elimination: who loses is out; a bracket, its rounds, and the places it leads to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.brackets import bracket, seeding, wiring
from tournaments.rules.brackets.bracket import (
    NOTHING_KEPT,
    Kept,
    Leaves,
    Pairing,
    byes,
    decisions,
    kept,
    round_name,
    rounds,
)
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.tables.results import WALKOVER
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally, tally

CODE: Final = "knockout"
DRAW: Final = "bracket"
SEVERAL: Final = False
PARTNERS: Final = False
REDRAWN: Final = False
SEEDING: Final[Choices] = {
    "seeds": Choice(range(65), "how many of the strongest are seeded"),
    "apart": Choice((False, True), "those of one club meet as late as can be"),
}
SETTINGS: Final[Choices] = {
    "third_place": Choice((False, True), "a match for third place"),
    "fifth_place": Choice((False, True), "matches for the places from 5 to 8"),
    **SEEDING,
}
ROUND_CODES: Final = tuple(round_name(n, 10) for n in range(1, 11))
"""The rounds that a knockout of up to 1,024 entries can have."""
TIE_BREAKS: Final[tuple[str, ...]] = ()


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `knockout.too_few_entries`, `knockout.too_many_entries`."""
    bracket.check_number(entries)


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    check_number(len(entrants), setup)
    return seeding.draw(entrants, stream, setup)


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    return seeding.check(drawn, entrants, setup)


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    tree = rounds(
        drawn["leaves"],
        decisions(facts),
        setup.third_place,
        setup.fifth_place,
        kept(drawn),
    )
    return tuple(
        RoundPlan(round_name(n, len(tree)), meetings)
        for n, meetings in enumerate(tree, start=1)
    )


def to_draw(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    entries: Sequence[int],
) -> tuple[int, ...]:
    return ()


def why(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    round: int,
    slot: int,
) -> Reason:
    """See `bracket.why`."""
    return bracket.why(
        wiring.single(tuple(drawn["leaves"]), setup.third_place, setup.fifth_place),
        drawn,
        round,
        slot,
    )


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    return knockout_standings(
        drawn["leaves"], facts, setup.third_place, setup.fifth_place, kept(drawn)
    )


Place = tuple[int, int]
"""First and last of the ranks that a group shares."""


class Standing(NamedTuple):
    """Where an entry is: its last pairing of the bracket, its place once it is out of it, and why."""

    last: Pairing
    place: Place | None
    why: Reason


class PlayOff(NamedTuple):
    """Matches for the places which the losers of a round share: the part of the tree, and the codes of its reasons."""

    part: str
    better: str
    worse: str
    plays: str


THIRD: Final = PlayOff("third", "third", "fourth", "plays_for_third")
FIFTH: Final = PlayOff("fifth", "fifth", "sixth", "plays_for_fifth")
SEVENTH: Final = PlayOff("seventh", "seventh", "eighth", "plays_for_seventh")


def knockout_standings(
    leaves: Leaves,
    facts: Iterable[ConfirmedResult],
    third_place: bool = False,
    fifth_place: bool = False,
    kept: Kept = NOTHING_KEPT,
) -> tuple[Row, ...]:
    """All entries: those still in, or the champion, then the losers from the last round back; losers of a round share.

    The places of a round's losers are known as soon as the first of them is out, since each open pairing will send one
    entry on; only a double walkover changes that. First place is for a champion alone: when nobody wins the final it
    stays empty. Entries that share a place stand in the order of the bracket. Linear in entries and facts.

    Reasons: `champion` won the final; `playing` is still in; `lost` to `opponent`; `lost_walkover`: `opponent` won
    without play; `double_walkover`: neither came; `replaced`: another was kept in the pairing after this one;
    `third` to `eighth`: by the matches for these places, in which `opponent` is None when nobody came for the other
    side; `plays_for_third`, `plays_for_fifth`, `plays_for_seventh`: that match, or the one that leads to it, is open.
    """
    results = tuple(facts)
    tree = rounds(leaves, decisions(results), third_place, fifth_place, kept)
    found = part_standings(tree, "main", results)
    _divide(
        found,
        [one for one in found if _lost_in(found[one], len(tree) - 1)],
        tree,
        THIRD,
    )
    rest = _divide(
        found,
        [one for one in found if _lost_in(found[one], len(tree) - 2)],
        tree,
        FIFTH,
    )
    _divide(found, rest, tree, SEVENTH)
    return in_order(found, tally(results, byes(tree)))


def part_standings(
    tree: bracket.Tree, part: str, facts: Iterable[ConfirmedResult]
) -> dict[int, Standing]:
    """Where each entry is that came to this part of the tree, an elimination of its own, in the order of the draw."""
    main, kinds = (
        in_part(tree, part),
        {(fact.round, fact.slot): fact.kind for fact in facts},
    )
    out = dict(zip((one[0].round for one in main), places(main), strict=True))
    last = last_pairings(main)
    return {
        entry: _standing(entry, one, main[-1][0], out[one.round], kinds)
        for entry, one in last.items()
    }


def in_order(
    found: Mapping[int, Standing], tallies: Mapping[int, Tally]
) -> tuple[Row, ...]:
    """The rows of standings: who is still in, by the round they reached, and then everybody by place."""
    rows = []
    for entry, (last, place, why) in found.items():
        rank, shared_to = place or (None, None)
        rows.append(
            Row(entry, rank, shared_to, last.round, tallies.get(entry, Tally()), why)
        )
    return tuple(sorted(rows, key=lambda row: (row.rank or 0, -row.round_reached)))


def in_part(tree: bracket.Tree, part: str) -> list[list[Pairing]]:
    """The rounds of one part of the tree."""
    chosen = ([pairing for pairing in one if pairing.part == part] for one in tree)
    return [one for one in chosen if one]


def places(part: Sequence[Sequence[Pairing]], best: int = 2) -> list[Place]:
    """For each round the places of those who lose in it: after all who go on, up to all who came that far."""
    came = [sum(map(_coming, one)) for one in part]
    on = [
        *came[1:],
        sum(pairing.winner is not None or not pairing.decided for pairing in part[-1]),
    ]
    return [shared(before, after, best) for before, after in zip(came, on, strict=True)]


def shared(before: int, after: int, best: int = 2) -> Place:
    """The places of those who are out when of so many as before so many are still in; the first is the champion's."""
    # Where a pairing was kept there may be more after a round than before it.
    first = max(best, after + 1)
    return first, max(first, before)


def last_pairings(part: Iterable[Iterable[Pairing]]) -> dict[int, Pairing]:
    """Each entry's latest place in the tree, in the order of the bracket."""
    last: dict[int, Pairing] = {}
    for pairings in part:
        for pairing in pairings:
            last |= {
                entry: pairing for entry in (pairing.a, pairing.b) if entry is not None
            }
    return last


def outcome(entry: int, last: Pairing, kinds: Mapping[tuple[int, int], str]) -> Reason:
    """How an entry left its last pairing, or that it has not."""
    if not last.decided:
        return Reason("playing", {"round": last.round})
    fields = {"round": last.round, "opponent": last.b if entry == last.a else last.a}
    if last.winner == entry:
        return Reason("replaced", fields)
    if last.winner is None:
        return Reason("double_walkover", fields)
    return Reason(
        "lost_walkover" if kinds[last.round, last.slot] == WALKOVER else "lost", fields
    )


def _coming(pairing: Pairing) -> int:
    """How many will be there."""
    return sum(not side.vacant for side in pairing.sides)


def _standing(
    entry: int,
    last: Pairing,
    final: Pairing,
    out: Place,
    kinds: Mapping[tuple[int, int], str],
) -> Standing:
    why = outcome(entry, last, kinds)
    if last is final and last.winner == entry:
        return Standing(last, (1, 1), Reason("champion", why.fields))
    return Standing(last, out if last.decided else None, why)


def _lost_in(standing: Standing, round: int) -> bool:
    return standing.place is not None and standing.last.round == round


def _divide(
    found: dict[int, Standing], sharing: Sequence[int], tree: bracket.Tree, off: PlayOff
) -> list[int]:
    """How matches for places divide the places that some entries share; who of them lost the first of two matches."""
    part = in_part(tree, off.part)
    if not part or not sharing:
        return []
    last, came = last_pairings(part), sum(map(_coming, part[0]))
    for entry in sharing:
        first, end = found[entry].place or (0, 0)
        if entry in last:
            best, worst, why = _played_off(entry, last[entry], part, off)
            # Where pairings were kept others may have played for these places than those who share them.
            best, worst = (min(first - 1 + place, end) for place in (best, worst))
            found[entry] = found[entry]._replace(
                place=(best, worst), why=why or found[entry].why
            )
        else:
            found[entry] = found[entry]._replace(place=(min(first + came, end), end))
    return [
        entry
        for entry in sharing
        if entry in last and last[entry].loser == entry and last[entry] not in part[-1]
    ]


def _played_off(
    entry: int, last: Pairing, part: Sequence[Sequence[Pairing]], off: PlayOff
) -> tuple[int, int, Reason | None]:
    """The places, counted from the best that is played for, and why where these matches say it."""
    best, worst = places(part, best=1)[last.round - part[0][0].round]
    fields = {"round": last.round, "opponent": last.b if entry == last.a else last.a}
    if not last.decided:
        return 1, worst, Reason(off.plays, fields)
    if last not in part[-1] or last.winner is None:
        return best, worst, None
    return (
        (1, 1, Reason(off.better, fields))
        if last.winner == entry
        else (best, worst, Reason(off.worse, fields))
    )
