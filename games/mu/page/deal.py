"""How a deal of Mü ended, in a sentence."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presentation.trick_table import TrickTable
from games.rules.base import Json

ENDS: Final = {
    "won": gettext_noop("{team} reached the goal of {goal} with {points} points."),
    "lost": gettext_noop("{team} missed the goal of {goal} with {points} points."),
    "stalemate": gettext_noop(
        "{stalemate} at {bid}; the last to draw level was {provoker}."
    ),
    "nothing": gettext_noop("Everybody passed."),
}


def outcome_of(table: TrickTable, deal: Json) -> str:
    """How the deal ended, without its points."""
    if not deal["bid"]:
        return _(ENDS["nothing"])
    if deal["how"] == "stalemate":
        return _(ENDS["stalemate"]).format(
            stalemate=table.word("stalemate").capitalize(),
            bid=deal["bid"],
            provoker=table.names[deal["provoker"]],
        )
    return _(ENDS[deal["how"]]).format(
        team=_team(table, deal), goal=deal["goal"], points=deal["team"]
    )


def _team(table: TrickTable, deal: Json) -> str:
    """The boss and the partner, the viewer first."""
    seats = [deal["boss"]]
    if deal["partner"] is not None:
        seats.append(deal["partner"])
    if table.seat == deal["partner"]:
        seats.reverse()
    return table.together([table.names[seat] for seat in seats])
