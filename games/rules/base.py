"""The questions that every card game answers; whoever answers them can be played, stored, dealt and verified here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from core.choices import Choices

Seat = int
"""A place at the table, 0 to n-1 in the order of play. Seat 0 speaks first in the first deal."""

Side = tuple[Seat, ...]
"""Seats that win and lose together."""

Card = int
"""A card is a small number: its place in its pack's canonical order. `Game.card_text` writes it."""

CHANCE: Final = -1
"""`to_act` when the pack must be shuffled and dealt before anybody can act."""

REFEREE: Final = -2
"""Who enters what happened at the table and is no seat's move: a referee, or the record of a physical table."""

EVENTS: Final = frozenset({"exposed"})
"""The first words of the moves that only REFEREE makes; they are made while a seat is to act."""

Json = dict[str, Any]

Below = Callable[[int], int]
"""Chance from outside: `below(n)` is one of 0 to n-1."""


class Score(NamedTuple):
    """What the whole world may know of the score; one number for each side."""

    won: tuple[int, ...]
    """Sets won (Mus), or the total of all finished deals where a game knows no sets (Mü, Mizzaire)."""
    running: tuple[int, ...]
    """Points in the set or deal being played (Mü: on the cards taken; Mizzaire: tricks)."""
    sets: tuple[tuple[int, ...], ...]
    """The points of each finished set or deal, first to last."""


class Outcome(NamedTuple):
    """How a finished match ended."""

    score: tuple[int, ...]
    """For each side, in the unit that decides the match (Mus: sets won)."""
    places: tuple[int, ...]
    """For each side its place, 1 for the winner; equal places are shared."""


def is_event(text: str) -> bool:
    """Whether a move with this text is an event, which no seat may play."""
    return text.split(" ", 1)[0] in EVENTS


class Game(Protocol):
    """A module under `games.rules` that answers these is a game. Options, states and moves are immutable.

    Moves are the game's own small values inside; as text (one line, no tabs) they are stored, sent and read by people.
    A deal is a move too: the whole pack in the order in which it was shuffled, made by CHANCE.
    """

    CODE: str

    TURN_RULE: str
    """The rule that says in which order the seats act."""

    @property
    def OPTIONS(self) -> Choices:  # noqa: N802
        """The options that a table may agree on; every game has `players`, the number of seats."""

    @property
    def REFUSALS(self) -> Mapping[str, str]:  # noqa: N802
        """The English sentence for each code that the game refuses with."""

    def options(self, raw: Mapping[str, Any]) -> Any:
        """The options of a match from plain JSON values, defaults filled in. Raises BadOption."""

    def options_json(self, options: Any) -> Json:
        """All options as plain JSON; `options(options_json(o)) == o`."""

    def sides(self, options: Any) -> tuple[Side, ...]:
        """Who plays with whom; also says how many seats there are."""

    def start(self, options: Any) -> Any:
        """The state before the first deal."""

    def to_act(self, state: Any) -> int | None:
        """The seat whose move is awaited, CHANCE when a shuffle is, None when the match is over."""

    def pack(self, state: Any) -> tuple[Card, ...]:
        """When CHANCE is to act: the cards to be shuffled, in canonical order (a full pack, or a new stock)."""

    def parse(self, text: str) -> Any:
        """A move from its text. Raises BadNotation."""

    def text(self, move: Any) -> str:
        """The move's one canonical text; `parse(text(m)) == m`."""

    def deal_move(self, order: tuple[Card, ...]) -> Any:
        """The move by which CHANCE deals this order of `pack(state)`."""

    def legal_moves(self, state: Any) -> tuple[Any, ...]:
        """Every legal move of `to_act`, amounts only as far as they matter; () for CHANCE and at the end."""

    def least_committing(self, state: Any) -> Any:
        """The legal move made for a seat whose time is up."""

    def play(self, state: Any, move: Any) -> Any:
        """The state after `to_act` makes `move`, or after an event. Raises IllegalMove with the code and the rule."""

    def score(self, state: Any) -> Score:
        """The public score."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, None while the match goes on."""

    def check_score(self, options: Any, score: Sequence[int]) -> None:
        """Could a match that was played elsewhere have ended so? A number for each side, as in `Outcome.score`.

        Raises Refusal, with what would be possible, where the rules leave no way to come to them.
        """

    def view(self, state: Any, seat: Seat | None) -> Json:
        """All that `seat` may know, as plain JSON; None for the public. Never anything else."""

    def imagine(self, view: Json, below: Below) -> Any:
        """A state that the seat of this view cannot tell from the real one, drawn at random: its own view is the same.

        What the seat cannot know, cards and their order above all, is drawn from all that fits what it has seen.
        """

    def card_text(self, card: Card) -> str:
        """The card in ASCII text, language-neutral."""

    def positions(self, state: Any, seat: Seat) -> tuple[int, ...]:
        """Places in the order of the LAST shuffle whose cards this seat was dealt and may therefore check."""
