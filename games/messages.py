"""The sentences of what matches refuse."""

from typing import Final

from django.utils.translation import gettext_noop as _

from core.messages import SENTENCES
from games.catalogue import GAMES
from games.rules import dealing

REFUSALS: Final[dict[str, str]] = {
    "match.not_found": _("There is no such match, or you cannot see it."),
    "match.not_your_seat": _("You have no seat in this match."),
    "match.dealt": _("The cards have already been dealt."),
    "match.over": _("This match is over."),
    "match.too_many_open": _(
        "You already have {most} friendly matches open. Finish one of them first."
    ),
    "match.too_often": _(
        "Too many matches were just started from here. Try again in a minute."
    ),
    "move.nothing_said": _("Say something: press one of the buttons."),
    "move.out_of_date": _(
        "The match has moved on: it now has {number} moves. Check it "
        "again before you answer."
    ),
    "move.deal_first": _("The cards have not been dealt yet; any seat may deal."),
    "move.not_your_turn": _("It is not your turn."),
    "move.referees_only": _("Only a referee can enter this."),
    "move.id_used": _("This id was already used for another move (number {number})."),
    "shuffle.not_found": _("This match has no such shuffle."),
    "record.match_running": _(
        "The record shows every card, so it is published only when the match is over."
    ),
    "aside.none": _("This game has no signs or talk between players."),
    "aside.too_soon": _(
        "That was too soon after the last one. Try again in {seconds} s."
    ),
    "option.no_such_game": _("There is no such game. Available: {allowed}."),
    "option.seats": _("This game needs {allowed} players."),
}

SENTENCES.update(dealing.REFUSALS)
SENTENCES.update(REFUSALS)
for game in GAMES.values():
    SENTENCES.update(game.rules.REFUSALS)
