"""What the tests of this folder share."""

from typing import Any

from games.mus import rules
from games.mus.rules.state import State
from tests.games.rules.mus.tables import (
    PLAIN,
    SEATS,
    dealt,
    said,
)


def grande() -> State:
    return said(dealt(*PLAIN), "A1 no mus")


def turn(state: State) -> str:
    return SEATS[rules.to_act(state) or 0]


def lance(state: State) -> dict[str, Any]:
    """The last lance that is closed."""
    return dict(
        [
            lance
            for lance in rules.view(state, None)["lances"]
            if lance["state"] != "open"
        ][-1]
    )
