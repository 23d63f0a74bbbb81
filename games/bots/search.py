"""How a strong bot thinks: it tries its moves in sampled deals, played on by rules of thumb."""

from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from operator import itemgetter
from typing import Any, Final, Protocol

from games.rules.base import CHANCE, Below, Game, Json

NODES: Final = 2000
"""How many moves a search plays in thought.

The number is the same for all hands, so that the time taken gives nothing away.
"""

DEALS: Final = 50
"""The most sampled deals in which the moves are tried."""

DOUBT: Final = 1.0
"""By how many standard errors a move must beat the usual one."""

DRAWN: Final = 8
"""The most deals to sample in search of one that explains what the others have done."""

BETWEEN: Final = ("deal", "over")
"""The phases, in every game, in which no deal is in progress."""


class Habits(Protocol):
    """What the bot of one game does without much thought.

    All states are sampled. `choose_move` and `candidate_moves` use only what the seat to
    act may know of them.
    """

    def choose_move(self, state: Any, below: Below) -> Any:
        """The move of the seat to act by rules of thumb."""

    def candidate_moves(self, state: Any) -> tuple[Any, ...]:
        """The few legal moves of the seat to act that are worth a search."""

    def plausibility(self, view: Json, state: Any) -> float:
        """How well this deal explains what the others have done in the view, 0 to 1."""

    def measure_gain(self, before: Any, after: Any, seat: int) -> float:
        """What a deal has brought this seat, from its state in play and the one after it."""


def search_move(
    game: Game,
    habits: Habits,
    view: Json,
    below: Below,
    in_time: Callable[[], bool],
    nodes: int = NODES,
) -> Any:
    """The usual move, or one that does clearly better.

    The worse half of the candidates is dropped again and again until one is left.
    `nodes` ends the search. `in_time` is asked before each sampled deal, as a safeguard on
    a slow machine.
    """
    state = game.determinize(view, below)
    usual = habits.choose_move(state, below)
    rivals = list(dict.fromkeys(habits.candidate_moves(state)))
    if usual in rivals:
        rivals.remove(usual)
    search = Search(game, habits, view, below)
    halvings = max(1, (len(rivals) - 1).bit_length())
    for halving in range(1, halvings + 1):
        while rivals and search.share_spent(nodes) < halving / halvings:
            if not in_time():
                return search.pick_better(usual, rivals)
            search.try_moves([usual, *rivals])
        half = (len(rivals) + 1) // 2
        rivals = search.rank_moves(rivals)[:half]
    return search.pick_better(usual, rivals)


class Search:
    """What has been found out about the moves so far."""

    def __init__(self, game: Game, habits: Habits, view: Json, below: Below) -> None:
        self.game, self.habits, self.below = game, habits, below
        # Samples do not need the previous deal, and are drawn faster without it.
        self.view = view | {"last_deal": None}
        self.seat: int = view["seat"]
        self.nodes = 0
        """Moves played in thought."""
        self.deals = 0
        """Sampled deals in which they were played."""
        self.gains: defaultdict[Any, list[float]] = defaultdict(list)
        """What each deal brought, by move. Moves still in the race share all deals."""

    def share_spent(self, nodes: int) -> float:
        """The share of the search that is done, 1 when it must end."""
        return max(self.nodes / nodes, self.deals / DEALS)

    def rank_moves(self, moves: list[Any]) -> list[Any]:
        """The best first; equal moves keep their order."""
        return sorted(moves, key=lambda move: -sum(self.gains[move]))

    def pick_better(self, usual: Any, rivals: list[Any]) -> Any:
        """The best rival if it beats the usual move beyond doubt, else the usual move."""
        if not rivals:
            return usual
        rival = self.rank_moves(rivals)[0]
        total = squares = 0.0
        for ours, theirs in zip(self.gains[rival], self.gains[usual], strict=True):
            difference = ours - theirs
            total += difference
            squares += difference * difference
        if total > DOUBT * sqrt(squares):
            return rival
        return usual

    def try_moves(self, moves: list[Any]) -> None:
        """Play each move in one more sampled deal."""
        self.deals += 1
        state = self.sample_deal()
        for move in moves:
            after = self.play_out(self.game.play(state, move))
            gain = self.habits.measure_gain(state, after, self.seat)
            self.gains[move].append(gain)

    def sample_deal(self) -> Any:
        """A deal that fits the view, preferably one that explains what the others have done."""
        drawn: list[tuple[float, Any]] = []
        while len(drawn) < DRAWN:
            state = self.game.determinize(self.view, self.below)
            plausibility = self.habits.plausibility(self.view, state)
            if self.below(1000) < 1000 * plausibility:
                return state
            drawn.append((plausibility, state))
        return max(drawn, key=itemgetter(0))[1]

    def play_out(self, state: Any) -> Any:
        """The state after this deal if all seats play by rules of thumb."""
        game, choose_move, below = self.game, self.habits.choose_move, self.below
        to_act, play = game.to_act, game.play
        self.nodes += 1
        while state.phase not in BETWEEN:
            self.nodes += 1
            if to_act(state) == CHANCE:
                state = self.deal_on(state)
            else:
                state = play(state, choose_move(state, below))
        return state

    def deal_on(self, state: Any) -> Any:
        """The state after a shuffle in the middle of a deal, for example of a new stock."""
        left = list(self.game.pack(state))
        order = [left.pop(self.below(size)) for size in range(len(left), 0, -1)]
        return self.game.play(state, self.game.deal_move(tuple(order)))


def measure_lead(before: tuple[int, ...], after: tuple[int, ...], seat: int) -> float:
    """What a seat has gained between these totals, minus what the others gained on average."""
    gains = []
    for earlier, later in zip(before, after, strict=True):
        gains.append(later - earlier)
    others = sum(gains) - gains[seat]
    return gains[seat] - others / (len(gains) - 1)
