"""The rules engines: random legal moves to the end of a deal, next to OpenSpiel and RLCard.

All are driven from Python in one process, in alternating slices; rates are per second
of CPU time. Ours use nothing but `games.rules.base.Game`: `to_act`, `legal_moves`, and
`play`, which checks every move; they deal a shuffled pack and keep the moves. Oh Hell
with four players and seven cards is the same game as round 7 of Mizzaire: both have
4 calls and 28 cards, so games and moves compare directly. OpenSpiel deals in 31 chance
steps, each picked from `chance_outcomes()`; ours takes 29 cards from a shuffle of 52,
after the points of six rounds. Both sides choose by `random.choice`.

Only this benchmark needs OpenSpiel and RLCard; install them into a separate environment:

    pip install open_spiel rlcard       # the group `bench` of pyproject.toml
    python -m bench.engine [--slices 25] [--seconds 0.25]
"""

import argparse
import gc
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, Final, TypeVar

from bench.common import HEAD, Comparison, Ratios, at_least, at_most, circumstances
from bench.playouts import (
    MISSING,
    QUIET,
    Playout,
    at_phase,
    before_deal,
    bridge,
    choice,
    next_state,
    oh_hell,
    oh_hell_bots,
    oh_hell_dealt,
    oh_hell_equal,
    oh_hell_from,
    oh_hell_game,
    one_deal,
    one_phase,
    random,
    shuffled,
)
from core.chance import Stream, seed_from
from games.mizzaire import rules as mizzaire
from games.mu import rules as mu
from games.mus import rules as mus
from games.rules.base import CHANCE, Game
from games.rules.dealing import commitment, deal_seed, leaves, root, shuffle
from games.rules.record import Record, RecordedDeal, RecordedMove, RecordedSeat, write
from games.verification import verify

T = TypeVar("T")


# --- measuring ---


def pace(playout: Playout, seconds: float) -> float:
    """Thousands of moves for a second of CPU time."""
    moves, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += playout()
    return moves / spent / 1000


def paces(
    playouts: dict[str, Playout], slices: int, seconds: float
) -> dict[str, list[float]]:
    """Measure slices in turn, reversing the order each time."""
    found: dict[str, list[float]] = {name: [] for name in playouts}
    names = list(playouts)
    for _ in range(slices):
        for name in names:
            found[name].append(pace(playouts[name], seconds))
        names.reverse()
    return found


def compared(found: dict[str, list[float]], a: str, b: str, again: str) -> Comparison:
    return Comparison.of(found[a], found[b], found[again])


# --- a match made, and checked from its record ---


def recorded(seed: str) -> Record:
    """A match of Mus without large bets, dealt and recorded as the service does it."""
    stream, secret = (
        Stream(seed_from(seed.encode())),
        seed_from(b"secret", seed.encode()),
    )
    options = mus.options({})
    state = mus.start(options)
    moves: list[RecordedMove] = []
    deals: list[RecordedDeal] = []
    while (turn := mus.to_act(state)) is not None:
        if turn == CHANCE:
            deal, order = published(state, secret, len(deals) + 1)
            deals.append(deal)
            move = mus.deal_move(order)
        else:
            legal = mus.legal_moves(state)[:QUIET]
            move = legal[stream.below(len(legal))]
        moves.append(
            RecordedMove(
                len(moves) + 1, None if turn == CHANCE else turn, mus.text(move)
            )
        )
        state = mus.play(state, move)
    seats = tuple(
        RecordedSeat(name, False) for name in ("Ane", "Beñat", "Cira", "Dani")
    )
    head = (
        "bench",
        "mus",
        mus.options_json(options),
        seats,
        commitment(secret),
        secret,
    )
    return Record(
        *head, tuple(deals), tuple(moves), mus.score(state), mus.outcome(state)
    )


def published(
    state: Any, secret: bytes, number: int
) -> tuple[RecordedDeal, tuple[int, ...]]:
    seed = deal_seed(secret, number)
    order = shuffle(mus.pack(state), seed, {})
    top = root(leaves([mus.card_text(card) for card in order], seed))
    return RecordedDeal(number, commitment(seed), top, {}, seed), order


