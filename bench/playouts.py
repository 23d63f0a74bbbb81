"""Playouts for the benchmark of the engines: our games, Oh Hell and bridge."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from games.rules.base import CHANCE, Game

try:
    import pyspiel
    import rlcard
    from rlcard.agents import RandomAgent
except ImportError as error:
    MISSING: str | None = str(error)
else:
    MISSING = None

Playout = Callable[[], int]
"""Plays once; returns the number of moves that the seats made."""

Look = Callable[[Any, Any], object]
"""What a seat is shown of a state."""

RANDOM: Final = Random(1)
choice, random = RANDOM.choice, RANDOM.random


def shuffled(pack: tuple[int, ...]) -> tuple[int, ...]:
    """The cards, sorted by a random number for each."""
    return tuple(sorted(pack, key=lambda _: random()))


# --- ours ---


def dealt(game: Game, state: Any, kept: list[Any]) -> Any:
    """The state after a shuffle."""
    move = game.deal_move(shuffled(game.pack(state)))
    kept.append(move)
    return game.play(state, move)


def one_deal(
    game: Game,
    state: Any,
    look: Look | None = None,
    write: Callable[[Any], str] | None = None,
) -> int:
    """A deal from shuffle to end. The acting seat may `look` first; `write` encodes moves."""
    kept: list[Any] = []
    moves, legal_moves, play = 0, game.legal_moves, game.play
    while game.to_act(state) == CHANCE and (not moves or state.phase != "deal"):
        state = dealt(game, state, kept)
        while legal := legal_moves(state):
            if look:
                look(state, state.turn)
            move = choice(legal)
            state = play(state, move)
            kept.append(write(move) if write else move)
            moves += 1
    return moves


def one_phase(game: Game, states: list[Any]) -> int:
    """Play from one of these states to the end of its phase."""
    state, kept, moves = choice(states), [], 0
    phase, legal_moves, play = state.phase, game.legal_moves, game.play
    while state.phase == phase:
        move = choice(legal_moves(state))
        state = play(state, move)
        kept.append(move)
        moves += 1
    return moves


def before_deal(game: Game, options: dict[str, Any], number: int) -> Any:
    """A match after all but this many deals, played without large bets."""
    state, deals = game.start(game.options(options)), 1
    while deals < number or state.phase != "deal":
        state = next_state(game, state)
        deals += state.phase == "deal"
    return state


QUIET: Final = 3
"""How many of the legal moves are used. In Mus this avoids large bets, so matches are long."""


def next_state(game: Game, state: Any) -> Any:
    """A move without large bets, or a shuffle."""
    if game.to_act(state) == CHANCE:
        return dealt(game, state, [])
    return game.play(state, choice(game.legal_moves(state)[:QUIET]))


def at_phase(game: Game, options: dict[str, Any], phase: str) -> list[Any]:
    """Some states in which this phase begins."""
    states = []
    while len(states) < 200:
        state = dealt(game, game.start(game.options(options)), [])
        while state.phase not in (phase, "deal", "over"):
            state = game.play(state, choice(game.legal_moves(state)))
        states += [state] if state.phase == phase else []
    return states


# --- the others ---


def oh_hell_game() -> Any:
    return pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=7)")


def oh_hell(game: Any) -> int:
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choice(state.chance_outcomes())[0])
        else:
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves


def oh_hell_equal(game: Any) -> int:
    """Oh Hell without listing chance outcomes, since they are all equally likely here."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        moves += not state.is_chance_node()
        state.apply_action(choice(state.legal_actions()))
    return moves


def oh_hell_dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choice(state.chance_outcomes())[0])
    return state


def oh_hell_from(states: list[Any]) -> int:
    """Oh Hell without the deal."""
    state, moves = choice(states).clone(), 0
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        moves += 1
    return moves


def oh_hell_bots(game: Any) -> Playout:
    """OpenSpiel's own loop in C++ with its random bots."""
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(4)]

    def run() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, RANDOM.getrandbits(31))
        return 32

    return run


def bridge() -> Playout:
    env = rlcard.make("bridge")
    env.set_agents(
        [RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)]
    )

    def run() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return run
