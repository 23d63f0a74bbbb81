"""What every card game answers, so that the service can play, store, deal and verify it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from core.choices import Choices

Seat = int
"""A seat at the table, 0 to n-1 in the order of play. Seat 0 acts first in the first deal."""

Side = tuple[Seat, ...]
"""Seats that win and lose together."""

Card = int
"""A card's position in the canonical order of its pack. `Game.card_text` writes it."""

CHANCE: Final = -1
"""`to_act` while the pack has to be shuffled and dealt."""

REFEREE: Final = -2
"""The author of an event that is no seat's move: a referee, or the scribe of a physical table."""

EVENTS: Final = frozenset({"exposed"})
"""First words of the moves that only REFEREE makes. They happen while a seat is to act."""

Json = dict[str, Any]

Below = Callable[[int], int]
"""A source of chance: `below(n)` returns a number from 0 to n-1."""

fast_new: Final = tuple.__new__
"""`fast_new(State, (...))` builds a named tuple in half the time of `State(...)`.

Only for values that are built at every move: nothing checks the number of fields.
"""


class Score(NamedTuple):
    """The public score, with one number for each side."""

    won: tuple[int, ...]
    """Sets won (Mus), or the total of all finished deals (Mü, Mizzaire)."""
    running: tuple[int, ...]
    """Points in the current set or deal (Mü: on the cards taken; Mizzaire: tricks)."""
    sets: tuple[tuple[int, ...], ...]
    """The points of each finished set or deal, first to last."""


class Outcome(NamedTuple):
    """How a finished match ended."""

    score: tuple[int, ...]
    """For each side, in the unit that decides the match (Mus: sets won)."""
    places: tuple[int, ...]
    """The rank of each side, 1 for the winner; sides with equal scores share a rank."""


def is_event(text: str) -> bool:
    """Whether a move with this text is an event, which no seat may play."""
    return text.split(" ", 1)[0] in EVENTS


def check_seat(seat: Seat | None, players: int) -> None:
    """Raise ValueError unless this is a seat of the table, or None for the public.

    Python reads seat -1 as the last one, so CHANCE would otherwise see a player's hand.
    """
    if seat is not None and not 0 <= seat < players:
        raise ValueError("There is no such seat at this table.")


def check_length(score: Sequence[int], sides: int) -> None:
    """Raise ValueError unless the score has one number for each side."""
    if len(score) != sides:
        raise ValueError("A score has one number for each side.")


class Game(Protocol):
    """The rules of one game: a package whose functions answer these questions.

    Options, states and moves are immutable. Inside, moves are small values of the game;
    as text (one line, no tabs) they are stored, sent and read by people. A deal is a move
    too, made by CHANCE: the whole pack in its shuffled order.
    """

    CODE: str

    TURN_RULE: str
    """The rule that fixes the order in which the seats act."""

    @property
    def OPTIONS(self) -> Choices:  # noqa: N802
        """The options of a table. Every game has `players`, the number of seats."""

    @property
    def REFUSALS(self) -> Mapping[str, str]:  # noqa: N802
        """The English sentence for each code that the game refuses with."""

    def options(self, raw: Mapping[str, Any]) -> Any:
        """The options from plain JSON, defaults filled in. Raises BadOption."""

    def options_json(self, options: Any) -> Json:
        """All options as plain JSON; `options(options_json(o)) == o`."""

    def sides(self, options: Any) -> tuple[Side, ...]:
        """Who plays with whom. Every seat is in one side."""

    def start(self, options: Any) -> Any:
        """The state before the first deal."""

    def to_act(self, state: Any) -> int | None:
        """The seat to act, CHANCE before a shuffle, None when the match is over."""

    def pack(self, state: Any) -> tuple[Card, ...]:
        """The cards that CHANCE has to shuffle, in canonical order: a pack or a new stock."""

    def parse(self, text: str) -> Any:
        """A move from its text. Raises BadNotation."""

    def text(self, move: Any) -> str:
        """The one canonical text of a move; `parse(text(m)) == m`."""

    def deal_move(self, order: tuple[Card, ...]) -> Any:
        """The move by which CHANCE deals this order of `pack(state)`."""

    def legal_moves(self, state: Any) -> tuple[Any, ...]:
        """The legal moves of `to_act`, empty for CHANCE and after the end.

        Amounts that cannot make a difference are left out.
        """

    def least_committing(self, state: Any) -> Any:
        """The legal move made for a seat that has run out of time."""

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move of `to_act`, or after an event.

        Raises IllegalMove with the code and the rule.
        """

    def score(self, state: Any) -> Score:
        """The public score."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, None while the match is still being played."""

    def check_score(self, options: Any, score: Sequence[int]) -> None:
        """Check the final score of a match that was played elsewhere.

        `score` is as in `Outcome.score`. Raises Refusal, which says what is possible, if no
        match under these rules can end like that, and ValueError unless the score has one
        number for each side.
        """

    def view(self, state: Any, seat: Seat | None) -> Json:
        """All that `seat` may know, as plain JSON, and nothing else; None is the public.

        Raises ValueError if there is no such seat.
        """

    def determinize(self, view: Json, below: Below) -> Any:
        """A random state in which the seat of this view has exactly the same view.

        Hidden information, above all cards and their order, is sampled from everything
        that agrees with what the seat has seen.
        """

    def card_text(self, card: Card) -> str:
        """The card in ASCII, the same in every language."""

    def positions(self, state: Any, seat: Seat) -> tuple[int, ...]:
        """The positions in the last shuffle of the cards that this seat was dealt.

        The seat may verify these cards, and no others.
        """
