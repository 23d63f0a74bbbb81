"""A match on a page: whoever sits there with a browser, bots that act beside it, and what a page
shows of cards.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import replay, services
from games.bot_player import choose
from games.models import Match
from games.mus import vocabulary
from games.rules.cards import SPANISH
from tests.conftest import deal
from tests.pages import tidy

NAMES = {
    name: text
    for text in SPANISH.texts
    for name in [text, *(vocabulary.card(code, text) for code in vocabulary.CODES)]
}
ANY_NAME = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")


class Page:
    """A page as its reader meets it: status, text, the cards that it names, and the number and id
    of its forms.
    """

    def __init__(self, response: Any) -> None:
        self.status = response.status_code
        self.html = tidy(response.content.decode())
        self.headers = response.headers

    def cards(self) -> set[str]:
        """Every card that is named anywhere, in whatever way."""
        return {NAMES[name] for name in ANY_NAME.findall(self.html)}

    def field(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.html)
        assert found, name
        return found[1]

    def legal(self) -> set[str]:
        """The calls whose buttons are not dimmed."""
        buttons = re.findall(
            r'<button class="button call[^>]*value="([^"]*)"([^>]*)>', self.html
        )
        return {say for say, attributes in buttons if "aria-disabled" not in attributes}

    def hand(self) -> list[str]:
        return re.findall(r'name="card" value="(..)"', self.html)


class Reader:
    """Somebody with a browser that runs no script."""

    def __init__(self, user: User | None, match: Match) -> None:
        # In English, since "Se" is also a Spanish word.
        self.client, self.address = (
            Client(headers={"Accept-Language": "en"}),
            f"/matches/{match.pk}/",
        )
        if user:
            self.client.force_login(user)

    def look(self, query: str = "") -> Page:
        return Page(self.client.get(self.address + query))

    def say(self, page: Page, say: str, **more: Any) -> Page:
        """Press a button of this page; redirects are followed."""
        form = {
            "answers": page.field("answers"),
            "id": page.field("id"),
            "say": say,
            **more,
        }
        return Page(self.client.post(self.address, form, follow=True))


@pytest.fixture
def reader(match: Match) -> Callable[..., Reader]:
    return lambda user=None: Reader(user, match)


@pytest.fixture
def ane(match: Match, four: list[User]) -> Reader:
    """Seat 0, who speaks first."""
    return Reader(four[0], match)


def state_of(match: Match) -> Any:
    match.refresh_from_db()
    return replay.position(match).state


def play(match: Match, text: str) -> None:
    """Let whoever is to act say this."""
    match.refresh_from_db()
    user = match.seatings.get(seat=match.to_act).user
    services.play_move(
        match_id=match.pk,
        user=user,
        answers=match.version,
        client_id="",
        text=text,
        at=timezone.now(),
    )


def bots_act(
    match: Match, chance: Random, until: int | None = None, stop_at: int = 10_000
) -> Iterator[str]:
    """The seats play as the house's bots do, up to the turn of seat `until`, so many moves, or the
    end.
    """
    deal(match)
    while match.refresh_from_db() or (
        match.to_act not in (None, until) and match.version < stop_at
    ):
        view = replay.rules_of(match).view(state_of(match), match.to_act)
        text = choose(view, chance.randrange)
        play(match, text)
        yield text
