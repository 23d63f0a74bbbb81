"""Results: which outcomes a pairing can have, and which scores the rules of the event allow."""

from collections.abc import Sequence
from typing import Final

from games.rules.errors import Refusal

PLAYED: Final = "played"
WALKOVER: Final = "walkover"
"""One side did not come; the other goes on."""
DOUBLE_WALKOVER: Final = "double_walkover"
"""Neither side came; nobody goes on."""
VOID: Final = "void"
"""The match does not count and has to be decided anew."""
KINDS: Final = (PLAYED, WALKOVER, DOUBLE_WALKOVER, VOID)


POINTS_MOST: Final = 9999
"""No game comes near it; a typing mistake does."""


def allowed_scores(sets_to_win: int) -> tuple[tuple[int, int], ...]:
    """MUS-7: every score at which a match can end, from the clearest win of the first side to that of the second."""
    wins = tuple((sets_to_win, lost) for lost in range(sets_to_win))
    return wins + tuple((b, a) for a, b in reversed(wins))


def check_score(sets_a: int, sets_b: int, sets_to_win: int) -> None:
    """Refuses `result.score_not_possible` when a match to `sets_to_win` sets cannot end so."""
    allowed = allowed_scores(sets_to_win)
    if (sets_a, sets_b) not in allowed:
        raise Refusal("result.score_not_possible", sets_a=sets_a, sets_b=sets_b, allowed=allowed)


def check_tantos(
    set_scores: Sequence[tuple[int, int]], sets_a: int, sets_b: int, points_per_set: int, ordago: bool = False
) -> None:
    """Do the tantos of the sets, first to last, make the score in sets (one that `check_score` accepts)?

    The winner of a set has exactly `points_per_set` (MUS-6; points above it are dropped, MUS-B30) and the loser fewer.
    A set lost by an accepted ordago (MUS-49) or a grave error (MUS-60) ends at any score below that, which does not
    say who won it: with `ordago` such sets are let through for whichever side still needs them.
    """
    if len(set_scores) != sets_a + sets_b:
        raise Refusal("result.tantos_of_each_set", typed=len(set_scores), sets=sets_a + sets_b)
    for number, score in enumerate(set_scores, start=1):
        _check_set(number, score, points_per_set, ordago)
    reached = [(a == points_per_set, b == points_per_set) for a, b in set_scores]
    if sum(a for a, _ in reached) > sets_a or sum(b for _, b in reached) > sets_b:
        raise Refusal("result.tantos_disagree", sets_a=sets_a, sets_b=sets_b)
    winner = 0 if sets_a > sets_b else 1
    # All of the winner's sets before the last one would have ended the match earlier.
    if reached[-1][1 - winner] or sum(score[winner] for score in reached[:-1]) == max(sets_a, sets_b):
        raise Refusal("result.last_set_to_winner")


def check_points(points: Sequence[int], players: int) -> None:
    """Refuses `result.points_of_each`, `result.points_too_large`: each player of a table has a number of points."""
    if len(points) != players:
        raise Refusal("result.points_of_each", given=len(points), players=players)
    if any(abs(number) > POINTS_MOST for number in points):
        raise Refusal("result.points_too_large", most=POINTS_MOST)


def _check_set(number: int, score: tuple[int, int], points_per_set: int, ordago: bool) -> None:
    low, high = sorted(score)
    finished = high == points_per_set or (ordago and high < points_per_set)
    if low < 0 or low == points_per_set or not finished:
        raise Refusal("result.tantos_not_possible", set=number, target=points_per_set)
