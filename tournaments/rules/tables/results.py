"""Results: which outcomes a pairing can have, and which scores the rules of the event allow."""

from collections.abc import Sequence
from typing import Final

from core.refusals import Refusal

PLAYED: Final = "played"
WALKOVER: Final = "walkover"
"""One side did not come; the other goes on."""
DOUBLE_WALKOVER: Final = "double_walkover"
"""Both lose: neither side came, or both were put out; nobody goes on."""
RETIRED: Final = "retired"
"""One side gave up in the middle; the other has the sets that it still needed."""
VOID: Final = "void"
"""The match does not count and has to be decided again."""
KINDS: Final = (PLAYED, WALKOVER, DOUBLE_WALKOVER, RETIRED, VOID)
AT_TABLE: Final = frozenset({PLAYED, RETIRED})
"""Kinds in which sets were played."""


POINTS_MOST: Final = 9999
"""No game comes near it; a typing mistake does."""


def allowed_scores(sets_to_win: int) -> tuple[tuple[int, int], ...]:
    """MUS-7: every possible score, from the clearest win of the first side to that of the
    second."""
    wins = tuple((sets_to_win, lost) for lost in range(sets_to_win))
    defeats = tuple((own, other) for other, own in reversed(wins))
    return wins + defeats


def check_score(sets_a: int, sets_b: int, sets_to_win: int) -> None:
    """Refuses `result.score_not_possible` when a match to `sets_to_win` sets cannot end so."""
    allowed = allowed_scores(sets_to_win)
    if (sets_a, sets_b) not in allowed:
        raise Refusal(
            "result.score_not_possible", sets_a=sets_a, sets_b=sets_b, allowed=allowed
        )


def check_penalties(penalties: tuple[int, int], sets_a: int, sets_b: int) -> None:
    """Refuses `result.too_many_docked`: sets docked from a side are among those of the other.

    A 3-1 in which the loser was docked one, since it came late, has two sets that the winner won at
    the table.
    """
    for docked, sets_of_other in zip(penalties, (sets_b, sets_a), strict=True):
        if not 0 <= docked <= sets_of_other:
            raise Refusal("result.too_many_docked", docked=docked, sets=sets_of_other)


def check_tantos(
    set_scores: Sequence[tuple[int, int]],
    sets_a: int,
    sets_b: int,
    points_per_set: int,
    ordago: bool = False,
    given: tuple[int, int] = (0, 0),
) -> None:
    """Refuses tantos that do not make the score in sets, which `check_score` accepts.

    The winner of a set has exactly `points_per_set` (MUS-6; points above it are dropped, MUS-B30)
    and the loser fewer. A set lost by an accepted ordago (MUS-49) or a grave error (MUS-60) ends at
    any score below that, which does not say who won it: with `ordago` such sets are let through for
    whichever side still needs them. Sets that a side was `given`, because the other was docked them
    or gave up, have no tantos.
    """
    played_a, played_b = sets_a - given[0], sets_b - given[1]
    if len(set_scores) != played_a + played_b:
        raise Refusal(
            "result.tantos_of_each_set", typed=len(set_scores), sets=played_a + played_b
        )
    for number, score in enumerate(set_scores, start=1):
        _check_set(number, score, points_per_set, ordago)
    won_by_a = [a == points_per_set for a, _ in set_scores]
    won_by_b = [b == points_per_set for _, b in set_scores]
    if sum(won_by_a) > played_a or sum(won_by_b) > played_b:
        raise Refusal("result.tantos_disagree", sets_a=sets_a, sets_b=sets_b)
    if sets_a > sets_b:
        _check_last_set(won_by_a, won_by_b, sets_a, given[0])
    else:
        _check_last_set(won_by_b, won_by_a, sets_b, given[1])


def _check_last_set(
    won_by_winner: Sequence[bool], won_by_loser: Sequence[bool], sets: int, given: int
) -> None:
    if given:
        return  # the set that ended the match may be one of those
    # All of the winner's sets before the last one would have ended the match earlier.
    if won_by_loser[-1] or sum(won_by_winner[:-1]) == sets:
        raise Refusal("result.last_set_to_winner")


def check_points(points: Sequence[int | None], players: int) -> None:
    """Refuses `result.points_of_each`, `result.points_too_large`.

    Each player has points, or None for one who did not come.
    """
    if len(points) != players:
        raise Refusal("result.points_of_each", given=len(points), players=players)
    if any(abs(number or 0) > POINTS_MOST for number in points):
        raise Refusal("result.points_too_large", most=POINTS_MOST)


def check_sides(points: Sequence[int | None], sides: Sequence[Sequence[int]]) -> None:
    """Partners have what their side has won, unless nobody came; `sides` are their seats.

    Refuses `result.partners_come`, since a side that is not complete has won nothing, and
    `result.partners_differ`.
    """
    if None in points and set(points) != {None}:
        raise Refusal("result.partners_come")
    for side in sides:
        if len({points[seat] for seat in side}) > 1:
            raise Refusal("result.partners_differ")


def _check_set(
    number: int, score: tuple[int, int], points_per_set: int, ordago: bool
) -> None:
    low, high = sorted(score)
    is_finished = high == points_per_set or (ordago and high < points_per_set)
    if low < 0 or low == points_per_set or not is_finished:
        raise Refusal("result.tantos_not_possible", set=number, target=points_per_set)
