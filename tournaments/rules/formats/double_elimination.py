"""Double elimination: out is who has lost twice; a bracket of winners, one of losers, and a final between the two."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.brackets import bracket, seeding
from tournaments.rules.brackets.bracket import (
    Pairing,
    Side,
    Tree,
    byes,
    decisions,
    kept,
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
    Place,
    Standing,
    in_order,
    last_pairings,
    outcome,
    shared,
)
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, tally

CODE: Final = "double_elimination"
DRAW: Final = "bracket"
SEVERAL: Final = False
PARTNERS: Final = False
REDRAWN: Final = False
MAX_ENTRIES: Final = 256
SETTINGS: Final[Choices] = {
    "second_final": Choice(
        (False, True), "a second final if who came without a loss loses the first"
    ),
    **SEEDING,
}
ROUND_CODES: Final = (*(f"round_{n}" for n in range(1, 16)), "final", "second_final")
"""256 entries play 15 rounds up to the final."""
TIE_BREAKS: Final[tuple[str, ...]] = ()

CROSSINGS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (3, 3, 0, 0),
    64: (12, 4, 1, 1, 0),
    128: (8, 8, 6, 0, 1, 0),
    256: (16, 12, 8, 6, 0, 1, 0),
}
"""For each size of the bracket where the losers of its rounds from the second on go: from match j to j XOR this.

Of all such orders these let two who have met meet again as late as can be, and among those as seldom.
"""


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return knockout.fits(sides)


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `knockout.too_few_entries`, `double_elimination.too_many_entries`."""
    if entries > MAX_ENTRIES:
        raise Refusal(
            "double_elimination.too_many_entries", entries=entries, most=MAX_ENTRIES
        )
    bracket.check_number(entries)


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """The first round of the winners; all else follows from it."""
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
def double(leaves: tuple[int | None, ...], second_final: bool = False) -> Wiring:
    """All places, each in the first round in which it can be played: winners' and losers' matches side by side.

    Losers of the first round meet their neighbours; from then on rounds in which those who come from the winners'
    bracket meet those who are still in among the losers take turns with rounds of the losers alone.
    """
    winners = knockout_of(leaves, "winners")
    last, losers = len(winners), _losers(len(winners))
    rounds = [winners[n] if n < last else [] for n in range(2 * last - 1)]
    for one, spots in zip(rounds[1:], losers, strict=True):
        one += spots
    beaten = Way(2 * last - 1, 0, "winner" if losers else "loser")
    rounds.append([Spot(0, Way(last, 0, "winner"), beaten, "final")])
    if second_final:
        again = Spot(
            0,
            Way(2 * last, 0, "winner", beaten=0),
            Way(2 * last, 0, "loser", beaten=0),
            "final",
        )
        rounds.append([again])
    return numbered(rounds)


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    """A second final is there from the start; nobody comes to it when it is not needed."""
    tree = _tree(drawn, facts, setup)[1]
    last = len(tree) - setup.second_final
    codes = [*(f"round_{n}" for n in range(1, last)), "final", "second_final"]
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
    return bracket.why(
        double(tuple(drawn["leaves"]), setup.second_final), drawn, round, slot
    )


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """All entries: those still in, or the champion, then the others from the last round back; those of a round share.

    Reasons as in `knockout.knockout_standings`; `lost_twice` is a second loss, with the `earlier` one as round and
    opponent, and `lost` that of one who was beaten in the only final. Who stays away together with the opponent goes
    on nowhere, from whichever bracket.
    """
    results = tuple(facts)
    places, tree = _tree(drawn, results, setup)
    kinds = {(fact.round, fact.slot): fact.kind for fact in results}
    losses: dict[int, list[Pairing]] = {}
    for pairing in (
        pairing for one in tree for pairing in one if pairing.loser is not None
    ):
        losses.setdefault(pairing.loser or 0, []).append(pairing)
    out = _places(places, tree, len(last := last_pairings(tree)))
    found = {}
    for entry, one in last.items():
        found[entry] = _standing(
            entry, one, losses.get(entry, ()), out[one.round - 1], kinds
        )
    return in_order(found, tally(results, byes(tree)))


def _losers(winners: int) -> list[list[Spot]]:
    """The rounds of the losers beside the second round of so many rounds of winners, the third, ..."""
    size, rounds = 1 << winners, list[list[Spot]]()
    for number in range(1, 2 * winners - 1):
        # Round n of the losers is at step n + 1, its matches below those that the winners play at the same time.
        before = [
            Way(number, (size >> number) + slot, "winner")
            for slot in range(size >> number // 2 + 1)
        ]
        if number == 1:
            before = [Way(1, slot, "loser") for slot in range(size // 2)]
        if number % 2:
            sides = list(seeding.pairs(before))
        else:
            crossing = CROSSINGS[size][number // 2 - 1]
            sides = [
                (way, Way(number // 2 + 1, slot ^ crossing, "loser"))
                for slot, way in enumerate(before)
            ]
        start = size >> number + 1
        rounds.append(
            [Spot(start + slot, a, b, "losers") for slot, (a, b) in enumerate(sides)]
        )
    return rounds


def _tree(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[Wiring, Tree]:
    places = double(tuple(drawn["leaves"]), setup.second_final)
    return places, bracket.known(places, decisions(facts), kept(drawn))


def _places(places: Wiring, tree: Tree, entries: int) -> list[Place]:
    """For each round the places of those who go out in it: after all who are still in, up to all who were before it."""
    still = [entries] + [0] * len(tree)
    for source, pairing, side in _sides(places, tree):
        if isinstance(source, Way) and not side.vacant:
            for number in range(source.round, pairing.round):
                still[number] += 1
    return [shared(before, after) for before, after in pairwise(still)]


def _sides(places: Wiring, tree: Tree) -> Iterator[tuple[Source, Pairing, Side]]:
    for spots, pairings in zip(places, tree, strict=True):
        for spot, pairing in zip(spots, pairings, strict=True):
            yield from zip(
                (spot.a, spot.b), (pairing, pairing), pairing.sides, strict=True
            )


def _standing(
    entry: int,
    last: Pairing,
    losses: Sequence[Pairing],
    out: Place,
    kinds: Mapping[tuple[int, int], str],
) -> Standing:
    why = outcome(entry, last, kinds)
    if last.part == "final" and last.winner == entry:
        return Standing(last, (1, 1), Reason("champion", why.fields))
    if len(losses) > 1 and losses[-1] is last:
        earlier = {"round": losses[0].round, "opponent": losses[0].winner}
        code = "lost_twice" if why.code == "lost" else why.code
        return Standing(last, out, Reason(code, {**why.fields, "earlier": earlier}))
    return Standing(last, out if last.decided else None, why)
