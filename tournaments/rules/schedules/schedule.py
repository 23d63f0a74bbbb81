"""A schedule of rounds, when others are present: played rounds stay, the rest is drawn again."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heapreplace
from itertools import chain
from typing import Any, Final, NamedTuple

from core.chance import Stream
from core.refusals import Refusal
from tournaments.rules.formats.base import History, Json


class Past(NamedTuple):
    """The rounds already played by the numbers of those present; None is a player who has gone."""

    rounds: Sequence[Sequence[Sequence[int | None]]] = ()
    out: Sequence[Sequence[int | None]] = ()
    """The players that sat out in each of them."""


NO_PAST: Final = Past()
MOST_ROUNDS_LEFT: Final = 64
"""No schedule is longer, whatever a file may say."""
BY_ROUND: Final = ("rounds", "out", "ways")
"""What a draw says of each round; all else it says of the whole schedule."""


def joined(draws: Sequence[tuple[int, Json]]) -> Json:
    """The draws of one schedule as one; each counts from the round that is given with it."""
    (_, first), *later = draws
    known = dict(first)
    for number, drawn in later:
        earlier = known
        known = dict(drawn)
        for key in BY_ROUND:
            if key in drawn:
                known[key] = [*earlier[key][: number - 1], *drawn[key]]
    return known


def history(drawn: Mapping[str, Any], opened: int) -> History:
    """What the draw of the rest must know: the open rounds, which stay, and how many are left."""
    known = {key: drawn[key][:opened] for key in BY_ROUND if key in drawn}
    if "lots" in drawn:
        known["lots"] = drawn["lots"]
    known["left"] = len(drawn["rounds"]) - opened
    return History((known,))


def rounds_left(history: History, rounds: int) -> int:
    """How many of all rounds are to be drawn. Raises Refusal `draw.senseless_inputs`."""
    left: int = history.rounds[0]["left"] if history.rounds else rounds
    if not 0 < left <= MOST_ROUNDS_LEFT:
        raise Refusal("draw.senseless_inputs")
    return left


def played_rounds(
    history: History,
) -> tuple[list[list[list[int]]], list[list[int]]]:
    """The rounds played, and the players that sat out in each."""
    if not history.rounds:
        return [], []
    played = history.rounds[0]
    rounds = played["rounds"]
    return rounds, played.get("out", [[] for _ in rounds])


def past(history: History, order: Sequence[int]) -> Past:
    """The same by the numbers, from 0, that those now present have in this order."""
    number_of: dict[int, int] = {entry: n for n, entry in enumerate(order)}
    played, sat_out = played_rounds(history)
    return Past(
        [_renumbered(tables, number_of) for tables in played],
        _renumbered(sat_out, number_of),
    )


def _renumbered(
    groups: Iterable[Iterable[int]], number_of: Mapping[int, int]
) -> list[list[int | None]]:
    return [list(map(number_of.get, group)) for group in groups]


def lots(history: History, lots: Sequence[int], stream: Stream) -> list[int]:
    """The lots as they were, with those of newcomers inserted anywhere."""
    if not history.rounds:
        return list(lots)
    known: list[int] = list(history.rounds[0]["lots"])
    for entry in lots:
        if entry not in known:
            known.insert(stream.below(len(known) + 1), entry)
    return known


def can_be_redrawn(drawn: Mapping[str, Any], opened: int) -> bool:
    """Whether rounds are left that can be drawn again; groups stay as they were drawn."""
    return opened < len(drawn.get("rounds", ())) and "groups" not in drawn


def is_for_others(
    drawn: Mapping[str, Any], opened: int, present: Iterable[int]
) -> bool:
    """Whether rounds that can be drawn again were drawn for others than those present."""
    if not can_be_redrawn(drawn, opened):
        return False
    out = drawn["out"][opened] if "out" in drawn else ()
    return {*chain(*drawn["rounds"][opened]), *out} != set(present)


def levelled(times: Iterable[int], more: int) -> list[int]:
    """These numbers after `more` increments of one, each of the smallest: as even as possible."""
    heap = list(times)
    heapify(heap)
    for _ in range(more):
        heapreplace(heap, heap[0] + 1)
    return heap
