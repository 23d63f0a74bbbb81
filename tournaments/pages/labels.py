"""What pages say of rules, rounds and standings, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.catalogue import GAMES
from games.game import Game
from games.pages.option_fields import (
    YES_NO,
    is_idle,
    option_label,
    value_label,
)
from tournaments.models import Event
from tournaments.reading import stage_plans
from tournaments.rules.advancement import OUT
from tournaments.rules.brackets import bracket
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import TIE_BREAKS, StagePlan, whole
from tournaments.rules.tables.standings import Reason

ROUNDS: Final = {
    "final": _("Final"),
    "semifinal": _("Semifinals"),
    "quarterfinal": _("Quarterfinals"),
    "round_of_16": _("Round of 16"),
    "second_final": _("Second final"),
    "final_b": _("Final of bracket B"),
}

PARTS: Final = {
    "main": _("Bracket"),
    "third": _("Match for third place"),
    "fifth": _("Matches for fifth place"),
    "seventh": _("Match for seventh place"),
    "winners": _("Winners’ bracket"),
    "losers": _("Losers’ bracket"),
    "final": _("Final"),
    "a": _("Bracket A"),
    "b": _("Bracket B"),
}
"""What the parts of a bracket are called."""
WHY: Final = {
    "leaves": _("By lot: they were drawn next to each other."),
    "seeded": _(
        "By lot, with the strongest in their set places: they were drawn next to each other."
    ),
    "club_mates": _(
        "By lot, both of {club}: with {entries} entries of theirs there was no other place."
    ),
    "late": _("One side came late and took the bye of the other."),
    "kept": _(
        "It was played so, and stands although a result before it was corrected."
    ),
    "lot": _("By lot."),
    "fold": _(
        "The upper half of the order of strength meets the lower half: number {first} and number {second}."
    ),
    "same_score": _("Both have as many points: {score}."),
    "float": _("{name} has {from} points and meets somebody with {to}: {because}."),
    "rematch_forced": _(
        "They have met before: without that not everybody would have an opponent."
    ),
    "bye": _("Free in this round, by lot among those who have been free least often."),
    "free": _("Free in this round of the table, since their number is odd."),
    "berger": _("By the table of the rounds: number {first} against number {second}."),
    "schedule": _("By the schedule, in which as few as can be meet again."),
    "whist": _("By the schedule, in which everybody has every partner once."),
    "golfers": _("By the schedule, in which nobody meets anybody twice."),
    "search": _("By the schedule, in which as few as can be play together again."),
    "by_hand": _("Changed by hand."),
}
"""Why entries meet, from the code of the reason."""
MATES: Final = _(
    "Both are of {club}: with {entries} entries of theirs that could not be avoided."
)
"""What is said besides where two meet who should be kept apart."""
BECAUSE: Final = {
    "met": _("with all others of as many it has played"),
    "odd": _("the number of those with as many is odd"),
    "others": _("so that others with as many could meet"),
}
FED: Final = {
    "winner": _("the winner of match {match}"),
    "loser": _("the loser of match {match}"),
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
    "fifth": _("Won the match for fifth place against {opponent}."),
    "sixth": _("Lost the match for fifth place to {opponent}."),
    "seventh": _("Won the match for seventh place against {opponent}."),
    "eighth": _("Lost the match for seventh place to {opponent}."),
    "plays_for_fifth": _("Plays for places 5 to 8 against {opponent}."),
    "plays_for_seventh": _("Plays for seventh place against {opponent}."),
    "lost_twice": _(
        "Lost to {opponent} ({round}), and before that to {earlier} ({earlier_round})."
    ),
    "replaced": _("Others played in its place when a result was corrected ({round})."),
    "last_in": _("The only one left."),
    "lives_left": _("Still in. Lives left: {left}."),
    "left": _("Left the event; its last round was {round}."),
    "absent": _("Not in the last round. Lives left: {left}."),
    "points": _("Place {place} of {players} at table {table}."),
    "not_there": _("Did not come to table {table}."),
    "so_far": _("Still playing at table {table}."),
    "waiting": _("No result yet of table {table}."),
    "match_wins": _("Above {below} by matches won: {own} to {other}."),
    "sets_for": _("Above {below} by sets won: {own} to {other}."),
    "set_difference": _("Above {below} by the difference of sets: {own} to {other}."),
    "tantos_difference": _(
        "Above {below} by the difference of points: {own} to {other}."
    ),
    "match_points": _("Above {below} by match points: {own} to {other}."),
    "wins_average": _(
        "Above {below} by the part of its matches that it won: {own} to {other}."
    ),
    "set_average": _(
        "Above {below} by the difference of sets for each match: {own} to {other}."
    ),
    "fewest_losses": _("Above {below} by fewer matches lost: {own} to {other}."),
    "fewest_penalties": _("Above {below} by fewer sets docked: {own} to {other}."),
    "buchholz": _("Above {below} by the points of its opponents: {own} to {other}."),
    "buchholz_cut_1": _(
        "Above {below} by the points of its opponents without the lowest: {own} to {other}."
    ),
    "buchholz_median": _(
        "Above {below} by the points of its opponents without the lowest and the highest: {own} to {other}."
    ),
    "sonneborn_berger": _(
        "Above {below} by the points of those it beat: {own} to {other}."
    ),
    "progressive": _(
        "Above {below} by the sum of its points after each round: {own} to {other}."
    ),
    "direct_wins": _(
        "Above {below} by the matches among the {level} who are level, those won: {own} to {other}."
    ),
    "direct_sets": _(
        "Above {below} by the matches among the {level} who are level, the difference of sets: {own} to {other}."
    ),
    "direct_tantos": _(
        "Above {below} by the matches among the {level} who are level, the difference of points: {own} to {other}."
    ),
    "lot": _(
        "Above {below} by the lot drawn before the first round: number {own} to {other}."
    ),
    "shared": _("Level with {below}."),
    "last": _("The last of the table."),
}
TIE_BREAKS_NAMED: Final = {
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
FORMATS_NAMED: Final = {
    "knockout": _("Knockout: who loses is out"),
    "round_robin": _("Round robin: everybody meets everybody"),
    "groups": _("Groups in which everybody meets everybody"),
    "swiss": _("Swiss: those who have won as often meet"),
    "lives": _("Lives: drawn anew each round, out after so many losses"),
    "double_elimination": _("Double elimination: out after two losses"),
    "consolation": _("Knockout with a second bracket for first losers"),
    "partners": _("Changing partners: everybody with everybody"),
    "tables": _("Tables of several, everybody for themselves"),
}
"""What the formats are called."""
FORMATS_SHORT: Final = {
    "knockout": _("Knockout"),
    "round_robin": _("League"),
    "groups": _("Groups"),
    "swiss": _("Swiss"),
    "lives": _("Lives"),
    "double_elimination": _("Double elimination"),
    "consolation": _("Two brackets"),
    "partners": _("Changing partners"),
    "tables": _("Tables"),
}
"""The same where there is little room."""
SETTINGS: Final = {
    "third_place": _("Match for third place"),
    "fifth_place": _("Matches for places 5 to 8"),
    "seeds": _("So many of the strongest are seeded"),
    "apart": _("Those of one club are kept apart"),
    "rounds": _("Rounds"),
    "legs": _("How often everybody meets everybody"),
    "lives": _("Lives: out is who has lost so many matches"),
    "until": _("Ends when so many are left"),
    "groups": _("Groups"),
    "spread": _("How the groups are filled"),
    "matches": _("Matches of each in its group (0: against all)"),
    "second_final": _("Who is unbeaten in the final has to be beaten twice"),
    "scale": _("What counts at a table"),
}
"""What the settings of the formats are called."""
OF_GROUPS: Final = frozenset({"groups", "spread"})
"""Those that say nothing where all play among each other."""
VALUES: Final[Mapping[str, Mapping[Any, str]]] = {
    "rounds": {0: _("until everybody has had every partner, 7 at most")},
    "legs": {1: _("once"), 2: _("twice")},
    "spread": {"lot": _("by lot"), "snake": _("in turn, by strength")},
    "scale": {
        "points": _("the points"),
        "share": _("the share of its points"),
        "place": _("the place"),
    },
}
"""What their values are called, where they do not speak for themselves."""
TAKEN: Final = {
    "best": _("The best {number} of phase {source}."),
    "best_each": _("The best {each} of each group of phase {source}."),
    "rest": _("Those of phase {source} who are not among its best {number}."),
    "rest_each": _(
        "Those of phase {source} who are not among the best {each} of their group."
    ),
    "in": _("Those who are still in after phase {source}."),
    "out": _("Those who are out of phase {source}."),
    "out_until": _("Those who went out of phase {source} up to its round {number}."),
    "all": _("All of phase {source}."),
}
"""Whom a phase takes."""
EACH: Final = _("{round}: {points} points, place {place} of {players}.")
EACH_COUNTED: Final = _(
    "{round}: {points} points, place {place} of {players}, which counts {counts}."
)
NOT_THERE: Final = _("{round}: did not come, which counts {counts}.")
"""What an entry got in one of several rounds, and on a scale of the event what that is worth."""
ALONE: Final = {
    "champion": _("Won the final, for which nobody came on the other side."),
    "third": _("Third, since nobody came for the other side."),
    "plays_for_third": _("Waits for an opponent in the match for third place."),
    "fifth": _("Fifth, since nobody came for the other side."),
    "seventh": _("Seventh, since nobody came for the other side."),
    "plays_for_fifth": _("Waits for an opponent to play for places 5 to 8."),
    "plays_for_seventh": _("Waits for an opponent in the match for seventh place."),
}
"""The same where there is no opponent."""


def round_name(code: str) -> str:
    """The name of a round from its code (`final`, `round_of_16`, `round_2`)."""
    if code in ROUNDS:
        return gettext(ROUNDS[code])
    return gettext("Round {number}").format(number=code.removeprefix("round_"))


def part_name(part: str) -> str:
    return gettext(PARTS[part])


def round_of(part: str, code: str, number: int, rounds: int) -> str:
    """The name of a round in one part of a bracket, its round `number` of so many.

    In a bracket of its own it is counted from its final; one that is played beside others has their rounds, and where
    there is only one the name of the part.
    """
    if part in {"main", "a", "b"}:
        return round_name(bracket.round_name(number, rounds))
    return part_name(part) if rounds == 1 else round_name(code)


def why(reason: Reason, names: Mapping[int, str]) -> str:
    """Why these meet, in a sentence."""
    fields = dict(reason.fields)
    if reason.code == "feeds":
        here = " – ".join(
            gettext(FED[one["takes"]]).format(match=one["match"])
            for one in fields["from"]
        )
        return gettext("The bracket leads here: {here}.").format(here=here)
    places: list[int | None] = [
        *fields.get("places", fields.get("numbers", ())),
        None,
        None,
    ]
    fields |= {
        "first": places[0],
        "second": places[1],
        "name": names.get(fields.get("entry") or 0),
    }
    fields["because"] = gettext(BECAUSE.get(fields.get("because", ""), ""))
    told = [WHY[reason.code]] if reason.code in WHY else []
    besides = [MATES] if "club" in fields and reason.code != "club_mates" else []
    return " ".join(gettext(one).format(**fields) for one in (*told, *besides))


CIRCUIT: Final = {
    "total": _("Above {below} by points: {own} to {other}."),
    "best_events": _(
        "Level in points; above {below} by the event no. {number} of the best: {own} to {other}."
    ),
    "shared": _("Level with {below}."),
    "last": _("The last of the ranking."),
}


def circuit_reason(why: Reason, below: str) -> str:
    """Why a line of a circuit's ranking stands above the next."""
    fields = {name: circuit_points(one) for name, one in why.fields.items()}
    return gettext(CIRCUIT[why.code]).format(**fields, below=below)


