"""The outcome of a draw as text: for the desk that reviews a draft, and for all once it counts."""

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple, cast

from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from tournaments.api.serializers.draws import DrawSerializer
from tournaments.models import Draw
from tournaments.pages import labels, pairing_rows
from tournaments.rules.draws import inputs
from tournaments.rules.draws.draw import stronger
from tournaments.rules.draws.inputs import Inputs, TeamSettings
from tournaments.rules.draws.verify import AGREES, Verdict, sentence_of, verify
from tournaments.rules.formats.base import Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.groups import together
from tournaments.rules.tables.standings import Reason
from tournaments.rules.tables.tallies import ConfirmedResult

CHECK_CACHED: Final = 24 * 60 * 60
"""Seconds. The key covers all that is published, so that a cached check is never stale."""
BY_HAND: Final = Reason("by_hand", {})
ONE_ROUND: Final = (Draw.Kind.BRACKET, Draw.Kind.ROUND)
"""Draws of who meets whom in one round."""

Names = dict[int, str]


class DrawnPairing(NamedTuple):
    """Who meets, and why; a single name has a bye."""

    names: list[str]
    why: str


class Swap(NamedTuple):
    """Two entries that changed places by hand."""

    a: str
    b: str
    reason: str
    by: str
    at: datetime | None


class DrawnPlayer(NamedTuple):
    """A player in a draw of partners, with the cards drawn."""

    name: str
    cards: list[str]


class Clubmates(NamedTuple):
    """Entries of one club that share a group although they should be kept apart."""

    club: str
    names: list[str]


class Check(NamedTuple):
    """One thing that was verified, as a sentence."""

    ok: bool
    words: str


def details(draw: Draw) -> dict[str, Any]:
    """What a page shows of a draw that is made, by its kind; {} before that."""
    if draw.resolved is None:
        return {}
    if draw.kind == Draw.Kind.TEAMS:
        return details_of_partners(draw, draw.resolved)
    groups = named_groups(draw, draw.resolved)
    if draw.kind == Draw.Kind.TABLES:
        return {
            "seated": pairing_rows.drawn_tables(draw),
            "certificate": draw.resolved.get("certificate"),
            "groups": groups,
        }
    names = dict(draw.field)
    shown: dict[str, Any] = {}
    for key in ("numbers", "lots"):
        if key in draw.resolved:
            shown[key] = [names.get(entry, "") for entry in draw.resolved[key]]
    shown["groups"] = groups
    shown["mates"] = []
    if draw.kind == Draw.Kind.GROUPS:
        shown["mates"] = clubmates_together(draw)
    shown["meetings"] = []
    if draw.kind in ONE_ROUND:
        shown["meetings"] = drawn_pairings(draw)
    return shown


def named_groups(draw: Draw, resolved: Json) -> list[list[str]]:
    names = dict(draw.field)
    groups = []
    for group in resolved.get("groups", ()):
        named = [names.get(entry, "") for entry in group]
        groups.append(named)
    return groups


def clubmates_together(draw: Draw) -> list[Clubmates]:
    """The clubmates that a draw of groups could not keep apart."""
    drawn_from = inputs.read(draw.inputs)
    if not drawn_from.settings.apart:
        return []
    entrants = {entrant.id: entrant for entrant in drawn_from.entrants}
    found = []
    for share in together(draw.resolved or {}, drawn_from.entrants):
        names = [entrants[entry].name for entry in share]
        found.append(Clubmates(entrants[share[0]].club, names))
    return found


