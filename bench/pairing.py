"""A Swiss round, a round with lives, and standings, next to other libraries.

Times are CPU times of this process. The field has played four Swiss rounds of ours with
even sides; all pair the fifth of nine. Ours starts from earlier draws and results and
ends with pairings and their reasons. The bare matching knows scores and earlier
opponents, links each entry to those of the next 16 by score that it has not met, and
calls rustworkx. py4swiss pairs by chess rules, including colours, with a matching in
C++. cardarena-tournament-core takes the next free opponent and never looks back.
Libraries that are not installed are left out:

    pip install py4swiss cardarena-tournament-core    # the group `bench` of pyproject.toml
    python -m bench.pairing [--pairs 12] [--entries 0] [--large 0]

`--entries` measures one size instead of 64, 256 and 1000; `--large 1` adds 4000. A slice
of py4swiss takes seconds, so it has three pairs.
"""

import gc
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rustworkx

from bench.common import HEAD, at_most, circumstances, interleaved
from bench.stand import options
from bench.standings import cpu_ms
from core.chance import Stream
from tournaments.rules.field import Entrant
from tournaments.rules.formats import lives, swiss
from tournaments.rules.formats.base import Format, History, StageSettings
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.tallies import ConfirmedResult

SWISS = StageSettings(rounds=9, tie_breaks=swiss.FORMAT.tie_breaks)
LIVES = StageSettings(lives=3)

Run = Callable[[], object]


def played(
    format: Format, setup: StageSettings, entries: int, rounds: int, stream: Stream
) -> History:
    """Play rounds with even sides; with lives, only survivors continue."""
    before = History()
    for number in range(1, rounds + 1):
        one = format.draw(
            still_in(format, setup, entries, before), stream, setup, before
        )
        pairs = enumerate(one["pairs"])
        facts = [
            ConfirmedResult(number, slot, a, b, PLAYED, (a, b)[stream.below(2)], 3, 1)
            for slot, (a, b) in pairs
        ]
        before = History([*before.rounds, one], [*before.facts, *facts])
    return before


def still_in(
    format: Format, setup: StageSettings, entries: int, before: History
) -> list[Entrant]:
    inside = format.to_draw(
        {"rounds": before.rounds}, before.facts, setup, range(1, entries + 1)
    )
    return [Entrant(entry, str(entry)) for entry in inside]


def ours(format: Format, setup: StageSettings, entries: int, before: History) -> Run:
    entrants = still_in(format, setup, entries, before)
    return lambda: format.draw(entrants, Stream(b"bench"), setup, before)


# --- beside ---


def bare(entrants: Sequence[int], before: History) -> Run:
    """A perfect matching by score, with 16 candidates for each entry."""
    score = Counter(fact.winner for fact in before.facts)
    met = {frozenset(pair) for one in before.rounds for pair in one["pairs"]}
    shuffled = Stream(b"bench").shuffled(entrants)

    def pair() -> None:
        order = sorted(shuffled, key=lambda entry: -score[entry])
        edges = [
            (
                a,
                b,
                1_000_000 - 1000 * (score[order[a]] - score[order[b]]) ** 2 - (b - a),
            )
            for a in range(len(order))
            for b in range(a + 1, min(a + 17, len(order)))
            if frozenset((order[a], order[b])) not in met
        ]
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(order)
        graph.add_edges_from(edges)
        rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

    return pair


