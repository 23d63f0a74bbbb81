"""What is decided of a pairing, and whether its match can have ended so."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.refusals import Refusal
from games.catalogue import GAMES
from games.rules.base import Score
from tournaments.models import Pairing, Report
from tournaments.reading.events import penalties_of, per_place, sides_at, sits_second
from tournaments.reading.stage_plans import format_of
from tournaments.rules.tables.results import (
    AT_TABLE,
    KINDS,
    PLAYED,
    RETIRED,
    VOID,
    WALKOVER,
    check_penalties,
    check_points,
    check_score,
    check_sides,
    check_tantos,
)
from tournaments.rules.tables.tallies import ConfirmedResult, came

SIDES: Final = frozenset({"a", "b"})


class Decision(NamedTuple):
    """What is decided of a pairing."""

    kind: str = PLAYED
    winner: str | None = None
    """"a", "b" or None (both lost, void, or a multiplayer table)."""
    sets_a: int = 0
    sets_b: int = 0
    tantos: list[list[int]] | None = None
    points: list[int | None] | None = None
    """Of each player at a multiplayer table, by seat; None for one who did not come."""
    penalties: list[int] | None = None
    """Sets that each side lost by penalty; the score includes them. None: as the match sheet says.
    """


ReportedScore = tuple[int, int, list[int | None] | None]


def played(sets_a: int, sets_b: int, tantos: list[list[int]] | None = None) -> Decision:
    winner = "a" if sets_a > sets_b else "b"
    return Decision(PLAYED, winner, sets_a, sets_b, tantos)


def points(of_each: Sequence[int | None]) -> Decision:
    """How a multiplayer table ended, by seat."""
    return Decision(points=[*of_each])


def reported_score(report: Decision | Report) -> ReportedScore:
    """Two reports agree when this is equal."""
    return report.sets_a, report.sets_b, report.points


def check_decision(pairing: Pairing, decision: Decision) -> Decision:
    """The decision with the penalties of the match sheet. Raises Refusal `result.*`."""
    if decision.kind not in KINDS:
        raise Refusal("result.no_such_kind", allowed=list(KINDS))
    if pairing.several:
        _check_points(pairing, decision)
        return decision
    if decision.points is not None:
        raise Refusal("result.sets_needed")
    if decision.kind in AT_TABLE:
        return _with_penalties(pairing, decision)
    _check_unplayed(decision)
    return decision


def _with_penalties(pairing: Pairing, decision: Decision) -> Decision:
    sets_a, sets_b = decision.sets_a, decision.sets_b
    check_score(sets_a, sets_b, sets_to_win(pairing))
    if decision.winner != ("a" if sets_a > sets_b else "b"):
        raise Refusal("result.winner_has_sets")
    penalties = decision.penalties
    if penalties is None:
        penalties = penalties_of(pairing)
    of_a, of_b = penalties
    check_penalties((of_a, of_b), sets_a, sets_b)
    if decision.tantos is not None:
        if decision.kind == RETIRED:
            raise Refusal("result.no_tantos")
        tantos = [(a, b) for a, b in decision.tantos]
        target = int(pairing.round.options["points_per_set"])
        # A set that one side lost by penalty was given to the other without tantos.
        given = (of_b, of_a)
        check_tantos(tantos, sets_a, sets_b, target, ordago=True, given=given)
    if not any(penalties):
        penalties = None
    return decision._replace(penalties=penalties)


def _check_points(pairing: Pairing, decision: Decision) -> None:
    """Everybody who came to the table has points, and partners have the sets of their side."""
    if decision.kind not in {PLAYED, VOID}:
        raise Refusal("result.played_or_void")
    has_no_points = decision.points is None
    if has_no_points != (decision.kind == VOID) or decision.sets_a or decision.sets_b:
        raise Refusal("result.points_needed")
    if decision.winner is not None:
        raise Refusal("result.no_winner")
    if decision.points is None:
        return
    check_points(decision.points, len(pairing.entries))
    if format_of(pairing.round.stage).has_partners:
        check_sides(decision.points, sides_at(pairing))
    _check_by_game(pairing, decision.points)


def _check_by_game(pairing: Pairing, points: Sequence[int | None]) -> None:
    """The game can have ended so for the players who came.

    Nothing is checked where they do not play it by its own sides, as four alone at Mus.
    """
    scores, players = [], 0
    for side in sides_at(pairing):
        if points[side[0]] is not None:
            scores.append(points[side[0]] or 0)
            players += len(side)
    game = GAMES[pairing.round.stage.event.game].rules
    if players not in game.OPTIONS["players"].values:
        return
    options = game.options(pairing.round.options | {"players": players})
    if len(game.sides(options)) == len(scores):
        game.check_score(options, scores)


def _check_unplayed(decision: Decision) -> None:
    """Without play there are no sets, and only a walkover has a winner."""
    if decision.sets_a or decision.sets_b or decision.tantos:
        raise Refusal("result.no_sets")
    if decision.kind == WALKOVER:
        if decision.winner not in SIDES:
            raise Refusal("result.winner_needed")
    elif decision.winner is not None:
        raise Refusal("result.no_winner")


def confirmed_result_of(pairing: Pairing, decision: Decision) -> ConfirmedResult:
    """The decision as the rules take it."""
    round_number, slot = pairing.round.number, pairing.slot
    numbers = [entry.number for entry in pairing.entries]
    if pairing.several:
        points = came(numbers, decision.points)
        return ConfirmedResult(
            round_number, slot, 0, 0, decision.kind, None, points=points
        )
    a, b = numbers
    tantos = None
    if decision.tantos is not None:
        tantos = tuple((of_a, of_b) for of_a, of_b in decision.tantos)
    first, second = decision.penalties or (0, 0)
    return ConfirmedResult(
        round_number,
        slot,
        a,
        b,
        decision.kind,
        {"a": a, "b": b, None: None}[decision.winner],
        decision.sets_a,
        decision.sets_b,
        tantos,
        penalties=(first, second),
    )


def decision_of_score(score: Score, pairing: Pairing) -> Decision:
    """What the score of a finished match in the app means for its pairing."""
    if pairing.several:
        return points(per_place(score.won, sides_at(pairing)))
    side_a, side_b = (1, 0) if sits_second(pairing) else (0, 1)
    tantos = [[of_set[side_a], of_set[side_b]] for of_set in score.sets]
    return played(score.won[side_a], score.won[side_b], tantos)


def sets_to_win(pairing: Pairing) -> int:
    return int(pairing.round.options["sets_to_win"])