def drawn_pairings(draw: Draw) -> list[DrawnPairing]:
    """Who meets whom in the round that this draw opens, and why.

    Only what follows from the draw alone: results may change it later.
    """
    drawn_from, names = inputs.read(draw.inputs), dict(draw.field)
    if draw.resolved is None or draw.drawn is None:
        return []
    if isinstance(drawn_from.settings, TeamSettings):
        return []
    answers = FORMATS[drawn_from.format]
    by_lot = {}
    planned_by_lot = answers.plan(*arguments(drawn_from, draw.drawn))
    for pairing in planned_by_lot[draw.round - 1].meetings:
        by_lot[pairing.slot] = pairing.entries
    now = arguments(drawn_from, draw.resolved)
    found = []
    for pairing in answers.plan(*now)[draw.round - 1].meetings:
        here = [names.get(entry, "") for entry in pairing.entries if entry]
        if not here:
            continue
        reason = BY_HAND
        if pairing.entries == by_lot[pairing.slot]:
            reason = answers.why(*now, draw.round, pairing.slot)
        why = labels.pairing_reason(answers, reason, names)
        is_plain_bye = len(here) == 1 and draw.kind == Draw.Kind.BRACKET
        if is_plain_bye and reason != BY_HAND:
            why = ""
        found.append(DrawnPairing(here, why))
    return found


def arguments(
    drawn_from: Inputs, drawn: Json
) -> tuple[Json, Sequence[ConfirmedResult], StageSettings]:
    """What the functions of a format take, to ask about one draw."""
    drawn = FORMATS[drawn_from.format].with_draw(drawn, drawn_from.history)
    settings = cast(StageSettings, drawn_from.settings)
    return drawn, drawn_from.history.facts, settings


def details_of_partners(draw: Draw, resolved: Json) -> dict[str, Any]:
    names = dict(draw.field)
    teams = []
    for team in resolved["teams"]:
        players = [drawn_player(entry, resolved, names) for entry in team]
        teams.append(players)
    return {
        "teams": teams,
        "reserve": drawn_player(resolved["reserve"], resolved, names),
        "wished": partner_rules(inputs.read(draw.inputs), names),
    }


def drawn_player(entry: int | None, resolved: Json, names: Names) -> DrawnPlayer:
    """Without cards if not every two could become partners."""
    cards = resolved["cards"].get(str(entry), [])
    return DrawnPlayer(names.get(entry or 0, ""), cards)


def partner_rules(drawn_from: Inputs, names: Names) -> list[str]:
    """What a draw of partners had to respect, in sentences; [] for a draw by cards."""
    settings = drawn_from.settings
    if not isinstance(settings, TeamSettings) or settings.by_cards:
        return []
    sentences = []
    if settings.apart:
        sentences.append(gettext("Players of the same club are not drawn together."))
    if settings.balanced:
        strong = stronger(drawn_from.entrants)
        first = [one.name for one in drawn_from.entrants if one.id in strong]
        if first:
            text = gettext(
                "The stronger half are %(names)s; each plays with one of the others."
            )
            sentences.append(text % {"names": ", ".join(first)})
    ban = gettext("%(a)s and %(b)s do not play together.")
    for a, b in settings.bans:
        sentences.append(ban % {"a": names[a], "b": names[b]})
    return sentences


def swaps(draw: Draw) -> list[Swap]:
    """What was swapped by hand, in order."""
    names = dict(draw.field)
    found = []
    for stored in draw.swaps:
        a, b = names.get(stored["a"], ""), names.get(stored["b"], "")
        at = parse_datetime(stored["at"])
        found.append(Swap(a, b, stored["reason"], stored["by"], at))
    return found


def checks(draw: Draw) -> list[Check]:
    """The server's own check of what it publishes, as `manage.py verify_draw` does it."""
    document = DrawSerializer(draw).data
    published = json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
    key = f"draw-check-{sha256(published).hexdigest()}"
    found = cache.get(key)
    if found is None:
        found = check_rows(verify(published))
        cache.set(key, found, CHECK_CACHED)
    checked = []
    for ok, template, fields in found:
        checked.append(Check(ok, gettext(template).format_map(fields)))
    return checked


def check_rows(verdict: Verdict) -> list[tuple[bool, str, dict[str, object]]]:
    """Of each check whether it holds, its sentence, and the fields of that."""
    rows: list[tuple[bool, str, dict[str, object]]] = []
    for code, problem in verdict.checks:
        if problem:
            rows.append((False, sentence_of(problem), problem.fields))
        else:
            rows.append((True, AGREES[code], verdict.sizes))
    return rows
