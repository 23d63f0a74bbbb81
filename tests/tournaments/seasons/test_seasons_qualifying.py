"""The best of one event go on to another."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Club
from tests.conftest import NOW, written_by_hand
from tests.tournaments.seasons.circuits import Cup, code_of
from tournaments.models import Entry, Event
from tournaments.reading import seasons
from tournaments.services import (
    events,
    registration,
)
from tournaments.services import seasons as services


def test_the_best_of_the_towns_go_on_and_a_named_reserve_for_who_cannot(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, other = (
        cup("Ane", "Bea", "Cris", "Dani", name="Town"),
        cup("Eva", "Fermin", name="Other"),
    )
    final = make_event(name="Final", capacity=8)
    services.feed(into_id=final.pk, source_id=town.pk, per=2, reserves=1)
    services.feed(into_id=final.pk, source_id=other.pk, places=1)
    order = [place.entry for place in seasons.final_order(town)]
    going = seasons.FedEvent(final).qualified()
    assert [one.goes for one in going[:2]] == order[:2]
    away = going[1].qualified
    entered = services.enter_qualified(
        event_id=final.pk, cannot=[away.pk], by=organiser, at=NOW
    )
    people = {player.name for entry in entered for player in entry.players.all()}
    assert {
        "Ane one",
        "Eva one",
        *(player.name for player in order[2].players.all()),
    } <= people
    assert not {"Fermin one", *(player.name for player in away.players.all())} & people
    assert len(entered) == 3
    assert (
        services.enter_qualified(
            event_id=final.pk, cannot=[away.pk], by=organiser, at=NOW
        )
        == []
    )


def test_the_phone_told_to_one_club_does_not_go_on_to_another(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, own = cup("Ane", "Bea"), make_event(name="Final of the club")
    with written_by_hand():
        town.entries.update(phone="600123456")
    federation = Club.objects.create(name="Federation", slug="federation")
    far = events.create_event(
        club_id=federation.pk,
        by=organiser,
        at=NOW,
        name="Final",
        starts_at=NOW,
        capacity=8,
    )
    for final, phones in ((own, {"600123456"}), (far, {""})):
        services.feed(into_id=final.pk, source_id=town.pk, places=2)
        entered = services.enter_qualified(
            event_id=final.pk, cannot=[], by=organiser, at=NOW
        )
        assert {entry.phone for entry in entered} == phones


def test_who_goes_on_is_found_in_as_many_queries_however_many_go(
    cup: Cup, make_event: Callable[..., Event]
) -> None:
    town, final, counts = (
        cup("Ane", "Bea", "Cris", "Dani", "Eva", "Fermin"),
        make_event(name="Final"),
        [],
    )
    services.feed(into_id=final.pk, source_id=town.pk, places=1)
    for places in (1, 6):
        final.feeders.update(places=places)
        with CaptureQueriesContext(connection) as queries:
            assert len(seasons.FedEvent(final).qualified()) == places
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_nobody_goes_on_from_an_event_that_is_not_over(
    make_event: Callable[..., Event],
) -> None:
    town, final = make_event(name="Town"), make_event(name="Final")
    services.feed(into_id=final.pk, source_id=town.pk, per=4)
    assert seasons.FedEvent(final).qualified() == []


def test_a_place_that_a_reserve_has_taken_is_not_given_again(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, final, by = (
        cup("Ane", "Bea", "Cris", "Dani"),
        make_event(name="Final"),
        {"by": organiser, "at": NOW},
    )
    services.feed(into_id=final.pk, source_id=town.pk, places=2)
    first, second = (one.qualified for one in seasons.FedEvent(final).qualified())
    entered = services.enter_qualified(event_id=final.pk, cannot=[first.pk], **by)
    assert len(entered) == 2
    assert [seasons.FedEvent(final).is_in(one) for one in (first, second)] == [
        False,
        True,
    ]
    assert services.enter_qualified(event_id=final.pk, cannot=[], **by) == []


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "feeder.places_or_per"),
        ({"places": 1, "per": 4}, "feeder.places_or_per"),
        ({"places": 1, "game": "mizzaire"}, "feeder.team_size"),
    ],
)
def test_an_event_feeds_another_in_one_way_and_with_entries_like_its_own(
    make_event: Callable[..., Event], asked: dict[str, Any], code: str
) -> None:
    final, town = (
        make_event(name="Final"),
        make_event(name="Town", game=asked.pop("game", "mus")),
    )
    assert (
        code_of(lambda: services.feed(into_id=final.pk, source_id=town.pk, **asked))
        == code
    )
    assert (
        code_of(lambda: services.feed(into_id=final.pk, source_id=final.pk, places=1))
        == "feeder.itself"
    )


def test_how_many_an_event_sends_is_changed_and_taken_away(
    cup: Cup, make_event: Callable[..., Event]
) -> None:
    town, final = cup("Ane", "Bea", "Cris", "Dani"), make_event(name="Final")
    for asked, goes in (({"places": 1}, 1), ({"per": 2}, 2), ({"places": 3}, 3)):
        services.feed(into_id=final.pk, source_id=town.pk, **asked)
        assert len(seasons.FedEvent(final).qualified()) == goes
    services.stop_feeding(into_id=final.pk, source_id=town.pk)
    assert seasons.FedEvent(final).qualified() == []


def test_who_qualified_and_withdraws_from_the_final_is_followed_by_the_reserves_in_order(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, final, by = (
        cup("Ane", "Bea", "Cris", "Dani"),
        make_event(name="Final"),
        {"by": organiser, "at": NOW},
    )
    services.feed(into_id=final.pk, source_id=town.pk, places=1, reserves=2)
    order = [place.entry for place in seasons.final_order(town)]
    for goes in order[:3]:
        [entered] = services.enter_qualified(event_id=final.pk, cannot=[], **by)
        assert [player.name for player in entered.players.all()] == [
            player.name for player in goes.players.all()
        ]
        registration.withdraw_before_draw(entry_id=entered.pk, **by)
    assert services.enter_qualified(event_id=final.pk, cannot=[], **by) == []


def test_who_withdrew_from_the_final_and_was_entered_again_is_in(
    cup: Cup,
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: Any,
) -> None:
    town, final, by = (
        cup("Ane", "Bea"),
        make_event(name="Final"),
        {"by": organiser, "at": NOW},
    )
    services.feed(into_id=final.pk, source_id=town.pk, places=1)
    [entered] = services.enter_qualified(event_id=final.pk, cannot=[], **by)
    registration.withdraw_before_draw(entry_id=entered.pk, **by)
    enter(final, "Ane one", "Ane two")
    assert services.enter_qualified(event_id=final.pk, cannot=[], **by) == []


def test_a_town_of_twelve_pairs_sends_two_and_names_a_third_as_lakuntza_did(
    cup: Cup, make_event: Callable[..., Event]
) -> None:
    """data/events/03, edition 17."""
    town, final = cup(*(f"P{n:02}" for n in range(1, 13))), make_event(name="Final")
    services.feed(into_id=final.pk, source_id=town.pk, per=6, reserves=1)
    chain = seasons.FedEvent(final)
    assert len(chain.qualified()) == 2
    assert chain.reserves(chain.feeders[0]) == [seasons.final_order(town)[2].entry]


def test_places_are_shared_out_by_the_entries_of_events_that_are_over_or_not(
    cup: Cup, make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> None:
    big, small, empty = (
        cup("Ane", "Bea", "Cris", "Dani"),
        make_event(name="Small"),
        make_event(name="Empty"),
    )
    enter(small, "Eva", "Fermin")
    final = make_event(name="Final")
    for town in (big, small, empty):
        services.feed(into_id=final.pk, source_id=town.pk, per=1, reserves=0)
    services.share_out(into_id=final.pk, places=4)
    assert [one.places for one in seasons.FedEvent(final).feeders] == [3, 1, 0]
    services.share_out(into_id=final.pk, places=3, most=2)
    assert [one.places for one in seasons.FedEvent(final).feeders] == [2, 1, 0]
    assert (
        code_of(lambda: services.share_out(into_id=final.pk, places=6))
        == "quota.too_many_places"
    )
