"""Conduct: what lateness and offences cost, in sets, by a club's regulations and the match sheet."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from core import choices
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED

PerSide = tuple[int, int]
"""A number for each of the two sides of a match, in the order of its pairing."""


class Lateness(NamedTuple):
    """What a late side loses. Full minutes after the time set for the match; 0: no such rule."""

    grace: int = 0
    """Minutes that cost nothing."""
    per: int = 0
    """After the grace a set is lost for each full period of this many minutes."""
    lost_after: int = 0
    """The match is lost after this many minutes, the grace included."""
    first_round: bool = False
    """The grace is for the first round alone; in later ones all the rest comes that much earlier."""


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


def lateness_penalty(
    rule: Lateness, minutes: int, sets_to_win: int, round: int = 1
) -> int:
    """The sets that a side loses by coming late; at most the match."""
    if minutes <= 0:
        return 0
    if rule.first_round and round > 1:
        minutes += rule.grace
    if rule.lost_after and minutes >= rule.lost_after:
        return sets_to_win
    if not rule.per:
        return 0
    late = max(0, minutes - rule.grace)
    return min(sets_to_win, late // rule.per)


WARNING: Final = "warning"
SET: Final = "set"
MATCH: Final = "match"
DISQUALIFICATION: Final = "disqualification"
LADDER: Final = (WARNING, SET, MATCH, DISQUALIFICATION)
"""What one offence after another costs: nothing yet, a set, the match, the event (Navarra's rules
for tournaments)."""

OFFENCES: Final[Mapping[str, str]] = {
    "against_the_spirit": WARNING,
    "forbidden_signal": WARNING,
    "other": WARNING,
    "false_signals": DISQUALIFICATION,
    "foul_language": DISQUALIFICATION,
    "insults": DISQUALIFICATION,
    "result_fixed": DISQUALIFICATION,
}
"""Each offence that a match sheet can name, with the least that it costs.

Navarra's ladder. Immediate disqualification: for false or agreed signals by the general championship
rules, for foul language in Ourense and Navarra, for insults and agreed results (both pairs) in
Barcelona.
"""


class Sanction(NamedTuple):
    """A line of a match sheet."""

    kind: str
    """A step of LADDER."""
    entry: int
    reason: str
    """One of OFFENCES."""


def next_step(sheet: Iterable[Sanction], entry: int, reason: str) -> str:
    """The sanction that a referee is offered; the referee decides.

    It is a step above the highest on this match sheet, and no less than the offence costs.
    """
    step = LADDER.index(OFFENCES[reason])
    for sanction in sheet:
        if sanction.entry == entry:
            step = max(step, LADDER.index(sanction.kind) + 1)
    return LADDER[min(step, len(LADDER) - 1)]


def sheet_penalty(sheet: Iterable[Sanction], entry: int, sets_to_win: int) -> int:
    """The sets that the sanctions of a match sheet take from a side; at most the match."""
    costs = {WARNING: 0, SET: 1, MATCH: sets_to_win, DISQUALIFICATION: sets_to_win}
    penalty = 0
    for sanction in sheet:
        if sanction.entry == entry:
            penalty += costs[sanction.kind]
    return min(sets_to_win, penalty)


class Verdict(NamedTuple):
    """How a match stands after the penalties of its sides."""

    kind: str | None
    """The kind of its result; None while it has to be played on."""
    winner: int | None
    """The side that has won, 0 or 1."""
    sets: PerSide
    penalties: PerSide
    """The penalties that counted: no side gets more sets than a match takes."""


def verdict(played: PerSide, penalties: PerSide, sets_to_win: int) -> Verdict:
    """The sets played so far with the penalties, which count for the other side.

    A side that loses the whole match by penalties loses at the score that is reached then, as 4-0 or
    2-3; if both sides do, both lose.
    """
    sets = (
        min(sets_to_win, played[0] + penalties[1]),
        min(sets_to_win, played[1] + penalties[0]),
    )
    counted = sets[1] - played[1], sets[0] - played[0]
    if min(sets) == sets_to_win:
        return Verdict(DOUBLE_WALKOVER, None, (0, 0), penalties)
    if max(sets) < sets_to_win:
        return Verdict(None, None, sets, counted)
    return Verdict(PLAYED, sets.index(sets_to_win), sets, counted)
