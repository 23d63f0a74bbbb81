"""Swapping two entries of a draw by hand, and the rules and wishes that the swap violates."""

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
"""The keys under which draws place entries. The rest (lots, cards, certificates) stays."""

Pair = tuple[int, int]


class Violations(NamedTuple):
    """What a swap by hand violates that was respected before."""

    rules: tuple[Refusal, ...]
    """What now prevents the draw from being published."""
    wishes: tuple[Reason, ...]
    """Why `a` and `b`, who now come together, should rather not.

    `club_mates`, `group_mates`, `again` (`times` so far); for partners also `banned`, `same_half`.
    """


def swap(drawn: Json, a: int, b: int) -> Json:
    """The draw with these two entries exchanged wherever they stand.

    If the draw gives a reason for each pairing in `why`, a changed pairing gets `by_hand`. Raises
    Refusal `draw.swap_same`, and `draw.not_in_draw` for an entry that is not in the draw.
    """
    if a == b:
        raise Refusal("draw.swap_same")
    placed = [drawn[key] for key in PLACES if key in drawn]
    for entry in (a, b):
        if not _contains(placed, entry):
            raise Refusal("draw.not_in_draw", entry=entry)
    other = {a: b, b: a}
    swapped = dict(drawn)
    for key in PLACES:
        if key in drawn:
            swapped[key] = _exchanged(drawn[key], other)
    reasons = _reasons(drawn, swapped)
    return swapped | reasons


def violations(inputs: Inputs, before: Json, after: Json) -> Violations:
    """What the draw violates after the swap and did not violate before."""
    known = []
    for problem in problems(inputs, before):
        violation = (problem.code, problem.fields)
        known.append(violation)
    rules = []
    for problem in problems(inputs, after):
        violation = (problem.code, problem.fields)
        if violation not in known:
            rules.append(problem)
    together_before = _pairs_together(inputs, before)
    together_after = _pairs_together(inputs, after)
    new = sorted(together_after - together_before)
    wishes = (
        *_mates(new, inputs),
        *_partners_against_wishes(new, inputs),
    )
    return Violations(tuple(rules), wishes)


def problems(inputs: Inputs, drawn: Json) -> list[Refusal]:
    """What prevents this result from being published; nothing does for a draw of partners."""
    if isinstance(inputs.settings, TeamSettings):
        return []
    format = FORMATS[inputs.format]
    return format.check(
        drawn,
        inputs.entrants,
        inputs.settings,
        inputs.history,
    )


def _contains(value: Any, entry: int) -> bool:
    if isinstance(value, list):
        for one in value:
            if _contains(one, entry):
                return True
        return False
    # A truth value is an int too, and never an entry.
    return type(value) is int and value == entry


def _exchanged(value: Any, other: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [_exchanged(one, other) for one in value]
    # A truth value is an int too, and never an entry.
    if type(value) is not int:
        return value
    return other.get(value, value)


def _reasons(before: Json, after: Json) -> Json:
    """The reasons for the pairs and for the bye, if the draw has any."""
    if "why" not in before:
        return {}
    old_places = [*before["pairs"], before["bye"]]
    new_places = [*after["pairs"], after["bye"]]
    with_reasons = zip(
        before["why"],
        old_places,
        new_places,
        strict=False,
    )
    reasons = []
    for why, old, new in with_reasons:
        if old == new:
            reasons.append(why)
        else:
            reasons.append({"code": "by_hand"})
    return {"why": reasons}


def _pairs_together(inputs: Inputs, drawn: Json) -> set[Pair]:
    """Everyone who plays with or against someone, as far as the draw itself decides it."""
    pairs: set[Pair] = set()
    for table in _tables(inputs, drawn):
        entries = sorted(table)
        pairs_of_table = combinations(entries, 2)
        pairs.update(pairs_of_table)
    return pairs


def _tables(inputs: Inputs, drawn: Json) -> list[list[int]]:
    if isinstance(inputs.settings, TeamSettings):
        teams: list[list[int]] = drawn["teams"]
        return teams
    format = FORMATS[inputs.format]
    rounds = format.rounds_of_draw(
        drawn,
        inputs.settings,
        inputs.history,
    )
    tables = []
    for planned in rounds:
        for pairing in planned.meetings:
            known_entries = [entry for entry in pairing.entries if entry]
            tables.append(known_entries)
    return tables


def _mates(pairs: Sequence[Pair], inputs: Inputs) -> Iterator[Reason]:
    entrants = {entrant.id: entrant for entrant in inputs.entrants}
    met: Counter[frozenset[int]] = Counter()
    for fact in inputs.history.facts:
        opponents = frozenset((fact.a, fact.b))
        met[opponents] += 1
    for pair in pairs:
        a, b = pair
        one = entrants[a]
        two = entrants[b]
        both: dict[str, Any] = {"a": a, "b": b}
        if one.club and one.club == two.club:
            yield Reason("club_mates", both | {"club": one.club})
        if one.group is not None and one.group == two.group:
            yield Reason("group_mates", both | {"group": one.group})
        times = met[frozenset(pair)]
        if times:
            yield Reason("again", both | {"times": times})


def _partners_against_wishes(pairs: Sequence[Pair], inputs: Inputs) -> Iterator[Reason]:
    settings = inputs.settings
    if not isinstance(settings, TeamSettings):
        return
    strong: frozenset[int] = frozenset()
    if settings.balanced:
        strong = stronger(inputs.entrants)
    banned = set(map(frozenset, settings.bans))
    for pair in pairs:
        a, b = pair
        both = {"a": a, "b": b}
        if frozenset(pair) in banned:
            yield Reason("banned", both)
        are_of_one_half = (a in strong) == (b in strong)
        if settings.balanced and are_of_one_half:
            yield Reason("same_half", both)
