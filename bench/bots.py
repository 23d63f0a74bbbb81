"""How strong the levels of the bots are.

Two levels sit alternately at a table and play the same deals twice, with seats swapped
the second time.

    python -m bench.bots [--games mus mu mizzaire] [--matches NUMBER]
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean, median, quantiles, stdev
from typing import Any, Final, NamedTuple

from bench.common import circumstances
from games.bot_player import choose
from games.catalogue import GAMES
from games.rules.base import CHANCE, Game, Score


class Kind(NamedTuple):
    """What is played of a game, and the unit of its differences."""

    options: dict[str, Any]
    unit: str
    results: Callable[[Score], Sequence[tuple[int, ...]]]
    """The points of each side in each unit."""
    matches: int
    """The default number of matches, each played twice."""


MATCHES: Final = {
    "mus": Kind({"sets_to_win": 1}, "sets won", lambda score: [score.won], 40),
    "mu": Kind({"deals": 4}, "points a deal", lambda score: score.sets, 14),
    "mizzaire": Kind({}, "points a round", lambda score: score.sets, 8),
}

HEAD = (
    "| game | level | against | difference (95 %) | in | times two | ms a move | p99 |\n"
    + "|---" * 8
    + "|"
)

Player = Callable[[Game, Any], Any]


class Result(NamedTuple):
    """The lead of one level over another in each unit, and the CPU seconds of its moves."""

    differences: list[float]
    seconds: list[float]

    def interval(self) -> tuple[float, float]:
        half = 1.96 * stdev(self.differences) / sqrt(len(self.differences))
        return mean(self.differences) - half, mean(self.differences) + half

    def row(self, game: str, level: str, other: str) -> str:
        low, high = self.interval()
        middle, slow = (
            median(self.seconds) * 1000,
            quantiles(self.seconds, n=100)[98] * 1000,
        )
        even = "" if low > 0 else " NOT CLEAR OF EVEN"
        return (
            f"| {game} | {level} | {other} "
            f"| {mean(self.differences):+.2f} ({low:+.2f} to {high:+.2f}){even} "
            f"| {MATCHES[game].unit} | {len(self.differences)} | {middle:.3g} | {slow:.3g} |"
        )


def compare(code: str, level: str, other: str, matches: int) -> Result:
    """Play each match twice: `level` has the even seats first, then the odd ones."""
    differences, seconds = [], []
    for match in range(matches):
        first = played(
            code, (timed(level, match, seconds), player(other, match)), match
        )
        again = played(
            code, (player(other, match), timed(level, match, seconds)), match
        )
        differences += [(a - b) / 2 for a, b in zip(first, again, strict=True)]
    return Result(differences, seconds)


def player(level: str, number: int) -> Player:
    chance = Random(f"{level} {number}")
    if level == "random":
        return lambda game, state: chance.choice(game.legal_moves(state))
    return lambda game, state: game.parse(
        choose(game.view(state, game.to_act(state)), chance.randrange, level)
    )


def timed(level: str, number: int, seconds: list[float]) -> Player:
    choose = player(level, number)

    def watched(game: Game, state: Any) -> Any:
        start = time.process_time()
        move = choose(game, state)
        seconds.append(time.process_time() - start)
        return move

    return watched


def played(code: str, players: tuple[Player, Player], match: int) -> list[float]:
    """The lead of the even sides over the odd ones, unit by unit."""
    game = GAMES[code].rules
    options = game.options(MATCHES[code].options)
    state, shuffles = game.start(options), shuffled(game, match)
    while (seat := game.to_act(state)) is not None:
        state = game.play(
            state,
            next(shuffles)(state) if seat == CHANCE else players[seat % 2](game, state),
        )
    return [ahead(points) for points in MATCHES[code].results(game.score(state))]


def shuffled(game: Game, match: int) -> Iterator[Callable[[Any], Any]]:
    """The shuffles of a match; none depends on how earlier deals were played."""
    number = 0
    while True:
        chance = Random(f"{match} {(number := number + 1)}")
        yield lambda state, chance=chance: game.deal_move(
            tuple(chance.sample(pack := game.pack(state), len(pack)))
        )


def ahead(points: tuple[int, ...]) -> float:
    return mean(points[0::2]) - mean(points[1::2])


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", nargs="+", choices=MATCHES, default=list(MATCHES))
    asked.add_argument(
        "--matches", type=int, help="played twice each, instead of the usual number"
    )
    args = asked.parse_args()
    if args.matches and args.matches < 2:
        asked.error("it takes two matches at least to say how sure a difference is")
    print(HEAD)
    for code in args.games:
        for level, other in (("simple", "random"), ("strong", "simple")):
            result = compare(code, level, other, args.matches or MATCHES[code].matches)
            print(result.row(code, level, other), flush=True)
    print(circumstances())


if __name__ == "__main__":
    main()
