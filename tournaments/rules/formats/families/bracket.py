"""Brackets: one draw places everybody, and each match sends its sides on to later ones."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.brackets import bracket, seeding
from tournaments.rules.brackets.wiring import Wiring
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    NOTHING,
    BaseFormat,
    History,
    Json,
    PublishedDraws,
    RoundPlan,
    Sentence,
    Setting,
    Sides,
    StageSettings,
    two_pairs,
)
from tournaments.rules.tables.results import WALKOVER
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

SEEDING: Final[Mapping[str, Setting]] = {
    "seeds": Setting(
        Choice(range(65), "how many of the strongest are seeded"),
        N_("Seeded entries"),
    ),
    "apart": Setting(
        Choice((False, True), "those of one club meet as late as can be"),
        N_("Keep clubmates apart"),
    ),
}


class BracketDraw(TypedDict):
    """The draw of a bracket with the pairings that were kept against corrected results."""

    leaves: list[int | None]
    """The first round from top to bottom, two by two; None is a bye."""
    seeds: NotRequired[list[int]]
    apart: NotRequired[list[int]]
    mates: NotRequired[list[list[Any]]]
    """The last two as `seeding.draw` says."""
    kept: NotRequired[list[list[int | None]]]
    """[round, slot, a, b] of each pairing that was kept."""


class BracketFormat(BaseFormat[BracketDraw]):
    """A format whose pairings follow from one draw of the first round."""

    draw_kind = "bracket"
    has_bracket = True
    has_movable_pairings = True
    leaving_is_a_loss = True
    round_names = {
        "final": N_("Final"),
        "semifinal": N_("Semifinals"),
        "quarterfinal": N_("Quarterfinals"),
        "round_of_16": N_("Round of 16"),
    }
    pairing_reasons = {
        "leaves": N_("By lot: they were drawn next to each other."),
        "seeded": N_(
            "By lot, with the seeds in fixed places: they were drawn next"
            " to each other."
        ),
        "club_mates": N_(
            "By lot, both from {club}: with {entries} entries from that "
            "club there was no other place."
        ),
        "late": N_("A late entry filled the other side’s bye."),
        "kept": N_("Kept as played although an earlier result was corrected."),
        "feeds": N_("The bracket leads here: {here}."),
    }
    feeds = {
        "winner": N_("the winner of match {match}"),
        "loser": N_("the loser of match {match}"),
    }
    standing_reasons = {
        "champion": N_("Won the final against {opponent}."),
        "playing": N_("Still in. Now: {round}."),
        "lost": N_("Lost to {opponent} ({round})."),
        "lost_walkover": N_("{opponent} advanced without play ({round})."),
        "double_walkover": N_("Neither this side nor {opponent} advanced ({round})."),
        "replaced": N_(
            "Others played in its place when a result was corrected ({round})."
        ),
    }
    standing_reasons_unopposed = {
        "champion": N_("Won the final without play: the other side did not turn up."),
    }
    refusals = {
        "knockout.too_few_entries": N_(
            "A knockout needs at least {fewest} entries; there are {entries}."
        ),
        "knockout.too_many_entries": N_(
            "A knockout takes at most {most} entries; there are {entries}."
        ),
    }

    @abstractmethod
    def wiring(self, leaves: tuple[int | None, ...], settings: StageSettings) -> Wiring:
        """The whole bracket before anything is played."""

    @abstractmethod
    def codes(self, drawn: BracketDraw, rounds: int) -> list[str]:
        """The codes of the rounds of a tree, at least as many as it has."""

    def fits(self, sides: Sides) -> bool:
        return two_pairs(sides)

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `knockout.too_few_entries`, `knockout.too_many_entries`."""
        bracket.check_number(entries)

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """The leaves of the first bracket; all else follows from them."""
        self.check_number(len(entrants), settings)
        return seeding.draw(entrants, stream, settings)

    def check(
        self,
        result: Json,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        return seeding.check(result, entrants, settings)

    def join_draws(self, published: PublishedDraws) -> BracketDraw:
        drawn: BracketDraw = with_kept(published)
        return drawn

    def tree(
        self,
        drawn: BracketDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> bracket.Tree:
        wiring = self.wiring(tuple(drawn["leaves"]), settings)
        return bracket.known(wiring, bracket.decisions(results), bracket.kept(drawn))

    def plan(
        self,
        drawn: BracketDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> tuple[RoundPlan, ...]:
        tree = self.tree(drawn, results, settings)
        codes = self.codes(drawn, len(tree))
        return tuple(map(RoundPlan, codes, tree))

    def why(
        self,
        drawn: BracketDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """See `bracket.why`."""
        wiring = self.wiring(tuple(drawn["leaves"]), settings)
        return bracket.why(wiring, drawn, round, slot)

    def explain_pairing(
        self, reason: Reason, names: Mapping[int, str]
    ) -> list[Sentence]:
        if reason.code != "feeds":
            return super().explain_pairing(reason, names)
        here = tuple(map(self._explain_feed, reason.fields["from"]))
        return [Sentence(self.pairing_reasons["feeds"], {"here": here})]

    def _explain_feed(self, feed: Json) -> Sentence:
        return Sentence(self.feeds[feed["takes"]], {"match": feed["match"]})


def with_kept(published: PublishedDraws) -> Any:
    """The only draw of a stage, with the pairings that were kept against corrected results."""
    ((_, drawn), *_) = published.draws
    kept = published.kept_pairings
    if not kept:
        return drawn
    return {**drawn, "kept": kept}


Ranks = tuple[int, int]
"""The first and the last of the ranks that some entries share."""
CHAMPION: Final[Ranks] = (1, 1)


class Standing(NamedTuple):
    """How far an entry came."""

    last: bracket.Pairing
    """Its latest pairing."""
    ranks: Ranks | None
    """None while it is still in."""
    why: Reason


def section_standings(
    tree: bracket.Tree, section: str, results: Iterable[ConfirmedResult]
) -> dict[int, Standing]:
    """The standing of each entry that came to this section, itself an elimination; in bracket
    order."""
    rounds = rounds_of_section(tree, section)
    final = rounds[-1][0]
    kinds = kinds_of(results)
    ranks = {}
    for pairings, shared in zip(rounds, ranks_of_losers(rounds), strict=True):
        ranks[pairings[0].round] = shared
    found = {}
    for entry, last in last_pairings(rounds).items():
        found[entry] = _standing(entry, last, final, ranks[last.round], kinds)
    return found


def _standing(
    entry: int,
    last: bracket.Pairing,
    final: bracket.Pairing,
    ranks: Ranks,
    kinds: Mapping[bracket.Key, str],
) -> Standing:
    why = outcome(entry, last, kinds)
    if last is final and last.winner == entry:
        return Standing(last, CHAMPION, Reason("champion", why.fields))
    if not last.decided:
        return Standing(last, None, why)
    return Standing(last, ranks, why)


def kinds_of(results: Iterable[ConfirmedResult]) -> dict[bracket.Key, str]:
    return {(result.round, result.slot): result.kind for result in results}


def rounds_of_section(tree: bracket.Tree, section: str) -> list[list[bracket.Pairing]]:
    """The rounds in which the section has pairings, with only these."""
    rounds = []
    for pairings in tree:
        own = [pairing for pairing in pairings if pairing.section == section]
        if own:
            rounds.append(own)
    return rounds


def ranks_of_losers(
    rounds: Sequence[Sequence[bracket.Pairing]], best: int = 2
) -> list[Ranks]:
    """For each round the ranks shared by those who lose in it.

    They come after all who go on, down to the last of those who came that far.
    """
    came = [sum(map(sides_expected, pairings)) for pairings in rounds]
    winners = 0
    for pairing in rounds[-1]:
        winners += pairing.winner is not None or not pairing.decided
    shared = []
    for before, after in zip(came, [*came[1:], winners], strict=True):
        shared.append(shared_ranks(before, after, best))
    return shared


def shared_ranks(before: int, after: int, best: int = 2) -> Ranks:
    """The ranks of those who go out when `after` of `before` entries are still in.

    Rank 1 is the champion's alone, which is why `best` is 2 in a bracket that has one.
    """
    # Where a pairing was kept there may be more entries after a round than before it.
    first = max(best, after + 1)
    return first, max(first, before)


def last_pairings(
    rounds: Iterable[Iterable[bracket.Pairing]],
) -> dict[int, bracket.Pairing]:
    """Each entry's latest pairing, in the order of the bracket."""
    last = {}
    for pairings in rounds:
        for pairing in pairings:
            for entry in pairing.entries:
                if entry is not None:
                    last[entry] = pairing
    return last


def outcome(
    entry: int, last: bracket.Pairing, kinds: Mapping[bracket.Key, str]
) -> Reason:
    """How an entry left its last pairing, or that it is still in."""
    if not last.decided:
        return Reason("playing", {"round": last.round})
    fields = against(entry, last)
    if last.winner == entry:
        return Reason("replaced", fields)
    if last.winner is None:
        return Reason("double_walkover", fields)
    if kinds[last.round, last.slot] == WALKOVER:
        return Reason("lost_walkover", fields)
    return Reason("lost", fields)


def against(entry: int, pairing: bracket.Pairing) -> dict[str, int | None]:
    """The round and the opponent, as reasons name them."""
    opponent = pairing.b if entry == pairing.a else pairing.a
    return {"round": pairing.round, "opponent": opponent}


def sides_expected(pairing: bracket.Pairing) -> int:
    """How many sides are or will be there."""
    return sum(not side.vacant for side in pairing.sides)


def in_order(
    found: Mapping[int, Standing], tallies: Mapping[int, Tally]
) -> tuple[Row, ...]:
    """The rows: entries still in, the furthest round first, then everybody by rank."""
    rows = []
    for entry, (last, ranks, why) in found.items():
        rank, shared_to = ranks or (None, None)
        tally = tallies.get(entry, Tally())
        rows.append(Row(entry, rank, shared_to, last.round, tally, why))
    return tuple(sorted(rows, key=lambda row: (row.rank or 0, -row.round_reached)))
