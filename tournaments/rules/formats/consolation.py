"""Everybody plays twice: first-match losers play on in a second bracket with a winner of its
own."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from core.refusals import N_, Refusal
from tournaments.rules.brackets import bracket, seeding
from tournaments.rules.brackets.bracket import Leaves, round_name
from tournaments.rules.brackets.wiring import (
    Source,
    Spot,
    Way,
    Wiring,
    knockout_of,
    numbered,
)
from tournaments.rules.formats.base import Section, StageSettings
from tournaments.rules.formats.families.bracket import (
    CHAMPION,
    SEEDING,
    BracketDraw,
    BracketFormat,
    Standing,
    in_order,
    section_standings,
)
from tournaments.rules.formats.knockout import FORMAT as KNOCKOUT
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult, tally

MIN_ENTRIES: Final = 4
"""With three, a lone loser of a first match would have nobody left to play."""


class Consolation(BracketFormat):
    code = "consolation"
    name = N_("Knockout with a second bracket for first losers")
    short_name = N_("Two brackets")
    settings = SEEDING
    # The final of the second bracket is played beside that of the first, or after it as `final_b`
    # where there were byes.
    round_codes = (*KNOCKOUT.round_codes, "final_b")
    round_names = {
        **BracketFormat.round_names,
        "final_b": N_("Final of bracket B"),
    }
    sections = {
        "a": Section(N_("Bracket A"), is_whole_bracket=True),
        "b": Section(N_("Bracket B"), is_whole_bracket=True),
    }
    refusals = {
        **BracketFormat.refusals,
        "consolation.too_few_entries": N_(
            "At least {fewest} entries are needed for everyone to play "
            "twice; there are {entries}."
        ),
    }

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `consolation.too_few_entries`, `knockout.too_many_entries`."""
        if entries < MIN_ENTRIES:
            raise Refusal(
                "consolation.too_few_entries", entries=entries, fewest=MIN_ENTRIES
            )
        bracket.check_number(entries)

    def wiring(self, leaves: tuple[int | None, ...], settings: StageSettings) -> Wiring:
        return two_brackets(leaves)

    def codes(self, drawn: BracketDraw, rounds: int) -> list[str]:
        last = (len(drawn["leaves"]) - 1).bit_length()
        return [*(round_name(n, last) for n in range(1, last + 1)), "final_b"]

    def standings(
        self,
        drawn: BracketDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """Those of the first bracket (`group` 1), then those of the second (2), each with own
        ranks.

        In the first bracket the ranks of a round's losers are counted from those who are out so
        far, since only the second round shows who goes into the second bracket. Reasons as in
        `knockout.knockout_standings`.
        """
        known = tuple(results)
        tree = self.tree(drawn, known, settings)
        tallies = tally(known, bracket.byes(tree))
        second = section_standings(tree, "b", known)
        first = section_standings(tree, "a", known)
        for entry in second:
            first.pop(entry, None)
        rows = []
        for group, found in ((1, _ranked(first)), (2, second)):
            rows += [row._replace(group=group) for row in in_order(found, tallies)]
        return tuple(rows)


@lru_cache(maxsize=32)
def two_brackets(leaves: tuple[int | None, ...]) -> Wiring:
    """Both brackets side by side, sections `a` and `b`; no two in the second have met before.

    The losers of the first round go into it, and those who had a bye and lose in the second. Its
    byes go to losers of the first round; an entry with a bye that wins leaves such a gap too.
    """
    rounds = [*knockout_of(leaves, "a"), []]
    late = _losers_after_bye(rounds[1], leaves)
    sources = [*_first_losers(leaves), *late]
    ranks = seeding.places(len(sources))
    with_byes: list[Source] = [*sources, *[None] * (len(ranks) - len(sources))]
    sides = [with_byes[rank] for rank in ranks]
    number = 3 if late else 2
    while len(sides) > 1:
        # Its slots start below the matches that the first bracket has at the same time.
        start = len(leaves) >> number
        spots = []
        for slot, (a, b) in enumerate(seeding.pairs(sides), start):
            spots.append(Spot(slot, a, b, "b"))
        rounds[number - 1] += spots
        sides = [Way(number, spot.slot, "winner") for spot in spots]
        number += 1
    return numbered([spots for spots in rounds if spots])


def _first_losers(leaves: Leaves) -> list[Way]:
    losers = []
    for slot, pair in enumerate(seeding.pairs(leaves)):
        if None not in pair:
            losers.append(Way(1, slot, "loser"))
    return losers


def _losers_after_bye(second_round: Iterable[Spot], leaves: Leaves) -> list[Way]:
    """The ways of those who lose a match of the second round after a bye.

    Those who come for certain first, because both sides of the match had a bye.
    """
    certain, open_ways = [], []
    for spot in second_round:
        start = 4 * spot.slot
        first_had_bye = None in leaves[start : start + 2]
        second_had_bye = None in leaves[start + 2 : start + 4]
        if first_had_bye and second_had_bye:
            certain.append(Way(2, spot.slot, "loser"))
        elif first_had_bye:
            open_ways.append(Way(2, spot.slot, "loser", beaten=0))
        elif second_had_bye:
            open_ways.append(Way(2, spot.slot, "loser", beaten=1))
    return [*certain, *open_ways]


def _ranked(first: Mapping[int, Standing]) -> dict[int, Standing]:
    """The standings of the first bracket, with ranks among each other."""
    beaten = {}
    for entry, standing in first.items():
        if standing.ranks and standing.ranks != CHAMPION:
            beaten[entry] = standing.last.round
    losers = Counter(beaten.values())
    ahead = len(first) - len(beaten)
    ranks = {}
    for round in sorted(losers, reverse=True):
        ranks[round] = max(2, ahead + 1), max(2, ahead + losers[round])
        ahead += losers[round]
    found = dict(first)
    for entry, round in beaten.items():
        found[entry] = first[entry]._replace(ranks=ranks[round])
    return found


FORMAT: Final = Consolation()
