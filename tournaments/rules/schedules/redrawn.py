"""Formats whose rounds are drawn one after the other, two by two: what has been, and what a round comes to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.refusals import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import History, Json, RoundPlan
from tournaments.rules.schedules.meetings import decided, meetings
from tournaments.rules.tables.results import VOID, WALKOVER
from tournaments.rules.tables.standings import Reason
from tournaments.rules.tables.tallies import ConfirmedResult

CLUB: Final = 1 << 24
POINT: Final = 1 << 36
REMATCH: Final = 1 << 42
AGAIN: Final = 1 << 60
"""What a round weighs, each more than all that is below it together: a meeting within a club above differences of
score, a point of who is free, a rematch, and a bye that who is free has had before."""


class Past(NamedTuple):
    """What each entry has behind it when a round is drawn."""

    met: Mapping[int, Counter[int]]
    """How often it was drawn against each other; a match that was not played, or is void, counts too."""
    byes: Counter[int]
    won: Counter[int]
    """Matches won, at the table or without play."""
    lost: Counter[int]
    """Matches lost, those to which neither side came included."""
    given: Counter[int]
    """Matches won without play."""
    last: Mapping[int, int]
    """The last round that it was drawn into, from 1."""


def past(before: History) -> Past:
    """All of it, from what the draws came to and from the facts alone."""
    met: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for a, b in (pair for one in before.rounds for pair in one["pairs"]):
        met[a][b] += 1
        met[b][a] += 1
    facts = [fact for fact in before.facts if fact.kind != VOID]
    return Past(
        met,
        Counter(one["bye"] for one in before.rounds if one["bye"] is not None),
        Counter(fact.winner for fact in facts if fact.winner is not None),
        Counter(
            entry
            for fact in facts
            for entry in (fact.a, fact.b)
            if entry != fact.winner
        ),
        Counter(
            fact.winner
            for fact in facts
            if fact.winner is not None and fact.kind == WALKOVER
        ),
        last_rounds(before.rounds),
    )


def last_rounds(rounds: Sequence[Json]) -> dict[int, int]:
    """The last of these rounds that each entry was drawn into, from 1."""
    return {
        entry: n
        for n, one in enumerate(rounds, start=1)
        for who in slots(one)
        for entry in who
    }


def slots(one: Json) -> list[list[int]]:
    """Who meets at each place of a round; the one who is free comes last, alone."""
    return [*one["pairs"], *([[one["bye"]]] if one["bye"] is not None else [])]


def byes(entrant: Entrant, been: Past) -> int:
    """How many byes it has had in the event, this phase included."""
    return max(entrant.byes, been.byes[entrant.id])


def within_clubs(clubs: Iterable[str]) -> int:
    """How many meetings within a club there are at least: they begin when more than half are of one club."""
    all_of_them = tuple(clubs)
    largest = max(Counter(club for club in all_of_them if club).values(), default=0)
    return max(0, (2 * largest - len(all_of_them)) // 2)


def kept_apart(entrants: Iterable[Entrant], apart: bool) -> Counter[str]:
    """How many of each club are in a round, if they shall be kept apart."""
    return Counter(one.club for one in entrants if apart and one.club)


def mates(club: str, other: str, clubs: Counter[str]) -> Json:
    """What the reason for a meeting within a club says besides: the `club`, and how many `entries` it has."""
    return (
        {"club": club, "entries": clubs[club]} if club == other and clubs[club] else {}
    )


def check(drawn: Json, entrants: Sequence[Entrant]) -> list[Refusal]:
    """Everybody meets one other, but for one who is free when their number is odd; each pairing has its reason."""
    problems = list(strays((entry for who in slots(drawn) for entry in who), entrants))
    sizes = [len(who) for who in slots(drawn)]
    if sizes != [2] * (len(entrants) // 2) + [1] * (len(entrants) % 2) or len(
        drawn["why"]
    ) != len(sizes):
        problems.append(Refusal("draw.not_two_by_two"))
    return problems


def against_free(
    free: int | None, entrants: Sequence[Entrant], had: Mapping[int, int]
) -> list[Refusal]:
    """Nobody has a bye who has had more than others; `had` says how many each has had."""
    names = {entrant.id: entrant.name for entrant in entrants}
    if free in names and had[free] > min(had.values()):
        return [Refusal("draw.bye_before_others", entry=free, name=names[free])]
    return []


def plan(drawn: Json, facts: Iterable[ConfirmedResult]) -> tuple[RoundPlan, ...]:
    """The rounds that are drawn; a void result leaves its match open."""
    over = decided(facts)
    return tuple(
        RoundPlan(f"round_{n}", meetings(n, slots(one), over))
        for n, one in enumerate(drawn["rounds"], start=1)
    )


def over(drawn: Json, facts: Iterable[ConfirmedResult]) -> bool:
    """Whether every match that is drawn is decided."""
    return all(
        meeting.decided for one in plan(drawn, facts) for meeting in one.meetings
    )


def why(drawn: Json, round: int, slot: int) -> Reason:
    """The reason that was drawn with it."""
    reason: Json = drawn["rounds"][round - 1]["why"][slot]
    return Reason(
        reason["code"], {key: value for key, value in reason.items() if key != "code"}
    )
