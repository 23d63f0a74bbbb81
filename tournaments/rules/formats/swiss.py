"""Swiss for pairs: so many rounds, everybody plays in each, against somebody new who has won as many matches."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from core.chance import Stream
from core.choices import Choice, Choices
from core.refusals import Refusal
from tournaments.rules.draws.matching import perfect
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
    POINT,
    REMATCH,
    Past,
    kept_apart,
    mates,
    past,
    slots,
    within_clubs,
)
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tallies

CODE: Final = "swiss"
DRAW: Final = "round"
SEVERAL: Final = False
PARTNERS: Final = False
REDRAWN: Final = True
MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 4096
MAX_ROUNDS: Final = 24
SETTINGS: Final[Choices] = {
    "rounds": Choice(range(1, MAX_ROUNDS + 1), "how many rounds there are", usual=5),
    "seeds": Choice(
        range(MAX_ENTRIES + 1),
        "how many of the strongest do not meet each other in round 1",
    ),
    "apart": Choice((False, True), "those of one club meet as seldom as can be"),
}
ROUND_CODES: Final = tuple(f"round_{n}" for n in range(1, MAX_ROUNDS + 1))
TIE_BREAKS: Final[tuple[str, ...]] = (
    "match_points",
    "buchholz_cut_1",
    "buchholz",
    "set_difference",
    "shared",
)


class Standing(NamedTuple):
    """An entrant before a round: what its pairing depends on."""

    id: int
    score: int
    """Matches won and byes."""
    free: int
    """Byes, and wins without play."""
    club: str


def fits(sides: Sides) -> bool:
    """Two sides of two meet (MUS-1)."""
    return [len(side) for side in sides] == [2, 2]


def check_number(entries: int, setup: StageSettings) -> None:
    """Raises Refusal `swiss.too_few`, `swiss.too_many`, or `swiss.too_many_rounds` for the opponents there are."""
    if entries < MIN_ENTRIES:
        raise Refusal("swiss.too_few", entries=entries, fewest=MIN_ENTRIES)
    if entries > MAX_ENTRIES:
        raise Refusal("swiss.too_many", entries=entries, most=MAX_ENTRIES)
    most = entries - 1 + entries % 2
    if setup.rounds > most:
        raise Refusal(
            "swiss.too_many_rounds", rounds=setup.rounds, entries=entries, most=most
        )


def draw(
    entrants: Sequence[Entrant],
    stream: Stream,
    setup: StageSettings,
    before: History = NOTHING,
) -> Json:
    """The next round: in this order of weight, each before all that follow, there are as few as can be of

    1. byes and wins without play that the one who is free has had, 2. earlier meetings of those who meet, 3. points of
    the one who is free, 4. meetings within a club, if they shall be `apart`, 5. differences of score, each squared.

    What is still equal is decided by lot: everybody is shuffled first. In round 1 with `seeds` the order of strength
    is folded: the first of the upper half meets the first of the lower one, the last is free. `lots` are everybody's
    in the order of this shuffle, those who are new after all others. A field that has shrunk is paired all the same.
    """
    check_number(len(entrants), setup._replace(rounds=1) if before.rounds else setup)
    order, been = stream.shuffled(entrants), past(before)
    field = [_standing(entrant, been) for entrant in order]
    if before.rounds or not setup.seeds:
        pairs, free = _by_score(
            sorted(field, key=lambda one: -one.score), been, setup.apart
        )
        reasons = (
            _floats(pairs, been)
            if before.rounds
            else [Reason("lot", {}) for _ in pairs]
        )
    else:
        pairs, free = _folded(_strongest_first(order, field, setup.seeds), setup.apart)
        reasons = [
            Reason("fold", {"places": [n, n + len(pairs)]})
            for n in range(1, len(pairs) + 1)
        ]
    clubs = kept_apart(entrants, setup.apart)
    reasons = [
        Reason(code, {**fields, **mates(a.club, b.club, clubs)})
        for (code, fields), (a, b) in zip(reasons, pairs, strict=True)
    ]
    return {**_round(pairs, free, reasons), "lots": _lots(order, before)}


def _standing(entrant: Entrant, been: Past) -> Standing:
    score = been.won[entrant.id] + been.byes[entrant.id]
    free = redrawn.byes(entrant, been) + been.given[entrant.id]
    return Standing(entrant.id, score, free, entrant.club)


Pairs = list[tuple[Standing, Standing]]
"""Who meets; the one with more points, or the stronger one, first."""


def _by_score(
    field: Sequence[Standing], been: Past, apart: bool
) -> tuple[Pairs, Standing | None]:
    """The best pairing of a field that stands in the order of its scores."""
    met = [been.met.get(one.id, Counter()) for one in field]

    def cost(a: int, b: int) -> int:
        one = field[a]
        if b == len(field):
            return AGAIN * one.free + POINT * one.score
        other = field[b]
        club = CLUB if apart and one.club and one.club == other.club else 0
        return REMATCH * met[a][other.id] + club + (one.score - other.score) ** 2

    places = perfect(len(field), cost, _least(field, apart))
    free = next((field[a] for a, b in places if b == len(field)), None)
    return [(field[a], field[b]) for a, b in places if b < len(field)], free


def _least(field: Sequence[Standing], apart: bool) -> int:
    """What no pairing can cost less than: that of neighbours, if everybody might meet everybody."""
    cost, scores = 0, [one.score for one in field]
    if len(field) % 2:
        free = min(field, key=lambda one: (one.free, one.score))
        cost = AGAIN * free.free + POINT * free.score
        scores.remove(free.score)
    if apart:
        cost += CLUB * within_clubs(one.club for one in field)
    return cost + sum(
        (a - b) ** 2 for a, b in zip(scores[::2], scores[1::2], strict=True)
    )


def _strongest_first(
    order: Sequence[Entrant], field: Sequence[Standing], seeds: int
) -> list[Standing]:
    """So many of the strongest in their order, then the others as they stand."""
    ranked = sorted(
        (one.seed, place) for place, one in enumerate(order) if one.seed is not None
    )
    first = dict.fromkeys(place for _, place in ranked[:seeds])
    return [field[place] for place in {**first, **dict.fromkeys(range(len(field)))}]


def _folded(field: Sequence[Standing], apart: bool) -> tuple[Pairs, Standing | None]:
    """The upper half of an order of strength against the lower one, as near to the same places in them as can be.

    Who is free is the last of those who have had the fewest byes.
    """
    rest, free = list(field), None
    if len(field) % 2:
        free = min(reversed(field), key=lambda one: one.free)
        rest.remove(free)
    half = len(rest) // 2
    fold = [place for upper in range(half) for place in (upper, upper + half)]

    def cost(a: int, b: int) -> int:
        club = rest[fold[a]].club
        same = CLUB if apart and club and club == rest[fold[b]].club else 0
        return same + abs(abs(fold[a] - fold[b]) - half)

    met = [sorted((fold[a], fold[b])) for a, b in perfect(len(rest), cost)]
    return [(rest[a], rest[b]) for a, b in sorted(met)], free


def _floats(pairs: Pairs, been: Past) -> list[Reason]:
    """Why each pair is one.

    `rematch_forced`, with how often they have met; `same_score`; `float` of an entry from its score to a lower one,
    because it has `met` everybody of its score who plays, or their number, without those who meet somebody from above,
    was `odd`, or all pairs together are best so (`others`).
    """
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for one in (one for pair in pairs for one in pair):
        groups[one.score].append(one.id)
    down = Counter(a.score for a, b in pairs if a.score > b.score)
    return [
        _float(a, b, been.met.get(a.id, Counter()), groups[a.score], down[a.score])
        for a, b in pairs
    ]


def _float(
    a: Standing, b: Standing, met: Counter[int], group: Sequence[int], down: int
) -> Reason:
    if met[b.id]:
        return Reason("rematch_forced", {"met": met[b.id]})
    if a.score == b.score:
        return Reason("same_score", {"score": a.score})
    because = (
        "met"
        if all(met[other] for other in group if other != a.id)
        else "odd"
        if down % 2
        else "others"
    )
    return Reason(
        "float", {"entry": a.id, "from": a.score, "to": b.score, "because": because}
    )


def _round(pairs: Pairs, free: Standing | None, reasons: Sequence[Reason]) -> Json:
    """Who meets at which table; `bye` says how many points, byes and wins without play who is free had before."""
    exempt = [Reason("bye", {"score": free.score, "had": free.free})] if free else []
    return {
        "pairs": [[a.id, b.id] for a, b in pairs],
        "bye": free.id if free else None,
        "why": [{"code": code, **fields} for code, fields in (*reasons, *exempt)],
    }


def _lots(order: Sequence[Entrant], before: History) -> list[int]:
    """Everybody who has ever been drawn, in the order of the lots; who is new has one after all others."""
    had: list[int] = before.rounds[-1]["lots"] if before.rounds else []
    return list(dict.fromkeys([*had, *(one.id for one in order)]))


def check(
    drawn: Json,
    entrants: Sequence[Entrant],
    setup: StageSettings,
    before: History = NOTHING,
) -> list[Refusal]:
    """Everybody is in the round once, and nobody is free who has had more byes and wins without play than others."""
    been = past(before)
    had = {entrant.id: _standing(entrant, been).free for entrant in entrants}
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
    """All, when what is drawn is over, unless it was the last round or only one is left."""
    more = len(drawn["rounds"]) < setup.rounds and len(entries) >= MIN_ENTRIES
    return tuple(entries) if more and redrawn.over(drawn, facts) else ()


def why(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    round: int,
    slot: int,
) -> Reason:
    """`lot` or `fold` in round 1, then `same_score`, `float`, `rematch_forced`; `bye` for who is free.

    With the `club` of both, and its number of `entries`, where two meet who should be kept apart.
    """
    return redrawn.why(drawn, round, slot)


def standings(
    drawn: Json,
    facts: Iterable[ConfirmedResult],
    setup: StageSettings,
    running: Mapping[int, int],
) -> tuple[Row, ...]:
    """All entries that were ever drawn, by the tie-breaks of the event; a bye counts as a match won."""
    known, rounds = tuple(facts), drawn["rounds"]
    if not rounds:
        return ()
    lots: Sequence[int] = rounds[-1]["lots"]
    byes = [
        (n, one["bye"])
        for n, one in enumerate(rounds, start=1)
        if one["bye"] is not None
    ]
    absent = list(_absent(rounds, frozenset(lots)))
    counted = cards(known, byes, absent)
    played = tiebreaks.Known(
        known, counted, tallies(counted), lots, _last(lots, len(rounds), absent)
    )
    return tuple(tiebreaks.placed(lots, setup.tie_breaks, played))


def _absent(
    rounds: Iterable[Json], everybody: frozenset[int]
) -> Iterator[tuple[int, int]]:
    """The rounds that somebody was not drawn into."""
    for number, one in enumerate(rounds, start=1):
        if 2 * len(one["pairs"]) + (one["bye"] is not None) < len(everybody):
            yield from ((number, entry) for entry in everybody.difference(*slots(one)))


def _last(
    entries: Iterable[int], rounds: int, absent: Sequence[tuple[int, int]]
) -> dict[int, int]:
    """The last round that each was drawn into, from those it was not drawn into, first to last."""
    last = dict.fromkeys(entries, rounds)
    for number, entry in reversed(absent):
        if last[entry] == number:
            last[entry] -= 1
    return last
