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


def told(table: TrickTable, last: Json) -> str:
    """What became of the deal, without its points."""
    seats = [seat for seat in (last["boss"], last["partner"]) if seat is not None]
    team = [
        table.names[seat] for seat in sorted(seats, key=lambda seat: seat != table.seat)
    ]
    provoker = last["provoker"]
    how = last["how"] if last["bid"] else "nothing"
    return _(ENDS[how]).format(
        team=table.together(team) if team else "",
        goal=last["goal"],
        points=last["team"],
        stalemate=table.word("stalemate").capitalize(),
        bid=last["bid"],
        provoker="" if provoker is None else table.names[provoker],
    )
