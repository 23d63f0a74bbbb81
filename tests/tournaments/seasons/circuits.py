"""What the tests of this folder share."""

from collections.abc import Callable

import pytest

from core.refusals import Refusal
from tournaments.models import Event

Cup = Callable[..., Event]


def code_of(do: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        do()
    return refused.value.code
