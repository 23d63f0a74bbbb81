"""Conduct: what it costs to come late or to offend, in sets, by a club's regulations and by the match sheet."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from core import choices
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED

Two = tuple[int, int]
"""A number for each of the two sides of a match, in the order of its pairing."""


class Lateness(NamedTuple):
    """What a late side loses. Full minutes from the time set for the match; 0 where a club has no such rule."""

    grace: int = 0
    """So many minutes cost nothing."""
    per: int = 0
    """After them a set is lost whenever so many more are full."""
    lost_after: int = 0
    """The match is lost when so many are full, those of grace among them."""
    first_round: bool = False
    """The grace is for the first round alone; in later ones all the rest comes so much earlier."""


LATENESS: Final[Choices] = {
    "grace": Choice(range(0, 121), "minutes that cost nothing"),
    "per": Choice(range(0, 121), "minutes after them that cost a set"),
    "lost_after": Choice(range(0, 241), "minutes after which the match is lost"),
    "first_round": Choice(
        (False, True), "whether the grace is for the first round alone"
    ),
}


def lateness(raw: Mapping[str, Any]) -> Lateness:
    """A club's rule from plain JSON. Raises BadOption, and Refusal `lateness.lost_within_grace`."""
    rule = choices.read(Lateness, LATENESS, raw)
    if rule.lost_after and rule.lost_after < rule.grace:
        raise Refusal(
            "lateness.lost_within_grace", grace=rule.grace, lost_after=rule.lost_after
        )
    return rule


def docked_late(rule: Lateness, late: int, sets_to_win: int, round: int = 1) -> int:
    """The sets that a side loses which comes `late` full minutes late; all of the match at most."""
    if late <= 0:
        return 0
    minutes = late + rule.grace if rule.first_round and round > 1 else late
    if rule.lost_after and minutes >= rule.lost_after:
        return sets_to_win
    over = max(0, minutes - rule.grace)
    return min(sets_to_win, over // rule.per) if rule.per else 0


WARNING: Final = "warning"
SET: Final = "set"
MATCH: Final = "match"
DISQUALIFICATION: Final = "disqualification"
LADDER: Final = (WARNING, SET, MATCH, DISQUALIFICATION)
"""What one offence after another costs: nothing yet, a set, the match, the event (Navarra's rules for tournaments)."""

OFFENCES: Final[Mapping[str, str]] = {
    "against_the_spirit": WARNING,
    "forbidden_signal": WARNING,
    "other": WARNING,
    "false_signals": DISQUALIFICATION,
    "foul_language": DISQUALIFICATION,
    "insults": DISQUALIFICATION,
    "result_fixed": DISQUALIFICATION,
}
"""Each reason that a match sheet may name, with the step that it costs at the least: Navarra's ladder; at once out are
false or agreed signals in the general championship rules, foul language in Ourense and Navarra, insults and results
that were agreed (both pairs) in Barcelona."""


class Sanction(NamedTuple):
    """What a referee wrote on a match sheet: a step of LADDER, for whom, and for which of OFFENCES."""

    kind: str
    entry: int
    reason: str


def next_step(sheet: Iterable[Sanction], entry: int, reason: str) -> str:
    """What an offence comes to: a step above the highest on this match sheet, and no less than such an offence costs.

    It is what a referee is offered; the referee decides.
    """
    steps = [
        LADDER.index(sanction.kind) + 1 for sanction in sheet if sanction.entry == entry
    ]
    return LADDER[min(max([*steps, LADDER.index(OFFENCES[reason])]), len(LADDER) - 1)]


def docked_by(sheet: Iterable[Sanction], entry: int, sets_to_win: int) -> int:
    """The sets that the sanctions of a match sheet take from a side; all of the match at most."""
    costs = {WARNING: 0, SET: 1, MATCH: sets_to_win, DISQUALIFICATION: sets_to_win}
    return min(
        sets_to_win,
        sum(costs[sanction.kind] for sanction in sheet if sanction.entry == entry),
    )


class Verdict(NamedTuple):
    """How a match stands after what its sides were docked."""

    kind: str | None
    """The kind of its result; None while it has to be played on."""
    winner: int | None
    """The side that has won, 0 or 1."""
    sets: Two
    penalties: Two
    """How many sets each side was docked that really counted: nobody gets more than the match takes."""


def verdict(played: Two, docked: Two, sets_to_win: int) -> Verdict:
    """The sets played so far with those docked, which count for the other side.

    A side that was docked the whole match has lost it by the score at which it then ends, as 4-0 or 2-3; if both sides
    reach their sets so, both lose.
    """
    sets = (
        min(sets_to_win, played[0] + docked[1]),
        min(sets_to_win, played[1] + docked[0]),
    )
    penalties = sets[1] - played[1], sets[0] - played[0]
    if min(sets) == sets_to_win:
        return Verdict(DOUBLE_WALKOVER, None, (0, 0), docked)
    if max(sets) < sets_to_win:
        return Verdict(None, None, sets, penalties)
    return Verdict(PLAYED, sets.index(sets_to_win), sets, penalties)
