"""Matches of Mus played by whim under random options."""

from random import Random

from hypothesis import strategies as st

from games.mus import rules
from games.mus.rules.legality import refusal
from games.mus.rules.state import Move, State

OPTIONS = st.fixed_dictionaries(
    {
        "points_per_set": st.integers(1, 16),
        "sets_to_win": st.integers(1, 2),
        "kings": st.sampled_from([8, 4]),
        "royal": st.sampled_from(["any", "coins", "off"]),
        "opening": st.sampled_from(["given", "card", "corrido", "corrido_each_set"]),
        "mus_visto": st.sampled_from(["automatic", "mano"]),
        "redeal_4567": st.booleans(),
        "wait_word": st.booleans(),
        "announcements": st.sampled_from(["automatic", "manual"]),
        "team_reply": st.sampled_from(["sequential", "highest"]),
    }
)


SEEDS = st.integers(0, 2**32)


class Whim:
    """Plays anything legal; likes mus, small offers and waiting, so that matches go deep."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def __call__(self, state: State) -> Move:
        moves = rules.legal_moves(state)
        if state.phase in ("pares", "juego") and self.random.random() < 0.97:
            return rules.least_committing(
                state
            )  # seldom false, since that ends the set
        likes = {
            "mus": 8,
            "paso": 8,
            "quiero": 8,
            "no quiero": 6,
            "no mus": 1,
            "discard": 1,
            "ordago": 0.1,
            "wait": 2,
        }
        weights = [likes.get(move.say, 1 / (1 + move.amount)) for move in moves]
        return self.random.choices(moves, weights)[0]

    def see(self, state: State) -> Move | None:
        """Now and then a card is seen while dealing (MUS-21)."""
        move = Move("exposed", self.random.randrange(4))
        return (
            move
            if self.random.random() < 0.1 and refusal(state, move) is None
            else None
        )
