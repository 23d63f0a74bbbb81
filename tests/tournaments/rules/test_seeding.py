"""In a bracket seeds stand in their places, byes go in turn, and those of one club meet as late as
can be.
"""

import json
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.chi_square import misfit
from tests.tournaments.rules.events import field, stream, table
from tournaments.rules.brackets import seeding
from tournaments.rules.field import Entrant
from tournaments.rules.formats import knockout
from tournaments.rules.formats.base import StageSettings

FOLD = table("brackets.json")["seed_order"]


def strongest(size, seeded):
    """A field in which the first so many are known to be the strongest."""
    return [
        one._replace(seed=one.id if one.id <= seeded else None) for one in field(size)
    ]


def of_clubs(clubs, seeded=0, byes=()):
    """An entrant for each letter, which is its club; a dot has none."""
    had = dict(enumerate(byes))
    return [
        Entrant(
            n,
            f"Pair {n}",
            had.get(n - 1, 0),
            "" if club == "." else club,
            n if n <= seeded else None,
        )
        for n, club in enumerate(clubs, start=1)
    ]


def codes(problems):
    return [problem.code for problem in problems]


# Seeds


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_seeds_stand_in_the_published_places(size):
    assert (
        list(seeding.lot(strongest(size, size), stream(), size))
        == FOLD[str(size)]["fold"]
    )


@pytest.mark.parametrize("seeds", [1, 2, 4, 8])
def test_the_strongest_meet_as_late_as_can_be_and_the_others_by_lot(seeds):
    fold = FOLD["16"]["fold"]
    draws = {seeding.lot(strongest(16, 16), stream(n), seeds) for n in range(20)}
    assert all(
        leaves[fold.index(n)] == n for leaves in draws for n in range(1, seeds + 1)
    )
    assert len(draws) == 20


def test_the_order_of_strength_says_who_is_seeded_not_the_order_of_the_list():
    assert seeding.seeded(
        [Entrant(1, "Ane", seed=7), Entrant(2, "Jon"), Entrant(3, "Iker", seed=2)], 4
    ) == {3: 0, 1: 1}


@pytest.mark.parametrize(
    ("size", "free"), [(5, {1, 2, 3}), (6, {1, 2}), (7, {1}), (12, {1, 2, 3, 4})]
)
def test_seeds_have_the_byes(size, free):
    leaves = seeding.lot(strongest(size, 4), stream(), 4)
    assert {
        entry for pair in seeding.pairs(leaves) if None in pair for entry in pair
    } - {None} == free


def test_a_seed_that_has_had_a_bye_plays_before_somebody_has_a_second_one():
    entrants = of_clubs("......", seeded=2, byes=(1, 0, 0, 0, 0, 0))
    leaves = seeding.lot(entrants, stream(), 2)
    assert 1 not in {
        entry for pair in seeding.pairs(leaves) if None in pair for entry in pair
    }
    assert (
        knockout.FORMAT.check({"leaves": leaves}, entrants, StageSettings(seeds=2))
        == []
    )


def test_a_seed_out_of_place_is_named_with_its_place():
    leaves = list(seeding.lot(strongest(8, 2), stream(), 2))
    assert (
        knockout.FORMAT.check(
            {"leaves": leaves}, strongest(8, 2), StageSettings(seeds=2)
        )
        == []
    )
    leaves[0], leaves[1] = leaves[1], leaves[0]
    (problem,) = knockout.FORMAT.check(
        {"leaves": leaves}, strongest(8, 2), StageSettings(seeds=2)
    )
    assert (problem.code, problem.fields) == (
        "draw.seed_misplaced",
        {"entry": 1, "name": "Pair 001", "seed": 1, "place": 1},
    )


def test_who_had_a_bye_before_stands_as_often_above_as_below_who_had_none():
    entrants = of_clubs("......", byes=(1, 1))
    draws = [seeding.lot(entrants, stream(n)) for n in range(4000)]
    plays = [leaves for leaves in draws if leaves[leaves.index(6) ^ 1] is not None]
    above = sum(leaves.index(1) < leaves.index(6) for leaves in plays)
    assert (
        abs(above - len(plays) / 2) < 1.65 * len(plays) ** 0.5
    )  # 3.3 standard deviations


