"""Whether a draw is as even as chance."""

from collections import Counter


def misfit(outcomes: Counter[object], cells: int) -> float:
    """Chi-square against equally likely cells."""
    expected = outcomes.total() / cells
    return (
        sum((seen - expected) ** 2 for seen in outcomes.values()) / expected
        + (cells - len(outcomes)) * expected
    )
