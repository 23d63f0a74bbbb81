"""What is decided of a pairing, and whether its match can have ended so."""

from collections.abc import Sequence
from typing import NamedTuple

from core.refusals import Refusal
from games.catalogue import GAMES
from games.rules.base import Score
from tournaments.models import Pairing, Report
from tournaments.reading import events, snapshot
from tournaments.rules.tables import results as rules
from tournaments.rules.tables.tallies import ConfirmedResult, came


class Decision(NamedTuple):
    """What is decided of a pairing; `winner` is "a", "b" or None (both lost, void, or a table of several)."""

    kind: str = rules.PLAYED
    winner: str | None = None
    sets_a: int = 0
    sets_b: int = 0
    tantos: list[list[int]] | None = None
    points: list[int | None] | None = None
    """At a table of several: those of each, in the order of the places; None for who did not come."""
    penalties: list[int] | None = None
    """How many sets each side was docked; they are in the score. None: as its sheet says."""


def played(sets_a: int, sets_b: int, tantos: list[list[int]] | None = None) -> Decision:
    return Decision(
        rules.PLAYED, "a" if sets_a > sets_b else "b", sets_a, sets_b, tantos
    )


def points(of_each: Sequence[int | None]) -> Decision:
    """How a table of several ended, in the order of the places."""
    return Decision(points=[*of_each])


def words_of(said: Decision | Report) -> tuple[int, int, list[int | None] | None]:
    """What makes two reports say the same."""
    return said.sets_a, said.sets_b, said.points


def check_decision(pairing: Pairing, decision: Decision) -> Decision:
    """The decision, with the sets that the sheet of the match has docked, if it can be."""
    if decision.kind not in rules.KINDS:
        raise Refusal("result.no_such_kind", allowed=list(rules.KINDS))
    if pairing.several:
        check_points(pairing, decision)
    elif decision.points is not None:
        raise Refusal("result.sets_needed")
    elif decision.kind not in rules.AT_TABLE:
        check_unplayed(decision)
    else:
        return check_sets(pairing, decision)
    return decision


def check_sets(pairing: Pairing, decision: Decision) -> Decision:
    """A score at which matches end, won by who has the sets, in which are those that were docked."""
    sets_a, sets_b = decision.sets_a, decision.sets_b
    rules.check_score(sets_a, sets_b, sets_to_win(pairing))
    if decision.winner != ("a" if sets_a > sets_b else "b"):
        raise Refusal("result.winner_has_sets")
    penalties = (
        events.docked(pairing) if decision.penalties is None else decision.penalties
    )
    rules.check_penalties((penalties[0], penalties[1]), sets_a, sets_b)
    if decision.tantos is not None and decision.kind == rules.RETIRED:
        raise Refusal("result.no_tantos")
    if decision.tantos is not None:
        tantos = [(a, b) for a, b in decision.tantos]
        target, given = (
            int(pairing.round.options["points_per_set"]),
            (penalties[1], penalties[0]),
        )
        rules.check_tantos(tantos, sets_a, sets_b, target, ordago=True, given=given)
    return decision._replace(penalties=penalties if any(penalties) else None)


def check_points(pairing: Pairing, decision: Decision) -> None:
    """Each who came to the table has points, partners the sets of their side, unless the table is void."""
    if decision.kind not in {rules.PLAYED, rules.VOID}:
        raise Refusal("result.played_or_void")
    if (
        (decision.points is None) != (decision.kind == rules.VOID)
        or decision.sets_a
        or decision.sets_b
    ):
        raise Refusal("result.points_needed")
    if decision.points is not None:
        rules.check_points(decision.points, len(pairing.entries))
        if snapshot.format_of(pairing.round.stage).PARTNERS:
            rules.check_sides(decision.points, events.sides_at(pairing))
        check_by_game(pairing, decision.points)


def check_by_game(pairing: Pairing, points: Sequence[int | None]) -> None:
    """Those who came can have ended so by the rules of the game, if they play by them: four alone at Mus do not."""
    there = [side for side in events.sides_at(pairing) if points[side[0]] is not None]
    game, players = GAMES[pairing.round.stage.event.game].rules, sum(map(len, there))
    if players in game.OPTIONS["players"].values:
        options = game.options(pairing.round.options | {"players": players})
        if len(game.sides(options)) == len(there):
            game.check_score(options, [points[side[0]] or 0 for side in there])


def check_unplayed(decision: Decision) -> None:
    """Without play there are no sets, and only a walkover has a winner."""
    if decision.sets_a or decision.sets_b or decision.tantos:
        raise Refusal("result.no_sets")
    if decision.kind == rules.WALKOVER and decision.winner not in {"a", "b"}:
        raise Refusal("result.winner_needed")
    if decision.kind != rules.WALKOVER and decision.winner is not None:
        raise Refusal("result.no_winner")


def fact_of(pairing: Pairing, decision: Decision) -> ConfirmedResult:
    """The decision as the rules take it."""
    key = (pairing.round.number, pairing.slot)
    if pairing.several:
        points = came((entry.number for entry in pairing.entries), decision.points)
        return ConfirmedResult(*key, 0, 0, decision.kind, None, points=points)
    a, b = (entry.number for entry in pairing.entries)
    winner = {"a": a, "b": b, None: None}[decision.winner]
    tantos = (
        tuple((of_a, of_b) for of_a, of_b in decision.tantos)
        if decision.tantos is not None
        else None
    )
    docked = decision.penalties or (0, 0)
    return ConfirmedResult(
        *key,
        a,
        b,
        decision.kind,
        winner,
        decision.sets_a,
        decision.sets_b,
        tantos,
        None,
        (docked[0], docked[1]),
    )


def decided_by(score: Score, pairing: Pairing) -> Decision:
    """What the score of a finished match means for its pairing."""
    if pairing.several:
        return points(events.of_places(score.won, events.sides_at(pairing)))
    order = (1, 0) if events.sits_second(pairing) else (0, 1)
    sets = [score.won[side] for side in order]
    return played(
        sets[0], sets[1], [[tantos[side] for side in order] for tantos in score.sets]
    )


def sets_to_win(pairing: Pairing) -> int:
    return int(pairing.round.options["sets_to_win"])