def chess(entries: int, before: History, folder: Path) -> Run:
    """The Dutch system of py4swiss, for a tournament report that it has already read."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    file = folder / "bench.trf"
    file.write_text(report(entries, before))
    trf = TrfParser.parse(file)
    return lambda: DutchEngine.generate_pairings(trf)


def report(entries: int, before: History) -> str:
    """The tournament as chess programs read it. The side with fewer whites gets white."""
    results: dict[int, list[str]] = {entry: [] for entry in range(1, entries + 1)}
    whites: Counter[int] = Counter()
    for fact in before.facts:
        white, black = sorted(
            (fact.a, fact.b), key=lambda entry: (whites[entry], entry)
        )
        whites[white] += 1
        for entry, other, colour in ((white, black, "w"), (black, white, "b")):
            results[entry].append(f"{other:4} {colour} {int(fact.winner == entry)}")
    score = Counter(fact.winner for fact in before.facts)
    lines = [
        f"{f'001 {entry:4}      Pair {entry}':<80}{score[entry]:>2}.0 {entry:4}  {'  '.join(own)}"
        for entry, own in results.items()
    ]
    return "\n".join([*lines, "XXR 9", ""])


def greedy(entries: int, before: History) -> tuple[Run, Run]:
    """A Swiss round of cardarena-tournament-core, and its standings."""
    from cardarena_tournament_core import (
        Matchup,
        MatchupOutcome,
        Player,
        PokemonTCG,
        Round,
        Swiss,
    )

    players = {
        str(entry): Player(id=str(entry), name=str(entry))
        for entry in range(1, entries + 1)
    }
    won = {True: MatchupOutcome.PLAYER1_WINS, False: MatchupOutcome.PLAYER2_WINS}
    rounds = [
        Round(
            n,
            [
                Matchup(players[str(f.a)], players[str(f.b)], won[f.winner == f.a])
                for f in before.facts
                if f.round == n
            ],
        )
        for n in range(1, len(before.rounds) + 1)
    ]
    # Pairing changes its state, so that each run begins anew.
    return (
        lambda: Swiss.from_history(list(players.values()), rounds, set(players)).pair(),
        lambda: PokemonTCG().calculate(rounds),
    )


def plain_table(before: History) -> list[tuple[Any, ...]]:
    """Points, median Buchholz, Buchholz and set difference: one pass and a sort, no reasons."""
    points: Counter[int] = Counter()
    sets: Counter[int] = Counter()
    met: dict[int, list[int]] = {}
    for fact in before.facts:
        points[fact.winner or 0] += 2
        sets[fact.a] += fact.sets_a - fact.sets_b
        sets[fact.b] += fact.sets_b - fact.sets_a
        met.setdefault(fact.a, []).append(fact.b)
        met.setdefault(fact.b, []).append(fact.a)
    worth = {
        entry: [points[other] for other in others] for entry, others in met.items()
    }
    rows = [
        (points[entry], sum(own) - min(own), sum(own), sets[entry], entry)
        for entry, own in worth.items()
    ]
    return sorted(rows, reverse=True)


# --- the rows ---


def rounds(entries: int, pairs: int) -> None:
    """A Swiss round, and the counterparts that can handle this size."""
    before = played(swiss.FORMAT, SWISS, entries, 4, Stream(b"field"))
    draw = cpu_ms(ours(swiss.FORMAT, SWISS, entries, before))
    beside = interleaved(draw, cpu_ms(bare(range(1, entries + 1), before)), pairs)
    print(
        beside.row(
            f"Swiss round of {entries}, beside a bare matching",
            "ms",
            at_most(2, beside.ratio.median),
        )
    )
    if find_spec("py4swiss") and entries <= 256:
        with TemporaryDirectory() as folder:
            chess_round = interleaved(
                draw, cpu_ms(chess(entries, before, Path(folder))), min(pairs, 3)
            )
        print(
            chess_round.row(
                f"Swiss round of {entries}, beside py4swiss",
                "ms",
                at_most(0.02, chess_round.ratio.median),
            )
        )
    if find_spec("cardarena_tournament_core"):
        pair, _ = greedy(entries, before)
        quick = interleaved(draw, cpu_ms(pair), pairs)
        print(quick.row(f"Swiss round of {entries}, beside cardarena", "ms", ""))


def table(entries: int) -> tuple[Run, History]:
    """A function that computes the standings after nine rounds, and its inputs."""
    before = played(swiss.FORMAT, SWISS, entries, 9, Stream(b"field"))
    return lambda: swiss.FORMAT.standings(
        {"rounds": before.rounds}, before.facts, SWISS, {}
    ), before


def tables(entries: int, pairs: int) -> None:
    run, before = table(entries)
    plain = interleaved(cpu_ms(run), cpu_ms(partial(plain_table, before)), pairs)
    print(
        plain.row(
            f"table of {entries} after 9 rounds, beside a plain pass",
            "ms",
            at_most(2, plain.ratio.median),
        )
    )
    if find_spec("cardarena_tournament_core") and entries <= 256:
        _, calculate = greedy(entries, before)
        other = interleaved(cpu_ms(run), cpu_ms(calculate), min(pairs, 3))
        goal = at_most(0.02, other.ratio.median)
        print(
            other.row(
                f"table of {entries} after 9 rounds, beside cardarena", "ms", goal
            )
        )


def grown(entries: int, pairs: int) -> None:
    """Standings of four times as many entries."""
    row = interleaved(cpu_ms(table(4 * entries)[0]), cpu_ms(table(entries)[0]), pairs)
    print(
        row.row(
            f"table of {4 * entries} beside one of {entries}",
            "ms",
            at_most(6, row.ratio.median),
        )
    )


def lives_round(entries: int, pairs: int) -> None:
    before = played(lives.FORMAT, LIVES, entries, 4, Stream(b"field"))
    inside = [entrant.id for entrant in still_in(lives.FORMAT, LIVES, entries, before)]
    draw = cpu_ms(ours(lives.FORMAT, LIVES, entries, before))
    beside = interleaved(draw, cpu_ms(bare(inside, before)), pairs)
    print(
        beside.row(
            f"round 5 of {entries} with three lives, beside a bare matching", "ms", ""
        )
    )


def main() -> None:
    sizes = options(__doc__ or "", pairs=12, entries=0, large=0)
    print(f"{sizes.pairs} pairs; {circumstances()}\n\n{HEAD}")
    gc.freeze()
    for entries in (
        [sizes.entries]
        if sizes.entries
        else [64, 256, 1000, *([4000] if sizes.large else [])]
    ):
        rounds(entries, sizes.pairs)
    tables(sizes.entries or 256, sizes.pairs)
    tables(2 * sizes.entries or 1000, sizes.pairs)
    grown(sizes.entries or 1000, sizes.pairs)
    lives_round(sizes.entries or 512, sizes.pairs)


if __name__ == "__main__":
    main()
