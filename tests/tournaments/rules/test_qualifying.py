"""How many a town sends, who goes, and who goes in their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import table
from tournaments.rules.seasons.qualifying import (
    Goes,
    Qualifier,
    going,
    places_for,
    shared_out,
)

EUSKAL_HERRIA = table("euskal_herria.json")


@pytest.mark.parametrize(
    ("entries", "places"),
    [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (12, 3)],
    ids=lambda number: str(number),
)
def test_four_pairs_send_one(entries, places):
    assert places_for(entries, per=4) == places


def test_a_town_sends_no_more_than_the_most():
    assert places_for(40, per=4, most=6) == 6


def test_the_final_of_euskal_herria_by_the_entries_of_its_provinces():
    """With at most 32 of a province, as two sent in other years, Bizkaia has the ten that it sent
    in 2025.
    """
    entries = EUSKAL_HERRIA["pairs_by_province"]
    assert sum(entries.values()) == EUSKAL_HERRIA["pairs_total"]
    assert shared_out(
        EUSKAL_HERRIA["final_pairs"], entries, EUSKAL_HERRIA["most_of_a_province"]
    ) == {
        "Nafarroa Garaia": 32,
        "Gipuzkoa": 32,
        "Nafarroa Beherea": 22,
        "Araba": 16,
        "Lapurdi": 11,
        "Bizkaia": EUSKAL_HERRIA["qualified"]["Bizkaia"],
        "Zuberoa": 5,
    }


@pytest.mark.parametrize(
    ("places", "entries", "shares"),
    [
        (10, {"a": 50, "b": 30, "c": 20}, {"a": 5, "b": 3, "c": 2}),
        (10, {"a": 47, "b": 33, "c": 20}, {"a": 5, "b": 3, "c": 2}),
        (4, {"a": 3, "b": 3, "c": 1}, {"a": 2, "b": 2, "c": 0}),
        (3, {"a": 5, "b": 5}, {"a": 2, "b": 1}),
        (0, {"a": 5, "b": 0}, {"a": 0, "b": 0}),
        (0, {}, {}),
    ],
    ids=[
        "exact",
        "the larger remainder",
        "a small one goes without",
        "the one named first",
        "no places",
        "nobody",
    ],
)
def test_places_go_by_largest_remainders(places, entries, shares):
    assert shared_out(places, entries) == shares


@pytest.mark.parametrize(
    ("most", "filled"), [(10_000, 10), (4, 7)], ids=["entries", "limits"]
)
def test_more_places_than_can_be_filled_are_refused_with_what_can(most, filled):
    with pytest.raises(Refusal) as refused:
        shared_out(filled + 1, {"a": 7, "b": 3}, most)
    assert (refused.value.code, refused.value.fields["most"]) == (
        "quota.too_many_places",
        filled,
    )


@given(
    st.dictionaries(
        st.text("abcdef", min_size=1, max_size=3), st.integers(0, 60), max_size=8
    ),
    st.data(),
)
def test_all_places_go_out_within_the_limits_and_never_fewer_for_more_entries(
    entries, data
):
    most = data.draw(st.integers(0, 60))
    places = data.draw(
        st.integers(0, sum(min(most, number) for number in entries.values()))
    )
    shares = shared_out(places, entries, most)
    assert sum(shares.values()) == places
    assert all(
        0 <= shares[name] <= min(most, number) for name, number in entries.items()
    )
    by_entries = sorted(entries, key=lambda name: (entries[name], shares[name]))
    assert [shares[name] for name in by_entries] == sorted(shares.values())


@given(
    st.dictionaries(
        st.text("abcdef", min_size=1, max_size=3),
        st.integers(1, 60),
        min_size=1,
        max_size=8,
    ),
    st.data(),
)
def test_without_a_limit_nobody_is_a_whole_place_from_the_exact_share(entries, data):
    whole = sum(entries.values())
    places = data.draw(st.integers(0, whole))
    shares = shared_out(places, entries)
    assert all(
        abs(shares[name] * whole - number * places) < whole
        for name, number in entries.items()
    )


def pair(*names):
    return frozenset(names)


ANE_JON, IKER_UNAI, LEIRE_PEIO, NEREA_XABI = (
    pair("Ane", "Jon"),
    pair("Iker", "Unai"),
    pair("Leire", "Peio"),
    pair("N", "X"),
)
LAKUNTZA = Qualifier(
    "Lakuntza", [ANE_JON, IKER_UNAI, LEIRE_PEIO, NEREA_XABI], places=2, reserves=1
)


def test_the_reserves_are_named_before_they_are_needed():
    assert LAKUNTZA.named == [LEIRE_PEIO]
    assert LAKUNTZA._replace(reserves=5).named == [LEIRE_PEIO, NEREA_XABI]


@pytest.mark.parametrize(
    ("cannot", "goes"),
    [
        ([], [(ANE_JON, "qualified"), (IKER_UNAI, "qualified")]),
        ([ANE_JON], [(LEIRE_PEIO, "cannot"), (IKER_UNAI, "qualified")]),
        ([ANE_JON, IKER_UNAI], [(LEIRE_PEIO, "cannot"), (None, "cannot")]),
        ([ANE_JON, LEIRE_PEIO], [(None, "cannot"), (IKER_UNAI, "qualified")]),
        ([NEREA_XABI], [(ANE_JON, "qualified"), (IKER_UNAI, "qualified")]),
    ],
    ids=[
        "all come",
        "the reserve goes",
        "one reserve for two",
        "nor can the reserve",
        "who was not named",
    ],
)
def test_the_named_reserve_goes_when_a_qualified_pair_cannot(cannot, goes):
    assert [(one.people, one.why) for one in going([LAKUNTZA], cannot)] == goes


def test_nobody_goes_through_two_towns():
    altsasu = Qualifier(
        "Altsasu",
        [ANE_JON, pair("Iker", "Oier"), pair("Ekain", "Maddi")],
        places=1,
        reserves=2,
    )
    assert going([LAKUNTZA, altsasu])[-1] == Goes(
        "Altsasu", ANE_JON, pair("Ekain", "Maddi"), "through_another"
    )


def test_a_reserve_who_goes_for_one_town_gives_way_in_the_next():
    altsasu = Qualifier(
        "Altsasu", [LEIRE_PEIO, pair("Ekain", "Maddi")], places=1, reserves=1
    )
    assert going([LAKUNTZA, altsasu])[-1].people == LEIRE_PEIO
    assert going([LAKUNTZA, altsasu], [ANE_JON])[-1].people == pair("Ekain", "Maddi")


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(1, 8), unique=True, max_size=6),
            st.integers(0, 4),
            st.integers(0, 3),
        )
    )
)
def test_each_place_is_taken_at_most_once_and_nobody_goes_twice(drawn):
    towns = [
        Qualifier(str(n), [pair(f"{who}a", f"{who}b") for who in order], *both)
        for n, (order, *both) in enumerate(drawn)
    ]
    found = going(towns)
    people = [person for goes in found for person in goes.people or ()]
    assert len(people) == len(set(people))
    assert len(found) == sum(min(town.places, len(town.order)) for town in towns)
