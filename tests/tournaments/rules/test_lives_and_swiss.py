"""Whatever happens in an event redrawn each round, everybody plays once a round, fairly, and it
comes to its end.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Stream
from tests.tournaments.rules.events import stream
from tournaments.rules.field import Entrant
from tournaments.rules.formats import lives, swiss
from tournaments.rules.formats.base import Format, History, Json, StageSettings
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

FORMATS: dict[str, Format] = {"swiss": swiss.FORMAT, "lives": lives.FORMAT}


class Event(NamedTuple):
    """What happens, in parts of a hundred: to matches, then to entries."""

    neither: int
    one_side: int
    void: int
    withdraw: int
    late: int


events = st.builds(Event, *(st.integers(0, most) for most in (30, 20, 30, 10, 10)))


def result(
    round: int, slot: int, pair: Sequence[int], event: Event, chance: Stream
) -> ConfirmedResult:
    """How a match ends, by chance."""
    winner, luck = pair[chance.below(2)], chance.below(100)
    if luck < event.neither:
        return ConfirmedResult(round, slot, *pair, DOUBLE_WALKOVER, None)
    if luck < event.neither + event.one_side:
        return ConfirmedResult(round, slot, *pair, WALKOVER, winner)
    return ConfirmedResult(round, slot, *pair, PLAYED, winner, 3, 1)


def played(
    round: int, one: Json, event: Event, chance: Stream
) -> tuple[list[ConfirmedResult], list[ConfirmedResult]]:
    """The results of a round when it is over for the first time, some void, and when these are
    decided anew.
    """
    final = [
        result(round, slot, pair, event, chance)
        for slot, pair in enumerate(one["pairs"])
    ]
    voided = [fact for fact in final if chance.below(100) < event.void]
    first = [
        fact._replace(kind=VOID, winner=None) if fact in voided else fact
        for fact in final
    ]
    return first, final


def changed(
    entries: Sequence[int], event: Event, chance: Stream, newest: int
) -> list[int]:
    """Who is in the event after some have withdrawn and some have come late."""
    stayed = [entry for entry in entries if chance.below(100) >= event.withdraw]
    return stayed + [
        newest + n for n in range(len(entries)) if chance.below(100) < event.late
    ]


def fewest_rematches(entrants: Iterable[int], met: Counter[frozenset[int]]) -> int:
    """How seldom these, an even number, can meet again: by a matching that knows nothing else."""
    graph = rustworkx.PyGraph()
    places = {entry: graph.add_node(entry) for entry in entrants}
    for a in places:
        graph.add_edges_from(
            [(places[a], places[b], -met[frozenset((a, b))]) for b in places if b > a]
        )
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(met[frozenset((graph[a], graph[b]))] for a, b in pairs)


def had_a_bye(entry: int, before: History, format: Format) -> int:
    byes = sum(one["bye"] == entry for one in before.rounds)
    given = sum(fact.kind == WALKOVER and fact.winner == entry for fact in before.facts)
    return byes + given if format is swiss.FORMAT else byes


def check_round(
    one: Json, entries: Sequence[int], before: History, format: Format
) -> None:
    free = [one["bye"]] if one["bye"] is not None else []
    assert sorted(
        [*(entry for pair in one["pairs"] for entry in pair), *free]
    ) == sorted(entries)
    assert len(free) == len(entries) % 2
    had = {entry: had_a_bye(entry, before, format) for entry in entries}
    assert all(had[entry] == min(had.values()) for entry in free)
    met = Counter(frozenset(pair) for other in before.rounds for pair in other["pairs"])
    again = [met[frozenset(pair)] for pair in one["pairs"]]
    may_be_free = (
        [entry for entry in entries if had[entry] == min(had.values())] if free else [0]
    )
    assert sum(again) == 0 or sum(again) == min(
        fewest_rematches([entry for entry in entries if entry != other], met)
        for other in may_be_free
    )
    forced = [
        why.get("met", 0) if why["code"] == "rematch_forced" else 0
        for why in one["why"]
    ]
    assert forced == again + [0] * len(free)


def slots(one: Json) -> list[list[int]]:
    return [*one["pairs"], [one["bye"]] if one["bye"] is not None else []]


@pytest.mark.parametrize("code", FORMATS)
@settings(max_examples=40, deadline=None)
@given(
    size=st.integers(2, 40),
    number=st.integers(1, 5),
    apart=st.booleans(),
    event=events,
    seed=st.integers(),
)
def test_each_round_is_fair_and_the_event_ends(
    code: str, size: int, number: int, apart: bool, event: Event, seed: int
) -> None:
    format, chance = FORMATS[code], stream(seed)
    setup = StageSettings(
        rounds=min(2 * number, size - 1),
        lives=number,
        apart=apart,
        tie_breaks=format.tie_breaks,
    )
    before, entries = History(), list(range(1, size + 1))
    while inside := format.to_draw(
        {"rounds": before.rounds}, before.facts, setup, entries
    ):
        n = len(before.rounds) + 1
        entrants = [Entrant(entry, str(entry), club=str(entry % 3)) for entry in inside]
        one = format.draw(entrants, stream((seed, n)), setup, before)
        assert format.check(one, entrants, setup, before) == []
        check_round(one, inside, before, format)
        rounds = [*before.rounds, one]
        first, final = played(n, one, event, chance)
        open_again = any(fact.kind == VOID for fact in first)
        assert not (
            open_again
            and format.to_draw(
                {"rounds": rounds}, [*before.facts, *first], setup, entries
            )
        )
        before = History(rounds, [*before.facts, *final])
        if format is swiss.FORMAT or n == 1:
            entries = changed(entries, event, chance, n * 1000)
        else:
            entries = [
                entry for entry in entries if chance.below(100) >= event.withdraw
            ]
        assert n < 64
    drawn = {"rounds": before.rounds}
    rows = format.standings(drawn, before.facts, setup, {})
    assert {row.entry for row in rows} == {
        entry for one in before.rounds for who in slots(one) for entry in who
    }
    assert len(rows) == len({row.entry for row in rows})
    assert all(
        meeting.decided
        for planned in format.plan(drawn, before.facts, setup)
        for meeting in planned.meetings
    )
