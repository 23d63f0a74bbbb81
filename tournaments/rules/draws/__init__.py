"""Draws: drawing from a committed secret, constraints, swaps by hand, verification."""
