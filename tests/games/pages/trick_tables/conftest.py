"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games import casual
from games.models import Match
from tests.conftest import NOW
from tests.games.pages.conftest import Reader
from tests.games.pages.trick_tables.trick_pages import SECRET, SOON


@pytest.fixture
def table(four: list[User]) -> Callable[..., tuple[Match, Reader]]:
    """A friendly table with the reader in seat 0, not dealt."""

    def open_(game: str, players: int, **options: Any) -> tuple[Match, Reader]:
        chosen = {**SOON[game], "players": players, **options}
        match = casual.open_casual_match(by=four[0], game=game, options=chosen, at=NOW)
        Match.objects.filter(pk=match.pk).update(secret=SECRET)
        return match, Reader(four[0], match)

    return open_
