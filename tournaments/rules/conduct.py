"""Conduct: what lateness and offences cost in sets, by club regulations and the match sheet."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from core import choices
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED

PerSide = tuple[int, int]
"""A number for each of the two sides of a match, in the order of its pairing."""


class Lateness(NamedTuple):
    """What a late side loses.

    Times are full minutes after the time set for the match. 0 means that there is no such rule.
    """

    grace: int = 0
    """Minutes that cost nothing."""
    per: int = 0
    """After the grace, each full period of this many minutes costs a set."""
    lost_after: int = 0
    """The match is lost after this many minutes, the grace included."""
    first_round: bool = False
    """Only the first round has the grace. In later rounds each loss comes that much earlier."""


LATENESS: Final[Choices] = {
    "grace": Choice(range(0, 121), "minutes that cost nothing"),
    "per": Choice(range(0, 121), "minutes after them that cost a set"),
    "lost_after": Choice(range(0, 241), "minutes after which the match is lost"),
    "first_round": Choice(
        (False, True), "whether the grace is for the first round alone"
    ),
}


def lateness(raw: Mapping[str, Any]) -> Lateness:
    """A club's rule from JSON. Raises BadOption and Refusal `lateness.lost_within_grace`."""
    rule = choices.read(Lateness, LATENESS, raw)
    if rule.lost_after and rule.lost_after < rule.grace:
        raise Refusal(
            "lateness.lost_within_grace",
            grace=rule.grace,
            lost_after=rule.lost_after,
        )
    return rule


def lateness_penalty(
    rule: Lateness, minutes: int, sets_to_win: int, round: int = 1
) -> int:
    """The sets that a side loses by coming late, at most the whole match."""
    if minutes <= 0:
        return 0
    if rule.first_round and round > 1:
        minutes += rule.grace
    if rule.lost_after and minutes >= rule.lost_after:
        return sets_to_win
    if not rule.per or minutes <= rule.grace:
        return 0
    late = minutes - rule.grace
    lost = late // rule.per
    return min(sets_to_win, lost)


WARNING: Final = "warning"
SET: Final = "set"
MATCH: Final = "match"
DISQUALIFICATION: Final = "disqualification"
LADDER: Final = (WARNING, SET, MATCH, DISQUALIFICATION)
"""What each further offence costs: nothing, a set, the match, the event.

The ladder is that of Navarra's rules for tournaments.
"""

OFFENCES: Final[Mapping[str, str]] = {
    "against_the_spirit": WARNING,
    "forbidden_signal": WARNING,
    "other": WARNING,
    "false_signals": DISQUALIFICATION,
    "foul_language": DISQUALIFICATION,
    "insults": DISQUALIFICATION,
    "result_fixed": DISQUALIFICATION,
}
"""Each offence that a match sheet can name, with the lowest sanction for it.

The ladder is Navarra's. Immediate disqualification: for false or agreed signals under the general
championship rules, for foul language in Ourense and Navarra, for insults and agreed results (both
pairs) in Barcelona.
"""


class Sanction(NamedTuple):
    """A line of a match sheet."""

    kind: str
    """A step of LADDER."""
    entry: int
    reason: str
    """One of OFFENCES."""


def next_step(sheet: Iterable[Sanction], entry: int, reason: str) -> str:
    """The sanction suggested to the referee, who decides.

    It is one step above the highest on this match sheet, and at least what the offence costs.
    """
    lowest = OFFENCES[reason]
    step = LADDER.index(lowest)
    for sanction in sheet:
        if sanction.entry != entry:
            continue
        step_above = LADDER.index(sanction.kind) + 1
        step = max(step, step_above)
    last_step = len(LADDER) - 1
    return LADDER[min(step, last_step)]


def sheet_penalty(sheet: Iterable[Sanction], entry: int, sets_to_win: int) -> int:
    """The sets that a side loses by the sanctions on a match sheet, at most the whole match."""
    costs = {
        WARNING: 0,
        SET: 1,
        MATCH: sets_to_win,
        DISQUALIFICATION: sets_to_win,
    }
    penalty = 0
    for sanction in sheet:
        if sanction.entry == entry:
            penalty += costs[sanction.kind]
    return min(sets_to_win, penalty)


class Verdict(NamedTuple):
    """The state of a match after the penalties of both sides."""

    kind: str | None
    """The kind of the result, or None while the match goes on."""
    winner: int | None
    """The side that has won, 0 or 1."""
    sets: PerSide
    penalties: PerSide
    """The penalties that counted. No side gets more sets than are needed to win."""


def verdict(played: PerSide, penalties: PerSide, sets_to_win: int) -> Verdict:
    """The score with penalties. A set that one side loses by a penalty goes to the other.

    A side that loses the whole match by penalties loses at the score reached at that moment, such
    as 4-0 or 2-3. If that happens to both sides, both lose.
    """
    played_a, played_b = played
    penalty_a, penalty_b = penalties
    sets_a = min(sets_to_win, played_a + penalty_b)
    sets_b = min(sets_to_win, played_b + penalty_a)
    sets = sets_a, sets_b
    counted = sets_b - played_b, sets_a - played_a
    if min(sets) == sets_to_win:
        return Verdict(DOUBLE_WALKOVER, None, (0, 0), penalties)
    if max(sets) < sets_to_win:
        return Verdict(None, None, sets, counted)
    winner = sets.index(sets_to_win)
    return Verdict(PLAYED, winner, sets, counted)
