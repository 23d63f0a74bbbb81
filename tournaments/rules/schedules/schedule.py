"""A schedule of rounds when others come to be there: the rounds played stay, those that are left are drawn again."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heapreplace
from itertools import chain
from typing import Final, NamedTuple

from core.chance import Stream
from core.refusals import Refusal
from tournaments.rules.formats.base import History, Json


class Past(NamedTuple):
    """What those who are there now, by their numbers, have played already; None is somebody who has gone."""

    rounds: Sequence[Sequence[Sequence[int | None]]] = ()
    out: Sequence[Sequence[int | None]] = ()
    """Who sat out in each of them."""


NO_PAST: Final = Past()
LEFT_MOST: Final = 64
"""No schedule has more rounds, whatever a file may say."""
BY_ROUND: Final = ("rounds", "out", "ways")
"""What a draw says of each round; all else it says of the whole schedule."""


def joined(draws: Sequence[tuple[int, Json]]) -> Json:
    """What the draws of one schedule come to, each with the first of its rounds: from there on it counts."""
    (_, known), *later = draws
    for number, drawn in later:
        known = drawn | {
            key: [*known[key][: number - 1], *drawn[key]]
            for key in BY_ROUND
            if key in drawn
        }
    return known


def before(drawn: Json, opened: int) -> History:
    """What the draw of the rounds that are left has to know: those that are open stay, so many are to be drawn."""
    over = {key: drawn[key][:opened] for key in BY_ROUND if key in drawn}
    lots = {"lots": drawn["lots"]} if "lots" in drawn else {}
    return History((over | lots | {"left": len(drawn["rounds"]) - opened},))


def left(before: History, rounds: int) -> int:
    """How many rounds are to be drawn, of so many in all. Raises Refusal `draw.senseless_inputs`."""
    number: int = before.rounds[0]["left"] if before.rounds else rounds
    if not 0 < number <= LEFT_MOST:
        raise Refusal("draw.senseless_inputs")
    return number


def over(before: History) -> tuple[list[list[list[int]]], list[list[int]]]:
    """The rounds played, and who sat out in each."""
    played: Json = before.rounds[0] if before.rounds else {"rounds": []}
    return played["rounds"], played.get("out", [[] for _ in played["rounds"]])


def past(before: History, order: Sequence[int]) -> Past:
    """The same by the places of who is there now in this order."""
    number: Mapping[int, int] = {entry: n for n, entry in enumerate(order)}
    rounds, out = over(before)
    return Past(
        [[[number.get(entry) for entry in table] for table in one] for one in rounds],
        [[number.get(entry) for entry in one] for one in out],
    )


def lots(before: History, lots: Sequence[int], stream: Stream) -> list[int]:
    """The lots as they were, those of newcomers put among them at any place."""
    known = list(before.rounds[0]["lots"]) if before.rounds else list(lots)
    for entry in lots:
        if entry not in known:
            known.insert(stream.below(len(known) + 1), entry)
    return known


def open_to_all(drawn: Json, opened: int) -> bool:
    """Whether rounds are left that can be drawn again for whoever is there; groups stay as they were drawn."""
    return opened < len(drawn.get("rounds", ())) and "groups" not in drawn


def others(drawn: Json, opened: int, there: Iterable[int]) -> bool:
    """Whether such rounds were drawn for others than those who are there now."""
    if not open_to_all(drawn, opened):
        return False
    out = drawn["out"][opened] if "out" in drawn else ()
    return {*chain(*drawn["rounds"][opened]), *out} != set(there)


def levelled(times: Iterable[int], more: int) -> list[int]:
    """These numbers after so many more have been added, one at a time to the smallest: they cannot be more even."""
    heap = list(times)
    heapify(heap)
    for _ in range(more):
        heapreplace(heap, heap[0] + 1)
    return heap
