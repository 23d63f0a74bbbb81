"""Swiss: everybody once a round, against somebody new, nobody free twice, as near in points as can be, and why."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import Refusal
from tests.tournaments.rules.events import field, stream, table
from tests.tournaments.rules.test_matching import every_pairing
from tournaments.rules import matching
from tournaments.rules.field import Entrant
from tournaments.rules.formats import swiss
from tournaments.rules.formats.base import NOTHING, Before, Json, Setup
from tournaments.rules.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tallies import Fact

SETUP = Setup(rounds=3, tie_breaks=swiss.TIE_BREAKS)
APART = SETUP._replace(apart=True)


def fact(round: int, slot: int, a: int, b: int, kind: str = PLAYED) -> Fact:
    """A 3-1 for a."""
    won = a if kind in {PLAYED, WALKOVER} else None
    return Fact(round, slot, a, b, kind, won, *((3, 1) if kind == PLAYED else (0, 0)))


def drawn_so(pairs: Sequence[Sequence[int]], bye: int | None = None) -> Json:
    return {"pairs": [list(pair) for pair in pairs], "bye": bye, "why": [], "lots": [*sum(map(list, pairs), [])]}


def wins(entry: int, number: int) -> list[Fact]:
    """So many matches won, against somebody who is not there any more."""
    return [fact(n, 0, entry, 0) for n in range(number)]


def played(seed: object, entrants: Sequence[Entrant], rounds: int, setup: Setup = SETUP) -> Before:
    """So many rounds with even sides."""
    chance, before = stream(("results", seed)), NOTHING
    for n in range(1, rounds + 1):
        one = swiss.draw(entrants, stream((seed, n)), setup._replace(rounds=rounds), before)
        facts = [fact(n, slot, *(pair if chance.below(2) else pair[::-1])) for slot, pair in enumerate(one["pairs"])]
        before = Before([*before.rounds, one], [*before.facts, *facts])
    return before


Weight = tuple[int, ...]


def weight(one: Json, entrants: Sequence[Entrant], before: Before, apart: bool = False) -> Weight:
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


def best(entrants: Sequence[Entrant], before: Before, apart: bool = False) -> Weight:
    """The least of all rounds there are."""
    everybody = [entrant.id for entrant in entrants] + ([0] if len(entrants) % 2 else [])
    rounds = (
        {
            "pairs": [pair for pair in pairs if 0 not in pair],
            "bye": next((max(pair) for pair in pairs if 0 in pair), None),
        }
        for pairs in every_pairing(everybody)
    )
    return min(weight(one, entrants, before, apart) for one in rounds)


# --- who meets whom ---


@settings(max_examples=60, deadline=None)
@given(size=st.integers(2, 9), rounds=st.integers(0, 6), clubs=st.integers(0, 3), seed=st.integers())
def test_no_round_of_up_to_nine_is_better(size: int, rounds: int, clubs: int, seed: int) -> None:
    entrants = [one._replace(club=str(one.id % (clubs + 1) or "")) for one in field(size)]
    setup = APART if clubs else SETUP
    before = played(seed, entrants, min(rounds, size - 1), setup)
    one = swiss.draw(entrants, stream(seed), setup._replace(rounds=1), before)
    assert weight(one, entrants, before, setup.apart) == best(entrants, before, setup.apart)


@pytest.mark.slow
def test_no_round_of_ten_is_better() -> None:
    before = played("ten", field(10), 5)
    assert weight(swiss.draw(field(10), stream(), SETUP, before), field(10), before) == best(field(10), before)


@settings(max_examples=25, deadline=None)
@given(size=st.integers(14, 60), rounds=st.integers(1, 12), clubs=st.sampled_from([0, 2, 9]), seed=st.integers())
def test_looking_at_neighbours_first_finds_a_round_as_good_as_looking_at_all(
    size: int, rounds: int, clubs: int, seed: int
) -> None:
    entrants = [one._replace(club=str(one.id % clubs) if clubs else "") for one in field(size)]
    setup = APART if clubs else SETUP
    before = played(seed, entrants, rounds, setup)
    near = swiss.draw(entrants, stream(seed), setup, before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WINDOW", 99)
        everybody = swiss.draw(entrants, stream(seed), setup, before)
    assert weight(near, entrants, before, setup.apart) == weight(everybody, entrants, before, setup.apart)


def half_points(events: dict[str, list[tuple[int, str]]], rounds: int) -> Before:
    """So many rounds of a published tournament, in which a draw counted half: each half point as a match won."""
    pairs = [{frozenset((int(one), own[n][0])) for one, own in events.items() if own[n][0]} for n in range(rounds)]
    byes = [next((int(one) for one, own in events.items() if own[n][1] == "U"), None) for n in range(rounds)]
    points = {"1": 2, "=": 1, "0": 0, "U": 1}  # a bye counts as one match won already
    halves = {int(one): sum(points[result] for _, result in own[:rounds]) for one, own in events.items()}
    drawn = [drawn_so([sorted(pair) for pair in some], free) for some, free in zip(pairs, byes, strict=True)]
    return Before(drawn, [won for one, number in halves.items() for won in wins(one, number)])


@pytest.mark.parametrize(
    "event", table("swiss_kat.json")["tournaments"], ids=lambda one: f"{one['players']}-{one['seed']}"
)
def test_points_are_as_near_as_in_published_tournaments(event: Any) -> None:
    entrants = field(event["players"])
    for n, known in enumerate(event["optimum"]):
        before = half_points(event["events"], n)
        one = swiss.draw(entrants, stream(n), SETUP._replace(rounds=1), before)
        found = weight(one, entrants, before)
        floats = sum(why["code"] == "float" for why in one["why"])
        assert (found[1], found[2], found[4], floats) == (0, 2 * known["bye_score"], known["sum_d2"], known["floats"])
