"""Lives: out is who has lost so many matches; everybody still in is redrawn each round, as Spanish opens do.

Who is not there loses the match, as in Valdegastea: a pair that comes late has lost one for each round drawn before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.draws.matching import Cost, Pair, perfect
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.schedules import redrawn
from tournaments.rules.schedules.redrawn import (
    AGAIN,
    CLUB,
    REMATCH,
    Past,
    byes,
    kept_apart,
    mates,
    past,
    within_clubs,
)
from tournaments.rules.tables.results import VOID, WALKOVER
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally, tally

CODE: Final = "lives"
DRAW: Final = "round"
SEVERAL: Final = False
PARTNERS: Final = False
REDRAWN: Final = True
MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 4096
SETTINGS: Final[Choices] = {
    "lives": Choice(range(1, 6), "out is who has lost so many matches"),
    "until": Choice(range(1, 65), "the rounds end when no more than so many are in"),
    "apart": Choice((False, True), "those of one club meet as seldom as can be"),
}
MAX_ROUNDS: Final = 64
ROUND_CODES: Final = tuple(f"round_{n}" for n in range(1, MAX_ROUNDS + 1))
TIE_BREAKS: Final[tuple[str, ...]] = ()

FEW: Final = 10
"""Of so many all pairings are looked at: 945."""
TRIES: Final = 1000
"""So often a field that is larger is drawn until no wish is hurt."""


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `lives.too_few`, `lives.too_many`, or `lives.enough_already` when nobody would have to go out."""
    if entries < MIN_ENTRIES:
        raise Refusal("lives.too_few", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("lives.too_many", entries=entries, most=MAX_ENTRIES)
    if entries <= setup.until:
        raise Refusal("lives.enough_already", entries=entries, until=setup.until)


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """The next round, by lot among all that are admissible: whole rounds, the one who is free with them.

    Admissible is what has, in this order, as few as can be of 1. byes that the one who is free has had, 2. earlier
    meetings of those who meet, 3. meetings within a club, if they shall be `apart`. Of up to FEW entries every
    admissible round is equally likely. So it is with more as long as a round without any rematch (or meeting within a
    club) is found: who is free is drawn from those with the fewest byes, then an opponent for one after the other, and
    when two may not meet all begins anew. If TRIES attempts come to nothing, an admissible round is taken from the
    order of a shuffle: nobody is favoured by name or number, but not all such rounds need be equally likely.
    """
    check_number(len(entrants), setup)
    order, been, clubs = (
        stream.shuffled(entrants),
        past(before),
        kept_apart(entrants, setup.apart),
    )
    cost = _costs(order, been, setup.apart)
    few = len(order) <= FEW
    places = (
        _any_of_few(len(order), cost, stream)
        if few
        else _drawn(order, been, cost, stream, setup.apart)
    )
    free = next((order[a] for a, b in places if b == len(order)), None)
    pairs = [(order[a], order[b]) for a, b in places if b < len(order)]
    return {
        "pairs": [[a.id, b.id] for a, b in pairs],
        "bye": free.id if free else None,
        "why": [
            *(_why(a, b, been, clubs) for a, b in pairs),
            *([_free(free, been)] if free else []),
        ],
    }


def _costs(order: Sequence[Entrant], been: Past, apart: bool) -> Cost:
    met = [been.met.get(one.id, Counter()) for one in order]

    def cost(a: int, b: int) -> int:
        if b == len(order):
            return AGAIN * byes(order[a], been)
        club = order[a].club
        same = CLUB if apart and club and club == order[b].club else 0
        return REMATCH * met[a][order[b].id] + same

    return cost


def _why(a: Entrant, b: Entrant, been: Past, clubs: Counter[str]) -> Json:
    times = been.met[a.id][b.id] if a.id in been.met else 0
    reason = {"code": "rematch_forced", "met": times} if times else {"code": "lot"}
    return reason | mates(a.club, b.club, clubs)


def _free(one: Entrant, been: Past) -> Json:
    return {"code": "bye", "had": byes(one, been)}


def _any_of_few(entries: int, cost: Cost, stream: Stream) -> list[Pair]:
    """One of the best rounds, each equally likely, by looking at all there are."""
    every = list(_pairings(range(entries + entries % 2)))
    costs = [sum(cost(*pair) for pair in pairs) for pairs in every]
    least = min(costs)
    best = [pairs for pairs, total in zip(every, costs, strict=True) if total == least]
    return best[stream.below(len(best))]


def _pairings(places: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to pair an even number of places."""
    if not places:
        yield []
    for other in places[1:]:
        rest = [place for place in places[1:] if place != other]
        yield from ([(places[0], other), *pairs] for pairs in _pairings(rest))


def _drawn(
    order: Sequence[Entrant], been: Past, cost: Cost, stream: Stream, apart: bool
) -> list[Pair]:
    """A round in which nothing is against anybody's wish, at random; or else the best there is."""
    fewest = min(byes(one, been) for one in order)
    may_be_free = [
        place for place, one in enumerate(order) if byes(one, been) == fewest
    ]
    for _ in range(TRIES):
        free = may_be_free[stream.below(len(may_be_free))] if len(order) % 2 else None
        pairs = _ball_by_ball(
            [place for place in range(len(order)) if place != free], cost, stream
        )
        if pairs is not None:
            return [*pairs, *([(free, len(order))] if free is not None else [])]
    return perfect(len(order), cost, _least(order, been, apart))


def _ball_by_ball(rest: list[int], cost: Cost, stream: Stream) -> list[Pair] | None:
    """An opponent by lot for one after the other; None as soon as two would meet who should not."""
    pairs = []
    while rest:
        one = rest.pop()
        other = rest.pop(stream.below(len(rest)))
        pair = min(one, other), max(one, other)
        if cost(*pair):
            return None
        pairs.append(pair)
    return pairs


def _least(order: Sequence[Entrant], been: Past, apart: bool) -> int:
    """What no round can weigh less than."""
    bye = AGAIN * min(byes(one, been) for one in order) if len(order) % 2 else 0
    return bye + (CLUB * within_clubs(one.club for one in order) if apart else 0)


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    """Everybody is in the round once, and nobody is free who has had more byes than others."""
    been = past(before)
    had = {entrant.id: byes(entrant, been) for entrant in entrants}
    return [
        *redrawn.check(drawn, entrants),
        *redrawn.against_free(drawn["bye"], entrants, had),
    ]


def plan(
    drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> tuple[RoundPlan, ...]:
    return redrawn.plan(drawn, facts)


def to_draw(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    entries: Sequence[int],
) -> tuple[int, ...]:
    """All with a life left when what is drawn is over, as long as they are more than may be left at the end."""
    known = tuple(facts)
    if not redrawn.over(drawn, known):
        return ()
    lost = past(
        History(drawn["rounds"], [*known, *missed(drawn["rounds"], entries)])
    ).lost
    still_in = tuple(entry for entry in entries if lost[entry] < setup.lives)
    return still_in if len(still_in) > setup.until else ()


def missed(rounds: Sequence[Json], entries: Iterable[int]) -> Iterator[ConfirmedResult]:
    """A match lost without play for each round that was drawn before an entry came."""
    came = {
        entry: n
        for n, one in reversed([*enumerate(rounds, 1)])
        for who in redrawn.slots(one)
        for entry in who
    }
    for entry in entries:
        yield from (
            ConfirmedResult(n, 0, entry, 0, WALKOVER, 0)
            for n in range(1, came.get(entry, len(rounds) + 1))
        )


def why(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    round: int,
    slot: int,
) -> Reason:
    """`lot`; `rematch_forced` with how often they have met; `bye` with how many who is free had before.

    With the `club` of both, and its number of `entries`, where two meet who should be kept apart.
    """
    return redrawn.why(drawn, round, slot)


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """All entries that were ever drawn: by the last round they were in, then by fewer matches lost; equal ones share.

    Only somebody who is left can be first: if the last ones go out together that place stays empty. Reasons:
    `last_in`, the only one left when all is played; `lives_left`; `absent`, with lives left but not in the last round:
    a correction brings it back; `left`, it has withdrawn (`drawn["left"]`); for who is out `lost`, `lost_walkover` or
    `double_walkover`, with the round of the last life and the `opponent`.
    """
    known, latest = tuple(facts), len(drawn["rounds"])
    counted = [*known, *missed(drawn["rounds"], redrawn.last_rounds(drawn["rounds"]))]
    been = past(History(drawn["rounds"], counted))
    tallies, ends = tally(counted, been.byes.elements()), _ends(known)
    gone = frozenset(drawn.get("left", ()))
    lost = {
        entry: max(been.lost[entry], setup.lives * (entry in gone))
        for entry in been.last
    }
    merit = {entry: (-last, lost[entry]) for entry, last in been.last.items()}
    still_in = [entry for entry in merit if merit[entry] < (-latest, setup.lives)]
    why = {
        entry: _standing(
            entry, setup.lives - been.lost[entry], been.last[entry] == latest, ends
        )
        for entry in merit
    }
    why |= {
        entry: Reason("left", {"round": been.last[entry]})
        for entry in gone & merit.keys()
    }
    if len(still_in) == 1 and redrawn.over(drawn, known):
        why[still_in[0]] = Reason("last_in", {})
    return tuple(
        Row(
            entry,
            first,
            last,
            been.last[entry],
            tallies.get(entry, Tally()),
            why[entry],
        )
        for entry, first, last in _places(merit, 1 if still_in else 2)
    )


Merit = tuple[int, int]


def _places(merit: Mapping[int, Merit], best: int) -> Iterator[tuple[int, int, int]]:
    """Each entry with the places that it shares, none above the best."""
    before = 0
    for _, level in groupby(
        sorted(merit, key=merit.__getitem__), key=merit.__getitem__
    ):
        group = tuple(level)
        yield from (
            (entry, max(before + 1, best), max(before + len(group), best))
            for entry in group
        )
        before += len(group)


def _ends(facts: Iterable[ConfirmedResult]) -> dict[int, ConfirmedResult]:
    """The last match that each entry lost."""
    lost = sorted(
        (fact for fact in facts if fact.kind != VOID), key=lambda fact: fact.round
    )
    return {
        entry: fact
        for fact in lost
        for entry in (fact.a, fact.b)
        if entry != fact.winner
    }


def _standing(
    entry: int, left: int, in_last: bool, ends: Mapping[int, ConfirmedResult]
) -> Reason:
    if left > 0:
        return Reason("lives_left" if in_last else "absent", {"left": left})
    end = ends[entry]
    code = (
        "double_walkover"
        if end.winner is None
        else "lost_walkover"
        if end.kind == WALKOVER
        else "lost"
    )
    return Reason(
        code, {"round": end.round, "opponent": end.b if entry == end.a else end.a}
    )