def circuit_points(points: Any) -> str:
    """Points of a circuit; those of a shared place may be parts, with two decimals at most."""
    return (
        str(points) if points == int(points) else number_format(round(float(points), 2))
    )


def reason(
    why: Mapping[str, Any],
    codes: Mapping[int, str],
    names: Mapping[int, str],
    unit: int = 1,
) -> str:
    """Why a line of the standings is where it is, from its code and fields; `codes` are those of the rounds.

    `unit` is what counts as one at tables of several.
    """
    code, opponent = why["code"], names.get(why.get("opponent") or 0)
    sentence = (not opponent and ALONE.get(code)) or REASONS.get(
        code, ""
    )  # of several rounds each has its own
    fields = {**why, "opponent": opponent, "below": names.get(why.get("below") or 0)}
    fields["round"] = round_name(codes.get(why.get("round", 0), ""))
    if earlier := why.get("earlier"):
        fields |= {
            "earlier": names.get(earlier["opponent"]),
            "earlier_round": round_name(codes[earlier["round"]]),
        }
    rounds = [each(got, codes, unit) for got in why.get("each", ())]
    return " ".join(
        [*rounds, *([gettext(sentence).format(**fields)] if sentence else [])]
    )


def each(got: Mapping[str, Any], codes: Mapping[int, str], unit: int) -> str:
    """What an entry got in one of several rounds."""
    fields = {
        **got,
        "round": round_name(codes[got["round"]]),
        "counts": counted(got.get("counts", 0), unit),
    }
    sentence = (
        NOT_THERE if "points" not in got else EACH_COUNTED if "counts" in got else EACH
    )
    return gettext(sentence).format(**fields)


