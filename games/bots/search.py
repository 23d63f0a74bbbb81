"""How a strong player thinks: each sensible move is tried in the same imagined deals, played on by rules of thumb."""

from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from operator import itemgetter
from typing import Any, Final, Protocol

from games.rules.base import CHANCE, Below, Game, Json

NODES: Final = 2000
"""How many moves are played in thought for one move in earnest; the same whatever anybody holds."""

DEALS: Final = 50
"""How many imagined deals the moves are tried in at most."""

DOUBT: Final = 1.0
"""By how many standard errors a move must beat the usual one."""

DRAWN: Final = 8
"""How many deals are drawn at most for one that explains what the others have done."""

BETWEEN: Final = ("deal", "over")
"""The phases, in every game, in which no deal is going on."""


class Habits(Protocol):
    """What a player of one game does without thinking long.

    The states are imagined. Of them `move` and `candidates` look only at what the seat to act may know.
    """

    def move(self, state: Any, below: Below) -> Any:
        """What rules of thumb say for the seat to act."""

    def candidates(self, state: Any) -> tuple[Any, ...]:
        """The few legal moves of the seat to act that deserve a thought."""

    def plausible(self, view: Json, state: Any) -> float:
        """How well this deal explains what the others have done in this view, from 0 to 1."""

    def gain(self, before: Any, after: Any, seat: int) -> float:
        """What the deal that was being played `before` has brought to this seat `after` it."""


def best(
    game: Game,
    habits: Habits,
    view: Json,
    below: Below,
    in_time: Callable[[], bool],
    nodes: int = NODES,
) -> Any:
    """The usual move, or the one that does clearly better; the worse half of these is dropped until one is left.

    `nodes` is what ends the search; `in_time` is asked once for each imagined deal, for a machine that is too slow.
    """
    state = game.imagine(view, below)
    usual = habits.move(state, below)
    rivals = [move for move in dict.fromkeys(habits.candidates(state)) if move != usual]
    thought = Thought(game, habits, view, below)
    halvings = max(1, (len(rivals) - 1).bit_length())
    for halving in range(1, halvings + 1):
        while (
            rivals
            and max(thought.nodes / nodes, thought.deals / DEALS) < halving / halvings
        ):
            if not in_time():
                return thought.better(usual, rivals)
            thought.try_all([usual, *rivals])
        rivals = thought.ranked(rivals)[: (len(rivals) + 1) // 2]
    return thought.better(usual, rivals)


class Thought:
    """What has been found out about the moves so far."""

    def __init__(self, game: Game, habits: Habits, view: Json, below: Below) -> None:
        self.game, self.habits, self.below = game, habits, below
        self.view = view | {"last_deal": None}
        """What is imagined often need not hold the deal before."""
        self.seat: int = view["seat"]
        self.nodes = self.deals = 0
        """Moves played in thought, and the imagined deals in which they were."""
        self.gains: defaultdict[Any, list[float]] = defaultdict(list)
        """By move, what each deal brought. All moves that are still in the race were tried in the same deals."""

    def ranked(self, moves: list[Any]) -> list[Any]:
        """The best first; of equals the one that was first before."""
        return sorted(moves, key=lambda move: -sum(self.gains[move]))

    def better(self, usual: Any, rivals: list[Any]) -> Any:
        """The best of the rivals, if it is better than the usual move by more than chance does easily."""
        for rival in self.ranked(rivals)[:1]:
            more = [
                a - b for a, b in zip(self.gains[rival], self.gains[usual], strict=True)
            ]
            if sum(more) > DOUBT * sqrt(sum(a * a for a in more)):
                return rival
        return usual

    def try_all(self, moves: list[Any]) -> None:
        """Play each of them in one more imagined deal."""
        self.deals += 1
        state = self.imagined()
        for move in moves:
            after = self.played_out(self.game.play(state, move))
            self.gains[move].append(self.habits.gain(state, after, self.seat))

    def imagined(self) -> Any:
        """A deal that fits the view; the worse it explains what the others have done, the rather another is drawn."""
        drawn: list[tuple[float, Any]] = []
        while len(drawn) < DRAWN:
            state = self.game.imagine(self.view, self.below)
            plausible = self.habits.plausible(self.view, state)
            if self.below(1000) < 1000 * plausible:
                return state
            drawn.append((plausible, state))
        return max(drawn, key=itemgetter(0))[1]

    def played_out(self, state: Any) -> Any:
        """The state after this deal, everybody playing by rules of thumb."""
        game, move, below = self.game, self.habits.move, self.below
        to_act, play = game.to_act, game.play
        self.nodes += 1
        while state.phase not in BETWEEN:
            state = play(
                state,
                self.shuffled(state) if to_act(state) == CHANCE else move(state, below),
            )
            self.nodes += 1
        return state

    def shuffled(self, state: Any) -> Any:
        """Chance deals on within a deal."""
        left = list(self.game.pack(state))
        return self.game.deal_move(
            tuple(left.pop(self.below(n)) for n in range(len(left), 0, -1))
        )


def lead(before: tuple[int, ...], after: tuple[int, ...], seat: int) -> float:
    """What the points between these totals bring to this seat, beside what the others get on average."""
    got = [b - a for a, b in zip(before, after, strict=True)]
    return got[seat] - (sum(got) - got[seat]) / (len(got) - 1)