def replayed(moves: list[str]) -> None:
    """The state after these moves, replayed as the service replays stored moves."""
    state = mus.start(mus.options({}))
    for text in moves:
        state = mus.play(state, mus.parse(text))


def played() -> list[str]:
    """A match of Mus without large bets, its moves kept as text."""
    state, kept = mus.start(mus.options({})), []
    while (turn := mus.to_act(state)) is not None:
        move = (
            mus.deal_move(shuffled(mus.pack(state)))
            if turn == CHANCE
            else choice(mus.legal_moves(state)[:QUIET])
        )
        kept.append(mus.text(move))
        state = mus.play(state, move)
    return kept


def agrees(text: str) -> None:
    verdict = verify(text)
    if not verdict.ok:
        raise SystemExit(str(verdict))


def timed(run: Callable[[], T]) -> tuple[T, float]:
    """The result of `run`, and its CPU time in milliseconds."""
    began = time.process_time()
    result = run()
    return result, 1000 * (time.process_time() - began)


def against(
    make: Callable[[], T], check: Callable[[T], None], pairs: int
) -> Comparison:
    """The cost of checking something relative to the cost of making it."""
    makes, checks, again = [], [], []
    for _ in range(pairs):
        made, cost = timed(make)
        makes.append(cost)
        checks.append(timed(partial(check, made))[1])
        again.append(timed(partial(check, made))[1])
    return Comparison(
        Ratios.of(checks, makes),
        Ratios.of(again, checks),
        median(checks),
        median(makes),
    )


# --- memory ---


def kept_bytes(game: Game, options: dict[str, Any]) -> tuple[float, float]:
    """Bytes of one state of a match, and of each state when all of a match are kept."""
    state, states = game.start(game.options(options)), []
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    while game.to_act(state) is not None:
        state = next_state(game, state)
        states.append(state)
    each = (tracemalloc.get_traced_memory()[0] - before) / len(states)
    tracemalloc.stop()
    return median(map(deep_size, states)), each


def deep_size(value: Any) -> int:
    """The size including the contents of tuples, counting each object once."""
    sizes: dict[int, int] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) not in sizes:
            sizes[id(one)] = sys.getsizeof(one)
            waiting += one if isinstance(one, tuple) else []
    return sum(sizes.values())


# --- the tables ---

MU_DEALS: Final = {"deals": 20}
MATCHES: Final[dict[str, tuple[Game, dict[str, Any], int, int]]] = {
    "Mus": (mus, {"sets_to_win": 9, "points_per_set": 200}, 1, 60),
    "Mü": (mu, MU_DEALS, 1, 20),
    "Mizzaire": (mizzaire, {}, 7, 12),
}
"""By name: the game, the options of a long match, an early deal and a late one of equal size."""


def playouts() -> dict[str, Playout]:
    hell = oh_hell_game()
    round_7 = before_deal(mizzaire, {}, 7)
    tricks = at_phase(mu, {}, "tricks")
    one_of = {
        "oh_hell": partial(oh_hell, hell),
        "mizzaire": partial(one_deal, mizzaire, round_7),
        "observed": partial(one_deal, mizzaire, round_7, look=mizzaire.observe),
        "viewed": partial(one_deal, mizzaire, round_7, look=mizzaire.view),
        "texts": partial(one_deal, mizzaire, round_7, write=mizzaire.text),
        "mus": partial(one_deal, mus, mus.start(mus.options({}))),
        "mu": partial(one_deal, mu, mu.start(mu.options({}))),
        "tricks": partial(one_phase, mu, tricks),
        "auction": partial(one_phase, mu, at_phase(mu, {}, "auction")),
        "equal": partial(oh_hell_equal, hell),
        "from": partial(oh_hell_from, [oh_hell_dealt(hell) for _ in range(200)]),
        "bots": oh_hell_bots(hell),
        "bridge": bridge(),
        "oh_hell again": partial(oh_hell, hell),
        "tricks again": partial(one_phase, mu, tricks),
    }
    for name, (game, options, early, late) in MATCHES.items():
        states = [before_deal(game, options, number) for number in (early, late)]
        for when, state in zip(
            ("early", "late", "early again"), (*states, states[0]), strict=True
        ):
            one_of[f"{name} {when}"] = partial(one_deal, game, state)
    return one_of


