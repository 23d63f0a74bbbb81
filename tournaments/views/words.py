"""What pages say of rounds and standings, in the reader's language."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ROUNDS: Final = {
    "final": _("Final"),
    "semifinal": _("Semifinals"),
    "quarterfinal": _("Quarterfinals"),
    "round_of_16": _("Round of 16"),
}

REASONS: Final = {
    "champion": _("Won the final against {opponent}."),
    "playing": _("Still in. Now: {round}."),
    "lost": _("Lost to {opponent} ({round})."),
    "lost_walkover": _("{opponent} went on without play ({round})."),
    "double_walkover": _("Neither this side nor {opponent} went on ({round})."),
    "third": _("Won the match for third place against {opponent}."),
    "fourth": _("Lost the match for third place to {opponent}."),
    "plays_for_third": _("Plays for third place against {opponent}."),
}
ALONE: Final = {
    "champion": _("Won the final, for which nobody came on the other side."),
    "third": _("Third, since nobody came for the other side."),
    "plays_for_third": _("Waits for an opponent in the match for third place."),
}
"""The same where there is no opponent."""


def round_name(code: str) -> str:
    """The name of a round from its code (`final`, `round_of_16`, `round_2`)."""
    if code in ROUNDS:
        return gettext(ROUNDS[code])
    return gettext("Round {number}").format(number=code.removeprefix("round_"))


def reason(why: Mapping[str, Any], codes: Mapping[int, str], names: Mapping[int, str]) -> str:
    """Why a line of the standings is where it is, from its code and fields; `codes` are those of the rounds."""
    code, opponent = why["code"], names.get(why.get("opponent") or 0)
    sentence = REASONS[code] if opponent else ALONE.get(code, REASONS[code])
    return gettext(sentence).format(opponent=opponent, round=round_name(codes.get(why["round"], "")))
