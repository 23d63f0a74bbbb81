"""Lives: a number of losses eliminates; everybody still in is redrawn each round, as in Spanish
opens.

Absence costs the match, as in Valdegastea: a pair that comes late has lost one for each round drawn
before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.draws.matching import Cost, Pair, perfect
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    Setting,
    StageSettings,
)
from tournaments.rules.formats.families.bracket import BracketFormat
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
    REMATCH,
    Past,
    byes,
    club_sizes,
    last_rounds,
    past,
    slots,
    within_clubs,
)
from tournaments.rules.tables.results import VOID, WALKOVER
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally, tally

MAX_ROUNDS: Final = 64

FEW: Final = 10
"""Up to this many entries all pairings are compared: 945."""
TRIES: Final = 1000
"""How often a round of a larger field is drawn before the search gives up a perfect one."""


class Lives(RedrawnFormat):
    code = "lives"
    name = N_("Lives: a new draw each round, out after a set number of losses")
    short_name = N_("Lives")
    settings = {
        "lives": Setting(
            Choice(range(1, 6), "an entry is out after this many lost matches"),
            N_("Lives: lost matches before elimination"),
        ),
        "until": Setting(
            Choice(range(1, 65), "the rounds end when at most this many are still in"),
            N_("Ends when this many are left"),
        ),
        "apart": APART,
    }
    round_codes = tuple(f"round_{n}" for n in range(1, MAX_ROUNDS + 1))
    depends_on_chance = True
    late_refusal = "late.lives"
    standing_reasons = {
        "lost": BracketFormat.standing_reasons["lost"],
        "lost_walkover": BracketFormat.standing_reasons["lost_walkover"],
        "double_walkover": BracketFormat.standing_reasons["double_walkover"],
        "last_in": N_("The only one left."),
        "lives_left": N_("Still in. Lives left: {left}."),
        "left": N_("Left the event; its last round was {round}."),
        "absent": N_("Not in the last round. Lives left: {left}."),
    }
    refusals = {
        "lives.too_few": N_(
            "A round needs at least {fewest} entries; there are {entries}."
        ),
        "lives.too_many": N_(
            "A tournament with lives takes at most {most} entries; there are {entries}."
        ),
        "lives.enough_already": N_(
            "There are only {entries} entries, but the rounds end when "
            "{until} are left."
        ),
    }

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `lives.too_few`, `lives.too_many`, `lives.enough_already`.

        The last one when nobody would have to go out.
        """
        if entries < MIN_ENTRIES:
            raise Refusal("lives.too_few", entries=entries, fewest=MIN_ENTRIES)
        if entries > MAX_ENTRIES:
            raise Refusal("lives.too_many", entries=entries, most=MAX_ENTRIES)
        if entries <= settings.until:
            raise Refusal("lives.enough_already", entries=entries, until=settings.until)

    def byes_counted(self, entrant: Entrant, behind: Past) -> int:
        return byes(entrant, behind)

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """The next round, by lot among all admissible ones, the free entry included.

        Admissible rounds have, in this order, the fewest possible 1. earlier byes of the entry that
        is free, 2. rematches, 3. pairings within a club, if club-mates are kept `apart`. With up to
        FEW entries every admissible round is equally likely. So it is with more entries while a
        round without any rematch (or pairing within a club) is found: the free entry is drawn from
        those with the fewest byes, then an opponent for one entry after the other, and all begins
        again when two may not meet. If TRIES attempts fail, an admissible round is taken from the
        order of a shuffle: nobody is favoured by name or number, but not all such rounds need be
        equally likely.
        """
        self.check_number(len(entrants), settings)
        order = stream.shuffled(entrants)
        behind = past(history)
        cost = _costs(order, behind, settings.apart)
        if len(order) <= FEW:
            seats = _any_of_few(len(order), cost, stream)
        else:
            seats = _drawn_by_lot(order, behind, cost, stream, settings.apart)
        sizes = club_sizes(entrants, settings.apart)
        pairs, reasons, free = [], [], None
        for a, b in seats:
            if b == len(order):
                free = order[a]
                continue
            one, other = order[a], order[b]
            pairs.append([one.id, other.id])
            reasons.append(_reason(one, other, behind, sizes))
        if free is None:
            return {"pairs": pairs, "bye": None, "why": reasons}
        reasons.append({"code": "bye", "had": byes(free, behind)})
        return {"pairs": pairs, "bye": free.id, "why": reasons}

    def to_draw(
        self,
        drawn: RoundDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        entries: Sequence[int],
    ) -> tuple[int, ...]:
        """All with a life left when what is drawn is over, while more than `until` are in."""
        known = tuple(results)
        if not is_over(drawn, known):
            return ()
        rounds = drawn["rounds"]
        lost = past(History(rounds, [*known, *missed(rounds, entries)])).lost
        still_in = tuple(entry for entry in entries if lost[entry] < settings.lives)
        return still_in if len(still_in) > settings.until else ()

    def takes_latecomers(
        self, drawn: RoundDraws, settings: StageSettings, opened: int
    ) -> bool:
        """Each round that was drawn before costs a latecomer a life."""
        return opened < settings.lives

    def standings(
        self,
        drawn: RoundDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All entries ever drawn: by their last round, then by fewer matches lost; equal ones
        share.

        Only an entry that is still in can be first: if the last ones go out together, rank 1 stays
        empty. Reasons: `last_in`, the only one left when all is played; `lives_left`; `absent`,
        with lives left but not in the last round: a correction brings it back; `left`, it has
        withdrawn; for entries that are out `lost`, `lost_walkover` or `double_walkover`, with the
        round of the last life and the `opponent`.
        """
        known = tuple(results)
        rounds = drawn["rounds"]
        counted = [*known, *missed(rounds, last_rounds(rounds))]
        behind = past(History(rounds, counted))
        tallies = tally(counted, behind.byes.elements())
        withdrawn = frozenset(drawn.get("left", ()))
        merits = {}
        for entry, last in behind.last.items():
            lost = behind.lost[entry]
            if entry in withdrawn:
                lost = max(lost, settings.lives)
            merits[entry] = (-last, lost)
        reasons = _reasons(behind, known, settings.lives, len(rounds))
        for entry in withdrawn & merits.keys():
            reasons[entry] = Reason("left", {"round": behind.last[entry]})
        still_in = [
            entry
            for entry, merit in merits.items()
            if merit < (-len(rounds), settings.lives)
        ]
        if len(still_in) == 1 and is_over(drawn, known):
            reasons[still_in[0]] = Reason("last_in", {})
        rows = []
        for entry, first, last in _ranked(merits, best=1 if still_in else 2):
            own_tally = tallies.get(entry, Tally())
            last_round = behind.last[entry]
            rows.append(Row(entry, first, last, last_round, own_tally, reasons[entry]))
        return tuple(rows)

    def expected_matches(
        self, entries: int, settings: StageSettings, stream: Stream
    ) -> list[int]:
        """Of those who meet, half lose a life, each half equally likely.

        Between even sides it makes no difference who meets whom; who is free is drawn without
        regard to earlier byes.
        """
        lives_left = [settings.lives] * entries
        matches = []
        while len(lives_left) > settings.until:
            order = stream.shuffled(lives_left)
            half = len(order) // 2
            losers = [lives - 1 for lives in order[:half] if lives > 1]
            lives_left = [*losers, *order[half:]]
            matches.append(half)
        return matches


def _costs(order: Sequence[Entrant], behind: Past, apart: bool) -> Cost:
    met = [behind.met.get(entrant.id, Counter()) for entrant in order]

    def cost(a: int, b: int) -> int:
        if b == len(order):
            return AGAIN * byes(order[a], behind)
        rematches = REMATCH * met[a][order[b].id]
        club = order[a].club
        if apart and club and club == order[b].club:
            return rematches + CLUB
        return rematches

    return cost


def _reason(a: Entrant, b: Entrant, behind: Past, sizes: Counter[str]) -> Json:
    times = behind.met[a.id][b.id] if a.id in behind.met else 0
    if times:
        reason: Json = {"code": "rematch_forced", "met": times}
    else:
        reason = {"code": "lot"}
    return reason | club_fields(a.club, b.club, sizes)


def _any_of_few(entries: int, cost: Cost, stream: Stream) -> list[Pair]:
    """One of the best rounds, each equally likely, by comparing all there are."""
    best: list[list[Pair]] = []
    least = None
    for pairs in _all_rounds(range(entries + entries % 2)):
        total = sum(cost(a, b) for a, b in pairs)
        if least is None or total < least:
            best, least = [], total
        if total == least:
            best.append(pairs)
    return best[stream.below(len(best))]


def _all_rounds(seats: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to pair an even number of seats."""
    if not seats:
        yield []
    for n, other in enumerate(seats[1:], start=1):
        rest = [*seats[1:n], *seats[n + 1 :]]
        for pairs in _all_rounds(rest):
            yield [(seats[0], other), *pairs]


def _drawn_by_lot(
    order: Sequence[Entrant], behind: Past, cost: Cost, stream: Stream, apart: bool
) -> list[Pair]:
    """A round that grants every wish, at random; else the best there is."""
    had = [byes(entrant, behind) for entrant in order]
    fewest = min(had)
    may_be_free = [seat for seat, number in enumerate(had) if number == fewest]
    is_odd = len(order) % 2 == 1
    for _ in range(TRIES):
        seats = list(range(len(order)))
        byes_drawn = []
        if is_odd:
            free = may_be_free[stream.below(len(may_be_free))]
            seats.remove(free)
            byes_drawn.append((free, len(order)))
        pairs = _ball_by_ball(seats, cost, stream)
        if pairs is not None:
            return pairs + byes_drawn
    return perfect(len(order), cost, _least(order, behind, apart))


def _ball_by_ball(rest: list[int], cost: Cost, stream: Stream) -> list[Pair] | None:
    """Draw an opponent for one entry after another; None once two would meet who may not."""
    pairs = []
    while rest:
        one = rest.pop()
        other = rest.pop(stream.below(len(rest)))
        pair = min(one, other), max(one, other)
        if cost(*pair):
            return None
        pairs.append(pair)
    return pairs


def _least(order: Sequence[Entrant], behind: Past, apart: bool) -> int:
    """A lower bound of the cost of any round."""
    least = 0
    if len(order) % 2:
        least += AGAIN * min(byes(entrant, behind) for entrant in order)
    if apart:
        least += CLUB * within_clubs(entrant.club for entrant in order)
    return least


def missed(rounds: Sequence[Json], entries: Iterable[int]) -> Iterator[ConfirmedResult]:
    """A match lost without play for each round that was drawn before an entry came."""
    first_round: dict[int, int] = {}
    for number, draw in enumerate(rounds, start=1):
        for drawn_entries in slots(draw):
            for entry in drawn_entries:
                first_round.setdefault(entry, number)
    for entry in entries:
        for number in range(1, first_round.get(entry, len(rounds) + 1)):
            yield ConfirmedResult(number, 0, entry, 0, WALKOVER, 0)


Merit = tuple[int, int]
"""The last round, below zero, and the matches lost: less is better."""


def _ranked(merits: Mapping[int, Merit], best: int) -> Iterator[tuple[int, int, int]]:
    """Each entry with the first and the last rank that it shares, none above `best`."""
    ahead = 0
    order = sorted(merits, key=merits.__getitem__)
    for _, level in groupby(order, key=merits.__getitem__):
        entries = tuple(level)
        first, last = max(ahead + 1, best), max(ahead + len(entries), best)
        for entry in entries:
            yield entry, first, last
        ahead += len(entries)


def _reasons(
    behind: Past, results: Iterable[ConfirmedResult], lives: int, latest: int
) -> dict[int, Reason]:
    """Why each entry stands where it does, those apart that have left or are the last one in."""
    last_losses = _last_losses(results)
    reasons = {}
    for entry, last_round in behind.last.items():
        left = lives - behind.lost[entry]
        if left > 0:
            code = "lives_left" if last_round == latest else "absent"
            reasons[entry] = Reason(code, {"left": left})
        else:
            reasons[entry] = _elimination(entry, last_losses[entry])
    return reasons


def _last_losses(results: Iterable[ConfirmedResult]) -> dict[int, ConfirmedResult]:
    """The last match that each entry lost."""
    last = {}
    for result in sorted(results, key=lambda result: result.round):
        if result.kind == VOID:
            continue
        for entry in (result.a, result.b):
            if entry != result.winner:
                last[entry] = result
    return last


def _elimination(entry: int, loss: ConfirmedResult) -> Reason:
    opponent = loss.b if entry == loss.a else loss.a
    fields = {"round": loss.round, "opponent": opponent}
    if loss.winner is None:
        return Reason("double_walkover", fields)
    if loss.kind == WALKOVER:
        return Reason("lost_walkover", fields)
    return Reason("lost", fields)


FORMAT: Final = Lives()
