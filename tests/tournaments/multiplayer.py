"""Events at multiplayer tables."""

from collections.abc import Callable

import pytest

from core.refusals import Refusal
from tournaments.models import Pairing, Stage
from tournaments.reading import events as queries


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def tables_of(stage: Stage) -> list[Pairing]:
    return list(queries.pairings().filter(round__stage=stage).order_by("table"))


def entries(table: Pairing) -> list[int]:
    return [entry.pk for entry in table.entries]
