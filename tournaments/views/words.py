"""What pages say of rules, rounds and standings, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.forms import LABELS, idle, value_label
from games.rules import RULEBOOK
from games.views.tables import TABLES
from tournaments.models import Event

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
    "points": _("Place {place} of {players} at table {table}."),
    "so_far": _("Still playing at table {table}."),
    "waiting": _("No result yet of table {table}."),
    "rounds": "",
}
EACH: Final = _("{round}: {points} points, place {place} of {players}.")
"""What an entry got in one of several rounds."""
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
    fields = {**why, "opponent": opponent, "round": round_name(codes.get(why["round"], ""))}
    rounds = [gettext(EACH).format(**got | {"round": round_name(codes[got["round"]])}) for got in why.get("each", ())]
    return " ".join([*rounds, *([gettext(sentence).format(**fields)] if sentence else [])])


Named = tuple[Any, Any]
"""What an option is called, and what it is set to."""


def rules(event: Event) -> dict[str, Any]:
    """The rules of an event in words: its game, its options, and those that differ in a round."""
    game = RULEBOOK[event.game]
    own = [(code, list(named(changed))) for code, changed in event.round_options.items()]
    options = game.options_json(game.options(event.options))
    return {"game": TABLES[event.game].name, "options": list(named(options)), "rounds": own}


def named(options: Mapping[str, Any]) -> Iterator[Named]:
    """The options with their names and values as people read them; how many players there are, the format says."""
    said = (name for name in options if name != "players" and not idle(name, options))
    return ((LABELS[name], value_label(name, options[name])) for name in said)
