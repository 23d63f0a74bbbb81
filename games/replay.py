"""The state of a stored match is its moves, deals included, played from the start."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from games.catalogue import GAMES
from games.models import Match
from games.rules.base import CHANCE, Game

T = TypeVar("T")


class Position(NamedTuple):
    """A state, how many moves led to it, and how many of these were shuffles."""

    state: Any
    number: int
    shuffles: int


class Recent(Generic[T]):
    """What this process remembers of its latest matches; it may be emptied at any time."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: OrderedDict[UUID, T] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: UUID) -> T | None:
        with self._lock:
            return self._known.get(match_id)

    def put(self, match_id: UUID, what: T) -> None:
        with self._lock:
            self._known[match_id] = what
            self._known.move_to_end(match_id)
            if len(self._known) > self._size:
                self._known.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


RECENT: Recent[Position] = Recent(2000)


def rules_of(match: Match) -> Game:
    return GAMES[match.game].rules


def opening(match: Match) -> Position:
    rules = rules_of(match)
    return Position(rules.start(rules.options(match.options)), 0, 0)


def position(match: Match) -> Position:
    """The position after the last stored move.

    It starts from the remembered one; the moves since then, if any, take one query.
    """
    start = RECENT.get(match.pk) or opening(match)
    if start.number == match.version:
        return start
    after = advance(
        match, start, match.moves.filter(number__gt=start.number).order_by("number")
    )
    if after.number > start.number:
        RECENT.put(match.pk, after)
    if after.number > match.version:
        match.refresh_from_db()  # a move came between reading the row and reading the moves
    return after


def position_at(match: Match, number: int) -> Position:
    """The position after move `number`, played from the first move."""
    return advance(
        match, opening(match), match.moves.filter(number__lte=number).order_by("number")
    )


def advance(match: Match, start: Position, moves: Any) -> Position:
    rules = rules_of(match)
    state, number, shuffles = start
    for text in moves.values_list("text", flat=True):
        shuffles += rules.to_act(state) == CHANCE
        state = rules.play(state, rules.parse(text))
        number += 1
    return Position(state, number, shuffles)
