"""Two entries that change places in a draw by hand, and what that violates."""

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
"""Where the draws of the formats place entries; all else (lots, cards, certificates) stays."""

Pair = tuple[int, int]


class Violations(NamedTuple):
    """What a swap by hand violates that was kept before."""

    rules: tuple[Refusal, ...]
    """What now forbids publishing."""
    wishes: tuple[Reason, ...]
    """Why `a` and `b`, who come together now, had better not.

    `club_mates`, `group_mates`, `again` (`times` so far); of partners also `banned`, `same_half`.
    """


def swap(drawn: Json, a: int, b: int) -> Json:
    """The draw with these two exchanged wherever they stand.

    Where each pairing has its reason in `why`, a changed one has `by_hand`. Raises Refusal
    `draw.swap_same`, and `draw.not_in_draw` for an entry that is not in the draw.
    """
    if a == b:
        raise Refusal("draw.swap_same")
    for entry in (a, b):
        if not any(_contains(drawn[key], entry) for key in PLACES if key in drawn):
            raise Refusal("draw.not_in_draw", entry=entry)
    swapped = {}
    for key, value in drawn.items():
        swapped[key] = _exchanged(value, {a: b, b: a}) if key in PLACES else value
    return swapped | _reasons(drawn, swapped)


def violations(inputs: Inputs, before: Json, after: Json) -> Violations:
    """What the swapped draw violates that the draw before did not."""
    known = [(problem.code, problem.fields) for problem in problems(inputs, before)]
    rules = []
    for problem in problems(inputs, after):
        if (problem.code, problem.fields) not in known:
            rules.append(problem)
    new = sorted(_pairs_together(inputs, after) - _pairs_together(inputs, before))
    wishes = (*_mates(new, inputs), *_partners_against_wishes(new, inputs))
    return Violations(tuple(rules), wishes)


def problems(inputs: Inputs, drawn: Json) -> list[Refusal]:
    """What forbids publishing this result of a draw; drawn partners can always be published."""
    if isinstance(inputs.settings, TeamSettings):
        return []
    format = FORMATS[inputs.format]
    return format.check(drawn, inputs.entrants, inputs.settings, inputs.history)


def _contains(value: Any, entry: int) -> bool:
    if isinstance(value, list):
        return any(_contains(one, entry) for one in value)
    return type(value) is int and value == entry


def _exchanged(value: Any, other: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [_exchanged(one, other) for one in value]
    # A truth value is an int too, and no entry.
    return other.get(value, value) if type(value) is int else value


def _reasons(before: Json, after: Json) -> Json:
    """The reasons of the pairs and of the bye, where a draw has them."""
    if "why" not in before:
        return {}
    reasons = []
    old_places = [*before["pairs"], before["bye"]]
    new_places = [*after["pairs"], after["bye"]]
    for why, old, new in zip(before["why"], old_places, new_places, strict=False):
        reasons.append(why if old == new else {"code": "by_hand"})
    return {"why": reasons}


def _pairs_together(inputs: Inputs, drawn: Json) -> set[Pair]:
    """Who plays with or against whom, as far as the draw alone says."""
    pairs: set[Pair] = set()
    for table in _tables(inputs, drawn):
        pairs.update(combinations(sorted(table), 2))
    return pairs


def _tables(inputs: Inputs, drawn: Json) -> list[list[int]]:
    if isinstance(inputs.settings, TeamSettings):
        teams: list[list[int]] = drawn["teams"]
        return teams
    format = FORMATS[inputs.format]
    tables = []
    for planned in format.rounds_of_draw(drawn, inputs.settings, inputs.history):
        for pairing in planned.meetings:
            tables.append([entry for entry in pairing.entries if entry])
    return tables


def _mates(pairs: Sequence[Pair], inputs: Inputs) -> Iterator[Reason]:
    known = {entrant.id: entrant for entrant in inputs.entrants}
    met = Counter(frozenset((one.a, one.b)) for one in inputs.history.facts)
    for a, b in pairs:
        one, two = known[a], known[b]
        if one.club and one.club == two.club:
            yield Reason("club_mates", {"a": a, "b": b, "club": one.club})
        if one.group is not None and one.group == two.group:
            yield Reason("group_mates", {"a": a, "b": b, "group": one.group})
        if times := met[frozenset((a, b))]:
            yield Reason("again", {"a": a, "b": b, "times": times})


def _partners_against_wishes(pairs: Sequence[Pair], inputs: Inputs) -> Iterator[Reason]:
    settings = inputs.settings
    if not isinstance(settings, TeamSettings):
        return
    strong = stronger(inputs.entrants) if settings.balanced else frozenset()
    banned = {frozenset(pair) for pair in settings.bans}
    for a, b in pairs:
        if frozenset((a, b)) in banned:
            yield Reason("banned", {"a": a, "b": b})
        if settings.balanced and (a in strong) == (b in strong):
            yield Reason("same_half", {"a": a, "b": b})
