"""What pages say of rules, rounds and standings, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.forms import LABELS, idle, value_label
from games.rules import RULEBOOK
from games.views.tables import TABLES
from tournaments import queries
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
    "match_wins": _("Above {below} by matches won: {own} to {other}."),
    "sets_for": _("Above {below} by sets won: {own} to {other}."),
    "set_difference": _("Above {below} by the difference of sets: {own} to {other}."),
    "tantos_difference": _("Above {below} by the difference of points: {own} to {other}."),
    "match_points": _("Above {below} by match points: {own} to {other}."),
    "wins_average": _("Above {below} by the part of its matches that it won: {own} to {other}."),
    "set_average": _("Above {below} by the difference of sets for each match: {own} to {other}."),
    "fewest_losses": _("Above {below} by fewer matches lost: {own} to {other}."),
    "fewest_penalties": _("Above {below} by fewer sets docked: {own} to {other}."),
    "buchholz": _("Above {below} by the points of its opponents: {own} to {other}."),
    "buchholz_cut_1": _("Above {below} by the points of its opponents without the lowest: {own} to {other}."),
    "buchholz_median": _(
        "Above {below} by the points of its opponents without the lowest and the highest: {own} to {other}."
    ),
    "sonneborn_berger": _("Above {below} by the points of those it beat: {own} to {other}."),
    "progressive": _("Above {below} by the sum of its points after each round: {own} to {other}."),
    "direct_wins": _("Above {below} by the matches among the {level} who are level, those won: {own} to {other}."),
    "direct_sets": _(
        "Above {below} by the matches among the {level} who are level, the difference of sets: {own} to {other}."
    ),
    "direct_tantos": _(
        "Above {below} by the matches among the {level} who are level, the difference of points: {own} to {other}."
    ),
    "lot": _("Above {below} by the lot drawn before the first round: number {own} to {other}."),
    "shared": _("Level with {below}."),
    "last": _("The last of the table."),
}
TIE_BREAKS: Final = {
    "match_wins": _("matches won"),
    "sets_for": _("sets won"),
    "set_difference": _("difference of sets"),
    "tantos_difference": _("difference of points, where all are known"),
    "match_points": _("match points, two for a win"),
    "wins_average": _("matches won for each match"),
    "set_average": _("difference of sets for each match"),
    "fewest_losses": _("fewest matches lost"),
    "fewest_penalties": _("fewest sets docked"),
    "buchholz": _("points of the opponents (Buchholz)"),
    "buchholz_cut_1": _("points of the opponents without the lowest"),
    "buchholz_median": _("points of the opponents without the lowest and the highest"),
    "sonneborn_berger": _("points of those beaten (Sonneborn-Berger)"),
    "progressive": _("sum of the points after each round"),
    "direct": _("the matches among those who are level"),
    "lot": _("the lot drawn before the first round"),
    "shared": _("whoever is still level shares the place"),
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
    sentence = (not opponent and ALONE.get(code)) or REASONS.get(code, "")  # of several rounds each has its own
    fields = {**why, "opponent": opponent, "below": names.get(why.get("below") or 0)}
    fields["round"] = round_name(codes.get(why.get("round", 0), ""))
    rounds = [gettext(EACH).format(**got | {"round": round_name(codes[got["round"]])}) for got in why.get("each", ())]
    return " ".join([*rounds, *([gettext(sentence).format(**fields)] if sentence else [])])


Named = tuple[Any, Any]
"""What an option is called, and what it is set to."""


def rules(event: Event) -> dict[str, Any]:
    """The rules of an event in words: its game, its options, and those that differ in a round."""
    game = RULEBOOK[event.game]
    own = [(code, list(named(changed))) for code, changed in event.round_options.items()]
    options = game.options_json(game.options(event.options))
    order = [gettext(TIE_BREAKS[code]) for code in queries.tie_breaks(event)]
    return {"game": TABLES[event.game].name, "options": list(named(options)), "rounds": own, "order": order}


def named(options: Mapping[str, Any]) -> Iterator[Named]:
    """The options with their names and values as people read them; how many players there are, the format says."""
    said = (name for name in options if name != "players" and not idle(name, options))
    return ((LABELS[name], value_label(name, options[name])) for name in said)
