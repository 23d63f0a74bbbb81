"""Lives: the draw of each round."""

from collections import Counter
from collections.abc import Sequence

import pytest

from core.refusals import Refusal
from tests.tournaments.rules.chi_square import misfit
from tests.tournaments.rules.events import field, stream
from tests.tournaments.rules.lives.lives_rounds import SETUP, drawn_so
from tests.tournaments.rules.pairings import every_pairing
from tournaments.rules.field import Entrant
from tournaments.rules.formats import lives
from tournaments.rules.formats.base import NOTHING, History, Json

APART = SETUP._replace(apart=True)


Weight = tuple[int, ...]


Round = frozenset[frozenset[int]]


def weight(
    one: Round, entrants: Sequence[Entrant], before: History, apart: bool = False
) -> Weight:
    """Earlier byes of who is free, earlier meetings, meetings within a club."""
    met = Counter(frozenset(pair) for other in before.rounds for pair in other["pairs"])
    byes = Counter(other["bye"] for other in before.rounds)
    clubs = {entrant.id: entrant.club for entrant in entrants}
    pairs = [sorted(who) for who in one if len(who) == 2]
    return (
        sum(byes[entry] for who in one if len(who) == 1 for entry in who),
        sum(met[frozenset(pair)] for pair in pairs),
        sum(clubs[a] == clubs[b] != "" for a, b in pairs) if apart else 0,
    )


def admissible(
    entrants: Sequence[Entrant], before: History, apart: bool = False
) -> set[Round]:
    """All rounds that are as good as can be."""
    everybody = [entrant.id for entrant in entrants] + (
        [0] if len(entrants) % 2 else []
    )
    rounds = [
        frozenset(frozenset(pair) - {0} for pair in pairs)
        for pairs in every_pairing(everybody)
    ]
    least = min(weight(one, entrants, before, apart) for one in rounds)
    return {one for one in rounds if weight(one, entrants, before, apart) == least}


def who_meets(one: Json) -> Round:
    return frozenset(
        map(frozenset, [*one["pairs"], *([[one["bye"]]] if one["bye"] else [])])
    )


def history(seed: object, size: int, rounds: int) -> History:
    """So many rounds in which nobody goes out."""
    before = NOTHING
    for n in range(rounds):
        one = lives.FORMAT.draw(field(size), stream((seed, n)), SETUP, before)
        before = History([*before.rounds, one])
    return before