# Club-mates


def likelihoods(entrants, seeds):
    """All best brackets, each as the clubs from leaf to leaf, by brute force."""
    order = seeding._order(entrants, seeds, seeding._exempt(entrants, seeds))
    club = {one.id: one.club or one.id for one in entrants}
    where = seeding.places(len(order))
    known = seeding.seeded(entrants, seeds)
    free = [place for place, entry in enumerate(order) if entry not in known]
    byes = {one.id: one.byes for one in entrants}
    exempt = sorted(byes[entry] for entry in order[: len(where) - len(order)])
    found: dict[tuple[object, ...], list[int]] = {}
    for rest in permutations(order[place] for place in free):
        for place, entry in zip(free, rest, strict=True):
            order[place] = entry
        leaves = [order[place] if place < len(order) else None for place in where]
        if sorted(byes[entry] for entry in order[: len(where) - len(order)]) == exempt:
            found.setdefault(
                tuple(club.get(leaf) for leaf in leaves),
                seeding.meetings(leaves, entrants),
            )
    return {clubs for clubs, meets in found.items() if meets == min(found.values())}


FIELDS = [
    ("AA.", 0, ()),
    ("AAB.", 0, ()),
    ("AABB", 0, ()),
    ("AAB..", 0, ()),
    ("AAABB", 0, ()),
    ("AABB.", 2, ()),
    ("AABBCC", 0, ()),
    ("AAABBB", 0, ()),
    ("AAAAB.", 0, (1, 0, 0, 0, 0, 1)),
    ("AAAABBC", 0, ()),
    ("AAAAAAB", 0, ()),
    ("AAAABBBB", 0, ()),
    ("AABBBBCC", 4, ()),
    ("AAAAAABC", 2, ()),
]


def tail(cells):
    """What chi-square exceeds once in a thousand times (Wilson and Hilferty's approximation)."""
    freedom = cells - 1
    return freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clubs", "seeds", "byes"),
    FIELDS,
    ids=[f"{one[0]}, {one[1]} seeds" for one in FIELDS],
)
@pytest.mark.parametrize(
    "drawings", [seeding.DRAWINGS, 0], ids=["whole drawings", "exchanges"]
)
def test_each_bracket_that_keeps_club_mates_apart_best_is_equally_likely(
    clubs, seeds, byes, drawings, monkeypatch
):
    monkeypatch.setattr(seeding, "DRAWINGS", drawings)
    entrants = of_clubs(clubs, seeds, byes)
    best, club = (
        likelihoods(entrants, seeds),
        {one.id: one.club or one.id for one in entrants},
    )
    draws = (
        seeding.apart(entrants, stream((n, clubs)), seeds)
        for n in range(max(200, 6 * len(best)))
    )
    seen = Counter(tuple(club.get(leaf) for leaf in leaves) for leaves in draws)
    assert seen.keys() <= best
    assert len(best) == 1 or misfit(seen, len(best)) < tail(len(best))


@settings(max_examples=60, deadline=None)
@given(
    clubs=st.text("AABBC.", min_size=2, max_size=6),
    seeds=st.integers(0, 4),
    byes=st.lists(st.integers(0, 1)),
    n=st.integers(),
)
def test_no_other_bracket_keeps_club_mates_further_apart(clubs, seeds, byes, n):
    entrants = of_clubs(clubs, seeds, byes)
    club = {one.id: one.club or one.id for one in entrants}
    leaves = seeding.apart(entrants, stream(n), seeds)
    assert tuple(club.get(leaf) for leaf in leaves) in likelihoods(entrants, seeds)
    assert (
        seeding.check(
            seeding.draw(entrants, stream(n), StageSettings(seeds=seeds, apart=True)),
            entrants,
            StageSettings(seeds=seeds),
        )
        == []
    )


