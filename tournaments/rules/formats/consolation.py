"""Everybody plays twice: who loses the first match plays on in a second bracket, and each bracket has a winner."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from core.chance import Stream
from core.choices import Choices
from core.refusals import Refusal
from tournaments.rules.brackets import bracket, seeding
from tournaments.rules.brackets.bracket import (
    Leaves,
    Tree,
    byes,
    decisions,
    kept,
    round_name,
)
from tournaments.rules.brackets.wiring import (
    Source,
    Spot,
    Way,
    Wiring,
    knockout_of,
    numbered,
)
from tournaments.rules.field import Entrant
from tournaments.rules.formats import knockout
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.formats.knockout import (
    SEEDING,
    Standing,
    in_order,
    part_standings,
)
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, tally

CODE: Final = "consolation"
DRAW: Final = "bracket"
SEVERAL: Final = False
PARTNERS: Final = False
REDRAWN: Final = False
MIN_ENTRIES: Final = 4
"""With three a single one could lose its first match, and would have nobody left to play."""
SETTINGS: Final[Choices] = SEEDING
ROUND_CODES: Final = (*knockout.ROUND_CODES, "final_b")
"""The second bracket has its final beside that of the first, or after it as `final_b` where there were byes."""
TIE_BREAKS: Final[tuple[str, ...]] = ()


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return knockout.fits(sides)


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `consolation.too_few_entries`, `knockout.too_many_entries`."""
    if entries < MIN_ENTRIES:
        raise Refusal(
            "consolation.too_few_entries", entries=entries, fewest=MIN_ENTRIES
        )
    bracket.check_number(entries)


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """The first bracket; the second follows from it."""
    check_number(len(entrants), setup)
    return seeding.draw(entrants, stream, setup)


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    return seeding.check(drawn, entrants, setup)


@lru_cache(maxsize=32)
def twice(leaves: tuple[int | None, ...]) -> Wiring:
    """Both brackets side by side, parts `a` and `b`; no two in the second have met before.

    Into it go the losers of the first round, and who had a bye and loses in the second. Byes in it go to those of the
    first round, and whoever may be missing, because the one with the bye has won, would have met one of them.
    """
    first = knockout_of(leaves, "a")
    lost = [
        Way(1, slot, "loser")
        for slot, pair in enumerate(seeding.pairs(leaves))
        if None not in pair
    ]
    late = [way for spot in first[1] if (way := _after_bye(spot, leaves))]
    sources = [*lost, *sorted(late, key=lambda way: way.beaten is not None)]
    sides: Sequence[Source] = [
        sources[n] if n < len(sources) else None for n in seeding.places(len(sources))
    ]
    rounds, number = [*first, []], 3 if late else 2
    while len(sides) > 1:
        start = (
            len(leaves) >> number
        )  # below the matches that the first bracket has at the same time
        spots = [
            Spot(start + slot, a, b, "b")
            for slot, (a, b) in enumerate(seeding.pairs(sides))
        ]
        rounds[number - 1] += spots
        sides = [Way(number, spot.slot, "winner") for spot in spots]
        number += 1
    return numbered([one for one in rounds if one])


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    tree, last = _tree(drawn, facts), (len(drawn["leaves"]) - 1).bit_length()
    codes = [*(round_name(n, last) for n in range(1, last + 1)), "final_b"]
    return tuple(
        RoundPlan(code, meetings) for code, meetings in zip(codes, tree, strict=False)
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
    return bracket.why(twice(tuple(drawn["leaves"])), drawn, round, slot)


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """First those of the first bracket (`group` 1), then those of the second (2), each with places of its own.

    In the first bracket the places of a round's losers are counted from those who are out there so far, since it shows
    only after the second round who goes into the second bracket. Reasons as in `knockout.knockout_standings`.
    """
    results = tuple(facts)
    tree = _tree(drawn, results)
    tallies, second = tally(results, byes(tree)), part_standings(tree, "b", results)
    first = {
        entry: one
        for entry, one in part_standings(tree, "a", results).items()
        if entry not in second
    }
    return tuple(
        row._replace(group=group)
        for group, found in ((1, _counted(first)), (2, second))
        for row in in_order(found, tallies)
    )


def _tree(drawn: Json, facts: Iterable[ConfirmedResult]) -> Tree:
    return bracket.known(twice(tuple(drawn["leaves"])), decisions(facts), kept(drawn))


def _after_bye(spot: Spot, leaves: Leaves) -> Way | None:
    """The way by which whoever had a bye before this match of the second round goes when it is lost."""
    exempt = [
        None in leaves[4 * spot.slot + start : 4 * spot.slot + start + 2]
        for start in (0, 2)
    ]
    if not any(exempt):
        return None
    return Way(2, spot.slot, "loser", None if all(exempt) else exempt.index(True))


def _counted(first: Mapping[int, Standing]) -> dict[int, Standing]:
    """Those of the first bracket, with places among each other."""
    out = Counter(
        one.last.round for one in first.values() if one.place and one.place != (1, 1)
    )
    ahead, places = len(first) - out.total(), {}
    for round in sorted(out, reverse=True):
        places[round] = max(2, ahead + 1), max(2, ahead + out[round])
        ahead += out[round]
    return {
        entry: one._replace(place=places[one.last.round])
        if one.place and one.place != (1, 1)
        else one
        for entry, one in first.items()
    }
