"""Tables of events that were played, from results that could have led to them."""

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise

from tests.tournaments.rules.events import field, stream, table
from tournaments.rules.advancement import Takes, qualifiers
from tournaments.rules.forecasts.scenarios import Need, needs
from tournaments.rules.formats import groups, round_robin
from tournaments.rules.formats.base import Json, StageSettings
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult

# --- Haro 2018: 25 pairs, three sets in every match, a point for each ---

HARO = dict(enumerate((points for _, points in table("haro_2018.json")), start=1))
RANKS = [rank for rank, _ in table("haro_2018.json")]
LEAGUE = StageSettings(tie_breaks=("sets_for", "shared"))
DRAWN: Json = {"numbers": list(range(1, 26)), "lots": list(range(1, 26))}
SETS = 3
OPEN = 7
DOCKED = (23, 24)
"""So many matches were not played, which makes 21 of the 23 points that are missing; these were
docked one each.
"""

Split = dict[tuple[int, int], dict[int, int]]
"""For each match who won how many of its sets."""


def split(matches: Sequence[tuple[int, int]], points: Mapping[int, int]) -> Split:
    """Sets for each match so that everybody comes to its points: passed on from who has too many
    to who has too few.
    """
    sets = {(a, b): {a: SETS // 2, b: SETS - SETS // 2} for a, b in matches}
    over = {
        entry: sum(one.get(entry, 0) for one in sets.values()) - wanted
        for entry, wanted in points.items()
    }
    while rich := [entry for entry, more in over.items() if more > 0]:
        path = _path(rich[0], over, sets)
        for giver, taker in pairwise(path):
            match = sets[min(giver, taker), max(giver, taker)]
            match[giver] -= 1
            match[taker] += 1
        over[path[0]] -= 1
        over[path[-1]] += 1
    return sets


def _path(start: int, over: Mapping[int, int], sets: Split) -> list[int]:
    """From who has too many over matches in which a set can change hands to the next who has too
    few.
    """
    came, queue = {start: start}, deque([start])
    while queue:
        one = queue.popleft()
        if over[one] < 0:
            path = [one]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        for match in sets.values():
            other = next((entry for entry in match if entry != one), one)
            if match.get(one) and other not in came:
                came[other] = one
                queue.append(other)
    raise AssertionError("these points cannot be")


def haro() -> list[ConfirmedResult]:
    """Results of the league that come to what was printed: the last seven matches of the last pair
    were not played.
    """
    meetings = [
        (n, meeting.slot, meeting.entries[0] or 0, meeting.entries[1] or 0)
        for n, planned in enumerate(round_robin.FORMAT.plan(DRAWN, [], LEAGUE), start=1)
        for meeting in planned.meetings
        if meeting.ready
    ]
    left = [meeting for meeting in meetings if 25 in meeting[2:]][-OPEN:]
    played = [meeting for meeting in meetings if meeting not in left]
    points = {entry: points + (entry in DOCKED) for entry, points in HARO.items()}
    won = split(sorted((min(a, b), max(a, b)) for *_, a, b in played), points)
    facts = [
        result(n, slot, a, b, won[min(a, b), max(a, b)]) for n, slot, a, b in played
    ]
    for entry in DOCKED:
        place = next(
            n for n, fact in enumerate(facts) if loser_of_a_set_won(fact) == entry
        )
        facts[place] = docked(facts[place])
    return [ConfirmedResult(*meeting, VOID, None) for meeting in left[:3]] + facts


def result(
    n: int, slot: int, a: int, b: int, sets: Mapping[int, int]
) -> ConfirmedResult:
    return ConfirmedResult(
        n, slot, a, b, PLAYED, a if sets[a] > sets[b] else b, sets[a], sets[b]
    )


def loser_of_a_set_won(fact: ConfirmedResult) -> int | None:
    """Who lost this match 1-2."""
    if {fact.sets_a, fact.sets_b} != {1, 2}:
        return None
    return fact.b if fact.winner == fact.a else fact.a


def docked(fact: ConfirmedResult) -> ConfirmedResult:
    """The loser has its set taken away."""
    if fact.winner == fact.a:
        return fact._replace(sets_b=0, penalties=(0, 1))
    return fact._replace(sets_a=0, penalties=(1, 0))


def test_the_league_of_haro_shares_the_places_that_were_printed_though_its_table_does_not_close() -> (
    None
):
    facts = haro()
    rows = round_robin.FORMAT.standings(DRAWN, facts, LEAGUE, {})
    assert {row.entry: row.tally.sets_for for row in rows} == HARO
    assert [row.entry for row in rows] == list(HARO)
    assert [row.rank for row in rows] == RANKS
    assert all(
        row.shared_to == (row.rank or 0) + RANKS.count(row.rank or 0) - 1
        for row in rows
    )
    assert (sum(HARO.values()), SETS * 25 * 24 // 2) == (877, 900)


def test_the_matches_that_were_not_played_are_open_and_each_pair_is_free_once() -> None:
    planned = round_robin.FORMAT.plan(DRAWN, haro(), LEAGUE)
    meetings = list(chain.from_iterable(one.meetings for one in planned))
    assert (len(planned), sum(meeting.ready for meeting in meetings)) == (25, OPEN)
    assert sorted(
        meeting.entries[0] or 0 for meeting in meetings if None in meeting.entries
    ) == list(HARO)
    assert (
        sum(
            row.tally.penalties
            for row in round_robin.FORMAT.standings(DRAWN, haro(), LEAGUE, {})
        )
        == 2
    )


# --- Madrid 2025: ten pairs in groups of six and four, three matches each, then two brackets ---


def test_in_madrid_eight_pairs_of_both_groups_go_to_bracket_a_and_two_to_bracket_b() -> (
    None
):
    setup = StageSettings(
        groups=2, matches=3, tie_breaks=("match_wins", "set_difference", "lot")
    )
    drawn = groups.FORMAT.draw(field(10), stream("AEIT"), setup)
    facts = [
        ConfirmedResult(
            n, meeting.slot, a, b, PLAYED, min(a, b), *((2, 1) if a < b else (1, 2))
        )
        for n, planned in enumerate(groups.FORMAT.plan(drawn, [], setup), start=1)
        for meeting in planned.meetings
        for a, b in [(meeting.entries[0] or 0, meeting.entries[1] or 0)]
    ]
    assert len(facts) == 15
    rows = groups.FORMAT.standings(drawn, facts, setup, {})
    assert {row.tally.played for row in rows} == {3}
    a, b = (
        qualifiers(rows, Takes(1, part, 8), setup.tie_breaks, drawn["lots"])
        for part in ("best", "rest")
    )
    assert [one.group for one in a] == [1, 2] * 4
    assert [(one.group, one.why.code) for one in b] == [(1, "rest"), (1, "rest")]
    assert len({one.entry for one in (*a, *b)}) == 10


# --- Ribota 2025: four pairs, three of six matches with results ---

RIBOTA = [(1, 2, (3, 0)), (1, 3, (0, 3)), (3, 4, (1, 3))]


def test_ribota_by_wins_and_difference_of_sets() -> None:
    drawn: Json = {"numbers": [1, 2, 3, 4], "lots": [1, 2, 3, 4]}
    setup = StageSettings(tie_breaks=("match_wins", "set_difference", "shared"))
    where = {
        frozenset(meeting.entries): (n, meeting.slot)
        for n, planned in enumerate(round_robin.FORMAT.plan(drawn, [], setup), start=1)
        for meeting in planned.meetings
    }
    facts = [
        ConfirmedResult(
            *where[frozenset((a, b))],
            a,
            b,
            PLAYED,
            a if sets[0] > sets[1] else b,
            *sets,
        )
        for a, b, sets in RIBOTA
    ]
    rows = round_robin.FORMAT.standings(drawn, facts, setup, {})
    assert [(row.entry, row.rank) for row in rows] == [(4, 1), (3, 2), (1, 3), (2, 4)]
    assert rows[0].why == ("set_difference", {"own": 2, "other": 1, "below": 3})


def test_in_ribota_the_last_can_still_be_first_but_not_alone() -> None:
    found = needs({1: 1, 2: 0, 3: 1, 4: 1}, [(1, 4), (2, 3), (2, 4)], 1)
    assert found[2] == Need("depends", (), ((2, 3), (2, 4)))
    assert found[4] == Need("needs", (((1, 4), (2, 4)),))