def got(points: int | None) -> str:
    """The points of one who came to a table of several, or that they did not."""
    return gettext("did not come") if points is None else str(points)


def counted(number: int, unit: int) -> str:
    """What counts at tables of several: whole points, or parts of one with two decimals."""
    return str(number) if unit == 1 else number_format(round(number / unit, 2), 2)


Named = tuple[Any, Any]
"""What an option is called, and what it is set to."""


def rules(event: Event) -> dict[str, Any]:
    """The rules of an event in words: its game, its options, those that differ in a round, and its phases."""
    game = GAMES[event.game]
    own = [
        (code, list(named(game, changed)))
        for code, changed in event.round_options.items()
    ]
    options = game.rules.options_json(game.rules.options(event.options))
    phases = [phase_words(one) for one in stage_plans.stage_plans(event)]
    several = any(
        FORMATS[one.format].SEVERAL and not FORMATS[one.format].PARTNERS
        for one in stage_plans.stage_plans(event)
    )
    return {
        "game": game.name,
        "options": list(named(game, options)),
        "rounds": own,
        "phases": phases,
        "table_of": options["players"] if several else None,
    }


def phase_words(phase: StagePlan) -> dict[str, Any]:
    """A phase in words: its format, its settings, what decides among those who are level, whom it takes."""
    own = whole(FORMATS[phase.format], phase.settings)
    order = [gettext(TIE_BREAKS_NAMED[code]) for code in own.pop(TIE_BREAKS, ())]
    one_group = OF_GROUPS if own.get("groups") == 1 else ()
    said = [(name, value) for name, value in own.items() if name not in one_group]
    settings = [
        (gettext(SETTINGS[name]), setting_value(name, value)) for name, value in said
    ]
    return {
        "number": phase.number,
        "format": gettext(FORMATS_NAMED[phase.format]),
        "settings": settings,
        "order": order,
        "takes": takes_words(phase.takes) if phase.takes else "",
        "left_out": phase.left_out,
    }


def takes_words(takes: Mapping[str, Any]) -> str:
    """Whom a phase takes, in a sentence."""
    part, number, each = takes["part"], takes.get("number", 0), takes.get("each", 0)
    code = (
        f"{part}_each" if each else f"{part}_until" if part == OUT and number else part
    )
    more = (
        gettext(" Then the best of all others, {number} in all.")
        if each and number
        else ""
    )
    return (gettext(TAKEN[code]) + more).format(
        source=takes["source"], number=number, each=each
    )


def setting_value(name: str, value: Any) -> Any:
    """What people call this value of a setting."""
    if isinstance(value, bool):
        return YES_NO[value]
    return (
        gettext(VALUES[name][value])
        if name in VALUES and value in VALUES[name]
        else value
    )


def named(game: Game, options: Mapping[str, Any]) -> Iterator[Named]:
    """The options that decide something, as people read them.

    The number of players is left out: the format says it.
    """
    for name, value in options.items():
        if name != "players" and not is_idle(game, name, options):
            yield option_label(game, name), value_label(game, name, value)
