"""Two entries that change places in a draw by hand, and what that breaks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from core.refusals import Refusal
from tournaments.rules.draws.draw import stronger
from tournaments.rules.draws.inputs import Inputs, TeamSettings
from tournaments.rules.formats.base import Json
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.standings import Reason

PLACES: Final = (
    "leaves",
    "numbers",
    "tables",
    "groups",
    "rounds",
    "out",
    "pairs",
    "bye",
    "teams",
    "reserve",
)
"""Where the draws of the formats say who comes where; all else in them (lots, cards, certificates) stays."""

Pair = tuple[int, int]


class Broken(NamedTuple):
    """What a change by hand breaks that was kept before."""

    rules: tuple[Refusal, ...]
    """What now stands against publishing."""
    wishes: tuple[Reason, ...]
    """Why `a` and `b`, who come together now, had better not.

    `club_mates`, `group_mates`, `again` (`times` so far); of partners also `banned`, `same_half`.
    """


def swap(drawn: Json, a: int, b: int) -> Json:
    """The draw after these two have changed places, wherever they stand.

    Where each pairing has its reason in `why`, those that changed say `by_hand`. Raises Refusal `draw.swap_same`, and
    `draw.not_in_draw` for one who is not in the draw.
    """
    if a == b:
        raise Refusal("draw.swap_same")
    changed = {
        key: _exchanged(value, {a: b, b: a}) if key in PLACES else value
        for key, value in drawn.items()
    }
    for entry in (a, b):
        if all(
            _exchanged(drawn[key], {entry: None}) == drawn[key]
            for key in drawn.keys() & set(PLACES)
        ):
            raise Refusal("draw.not_in_draw", entry=entry)
    return changed | _reasons(drawn, changed)


def breaks(into: Inputs, drawn: Json, changed: Json) -> Broken:
    """What the changed draw breaks that the draw as it was did not."""
    known = [(wrong.code, wrong.fields) for wrong in problems(into, drawn)]
    rules = [
        wrong
        for wrong in problems(into, changed)
        if (wrong.code, wrong.fields) not in known
    ]
    new = sorted(_together(into, changed) - _together(into, drawn))
    return Broken(tuple(rules), (*_meetings(new, into), *_partners(new, into)))


def problems(into: Inputs, drawn: Json) -> list[Refusal]:
    """What stands against publishing what a draw came to; partners can always be."""
    if isinstance(into.setup, TeamSettings):
        return []
    return FORMATS[into.format].check(drawn, into.entrants, into.setup, into.before)


def _exchanged(value: Any, other: dict[int, Any]) -> Any:
    if isinstance(value, list):
        return [_exchanged(one, other) for one in value]
    return other.get(value, value) if type(value) is int else value


def _reasons(drawn: Json, changed: Json) -> Json:
    """The reasons of the pairs and of the bye, where a draw has them."""
    if "why" not in drawn:
        return {}
    was, now = ([*one["pairs"], one["bye"]] for one in (drawn, changed))
    whys = zip(drawn["why"], was, now, strict=False)
    return {
        "why": [why if old == new else {"code": "by_hand"} for why, old, new in whys]
    }


def _together(into: Inputs, drawn: Json) -> set[Pair]:
    """Who plays with or against whom, as far as the draw alone says."""
    return {
        pair
        for table in _tables(into, drawn)
        for pair in combinations(sorted(table), 2)
    }


def _tables(into: Inputs, drawn: Json) -> list[list[int]]:
    if isinstance(into.setup, TeamSettings):
        teams: list[list[int]] = drawn["teams"]
        return teams
    format = FORMATS[into.format]
    tables = []
    for planned in format.rounds_of_draw(drawn, into.setup, into.before):
        for pairing in planned.meetings:
            tables.append([entry for entry in pairing.entries if entry])
    return tables


def _meetings(pairs: Sequence[Pair], into: Inputs) -> Iterator[Reason]:
    known = {entrant.id: entrant for entrant in into.entrants}
    met = Counter(frozenset((fact.a, fact.b)) for fact in into.before.facts)
    for a, b in pairs:
        one, two = known[a], known[b]
        if one.club and one.club == two.club:
            yield Reason("club_mates", {"a": a, "b": b, "club": one.club})
        if one.group is not None and one.group == two.group:
            yield Reason("group_mates", {"a": a, "b": b, "group": one.group})
        if times := met[frozenset((a, b))]:
            yield Reason("again", {"a": a, "b": b, "times": times})


def _partners(pairs: Sequence[Pair], into: Inputs) -> Iterator[Reason]:
    """What the organisers wished of a draw of partners, and these two do not keep."""
    if not isinstance(into.setup, TeamSettings):
        return
    strong = stronger(into.entrants) if into.setup.balanced else frozenset()
    banned = set(map(frozenset, into.setup.bans))
    for a, b in pairs:
        if frozenset((a, b)) in banned:
            yield Reason("banned", {"a": a, "b": b})
        if into.setup.balanced and (a in strong) == (b in strong):
            yield Reason("same_half", {"a": a, "b": b})
