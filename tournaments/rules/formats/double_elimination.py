"""Double elimination: two losses eliminate. Winners' and losers' brackets, and a final between
them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.brackets import bracket, seeding
from tournaments.rules.brackets.bracket import Pairing, Side, Tree
from tournaments.rules.brackets.wiring import (
    Source,
    Spot,
    Way,
    Wiring,
    knockout_of,
    numbered,
)
from tournaments.rules.formats.base import Section, Setting, StageSettings
from tournaments.rules.formats.families.bracket import (
    CHAMPION,
    SEEDING,
    BracketDraw,
    BracketFormat,
    Ranks,
    Standing,
    in_order,
    kinds_of,
    last_pairings,
    outcome,
    shared_ranks,
)
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, tally

MAX_ENTRIES: Final = 256
MAX_ROUNDS: Final = 15
"""Up to the final, with MAX_ENTRIES."""

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
"""Where losers cross into the losers' bracket, by the size of the bracket.

One number for each round of the winners' bracket from the second: the loser of match j goes to
match j XOR this number. Of all such orders these delay rematches the longest, and of those have
the fewest.
"""


class DoubleElimination(BracketFormat):
    code = "double_elimination"
    name = N_("Double elimination: out after two losses")
    short_name = N_("Double elimination")
    settings = {
        "second_final": Setting(
            Choice(
                (False, True),
                "a second final if who came without a loss loses the first",
            ),
            N_("The unbeaten finalist has to be beaten twice"),
        ),
        **SEEDING,
    }
    round_codes = (
        *(f"round_{n}" for n in range(1, MAX_ROUNDS + 1)),
        "final",
        "second_final",
    )
    round_names = {"final": N_("Final"), "second_final": N_("Second final")}
    sections = {
        "winners": Section(N_("Winners’ bracket")),
        "losers": Section(N_("Losers’ bracket")),
        "final": Section(N_("Final")),
    }
    standing_reasons = {
        **BracketFormat.standing_reasons,
        "lost_twice": N_(
            "Lost to {opponent} ({round}), and before that to {earlier} ({earlier_round})."
        ),
    }
    refusals = {
        **BracketFormat.refusals,
        "double_elimination.too_many_entries": N_(
            "A double elimination takes at most {most} entries; there are {entries}."
        ),
    }

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `knockout.too_few_entries`, `double_elimination.too_many_entries`."""
        if entries > MAX_ENTRIES:
            raise Refusal(
                "double_elimination.too_many_entries", entries=entries, most=MAX_ENTRIES
            )
        bracket.check_number(entries)

    def wiring(self, leaves: tuple[int | None, ...], settings: StageSettings) -> Wiring:
        return double(leaves, settings.second_final)

    def codes(self, drawn: BracketDraw, rounds: int) -> list[str]:
        """A second final is planned from the start; nobody comes to it when it is not needed."""
        size = len(drawn["leaves"])
        before_final = 2 * (size.bit_length() - 1) - 1
        return [
            *(f"round_{n}" for n in range(1, before_final + 1)),
            "final",
            "second_final",
        ]

    def standings(
        self,
        drawn: BracketDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All entries: those still in, or the champion, then the others from the last round back.

        Those who go out in one round share its ranks. Reasons as in `knockout.knockout_standings`;
        `lost_twice` is a second loss, with the `earlier` one as round and opponent; `lost` is that
        of the loser of the only final. Two who both stay away from their match go on nowhere, from
        either bracket.
        """
        known = tuple(results)
        tree = self.tree(drawn, known, settings)
        wiring = self.wiring(tuple(drawn["leaves"]), settings)
        kinds = kinds_of(known)
        losses = _losses(tree)
        last = last_pairings(tree)
        ranks = _ranks_by_round(wiring, tree, len(last))
        found = {}
        for entry, pairing in last.items():
            found[entry] = _standing(
                entry, pairing, losses[entry], ranks[pairing.round - 1], kinds
            )
        return in_order(found, tally(known, bracket.byes(tree)))


@lru_cache(maxsize=32)
def double(leaves: tuple[int | None, ...], second_final: bool = False) -> Wiring:
    """All slots, each in the first round in which it can be played.

    Winners' and losers' matches are played side by side. Losers of the first round meet their
    neighbours; from then on, rounds against those who drop out of the winners' bracket take turns
    with rounds among the losers alone.
    """
    winners = knockout_of(leaves, "winners")
    last = len(winners)
    losers = _losers_rounds(last)
    rounds = [*winners, *([] for _ in range(last - 1))]
    for spots, beside in zip(rounds[1:], losers, strict=True):
        spots += beside
    # With two entries nobody is left to play for: the loser of the only match comes to the final.
    finalist = Way(2 * last - 1, 0, "winner" if losers else "loser")
    rounds.append([Spot(0, Way(last, 0, "winner"), finalist, "final")])
    if second_final:
        winner = Way(2 * last, 0, "winner", beaten=0)
        loser = Way(2 * last, 0, "loser", beaten=0)
        rounds.append([Spot(0, winner, loser, "final")])
    return numbered(rounds)


def _losers_rounds(winners: int) -> list[list[Spot]]:
    """The losers' rounds, of which the first is played beside the second of the `winners`
    rounds."""
    size = 1 << winners
    rounds: list[list[Spot]] = []
    for number in range(1, 2 * winners - 1):
        # Round n of the losers is played in round n + 1, its slots below those of the winners.
        start = size >> number + 1
        spots = []
        for slot, (a, b) in enumerate(_losers_sides(size, number), start):
            spots.append(Spot(slot, a, b, "losers"))
        rounds.append(spots)
    return rounds


def _losers_sides(size: int, number: int) -> Iterator[tuple[Way, Way]]:
    """Where the sides of each match of this round of the losers come from."""
    if number == 1:
        yield from seeding.pairs([Way(1, slot, "loser") for slot in range(size // 2)])
        return
    start = size >> number
    matches = size >> number // 2 + 1
    ways = [Way(number, start + slot, "winner") for slot in range(matches)]
    if number % 2:
        yield from seeding.pairs(ways)
        return
    crossing = CROSSINGS[size][number // 2 - 1]
    for slot, way in enumerate(ways):
        yield way, Way(number // 2 + 1, slot ^ crossing, "loser")


def _losses(tree: Tree) -> defaultdict[int, list[Pairing]]:
    """The pairings that each entry lost, the first one first."""
    losses: defaultdict[int, list[Pairing]] = defaultdict(list)
    for pairings in tree:
        for pairing in pairings:
            if pairing.loser is not None:
                losses[pairing.loser].append(pairing)
    return losses


def _ranks_by_round(wiring: Wiring, tree: Tree, entries: int) -> list[Ranks]:
    """For each round the ranks of those who go out in it: after all who are still in."""
    still_in = [entries] + [0] * len(tree)
    for source, pairing, side in _sides(wiring, tree):
        if isinstance(source, Way) and not side.vacant:
            for number in range(source.round, pairing.round):
                still_in[number] += 1
    return [shared_ranks(before, after) for before, after in pairwise(still_in)]


def _sides(wiring: Wiring, tree: Tree) -> Iterator[tuple[Source, Pairing, Side]]:
    for spots, pairings in zip(wiring, tree, strict=True):
        for spot, pairing in zip(spots, pairings, strict=True):
            side_a, side_b = pairing.sides
            yield spot.a, pairing, side_a
            yield spot.b, pairing, side_b


def _standing(
    entry: int,
    last: Pairing,
    losses: Sequence[Pairing],
    ranks: Ranks,
    kinds: Mapping[bracket.Key, str],
) -> Standing:
    why = outcome(entry, last, kinds)
    if last.section == "final" and last.winner == entry:
        return Standing(last, CHAMPION, Reason("champion", why.fields))
    if len(losses) > 1 and losses[-1] is last:
        first = losses[0]
        earlier = {"round": first.round, "opponent": first.winner}
        code = why.code
        if code == "lost":
            code = "lost_twice"
        fields = {**why.fields, "earlier": earlier}
        return Standing(last, ranks, Reason(code, fields))
    if not last.decided:
        return Standing(last, None, why)
    return Standing(last, ranks, why)


FORMAT: Final = DoubleElimination()
