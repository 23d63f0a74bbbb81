"""Fair comparisons on a busy machine: alternating slices, medians, and the noise beside them."""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from platform import python_version
from statistics import median, quantiles
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Ratios(NamedTuple):
    """Ratios of neighbouring slices: their median and quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, upper: Sequence[float], lower: Sequence[float]) -> "Ratios":
        pairs = [a / b for a, b in zip(upper, lower, strict=True)]
        low, _, high = quantiles(pairs, n=4, method="inclusive")
        return cls(median(pairs), low, high)

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.low:.2f}–{self.high:.2f})"


class Comparison(NamedTuple):
    """The cost of `a` relative to `b` and, as the noise of the same run, of `b` relative to `b`."""

    ratio: Ratios
    noise: Ratios
    a: float
    b: float

    @classmethod
    def of(
        cls, a: Sequence[float], b: Sequence[float], again: Sequence[float]
    ) -> "Comparison":
        return cls(Ratios.of(a, b), Ratios.of(again, b), median(a), median(b))

    def row(self, what: str, unit: str, goal: str) -> str:
        """A row of a Markdown table with the columns of HEAD."""
        return (
            f"| {what} | {self.a:.3g} {unit} | {self.b:.3g} {unit} "
            f"| {self.ratio} | {self.noise} | {goal} |"
        )


HEAD = "| what | ours | bare | ours / bare (IQR) | A/A (IQR) | goal |\n|---|---|---|---|---|---|"


def slices(
    a: Callable[[], T], b: Callable[[], T], pairs: int
) -> tuple[list[T], list[T], list[T]]:
    """Measure a, b and b again in turn, reversing the order each time."""
    order = [(a, first := []), (b, second := []), (b, again := [])]
    for _ in range(pairs):
        for measure, results in order:
            results.append(measure())
        order.reverse()
    return first, second, again


def interleaved(
    a: Callable[[], float], b: Callable[[], float], pairs: int
) -> Comparison:
    return Comparison.of(*slices(a, b, pairs))


def at_least(goal: float, value: float) -> str:
    return f"≥ {goal:g} {'met' if value >= goal else 'MISSED'}"


def at_most(goal: float, value: float) -> str:
    return f"≤ {goal:g} {'met' if value <= goal else 'MISSED'}"


def circumstances() -> str:
    """Date, machine and load, for the line above a table."""
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, "
        f"Python {python_version()}, load {load}"
    )
