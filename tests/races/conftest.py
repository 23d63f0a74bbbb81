"""Fixtures of the tests in this folder."""

from collections.abc import Callable

import pytest

from tournaments.models import Pairing, Stage


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    return Pairing.objects.filter(round__stage=running(4)).order_by("table")[0]
