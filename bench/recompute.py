"""A hundred score changes a second in one event, and how soon its standings cover them.

A separate worker process with one child runs both kinds of tasks: ours, and one task
for each change. A change is what a scoring move does: it stores the score of a match and
announces it. It is covered once standings with its version, or a later one, are
committed; this is checked every 5 ms. A slice ends when the worker is idle.

    python -m bench.recompute [--pairs 3] [--seconds 3] [--entries 64]
"""

import os
import threading
import time
from bisect import bisect_left
from functools import partial
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import psycopg
from redis import Redis

from bench.common import HEAD, Comparison, at_most, circumstances, slices
from bench.stand import cpu, options, process, services, used
from tests.plugins.services import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.scores import Scores

RATE = 100


class Slice(NamedTuple):
    """Staleness in ms, worker CPU for a second of changes, runs, and seconds until it was idle."""

    p50: float
    p99: float
    cpu: float
    runs: float
    after: float
    rate: float
    often: float
    """Runs per second, from the first change to the last run."""


class Watch:
    """Records in a thread when standings are committed and which version they cover."""

    def __init__(self, stage_id: int) -> None:
        self.times: list[float] = []
        self.marks: list[int] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.look, args=[stage_id])

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def look(self, stage_id: int) -> None:
        query, last = (
            "SELECT computed_mark, computed_at FROM tournaments_stage WHERE id = %s",
            None,
        )
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            while not self.over.wait(0.005):
                row: Any = connection.execute(query, [stage_id]).fetchone()
                if row != last and row[1]:
                    self.times.append(time.perf_counter())
                    self.marks.append(int(row[0].rpartition(".")[2]))
                last = row

    def covered(self, mark: int) -> float:
        """When that version was covered."""
        return self.times[bisect_left(self.marks, mark)]


def slice(
    scores: "Scores",
    watch: Watch,
    worker: int,
    seconds: float,
    tell: "Callable[..., None]",
) -> Slice:
    runs, before, began = len(watch.times), cpu(worker), time.perf_counter()
    changes = []
    for step in range(int(seconds * RATE)):
        time.sleep(max(0.0, began + step / RATE - time.perf_counter()))
        changes.append((scores.point(tell), scores.mark))
    ended = time.perf_counter()
    wait_until(lambda: idle() and watch.marks[-1] == scores.mark, 120)
    done = time.perf_counter()
    staleness = quantiles(
        [1000 * (watch.covered(mark) - at) for at, mark in changes], n=100
    )
    lasted = ended - began
    return Slice(
        staleness[49],
        staleness[98],
        used(before, cpu(worker)) / lasted,
        len(watch.times) - runs,
        done - ended,
        len(changes) / lasted,
        (len(watch.times) - runs) / (done - began),
    )


def idle() -> bool:
    """Whether no task is waiting or running."""
    broker = Redis.from_url(os.environ["REDIS_URL"])
    return not broker.llen("celery") and not broker.hlen("unacked")


def measure(entries: int, pairs: int, seconds: float) -> None:
    from django.core.cache import cache

    from bench.scores import Scores, a_task_for_each, as_the_product_does
    from tournaments import tasks

    scores = Scores(entries)
    worker = (
        "celery",
        "--quiet",
        "-A",
        "bench.naive",
        "worker",
        "--concurrency=1",
        "--loglevel=error",
    )
    with (
        Watch(scores.stage_id) as watch,
        process(*worker, "--without-gossip", "--without-mingle") as pid,
    ):
        tasks.heartbeat.delay()
        wait_until(lambda: cache.get(tasks.HEARTBEAT) is not None and idle(), 60)
        take = partial(slice, scores, watch, pid)
        take(0.3, as_the_product_does)
        results = slices(
            partial(take, seconds, as_the_product_does),
            partial(take, seconds, a_task_for_each),
            pairs,
        )
    report(
        results,
        f"{entries} entries, {len(scores.matches)} matches, {pairs} pairs of {seconds:g} s",
    )


def report(results: tuple[list[Slice], list[Slice], list[Slice]], sizes: str) -> None:
    rate = median(one.rate for one in results[0])
    print(f"{sizes}, {rate:.0f} changes a second; {circumstances()}\n\n{HEAD}")
    p50, p99, worker, runs, after = (
        Comparison.of(*([one[n] for one in side] for side in results)) for n in range(5)
    )
    print(runs.row("runs", "", ""))
    print(p50.row("staleness p50", "ms", ""))
    print(p99.row("staleness p99", "ms", f"ms {at_most(350, p99.a)}"))
    print(worker.row("worker CPU", "s a second", at_most(0.06, worker.ratio.median)))
    print(after.row("busy after the last change", "s", ""))
    often = median(one.often for one in results[0])
    print(f"\nOurs: {often:.1f} runs a second; {at_most(5, often)}")


def main() -> None:
    sizes = options(__doc__, pairs=3, seconds=3.0, entries=64)
    with services():
        measure(sizes.entries, sizes.pairs, sizes.seconds)


if __name__ == "__main__":
    main()