def goal_of(what: str, ratio: float) -> str:
    return at_least(GOALS[what], ratio) if what in GOALS else ""


GOALS: Final = {"mizzaire": 1.0, "observed": 0.9, "mus": 0.7, "tricks": 1.0}
ROWS: Final = {
    "mizzaire": "Mizzaire, a deal of 7 cards for 4",
    "observed": "the same, with all that the seat to act may know",
    "viewed": "the same, with that as JSON",
    "texts": "the same, with the text of each move",
    "mus": "Mus, a deal",
    "mu": "Mü, a deal for 4",
    "tricks": "Mü, the tricks alone",
}
OTHERS: Final = {
    "equal": ("Oh Hell without asking for chances", "≥ 0.5"),
    "from": ("Oh Hell without the deal", "≥ 0.5"),
    "bots": ("Oh Hell in C++ with its own bots", "≥ 0.2"),
    "bridge": ("RLCard bridge, `env.run`", "≥ 15"),
}


def report(found: dict[str, list[float]]) -> None:
    print(f"\nMoves a second, beside Oh Hell\n\n{HEAD}")
    for what, name in ROWS.items():
        row = compared(found, what, "oh_hell", "oh_hell again")
        print(row.row(name, "k", goal_of(what, row.ratio.median)))
    print(f"\nMoves a second of Mizzaire, beside others\n\n{HEAD}")
    for what, (name, goal) in OTHERS.items():
        row = Comparison(
            Ratios.of(found["mizzaire"], found[what]),
            Ratios.of(found["oh_hell again"], found["oh_hell"]),
            median(found["mizzaire"]),
            median(found[what]),
        )
        print(row.row(name, "k", at_least(float(goal[2:]), row.ratio.median)))
    print(f"\nMoves a second in a late deal, beside an early one\n\n{HEAD}")
    for name, (_, _, early, late) in MATCHES.items():
        row = compared(found, f"{name} late", f"{name} early", f"{name} early again")
        print(
            row.row(
                f"{name}, deal {late} beside {early}",
                "k",
                at_least(0.9, row.ratio.median),
            )
        )


def report_auction(found: dict[str, list[float]]) -> None:
    steps = {
        what: [1e3 / rate for rate in found[what]]
        for what in ("auction", "tricks", "tricks again")
    }
    row = compared(steps, "auction", "tricks", "tricks again")
    print(f"\nA step of Mü's auction beside a card\n\n{HEAD}")
    print(row.row("Mü, a step of the auction", "µs", at_most(3, row.ratio.median)))


def report_checks(pairs: int) -> None:
    replay = against(played, replayed, pairs)
    check = against(lambda: write(recorded(str(random()))), agrees, pairs)
    print(f"\nA match of Mus once more, beside making it\n\n{HEAD}")
    print(
        replay.row(
            "its moves, from their texts", "ms", at_most(1.2, replay.ratio.median)
        )
    )
    goals = f"{at_most(1.2, check.ratio.median)}; ms {at_most(20, check.a)}"
    print(check.row("its record read and verified", "ms", goals))


def report_memory() -> None:
    print("\n| bytes | one state | each of a match's |\n|---|---|---|")
    for name, (game, options, _, _) in MATCHES.items():
        alone, kept = kept_bytes(game, options)
        print(f"| {name} | {alone:.0f} | {kept:.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--slices", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.25)
    sizes = parser.parse_args()
    if MISSING:
        sys.exit(f"{MISSING}: this bench needs `pip install open_spiel rlcard`.")
    report_memory()
    one_of = playouts()
    gc.freeze()
    found = paces(one_of, sizes.slices, sizes.seconds)
    report(found)
    report_auction(found)
    report_checks(sizes.slices)
    print(f"\n{circumstances()}")


if __name__ == "__main__":
    main()
