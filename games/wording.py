"""How a refusal is told: its sentence in the reader's language, and what it means in HTTP."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.asides import TooSoon, Untrue
from games.queries import NotFound
from games.rules import RULEBOOK, deal, options
from games.rules.errors import BadNotation, BadOption, IllegalMove, Refusal
from games.services import NotAllowed, OutOfDate

SENTENCES: Final[dict[str, str]] = {
    **{code: text for game in RULEBOOK.values() for code, text in game.REFUSALS.items()},
    **deal.REFUSALS,
    **options.REFUSALS,
    "http.not_found": _("There is nothing at this address."),
    "input.invalid": _("Something in what was sent is missing or wrong; see the errors of each field."),
    "match.not_found": _("There is no such match, or it is not open to you."),
    "match.not_your_seat": _("You have no seat in this match."),
    "match.dealt": _("The cards have been dealt already."),
    "match.over": _("This match is over."),
    "match.too_many_open": _("You have {most} friendly matches open; finish one of them first."),
    "match.too_often": _("Too many matches were begun from here just now. Try again in a minute."),
    "move.nothing_said": _("Say something: press one of the buttons."),
    "move.out_of_date": _("The match has gone on: it now has {number} moves. Look again before you answer."),
    "move.deal_first": _("The cards have not been dealt yet; any seat may deal."),
    "move.not_your_turn": _("It is not your turn."),
    "move.referees_only": _("Only a referee can enter this."),
    "move.id_used": _("This id was already used for another move (number {number})."),
    "shuffle.not_found": _("This match has no such shuffle."),
    "record.match_running": _("The record is published when the match is over, since it holds all cards."),
    "aside.none": _("In this game nothing but moves passes between the seats."),
    "aside.too_soon": _("The last one was only a moment ago: again in {seconds} s."),
    "option.no_such_game": _("There is no such game; there is: {allowed}."),
    "option.seats": _("This game needs {allowed} players."),
}
"""Templates by code, filled with the fields of the refusal. The app above adds its own when it is loaded."""


STATUS: Final[dict[type[Refusal], int]] = {
    NotFound: 404,
    NotAllowed: 403,
    Untrue: 409,
    TooSoon: 429,
    OutOfDate: 409,
    IllegalMove: 422,
    BadNotation: 400,
    BadOption: 400,
}
"""What a refusal means in HTTP; any other is 422: understood, but against the rules."""


def status_of(refusal: Refusal) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(refusal, kind)), 422)


def sentence(refusal: Refusal) -> str:
    """What to tell a person, in the language that is active."""
    template = gettext(SENTENCES.get(refusal.code, refusal.code))
    try:
        return template.format(**{name: shown(value) for name, value in refusal.fields.items()})
    except (KeyError, IndexError):
        return template


def shown(value: object) -> object:
    """Lists as people write them."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple | set) else value
