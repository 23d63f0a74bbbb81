"""What the tests of this folder share."""

from collections import Counter
from collections.abc import Sequence

from tests.tournaments.rules.events import stream
from tests.tournaments.rules.pairings import every_pairing
from tournaments.rules.field import Entrant
from tournaments.rules.formats import swiss
from tournaments.rules.formats.base import NOTHING, History, Json, StageSettings
from tournaments.rules.tables.results import PLAYED, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

SETUP = StageSettings(rounds=3, tie_breaks=swiss.FORMAT.tie_breaks)


APART = SETUP._replace(apart=True)


def fact(round: int, slot: int, a: int, b: int, kind: str = PLAYED) -> ConfirmedResult:
    """A 3-1 for a."""
    won = a if kind in {PLAYED, WALKOVER} else None
    return ConfirmedResult(
        round, slot, a, b, kind, won, *((3, 1) if kind == PLAYED else (0, 0))
    )


def drawn_so(pairs: Sequence[Sequence[int]], bye: int | None = None) -> Json:
    lots = [entry for pair in pairs for entry in pair] + ([bye] if bye else [])
    return {
        "pairs": [list(pair) for pair in pairs],
        "bye": bye,
        "why": [],
        "lots": lots,
    }


def played(
    seed: object, entrants: Sequence[Entrant], rounds: int, setup: StageSettings = SETUP
) -> History:
    """So many rounds with even sides; one match in three is won without play."""
    chance, before = stream(("results", seed)), NOTHING
    for n in range(1, rounds + 1):
        one = swiss.FORMAT.draw(
            entrants, stream((seed, n)), setup._replace(rounds=rounds), before
        )
        facts = [
            fact(
                n,
                slot,
                *(pair if chance.below(2) else pair[::-1]),
                PLAYED if chance.below(3) else WALKOVER,
            )
            for slot, pair in enumerate(one["pairs"])
        ]
        before = History([*before.rounds, one], [*before.facts, *facts])
    return before


Weight = tuple[int, ...]


def weight(
    one: Json, entrants: Sequence[Entrant], before: History, apart: bool = False
) -> Weight:
    """What the rules of the format weigh, the heaviest first, counted anew for one round."""
    met = Counter(frozenset(pair) for other in before.rounds for pair in other["pairs"])
    byes = Counter(other["bye"] for other in before.rounds)
    won = Counter(fact.winner for fact in before.facts)
    given = Counter(fact.winner for fact in before.facts if fact.kind == WALKOVER)
    clubs = {entrant.id: entrant.club for entrant in entrants}
    score = {entry: won[entry] + byes[entry] for entry in clubs}
    free = one["bye"]
    return (
        byes[free] + given[free] if free else 0,
        sum(met[frozenset(pair)] for pair in one["pairs"]),
        score[free] if free else 0,
        sum(clubs[a] == clubs[b] != "" for a, b in one["pairs"]) if apart else 0,
        sum((score[a] - score[b]) ** 2 for a, b in one["pairs"]),
    )


def best(entrants: Sequence[Entrant], before: History, apart: bool = False) -> Weight:
    """The least of all rounds there are."""
    everybody = [entrant.id for entrant in entrants] + (
        [0] if len(entrants) % 2 else []
    )
    rounds = (
        {
            "pairs": [pair for pair in pairs if 0 not in pair],
            "bye": next((max(pair) for pair in pairs if 0 in pair), None),
        }
        for pairs in every_pairing(everybody)
    )
    return min(weight(one, entrants, before, apart) for one in rounds)
