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
from tournaments.rules.formats.base import (
    STANDING_REASONS,
    Format,
    Section,
    Sentence,
    Setting,
)
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import TIE_BREAKS, StagePlan, whole
from tournaments.rules.tables import leaderboard, tiebreaks
from tournaments.rules.tables.standings import Reason

TAKEN: Final = {
    "best": _("The best {number} of stage {source}."),
    "best_each": _("The best {each} of each group of stage {source}."),
    "rest": _("Those in stage {source} below its best {number}."),
    "rest_each": _("Those in stage {source} below the best {each} of their group."),
    "in": _("Those still in after stage {source}."),
    "out": _("Those eliminated in stage {source}."),
    "out_until": _("Those eliminated in stage {source} by round {number}."),
    "all": _("Everyone in stage {source}."),
}
"""Whom a phase takes."""


def round_name(code: str) -> str:
    """The name of a round from its code (`final`, `round_of_16`, `round_2`)."""
    for format in FORMATS.values():
        if code in format.round_names:
            return gettext(format.round_names[code])
    return gettext("Round {number}").format(number=code.removeprefix("round_"))


def section_name(section: str) -> str:
    """The name of a section of a bracket, such as the match for third place."""
    return gettext(_section(section).name)


def _section(code: str) -> Section:
    for format in FORMATS.values():
        if code in format.sections:
            return format.sections[code]
    raise LookupError(code)


def round_of_section(section: str, code: str, number: int, rounds: int) -> str:
    """The name of round `number` of all `rounds` that a section of a bracket has.

    In a whole bracket rounds are named from its final; a section that is played beside others has
    their rounds, and where there is only one the name of the section.
    """
    if _section(section).is_whole_bracket:
        return round_name(bracket.round_name(number, rounds))
    return section_name(section) if rounds == 1 else round_name(code)


def translated(sentence: Sentence) -> str:
    fields = {name: _field(value) for name, value in sentence.fields.items()}
    return gettext(sentence.text).format(**fields)


def _field(value: Any) -> Any:
    if isinstance(value, Sentence):
        return translated(value)
    if isinstance(value, tuple):
        return " – ".join(map(translated, value))
    return value


def pairing_reason(format: Format, reason: Reason, names: Mapping[int, str]) -> str:
    """Why these entries meet; `names` are those of the entries by their numbers."""
    return " ".join(map(translated, format.explain_pairing(reason, names)))


CIRCUIT: Final = {
    "total": _("Above {below} by points: {own} to {other}."),
    "best_events": _(
        "Level on points; above {below} by best event number {number}: "
        "{own} to {other}."
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


def standing_reason(
    format: Format,
    why: Mapping[str, Any],
    codes: Mapping[int, str],
    names: Mapping[int, str],
    unit: int = 1,
) -> str:
    """Why a row of the standings is where it is, from its code and fields.

    `codes` are those of the rounds; `unit` is what counts as one at multiplayer tables.
    """
    sentences = [_round_result(got, codes, unit) for got in why.get("each", ())]
    opponent = names.get(why.get("opponent") or 0)
    text = {**STANDING_REASONS, **format.standing_reasons}.get(why["code"])
    if not opponent:
        text = format.standing_reasons_unopposed.get(why["code"], text)
    if text is None:
        return " ".join(sentences)
    fields = {**why, "opponent": opponent, "below": names.get(why.get("below") or 0)}
    fields["round"] = round_name(codes.get(why.get("round", 0), ""))
    if "earlier" in why:
        fields["earlier"] = names.get(why["earlier"]["opponent"])
        fields["earlier_round"] = round_name(codes[why["earlier"]["round"]])
    return " ".join([*sentences, gettext(text).format(**fields)])


def _round_result(got: Mapping[str, Any], codes: Mapping[int, str], unit: int) -> str:
    """What an entry got in one of several rounds of multiplayer tables."""
    if "points" not in got:
        text = leaderboard.ROUND_MISSED
    elif "counts" in got:
        text = leaderboard.ROUND_ON_SCALE
    else:
        text = leaderboard.ROUND
    fields = {
        **got,
        "round": round_name(codes[got["round"]]),
        "counts": counted(got.get("counts", 0), unit),
    }
    return gettext(text).format(**fields)


def got(points: int | None) -> str:
    """The points of one who came to a table of several, or that they did not."""
    return gettext("did not turn up") if points is None else str(points)


def counted(number: int, unit: int) -> str:
    """What counts at tables of several: whole points, or parts of one with two decimals."""
    return str(number) if unit == 1 else number_format(round(number / unit, 2), 2)


Named = tuple[Any, Any]
"""What an option is called, and what it is set to."""


def rules(event: Event) -> dict[str, Any]:
    """The rules of an event in words: its game, its options, those that differ in a round, and
    its phases."""
    game = GAMES[event.game]
    own = [
        (code, list(named(game, changed)))
        for code, changed in event.round_options.items()
    ]
    options = game.rules.options_json(game.rules.options(event.options))
    phases = [phase_words(one) for one in stage_plans.stage_plans(event)]
    plays_alone = any(
        FORMATS[one.format].is_multiplayer and not FORMATS[one.format].has_partners
        for one in stage_plans.stage_plans(event)
    )
    return {
        "game": game.name,
        "options": list(named(game, options)),
        "rounds": own,
        "phases": phases,
        "table_of": options["players"] if plays_alone else None,
    }


def phase_words(phase: StagePlan) -> dict[str, Any]:
    """A stage in words: its format and settings, its tie-breaks, and whom it takes."""
    format = FORMATS[phase.format]
    chosen = whole(format, phase.settings)
    tie_breaks = chosen.pop(TIE_BREAKS, ())
    settings = []
    for name in format.settings_in_use(chosen):
        setting = format.settings[name]
        value = setting_value(setting, chosen[name])
        settings.append((gettext(setting.label), value))
    return {
        "number": phase.number,
        "format": gettext(format.name),
        "settings": settings,
        "order": [gettext(tiebreaks.NAMES[code]) for code in tie_breaks],
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


def setting_value(setting: Setting, value: Any) -> Any:
    """What people call this value of a setting."""
    if isinstance(value, bool):
        return YES_NO[value]
    if value in setting.value_names:
        return gettext(setting.value_names[value])
    return value


def named(game: Game, options: Mapping[str, Any]) -> Iterator[Named]:
    """The options that decide something, as people read them.

    The number of players is left out: the format says it.
    """
    for name, value in options.items():
        if name != "players" and not is_idle(game, name, options):
            yield option_label(game, name), value_label(game, name, value)