def fewest(entrants, leaves):
    """What could be reached if there were nobody but one club: each spread evenly over halves,
    quarters, eighths.
    """
    sizes = Counter(one.club for one in entrants if one.club).values()
    together = [0]
    for level in range(1, (leaves - 1).bit_length()):
        blocks = leaves >> level
        spread = [
            (size // blocks + (block < size % blocks))
            for size in sizes
            for block in range(blocks)
        ]
        together.append(sum(n * (n - 1) // 2 for n in spread))
    return [after - before for before, after in pairwise(together)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clubs", "seeds"),
    [
        ("ABCDEFGH" * 8, 0),
        ("A" * 20 + "B" * 12 + "C" * 8 + "D" * 6 + "E" * 18, 0),
        ("AABCDEFG" * 25, 0),
        ("ABCDEFGH" * 32, 8),
    ],
    ids=[
        "64 of eight clubs",
        "64 of clubs of 6 to 20",
        "200 of seven clubs",
        "256 with 8 seeds",
    ],
)
def test_large_fields_reach_what_no_bracket_can_better(clubs, seeds):
    entrants = of_clubs(clubs, seeds)
    leaves = seeding.apart(entrants, stream(clubs), seeds)
    assert seeding.meetings(leaves, entrants) == fewest(entrants, len(leaves))


def test_with_no_club_twice_the_draw_is_that_of_everybody():
    entrants = of_clubs("ABCDE...")
    assert seeding.apart(entrants, stream(), 0) == seeding.lot(entrants, stream(), 0)


def test_a_club_with_more_than_half_of_the_places_meets_itself_and_the_pairing_says_why():
    entrants = of_clubs("AAAAAABC")
    tree = knockout.FORMAT.draw(entrants, stream(), StageSettings(apart=True))
    matches = [set(pair) for pair in seeding.pairs(tree["leaves"])]
    slots = [
        matches.index({a, b})
        for a, b, club, entries in tree["mates"]
        if (club, entries) == ("A", 6)
    ]
    assert (len(slots), tree["apart"][0]) == (2, 2)
    assert all(
        knockout.FORMAT.why(tree, (), StageSettings(), 1, slot).code == "club_mates"
        for slot in slots
    )
    assert json.loads(json.dumps(tree)) == tree


def test_club_mates_whom_a_change_by_hand_has_parted_are_no_reason_any_more():
    tree = knockout.FORMAT.draw(
        of_clubs("AAAAAABC"), stream(), StageSettings(apart=True)
    )
    leaves = tree["leaves"]
    mate = leaves.index(tree["mates"][0][0])
    other = leaves.index(8)
    leaves[mate], leaves[other] = leaves[other], leaves[mate]
    assert knockout.FORMAT.why(tree, (), StageSettings(), 1, mate // 2).code == "leaves"


def test_an_exchange_by_hand_that_brings_club_mates_together_is_named():
    entrants, setup = of_clubs("AABBCCDD"), StageSettings(apart=True)
    tree = knockout.FORMAT.draw(entrants, stream(), setup)
    assert knockout.FORMAT.check(tree, entrants, setup) == []
    club, leaves = {one.id: one.club for one in entrants}, tree["leaves"]
    mate = next(
        place
        for place, leaf in enumerate(leaves)
        if place > 1 and club[leaf] == club[leaves[0]]
    )
    leaves[1], leaves[mate] = leaves[mate], leaves[1]
    (problem,) = knockout.FORMAT.check(tree, entrants, setup)
    assert (problem.code, problem.fields) == (
        "draw.club_mates_sooner",
        {"round": 1, "pairs": 1, "fewest": 0},
    )


@pytest.mark.parametrize("groups", [2, 3, 4, 6, 8])
def test_those_of_one_group_meet_again_in_the_final_alone(groups):
    """The winners are seeded; for two groups that is A1-B2, B1-A2."""
    entrants = [
        Entrant(2 * group + place, "", seed=groups * place + group + 1, group=group)
        for group in range(groups)
        for place in (0, 1)
    ]
    tree = knockout.FORMAT.draw(
        entrants, stream(groups), StageSettings(seeds=groups, apart=True)
    )
    assert not any(tree["apart"])
    winners = {one.id for one in entrants if one.seed <= groups}
    matches = [set(pair) for pair in seeding.pairs(tree["leaves"]) if None not in pair]
    if 2 * groups == len(tree["leaves"]):
        assert all(len(pair & winners) == 1 for pair in matches)
