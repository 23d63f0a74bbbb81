"""What the tests of this folder share."""

import re
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from core.chance import Stream
from games import replay, services
from games.models import Match
from games.rules.base import CHANCE, Json
from games.rules.cards import FRENCH, MU
from tests.games.pages.conftest import Page
from tests.games.rules.playing import some_move
from tests.games.stored import play_on

PLAYERS = [("mu", 3), ("mu", 6), ("mizzaire", 2), ("mizzaire", 7)]


SOON = {"mu": {"deals": 2}, "mizzaire": {}}


SECRET = bytes(range(32))
"""The cards of these tables, the same each time."""


PACKS = {"mu": MU, "mizzaire": FRENCH}


def view(match: Match, seat: int | None) -> Json:
    match.refresh_from_db()
    return replay.rules_of(match).view(replay.position(match).state, seat)


def play(match: Match, stream: Stream, text: str = "") -> str:
    """Let whoever is to act say this, or any legal thing."""
    match.refresh_from_db()
    user = match.seatings.get(seat=match.to_act if match.to_act != CHANCE else 0).user
    if match.to_act == CHANCE:
        services.deal(match_id=match.pk, user=user, at=timezone.now())
        return "deal"
    game, position = replay.rules_of(match), replay.position(match)
    said = text or game.text(some_move(game, position.state, stream.below))
    services.play_move(
        match_id=match.pk,
        user=user,
        answers=match.version,
        client_id="",
        text=said,
        at=timezone.now(),
    )
    return said


def play_until(match: Match, until: Callable[[Json], bool]) -> None:
    """Legal moves of all seats by chance until the view of seat 0 is so, stored at once."""
    game, stream = replay.rules_of(match), Stream(b"pages")

    def say(state: Any) -> str | None:
        if until(game.view(state, 0)):
            return None
        assert game.to_act(state) is not None, "the match ended before"
        return game.text(some_move(game, state, stream.below))

    play_on(match, say)


def buttons(page: Page) -> dict[str, bool]:
    """What the buttons of the table say, and whether one may."""
    found = re.findall(
        r'<button class="(?:button call|naipe-button)"[^>]*? value="([^"]*)"([^>]*)>',
        page.html,
    )
    return {say: "aria-disabled" not in rest for say, rest in found}
