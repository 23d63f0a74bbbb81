"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games import (
    table_talk,
    verification,  # noqa: F401  it takes the true shuffle with it before it is replaced here
)
from games.models import Aside, Match
from games.rules import dealing
from games.services import Opening, Sitter
from games.table_talk import Wanted
from tests.conftest import NOW, open_dealt
from tests.games.rules.mus.tables import hands, order
from tests.games.table_talk.talking import HANDS


@pytest.fixture(autouse=True)
def _these_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = order(hands(*HANDS))
    monkeypatch.setattr(
        dealing, "shuffle", lambda pack, *_: cards if len(pack) == len(cards) else pack
    )


@pytest.fixture
def table(four: list[User]) -> Callable[..., Match]:
    def opened(**options: Any) -> Match:
        return open_dealt(
            Opening("mus", options, [Sitter(user.pk, str(user)) for user in four]),
            at=NOW,
        )

    return opened


@pytest.fixture
def make(four: list[User]) -> Callable[..., Aside]:
    """Let a seat do something so many seconds after NOW."""

    def made(
        match: Match, seat: int, kind: str, code: str = "", after: float = 0
    ) -> Aside:
        at = NOW + timedelta(seconds=after)
        table_talk.make(
            match_id=match.pk, user=four[seat], wanted=Wanted(kind, code), at=at
        )
        aside = match.asides.last()
        assert aside
        return aside

    return made
