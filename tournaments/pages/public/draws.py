"""What came of a draw, in words: for the desk that looks at a draft, and for everybody once it counts."""

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
from tournaments.pages import labels as words
from tournaments.pages import pairing_rows
from tournaments.rules.draws import inputs
from tournaments.rules.draws.draw import stronger
from tournaments.rules.draws.inputs import Inputs, TeamSettings
from tournaments.rules.draws.verify import AGREES, Verdict, verify
from tournaments.rules.formats.base import Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.groups import together
from tournaments.rules.messages import REFUSALS
from tournaments.rules.tables.standings import Reason
from tournaments.rules.tables.tallies import ConfirmedResult

REMEMBERED: Final = 24 * 60 * 60
"""Seconds; the check of a draw comes to the same until something new is published of it."""


class Meeting(NamedTuple):
    """Who meets there, and why; one alone is free."""

    names: list[str]
    why: str


class Change(NamedTuple):
    """Two who changed places by hand."""

    a: str
    b: str
    reason: str
    by: str
    at: datetime | None


def shown(draw: Draw) -> dict[str, Any]:
    """What a page shows of a draw that is made, by its kind."""
    names, resolved = dict(draw.field), draw.resolved
    if resolved is None:
        return {}
    groups = [
        [names.get(entry, "") for entry in group]
        for group in resolved.get("groups", ())
    ]
    if draw.kind == Draw.Kind.TABLES:
        return {
            "seated": pairing_rows.drawn_tables(draw),
            "certificate": resolved.get("certificate"),
            "groups": groups,
        }
    if draw.kind == Draw.Kind.TEAMS:
        reserve = drew(resolved["reserve"], resolved, names)
        return {
            "teams": teams(draw, names),
            "reserve": reserve,
            "wished": wished(inputs.read(draw.inputs), names),
        }
    lists = {
        key: [names.get(entry, "") for entry in resolved[key]]
        for key in ("numbers", "lots")
        if key in resolved
    }
    return {
        **lists,
        "groups": groups,
        "mates": mates(draw) if draw.kind == Draw.Kind.GROUPS else [],
        "meetings": meetings(draw) if draw.kind in MEETING else [],
    }


class Mates(NamedTuple):
    """Those of one club who share a group although they should be kept apart."""

    club: str
    names: list[str]


def mates(draw: Draw) -> list[Mates]:
    """Whom a draw of groups could not keep apart."""
    into = inputs.read(draw.inputs)
    known = {entrant.id: entrant for entrant in into.entrants}
    shares = together(draw.resolved or {}, into.entrants) if into.setup.apart else []
    return [
        Mates(known[share[0]].club, [known[entry].name for entry in share])
        for share in shares
    ]


BY_HAND: Final = Reason("by_hand", {})
MEETING: Final = (Draw.Kind.BRACKET, Draw.Kind.ROUND)
"""Draws of who meets whom in one round."""


def meetings(draw: Draw) -> list[Meeting]:
    """Who meets whom in the round that this draw opens, as far as the draw alone says, and why."""
    into, names = inputs.read(draw.inputs), dict(draw.field)
    if (
        draw.resolved is None
        or draw.drawn is None
        or isinstance(into.setup, TeamSettings)
    ):
        return []
    answers = FORMATS[into.format]
    first, now = (asked(into, drawn) for drawn in (draw.drawn, draw.resolved))
    by_lot = {
        one.slot: one.entries for one in answers.plan(*first)[draw.round - 1].meetings
    }
    found = []
    for one in answers.plan(*now)[draw.round - 1].meetings:
        if not (there := [names.get(entry, "") for entry in one.entries if entry]):
            continue
        reason = (
            answers.why(*now, draw.round, one.slot)
            if one.entries == by_lot[one.slot]
            else BY_HAND
        )
        alone = len(there) == 1 and draw.kind == Draw.Kind.BRACKET and reason != BY_HAND
        found.append(Meeting(there, "" if alone else words.why(reason, names)))
    return found


def asked(
    into: Inputs, drawn: Json
) -> tuple[Json, Sequence[ConfirmedResult], StageSettings]:
    """What a format is asked with about one draw."""
    known = (
        {"rounds": [*into.before.rounds, drawn]}
        if FORMATS[into.format].REDRAWN
        else drawn
    )
    return known, into.before.facts, cast(StageSettings, into.setup)


def teams(draw: Draw, names: dict[int, str]) -> list[list[tuple[str, list[str]]]]:
    """The partners, each with the cards drawn; without cards where not everybody could get everybody."""
    resolved = draw.resolved or {}
    return [
        [drew(entry, resolved, names) for entry in team] for team in resolved["teams"]
    ]


def wished(into: Inputs, names: dict[int, str]) -> list[str]:
    """What a draw of partners without cards had to keep, in sentences; [] for one by cards."""
    setup = into.setup
    if not isinstance(setup, TeamSettings) or setup.by_cards:
        return []
    strong = stronger(into.entrants) if setup.balanced else ()
    first = ", ".join(one.name for one in into.entrants if one.id in strong)
    return [
        *([gettext("No two of one club play together.")] if setup.apart else []),
        *(
            [
                gettext(
                    "The stronger half are %(names)s; each of them plays with one of the others."
                )
                % {"names": first}
            ]
            if strong
            else []
        ),
        *(
            gettext("%(a)s and %(b)s do not play together.")
            % {"a": names[a], "b": names[b]}
            for a, b in setup.bans
        ),
    ]


def drew(
    entry: int | None, resolved: dict[str, Any], names: dict[int, str]
) -> tuple[str, list[str]]:
    return names.get(entry or 0, ""), resolved["cards"].get(str(entry), [])


def changes(draw: Draw) -> list[Change]:
    """What was changed by hand, the first change first."""
    names = dict(draw.field)
    return [
        Change(
            names.get(one["a"], ""),
            names.get(one["b"], ""),
            one["reason"],
            one["by"],
            parse_datetime(one["at"]),
        )
        for one in draw.swaps
    ]


class Checked(NamedTuple):
    """One thing that was checked, in a sentence."""

    ok: bool
    words: str


def checks(draw: Draw) -> list[Checked]:
    """The server's own check of what it publishes: the same as `manage.py verify_draw`."""
    published = json.dumps(
        DrawSerializer(draw).data, cls=DjangoJSONEncoder, ensure_ascii=False
    ).encode()
    key = f"draw-check-{sha256(published).hexdigest()}"
    found = cache.get(key)
    if found is None:
        found = plain(verify(published))
        cache.set(key, found, REMEMBERED)
    return [
        Checked(ok, gettext(template).format_map(fields))
        for ok, template, fields in found
    ]


def plain(verdict: Verdict) -> list[tuple[bool, str, dict[str, object]]]:
    """Whether each thing agrees, the sentence for it, and what that needs."""
    return [
        (False, REFUSALS[problem.code], problem.fields)
        if problem
        else (True, AGREES[code], verdict.sizes)
        for code, problem in verdict.checks
    ]
