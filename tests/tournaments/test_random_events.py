"""Events of any format, size and settings, with late entries, withdrawals and corrections, played
to their end.

Nobody is twice in a round or left out of one that is drawn anew; nobody meets again, and nobody
is free again, while it can be avoided; whatever is corrected, the event goes on to its end, and
its table has everybody once.
"""

import os
from collections import Counter
from typing import Final

import pytest

from tests.tournaments.random_events import (
    random_event,
)
from tournaments.rules.formats.catalogue import FORMATS

FIRST: Final = int(os.environ.get("RANDOM_FROM", "0"))
"""Each number stands for an event, the same on every machine; RANDOM_FROM=10000 plays others."""
EVENTS: Final = int(os.environ.get("RANDOM_EVENTS", "1000"))
"""RANDOM_EVENTS=10000 is the long run on demand."""
BATCHES: Final = 20


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_any_event_goes_to_its_end(batch: int) -> None:
    for number in range(FIRST + batch, FIRST + EVENTS, BATCHES):
        random_event(number).play()


def test_all_formats_are_among_them() -> None:
    found = Counter(random_event(number).format.code for number in range(150))
    assert set(found) == set(FORMATS)
