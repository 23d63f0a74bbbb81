"""Leagues: all pairings follow from numbers that are drawn once, and tie-breaks order the
tables."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NotRequired, TypedDict

from core.refusals import N_
from tournaments.rules.formats.base import (
    BaseFormat,
    PublishedDraws,
    RoundPlan,
    Sides,
    StageSettings,
    two_pairs,
)
from tournaments.rules.formats.families.bracket import with_kept
from tournaments.rules.schedules import meetings
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.tallies import ConfirmedResult

MAX_LEGS: Final = 2
LEGS_NAMES: Final = {1: N_("once"), 2: N_("twice")}


class LeagueDraw(TypedDict):
    """The numbers of a league, or its groups, and the lots that may have to decide."""

    numbers: NotRequired[list[int]]
    """The entries in the order of their numbers, where all play in one group."""
    groups: NotRequired[list[list[int]]]
    """The entries of each group in the order of their numbers within it."""
    lots: list[int]
    kept: NotRequired[list[list[int | None]]]


class LeagueFormat(BaseFormat[LeagueDraw]):
    """A format in which everybody plays a fixed schedule and has a row in a table."""

    is_league = True
    has_movable_pairings = True
    tie_breaks = (
        tiebreaks.MATCH_WINS,
        tiebreaks.SET_DIFFERENCE,
        tiebreaks.HEAD_TO_HEAD,
        tiebreaks.SHARED,
    )
    pairing_reasons = {
        "berger": N_(
            "By the table of the rounds: number {first} against number {second}."
        ),
        "free": N_("Has a bye in this round, since the number of entries is odd."),
    }
    standing_reasons = tiebreaks.REASONS

    @abstractmethod
    def rounds(
        self, drawn: LeagueDraw, settings: StageSettings
    ) -> Iterator[list[list[int]]]:
        """Who meets whom in each round; an entry alone is free."""

    def fits(self, sides: Sides) -> bool:
        return two_pairs(sides)

    def join_draws(self, published: PublishedDraws) -> LeagueDraw:
        drawn: LeagueDraw = with_kept(published)
        return drawn

    def plan(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> tuple[RoundPlan, ...]:
        """All rounds; a void result leaves its match open."""
        decided = meetings.decided(results)
        plan = []
        for number, pairs in enumerate(self.rounds(drawn, settings), start=1):
            pairings = meetings.meetings(number, pairs, decided)
            plan.append(RoundPlan(f"round_{number}", pairings))
        return tuple(plan)


def last_round_of_each(
    entries: Iterable[int], results: Sequence[ConfirmedResult]
) -> dict[int, int]:
    """As the round that everybody has reached: the latest with a result."""
    latest = max((result.round for result in results), default=1)
    return dict.fromkeys(entries, latest)