WAYS = {"all looked at": (10, 1000), "by lot": (0, 1000), "by matching": (0, 0)}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the three ways in which a round is found."""
    few, tries = WAYS[request.param]
    monkeypatch.setattr(lives, "FEW", few)
    monkeypatch.setattr(lives, "TRIES", tries)


# --- the draw ---


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("size", range(2, 9))
@pytest.mark.parametrize("apart", [False, True])
def test_no_round_of_up_to_eight_is_better(size: int, apart: bool) -> None:
    entrants = [one._replace(club=str(one.id % 3 or "")) for one in field(size)]
    for rounds in range(10):
        before = history(("best", size), size, rounds)
        one = who_meets(
            lives.FORMAT.draw(
                entrants, stream((rounds, apart)), SETUP._replace(apart=apart), before
            )
        )
        assert one in admissible(entrants, before, apart)


@pytest.mark.slow
@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("rounds", [3, 8, 12])
def test_no_round_of_nine_or_ten_is_better(rounds: int) -> None:
    for size in (9, 10):
        before = history(("ten", size), size, rounds)
        one = who_meets(lives.FORMAT.draw(field(size), stream(rounds), SETUP, before))
        assert one in admissible(field(size), before)


CHI = {2: 13.8, 6: 22.5, 7: 24.3, 10: 29.6, 11: 31.3, 14: 36.1}
"""Above these lies one value of chi-square in a thousand, by degrees of freedom."""


@pytest.mark.parametrize("few", [0, 10])
@pytest.mark.parametrize(
    ("size", "before", "cells"),
    [
        (4, NOTHING, 3),
        (5, NOTHING, 15),
        (6, NOTHING, 15),
        (6, History([drawn_so([(1, 2), (3, 4), (5, 6)])]), 8),
        (5, History([drawn_so([(1, 2), (3, 4)], 5)]), 8),
    ],
    ids=["4", "5", "6", "6 in round 2", "5 in round 2"],
)
def test_every_admissible_round_is_equally_likely(
    size: int, before: History, cells: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lives, "FEW", few)
    seen = Counter(
        who_meets(lives.FORMAT.draw(field(size), stream(n), SETUP, before))
        for n in range(100 * cells)
    )
    assert set(seen) == admissible(field(size), before)
    assert len(seen) == cells
    assert misfit(Counter(dict(seen)), cells) < CHI[cells - 1]


@pytest.mark.slow
@pytest.mark.parametrize("few", [0, 10])
@pytest.mark.parametrize(("size", "cells"), [(9, 7), (10, 11)])
def test_late_rounds_of_nine_or_ten_are_equally_likely_too(
    size: int, cells: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = history("a", size, 6)
    monkeypatch.setattr(lives, "FEW", few)
    seen = Counter(
        who_meets(lives.FORMAT.draw(field(size), stream(n), SETUP, before))
        for n in range(30 * cells)
    )
    assert set(seen) == admissible(field(size), before)
    assert len(seen) == cells
    assert misfit(Counter(dict(seen)), cells) < CHI[cells - 1]


def test_in_a_larger_field_every_opponent_not_met_yet_is_equally_likely() -> None:
    before = History([drawn_so([(a, a + 1) for a in range(1, 14, 2)])])
    seen: Counter[object] = Counter()
    for n in range(1200):
        one = who_meets(lives.FORMAT.draw(field(14), stream(n), SETUP, before))
        seen[next(who for who in one if 1 in who) - {1}] += 1
    assert set(seen) == {frozenset({other}) for other in range(3, 15)}
    assert misfit(seen, 12) < CHI[11]


@pytest.mark.usefixtures("way")
def test_when_all_have_met_the_round_names_its_rematches() -> None:
    one = lives.FORMAT.draw(field(4), stream(), SETUP, history("met", 4, 5))
    assert [why["code"] for why in one["why"]] == ["rematch_forced"] * 2
    assert {why["met"] for why in one["why"]} <= {1, 2}


def test_a_bye_goes_round_before_it_comes_again() -> None:
    for size in (3, 5, 11):
        free = [one["bye"] for one in history("byes", size, 3 * size).rounds]
        assert all(
            sorted(free[n : n + size]) == list(range(1, size + 1))
            for n in range(0, 3 * size, size)
        )


def test_the_reason_of_a_bye_says_how_many_there_were_before() -> None:
    rounds = history("reasons", 3, 4).rounds
    assert [one["why"][-1] for one in rounds] == [
        {"code": "bye", "had": had} for had in (0, 0, 0, 1)
    ]


def test_byes_of_earlier_phases_count() -> None:
    entrants = [one._replace(byes=one.id != 2) for one in field(3)]
    assert {
        lives.FORMAT.draw(entrants, stream(n), SETUP)["bye"] for n in range(20)
    } == {2}


@pytest.mark.parametrize("size", [8, 30, 31])
def test_club_mates_are_kept_apart_where_it_can_be(size: int) -> None:
    entrants = [
        one._replace(club="Txoko" if one.id <= size // 2 else "") for one in field(size)
    ]
    one = lives.FORMAT.draw(entrants, stream(size), APART)
    assert not [pair for pair in one["pairs"] if max(pair) <= size // 2]


def test_a_rematch_is_worse_than_club_mates() -> None:
    entrants = [one._replace(club="A" if one.id < 3 else "B") for one in field(4)]
    before = History(
        [drawn_so(pairs) for pairs in ([(1, 3), (2, 4)], [(1, 4), (2, 3)])]
    )
    one = lives.FORMAT.draw(entrants, stream(), APART, before)
    assert who_meets(one) == {frozenset({1, 2}), frozenset({3, 4})}
    clubs = {why.get("club") for why in one["why"]}
    assert (clubs, [why["entries"] for why in one["why"]]) == ({"A", "B"}, [2, 2])
    assert not any(
        "club" in why
        for why in lives.FORMAT.draw(entrants, stream(), SETUP, before)["why"]
    )


def test_the_same_history_and_stream_give_the_same_round() -> None:
    before = history("again", 41, 4)
    once, again = (
        lives.FORMAT.draw(field(41), stream("same"), SETUP, before) for _ in range(2)
    )
    assert once == again != lives.FORMAT.draw(field(41), stream("other"), SETUP, before)


@pytest.mark.parametrize(
    ("entries", "until", "code"),
    [(1, 1, "too_few"), (5000, 1, "too_many"), (16, 16, "enough_already")],
)
def test_what_cannot_be_played_is_refused(entries: int, until: int, code: str) -> None:
    with pytest.raises(Refusal, match=f"lives.{code}"):
        lives.FORMAT.check_number(entries, SETUP._replace(until=until))


@pytest.mark.parametrize(
    ("pairs", "bye", "codes"),
    [
        ([[1, 4], [2, 3]], 5, []),
        ([[1, 2], [3, 3]], 5, ["draw.entry_twice", "draw.entry_missing"]),
        ([[1, 2, 3], [4]], 5, ["draw.not_two_by_two"]),
        ([[2, 5], [3, 4]], 1, ["draw.bye_before_others"]),
    ],
)
def test_a_round_is_checked_before_it_is_published(
    pairs: list[list[int]], bye: int, codes: list[str]
) -> None:
    problems = lives.FORMAT.check(
        drawn_so(pairs, bye), field(5), SETUP, History([drawn_so([(2, 3), (4, 5)], 1)])
    )
    assert sorted(problem.code for problem in problems) == sorted(codes)
