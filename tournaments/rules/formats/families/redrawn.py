"""Redrawn rounds: two by two, each round drawn when the one before is over, from what it led to."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NotRequired, TypedDict

from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.field import Entrant, strays
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
from tournaments.rules.schedules import meetings
from tournaments.rules.schedules.redrawn import Past, past, slots
from tournaments.rules.tables.standings import Reason
from tournaments.rules.tables.tallies import ConfirmedResult

MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 4096

APART: Final = Setting(
    Choice((False, True), "those of one club meet as seldom as can be"),
    N_("Keep clubmates apart"),
)
BOTH_OF_ONE_CLUB: Final = N_(
    "Both are from {club}: with {entries} entries from that club, this "
    "could not be avoided."
)


class RoundDraw(TypedDict):
    """The draw of one round."""

    pairs: list[list[int]]
    bye: int | None
    """The entry that is free."""
    why: list[Json]
    """The reason of each pair, and at last that of the bye."""
    lots: NotRequired[list[int]]


class RoundDraws(TypedDict):
    """The draws of all rounds so far, and the entries that have left since."""

    rounds: list[Any]
    """Of `RoundDraw`, the first round first."""
    left: NotRequired[list[int]]


class RedrawnFormat(BaseFormat[RoundDraws]):
    draw_kind = "round"
    is_redrawn = True
    pairing_reasons = {
        "lot": N_("By lot."),
        "rematch_forced": N_(
            "They have met before: otherwise someone would have no opponent."
        ),
        "bye": N_("Has a bye in this round, by lot among those with the fewest byes."),
    }

    @abstractmethod
    def byes_counted(self, entrant: Entrant, behind: Past) -> int:
        """How many byes this entrant has had, for choosing who is free next."""

    def fits(self, sides: Sides) -> bool:
        return two_pairs(sides)

    def check(
        self,
        result: Json,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        """Everybody is in the round once, and nobody is free who has had more byes than others.

        Each pairing has its reason.
        """
        drawn = slots(result)
        problems = list(strays(chain.from_iterable(drawn), entrants))
        sizes = [len(entries) for entries in drawn]
        expected = [2] * (len(entrants) // 2) + [1] * (len(entrants) % 2)
        if sizes != expected or len(result["why"]) != len(sizes):
            problems.append(Refusal("draw.not_two_by_two"))
        problems += self._unfair_bye(result["bye"], entrants, history)
        return problems

    def _unfair_bye(
        self, free: int | None, entrants: Sequence[Entrant], history: History
    ) -> list[Refusal]:
        behind = past(history)
        names, byes = {}, {}
        for entrant in entrants:
            names[entrant.id] = entrant.name
            byes[entrant.id] = self.byes_counted(entrant, behind)
        if free is None or free not in names or byes[free] <= min(byes.values()):
            return []
        return [Refusal("draw.bye_before_others", entry=free, name=names[free])]

    def join_draws(self, published: PublishedDraws) -> RoundDraws:
        rounds = [drawn for _, drawn in published.draws]
        return {"rounds": rounds, "left": published.withdrawn}

    def with_draw(self, result: Json, history: History) -> Json:
        return {"rounds": [*history.rounds, result]}

    def rounds_of_draw(
        self, result: Json, settings: StageSettings, history: History
    ) -> Sequence[RoundPlan]:
        return super().rounds_of_draw(result, settings, history)[-1:]

    def draw_index(self, round: int) -> int:
        return round - 1

    def history(
        self, drawn: RoundDraws, results: Sequence[ConfirmedResult], opened: int
    ) -> History:
        return History(tuple(drawn["rounds"]), tuple(results))

    def lots(self, drawn: RoundDraws) -> Sequence[int]:
        lots: Sequence[int] = drawn["rounds"][-1].get("lots", ())
        return lots

    def plan(
        self,
        drawn: RoundDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> tuple[RoundPlan, ...]:
        """The rounds that are drawn; a void result leaves its match open."""
        return drawn_rounds(drawn, results)

    def why(
        self,
        drawn: RoundDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """The reason that was drawn with it: a key of `pairing_reasons`.

        With the `club` of both, and its number of `entries`, where two meet who should be kept
        apart.
        """
        fields = dict(drawn["rounds"][round - 1]["why"][slot])
        return Reason(fields.pop("code"), fields)

    def explain_pairing(
        self, reason: Reason, names: Mapping[int, str]
    ) -> list[Sentence]:
        sentences = super().explain_pairing(reason, names)
        if "club" in reason.fields:
            sentences.append(Sentence(BOTH_OF_ONE_CLUB, reason.fields))
        return sentences


def drawn_rounds(
    drawn: RoundDraws, results: Iterable[ConfirmedResult]
) -> tuple[RoundPlan, ...]:
    decided = meetings.decided(results)
    plan = []
    for number, draw in enumerate(drawn["rounds"], start=1):
        pairings = meetings.meetings(number, slots(draw), decided)
        plan.append(RoundPlan(f"round_{number}", pairings))
    return tuple(plan)


def is_over(drawn: RoundDraws, results: Iterable[ConfirmedResult]) -> bool:
    """Whether every match that is drawn is decided."""
    return all(planned.is_decided for planned in drawn_rounds(drawn, results))


def club_fields(club: str, other: str, sizes: Counter[str]) -> Json:
    """What the reason of a pairing says of two club-mates who should be kept apart."""
    if club != other or not sizes[club]:
        return {}
    return {"club": club, "entries": sizes[club]}
