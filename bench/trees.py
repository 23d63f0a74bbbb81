"""A bracket drawn and its results applied, next to plain lists and brackets-manager.

Times are CPU times of this process or of node. “Made” draws the bracket and works out all
its pairings; “followed” works out what each result changes, one after another. The plain
lists only know who is where: no draw, no byes, no reasons. brackets-manager keeps its
matches in its memory database. It is measured if node finds it:

    npm install brackets-manager brackets-memory-db    # and NODE_PATH=…/node_modules
    python -m bench.trees [--pairs 12] [--entries 1024]

Finally, changing partners: 40 players over 12 rounds, with the certificate of their
schedule next to its lower bounds.
"""

import gc
import json
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.common import HEAD, at_most, circumstances, interleaved
from bench.stand import options
from bench.standings import cpu_ms
from core.chance import Stream
from tournaments.rules.brackets import bracket
from tournaments.rules.brackets.bracket import Decision, Key, Pairing
from tournaments.rules.brackets.wiring import Wiring, single
from tournaments.rules.field import Entrant
from tournaments.rules.schedules import whist

SCRIPT = Path(__file__).parent / "bare" / "brackets.cjs"
Places = dict[Key, Pairing]


def made(entries: int) -> tuple[Wiring, Places]:
    leaves = bracket.bracket(
        [Entrant(n, str(n)) for n in range(1, entries + 1)], Stream(b"bench")
    )
    wiring = single(tuple(leaves), False, False)
    tree = bracket.known(wiring, {})
    return wiring, {
        (n, pairing.slot): pairing
        for n, one in enumerate(tree, start=1)
        for pairing in one
    }


def followed(entries: int) -> Callable[[], float]:
    """The milliseconds to apply all results of a bracket one by one; side a wins."""

    def play(
        met: Places, leads: dict[Key, bracket.Leads], decisions: dict[Key, Decision]
    ) -> None:
        for key in sorted(met):
            a, b = met[key].a, met[key].b
            decisions[key] = Decision(a, b)
            met.update(bracket.after(met, leads, key, decisions))

    def measure() -> float:
        wiring, met = made(entries)
        spent = cpu_ms(partial(play, met, dict(bracket.leads(wiring)), {}))()
        assert met[max(met)].winner
        return spent

    return measure


Lists = list[list[list[int]]]


def plain(entries: int) -> Lists:
    """The entries in each round; 0 where the entry is not known yet."""
    rounds: Lists = [[[n, n + 1] for n in range(1, entries + 1, 2)]]
    while len(rounds[-1]) > 1:
        rounds.append([[0, 0] for _ in range(len(rounds[-1]) // 2)])
    return rounds


def plainly_followed(entries: int) -> Callable[[], float]:
    def play(rounds: Lists) -> None:
        for number, one in enumerate(rounds[1:], start=1):
            for slot, pair in enumerate(rounds[number - 1]):
                one[slot // 2][slot % 2] = pair[0]

    return lambda: cpu_ms(partial(play, plain(entries)))()


def by_node(entries: int, what: str) -> Callable[[], float]:
    def measure() -> float:
        done = subprocess.run(
            ["node", str(SCRIPT), str(entries)],
            capture_output=True,
            text=True,
            check=True,
        )
        return float(json.loads(done.stdout)[what])

    return measure


def is_there() -> bool:
    """Whether node finds brackets-manager."""
    asked = ["node", "-e", "require('brackets-manager'); require('brackets-memory-db')"]
    return (
        shutil.which("node") is not None
        and subprocess.run(asked, capture_output=True).returncode == 0
    )


def trees(entries: int, pairs: int) -> None:
    ours = {"made": cpu_ms(partial(made, entries)), "updated": followed(entries)}
    bare = {
        "made": cpu_ms(partial(plain, entries)),
        "updated": plainly_followed(entries),
    }
    for what, name in (("made", "made"), ("updated", "every result followed")):
        row = interleaved(ours[what], bare[what], pairs)
        print(row.row(f"bracket of {entries}, {name}, beside lists", "ms", ""))
        if is_there():
            row = interleaved(ours[what], by_node(entries, what), min(pairs, 5))
            goal = at_most(0.1, row.ratio.median)
            print(
                row.row(
                    f"bracket of {entries}, {name}, beside brackets-manager", "ms", goal
                )
            )


def rotation(players: int, rounds: int) -> None:
    found = whist.schedule(players, rounds, Stream(b"bench"))
    counted = whist.certificate(
        found.rounds, whist.sitting_out(found.rounds, players), range(players)
    )
    reached = [
        f"{name} {counted[name]} (bound {counted[f'{name}_bound']})"
        for name in ("partner_repeats", "repeats")
    ]
    print(f"\n{players} players, {rounds} rounds, {found[0]}: {', '.join(reached)}.")


def main() -> None:
    sizes = options(__doc__ or "", pairs=12, entries=1024)
    print(f"{sizes.pairs} pairs; {circumstances()}\n\n{HEAD}")
    gc.freeze()
    trees(sizes.entries, sizes.pairs)
    rotation(40, 12)


if __name__ == "__main__":
    main()
