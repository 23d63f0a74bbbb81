"""Swiss for pairs: everybody plays in each round, against somebody new with the same score."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.draws.matching import perfect
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    Sentence,
    Setting,
    StageSettings,
)
from tournaments.rules.formats.families.redrawn import (
    APART,
    MAX_ENTRIES,
    MIN_ENTRIES,
    RedrawnFormat,
    RoundDraws,
    club_fields,
    is_over,
)
from tournaments.rules.schedules.redrawn import (
    AGAIN,
    CLUB,
    POINT,
    REMATCH,
    Past,
    byes,
    club_sizes,
    past,
    slots,
    within_clubs,
)
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tallies

MAX_ROUNDS: Final = 24

FLOAT_CAUSES: Final = {
    "met": N_("it has already played all others with the same score"),
    "odd": N_("an odd number of entries have that score"),
    "others": N_("so that others with the same score could meet"),
}


class Standing(NamedTuple):
    """All of an entrant that its pairing depends on."""

    id: int
    score: int
    """Matches won and byes."""
    byes: int
    """Byes, and wins without play."""
    club: str


class Swiss(RedrawnFormat):
    code = "swiss"
    name = N_("Swiss: entries with equal scores meet")
    short_name = N_("Swiss")
    settings = {
        "rounds": Setting(
            Choice(range(1, MAX_ROUNDS + 1), "how many rounds there are", usual=5),
            N_("Rounds"),
        ),
        "seeds": Setting(
            Choice(
                range(MAX_ENTRIES + 1),
                "how many of the strongest do not meet each other in round 1",
            ),
            N_("Seeded entries"),
        ),
        "apart": APART,
    }
    round_codes = tuple(f"round_{n}" for n in range(1, MAX_ROUNDS + 1))
    tie_breaks = (
        tiebreaks.MATCH_POINTS,
        tiebreaks.BUCHHOLZ_CUT_1,
        tiebreaks.BUCHHOLZ,
        tiebreaks.SET_DIFFERENCE,
        tiebreaks.SHARED,
    )
    late_refusal = "late.last_round"
    pairing_reasons = {
        **RedrawnFormat.pairing_reasons,
        "fold": N_(
            "The upper half of the seeding meets the lower half: number "
            "{first} and number {second}."
        ),
        "same_score": N_("Both have the same number of points: {score}."),
        "float": N_(
            "{name} has {from} points and meets an opponent with {to}: {because}."
        ),
    }
    standing_reasons = tiebreaks.REASONS
    refusals = {
        "swiss.too_few": N_(
            "A Swiss round needs at least {fewest} entries; there are {entries}."
        ),
        "swiss.too_many": N_(
            "A Swiss tournament takes at most {most} entries; there are {entries}."
        ),
        "swiss.too_many_rounds": N_(
            "With {entries} entries there are not enough opponents for "
            "{rounds} rounds; at most {most} can be played."
        ),
    }

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `swiss.too_few`, `swiss.too_many`, or `swiss.too_many_rounds`.

        The last one when there are not enough opponents for the rounds.
        """
        if entries < MIN_ENTRIES:
            raise Refusal("swiss.too_few", entries=entries, fewest=MIN_ENTRIES)
        if entries > MAX_ENTRIES:
            raise Refusal("swiss.too_many", entries=entries, most=MAX_ENTRIES)
        most = entries - 1 + entries % 2
        if settings.rounds > most:
            raise Refusal(
                "swiss.too_many_rounds",
                rounds=settings.rounds,
                entries=entries,
                most=most,
            )

    def byes_counted(self, entrant: Entrant, behind: Past) -> int:
        return byes(entrant, behind) + behind.given[entrant.id]

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """The next round: it minimises these, each before all that follow:

        1. byes and wins without play that the free entry has had, 2. rematches, 3. points of the
        free entry, 4. pairings within a club, if club-mates are kept `apart`, 5. differences of
        score, each squared.

        What is still equal is decided by lot: everybody is shuffled first. In round 1 with `seeds`
        the order of strength is folded: the first of the upper half meets the first of the lower
        one, the last is free. `lots` are everybody's in the order of this shuffle, newcomers after
        all others. A field that has shrunk is paired all the same.
        """
        is_first = not history.rounds
        self.check_number(
            len(entrants), settings if is_first else settings._replace(rounds=1)
        )
        order = stream.shuffled(entrants)
        behind = past(history)
        field = [self._standing(entrant, behind) for entrant in order]
        if is_first and settings.seeds:
            ranked = _strongest_first(order, field, settings.seeds)
            pairs, free = _folded(ranked, settings.apart)
            reasons = _fold_reasons(len(pairs))
        else:
            # Sorting is stable, so the shuffle still decides among equals.
            ranked = sorted(field, key=lambda standing: -standing.score)
            pairs, free = _by_score(ranked, behind, settings.apart)
            reasons = _by_lot(pairs) if is_first else _floats(pairs, behind)
        sizes = club_sizes(entrants, settings.apart)
        for reason, (a, b) in zip(reasons, pairs, strict=True):
            reason.update(club_fields(a.club, b.club, sizes))
        if free is not None:
            reasons.append({"code": "bye", "score": free.score, "had": free.byes})
        return {
            "pairs": [[a.id, b.id] for a, b in pairs],
            "bye": free.id if free else None,
            "why": reasons,
            "lots": _lots(order, history),
        }

    def _standing(self, entrant: Entrant, behind: Past) -> Standing:
        score = behind.won[entrant.id] + behind.byes[entrant.id]
        return Standing(
            entrant.id, score, self.byes_counted(entrant, behind), entrant.club
        )

    def to_draw(
        self,
        drawn: RoundDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        entries: Sequence[int],
    ) -> tuple[int, ...]:
        """All, when what is drawn is over, unless that was the last round or only one is left."""
        is_last = len(drawn["rounds"]) >= settings.rounds
        if is_last or len(entries) < MIN_ENTRIES or not is_over(drawn, results):
            return ()
        return tuple(entries)

    def takes_latecomers(
        self, drawn: RoundDraws, settings: StageSettings, opened: int
    ) -> bool:
        return opened < settings.rounds

    def explain_pairing(
        self, reason: Reason, names: Mapping[int, str]
    ) -> list[Sentence]:
        if reason.code == "float":
            fields = dict(reason.fields)
            fields["name"] = names.get(fields["entry"])
            fields["because"] = Sentence(FLOAT_CAUSES[fields["because"]])
            reason = Reason(reason.code, fields)
        return super().explain_pairing(reason, names)

    def standings(
        self,
        drawn: RoundDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All entries ever drawn, by the tie-breaks of the event; a bye counts as a match won."""
        played, rounds = tuple(results), drawn["rounds"]
        if not rounds:
            return ()
        lots: Sequence[int] = rounds[-1]["lots"]
        free = []
        for number, draw in enumerate(rounds, start=1):
            if draw["bye"] is not None:
                free.append((number, draw["bye"]))
        absent = list(_absent(rounds, frozenset(lots)))
        own_cards = cards(played, free, absent)
        record = tiebreaks.Record(
            played,
            own_cards,
            tallies(own_cards),
            lots,
            _last_round_of_each(lots, len(rounds), absent),
        )
        return tuple(tiebreaks.ranked(lots, settings.tie_breaks, record))

    def expected_matches(
        self, entries: int, settings: StageSettings, stream: Stream
    ) -> list[int]:
        return [entries // 2] * settings.rounds


Pairs = list[tuple[Standing, Standing]]
"""Who meets; the one with more points, or the stronger one, first."""


def _by_score(
    field: Sequence[Standing], behind: Past, apart: bool
) -> tuple[Pairs, Standing | None]:
    """The best pairing of a field in the order of its scores."""
    met = [behind.met.get(standing.id, Counter()) for standing in field]

    def cost(a: int, b: int) -> int:
        one = field[a]
        if b == len(field):
            return AGAIN * one.byes + POINT * one.score
        other = field[b]
        total = REMATCH * met[a][other.id] + (one.score - other.score) ** 2
        if apart and one.club and one.club == other.club:
            total += CLUB
        return total

    pairs: Pairs = []
    free = None
    for a, b in perfect(len(field), cost, _least(field, apart)):
        if b == len(field):
            free = field[a]
        else:
            pairs.append((field[a], field[b]))
    return pairs, free


def _least(field: Sequence[Standing], apart: bool) -> int:
    """A lower bound of the cost: that of neighbours, if everybody might meet everybody."""
    cost = 0
    scores = [standing.score for standing in field]
    if len(field) % 2:
        free = min(field, key=lambda standing: (standing.byes, standing.score))
        cost = AGAIN * free.byes + POINT * free.score
        scores.remove(free.score)
    if apart:
        cost += CLUB * within_clubs(standing.club for standing in field)
    for upper, lower in zip(scores[::2], scores[1::2], strict=True):
        cost += (upper - lower) ** 2
    return cost


def _strongest_first(
    order: Sequence[Entrant], field: Sequence[Standing], seeds: int
) -> list[Standing]:
    """The strongest `seeds` entrants in their order, then the others as they stand."""
    ranked = []
    for index, entrant in enumerate(order):
        if entrant.seed is not None:
            ranked.append((entrant.seed, index))
    strongest = [index for _, index in sorted(ranked)[:seeds]]
    return [field[index] for index in dict.fromkeys([*strongest, *range(len(field))])]


def _folded(field: Sequence[Standing], apart: bool) -> tuple[Pairs, Standing | None]:
    """The upper half of an order of strength against the lower one, rank by rank where possible.

    Free is the last of those who have had the fewest byes.
    """
    rest, free = list(field), None
    if len(field) % 2:
        free = min(reversed(field), key=lambda standing: standing.byes)
        rest.remove(free)
    half = len(rest) // 2
    # Neighbours in this order are the two who should meet.
    fold = []
    for upper in range(half):
        fold += [upper, upper + half]

    def cost(a: int, b: int) -> int:
        off = abs(abs(fold[a] - fold[b]) - half)
        club = rest[fold[a]].club
        if apart and club and club == rest[fold[b]].club:
            return CLUB + off
        return off

    met = []
    for a, b in perfect(len(rest), cost):
        met.append(sorted((fold[a], fold[b])))
    return [(rest[a], rest[b]) for a, b in sorted(met)], free


def _fold_reasons(pairs: int) -> list[Json]:
    return [{"code": "fold", "places": [n, n + pairs]} for n in range(1, pairs + 1)]


def _by_lot(pairs: Pairs) -> list[Json]:
    return [{"code": "lot"} for _ in pairs]


def _floats(pairs: Pairs, behind: Past) -> list[Json]:
    """Why each pair is one.

    `rematch_forced`, with how often they have met; `same_score`; `float` of an entry from its score
    to a lower one, because it has `met` everybody else of its score who plays, or the number of
    those, without those who meet a higher score, was `odd`, or all pairs together are best so
    (`others`).
    """
    with_score: defaultdict[int, list[int]] = defaultdict(list)
    floats_from: Counter[int] = Counter()
    for a, b in pairs:
        with_score[a.score].append(a.id)
        with_score[b.score].append(b.id)
        if a.score > b.score:
            floats_from[a.score] += 1
    reasons = []
    for a, b in pairs:
        met = behind.met.get(a.id, Counter())
        level, floats = with_score[a.score], floats_from[a.score]
        reasons.append(_float(a, b, met, level, floats))
    return reasons


def _float(
    a: Standing, b: Standing, met: Counter[int], level: Sequence[int], floats: int
) -> Json:
    if met[b.id]:
        return {"code": "rematch_forced", "met": met[b.id]}
    if a.score == b.score:
        return {"code": "same_score", "score": a.score}
    if all(met[other] for other in level if other != a.id):
        cause = "met"
    elif floats % 2:
        cause = "odd"
    else:
        cause = "others"
    return {
        "code": "float",
        "entry": a.id,
        "from": a.score,
        "to": b.score,
        "because": cause,
    }


def _lots(order: Sequence[Entrant], history: History) -> list[int]:
    """All entries ever drawn in the order of the lots; newcomers after all others."""
    earlier: list[int] = history.rounds[-1]["lots"] if history.rounds else []
    return list(dict.fromkeys([*earlier, *(entrant.id for entrant in order)]))


def _absent(
    rounds: Iterable[Json], everybody: frozenset[int]
) -> Iterator[tuple[int, int]]:
    """The rounds that an entry was not drawn into."""
    for number, draw in enumerate(rounds, start=1):
        drawn = 2 * len(draw["pairs"]) + (draw["bye"] is not None)
        if drawn < len(everybody):
            for entry in everybody.difference(*slots(draw)):
                yield number, entry


def _last_round_of_each(
    entries: Iterable[int], rounds: int, absent: Sequence[tuple[int, int]]
) -> dict[int, int]:
    """The last round that each was drawn into; `absent` has the first rounds first."""
    last = dict.fromkeys(entries, rounds)
    for number, entry in reversed(absent):
        if last[entry] == number:
            last[entry] -= 1
    return last


FORMAT: Final = Swiss()
