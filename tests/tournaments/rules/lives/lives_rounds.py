"""What the tests of this folder share."""

from collections.abc import Sequence

from tournaments.rules.formats.base import Json, StageSettings

SETUP = StageSettings(lives=2)


def drawn_so(pairs: Sequence[Sequence[int]], bye: int | None = None) -> Json:
    return {
        "pairs": [list(pair) for pair in pairs],
        "bye": bye,
        "why": [{"code": "lot"}] * (len(pairs) + (bye is not None)),
    }
