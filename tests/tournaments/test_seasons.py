"""Several events together: circuits, events that send their best on, ratings."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import Club
from games.rules.errors import Refusal
from tests.conftest import NOW, Api, written_by_hand
from tournaments import seasons
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.services import attendance, events, results, standings
from tournaments.services import seasons as services
from tournaments.services.results import played
from tournaments.views.words import circuit_points

Cup = Callable[..., Event]


def code_of(do: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        do()
    return refused.value.code


@pytest.fixture
def cup(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
    organiser: Any,
) -> Cup:
    """A knockout of these pairs that is over; of two that meet, the one named first here wins."""

    def play(*pairs: str, name: str = "Copa") -> Event:
        event = make_event(name=name, capacity=16)
        for pair in pairs:
            enter(event, f"{pair} one", f"{pair} two")
        stage = draw_bracket(event)
        while True:
            for table in Pairing.objects.filter(round__stage=stage, result=None, table__isnull=False):
                assert table.a
                assert table.b
                score = played(3, 1) if table.a.number < table.b.number else played(1, 3)
                results.set_result(pairing_id=table.pk, decision=score, reason="acta", by=organiser, at=NOW)
            event.refresh_from_db()
            if event.state == Event.State.FINISHED:
                break
            attendance.open_round(stage_id=stage.pk, by=organiser, at=NOW)
        standings.recompute(stage_id=stage.pk)
        return event

    return play


def names(lines: list[Any]) -> list[str]:
    return [line.name.split()[0] for line in lines]


def test_a_circuit_adds_up_the_points_of_places_and_knows_pairs_again(club: Club, cup: Cup) -> None:
    first, second = cup("Ane", "Bea", name="I"), cup("Bea", "Cris", name="II")
    circuit = services.found_circuit(club_id=club.pk, name="Liga", points=[10, 6])
    services.set_events(circuit_id=circuit.pk, event_ids=[first.pk, second.pk])
    lines = seasons.circuit_ranking(circuit)
    assert [(line.name.split()[0], line.ranked.total) for line in lines] == [("Bea", 16), ("Ane", 10), ("Cris", 6)]


def test_only_so_many_of_the_best_events_count(club: Club, cup: Cup) -> None:
    events = [cup("Ane", "Bea", name="I"), cup("Bea", "Ane", name="II"), cup("Ane", "Bea", name="III")]
    circuit = services.found_circuit(club_id=club.pk, name="Liga", points=[10, 6], best=2)
    services.set_events(circuit_id=circuit.pk, event_ids=[event.pk for event in events])
    assert [line.ranked.total for line in seasons.circuit_ranking(circuit)] == [20, 16]


@pytest.mark.parametrize("points", [[], [5, 6], [5, -1], [1] * 129])
def test_points_of_a_circuit_fall_with_the_places(club: Club, points: list[int]) -> None:
    found = lambda: services.found_circuit(club_id=club.pk, name="Liga", points=points)  # noqa: E731
    assert code_of(found) == "circuit.points"


def test_the_best_of_the_towns_go_on_and_a_named_reserve_for_who_cannot(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, other = cup("Ane", "Bea", "Cris", "Dani", name="Town"), cup("Eva", "Fermin", name="Other")
    final = make_event(name="Final", capacity=8)
    services.feed(into_id=final.pk, source_id=town.pk, per=2, reserves=1)
    services.feed(into_id=final.pk, source_id=other.pk, places=1)
    order = [place.entry for place in seasons.final_order(town)]
    going = seasons.going(final)
    assert [one.goes for one in going[:2]] == order[:2]
    away = going[1].qualified
    entered = services.enter_qualified(event_id=final.pk, cannot=[away.pk], by=organiser, at=NOW)
    people = {player.name for entry in entered for player in entry.players.all()}
    assert {"Ane one", "Eva one", *(player.name for player in order[2].players.all())} <= people
    assert not {"Fermin one", *(player.name for player in away.players.all())} & people
    assert len(entered) == 3
    assert services.enter_qualified(event_id=final.pk, cannot=[away.pk], by=organiser, at=NOW) == []


def test_the_phone_told_to_one_club_does_not_go_on_to_another(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, own = cup("Ane", "Bea"), make_event(name="Final of the club")
    with written_by_hand():
        town.entries.update(phone="600123456")
    federation = Club.objects.create(name="Federation", slug="federation")
    far = events.create_event(club_id=federation.pk, by=organiser, at=NOW, name="Final", starts_at=NOW, capacity=8)
    for final, phones in ((own, {"600123456"}), (far, {""})):
        services.feed(into_id=final.pk, source_id=town.pk, places=2)
        entered = services.enter_qualified(event_id=final.pk, cannot=[], by=organiser, at=NOW)
        assert {entry.phone for entry in entered} == phones


def test_who_goes_on_is_found_in_as_many_queries_however_many_go(cup: Cup, make_event: Callable[..., Event]) -> None:
    town, final, counts = cup("Ane", "Bea", "Cris", "Dani", "Eva", "Fermin"), make_event(name="Final"), []
    services.feed(into_id=final.pk, source_id=town.pk, places=1)
    for places in (1, 6):
        seasons.feeders(final).update(places=places)
        with CaptureQueriesContext(connection) as queries:
            assert len(seasons.going(final)) == places
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_nobody_goes_on_from_an_event_that_is_not_over(make_event: Callable[..., Event]) -> None:
    town, final = make_event(name="Town"), make_event(name="Final")
    services.feed(into_id=final.pk, source_id=town.pk, per=4)
    assert seasons.going(final) == []


def test_a_place_that_a_reserve_has_taken_is_not_given_again(
    cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, final, by = cup("Ane", "Bea", "Cris", "Dani"), make_event(name="Final"), {"by": organiser, "at": NOW}
    services.feed(into_id=final.pk, source_id=town.pk, places=2)
    first, second = (one.qualified for one in seasons.going(final))
    entered = services.enter_qualified(event_id=final.pk, cannot=[first.pk], **by)
    assert len(entered) == 2
    assert seasons.people_of(second) in seasons.inside(final)
    assert seasons.people_of(first) not in seasons.inside(final)
    assert services.enter_qualified(event_id=final.pk, cannot=[], **by) == []


@pytest.mark.parametrize(
    ("asked", "code"),
    [({}, "feeder.places_or_per"), ({"places": 1, "per": 4}, "feeder.places_or_per"), ({"places": 2}, "feeder.twice")],
)
def test_an_event_feeds_another_in_one_way_and_once(
    make_event: Callable[..., Event], asked: dict[str, int], code: str
) -> None:
    town, final = make_event(name="Town"), make_event(name="Final")
    services.feed(into_id=final.pk, source_id=town.pk, places=1)
    assert code_of(lambda: services.feed(into_id=final.pk, source_id=town.pk, **asked)) == code
    assert code_of(lambda: services.feed(into_id=final.pk, source_id=final.pk, places=1)) == "feeder.itself"


def test_whoever_wins_more_is_rated_above_and_surer_with_each_match(club: Club, cup: Cup) -> None:
    cup("Ane", "Bea", name="I")
    once = {line.name: line.rating for line in seasons.club_ratings(club)}
    before = seasons.rated_mark(club)
    cup("Ane", "Bea", name="II")
    lines = seasons.club_ratings(club)
    assert names(lines) == ["Ane", "Ane", "Bea", "Bea"]
    assert all(line.rating.deviation < once[line.name].deviation for line in lines)
    assert seasons.rated_mark(club) != before


def test_circuits_and_chains_are_in_the_api(
    club: Club, cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, api = cup("Ane", "Bea"), Api(organiser)
    status, circuit = api.post(f"clubs/{club.pk}/circuits/", name="Liga", points=[10, 6, 4])
    assert status == 201
    status, answer = api.post(f"circuits/{circuit['id']}/", events=[town.pk])
    assert [(row["rank"], row["total"]) for row in answer["ranking"]] == [(1, "10"), (2, "6")]
    assert Api().get(f"circuits/{circuit['id']}/")[1] == answer
    final = make_event(name="Final")
    status, answer = api.post(f"events/{final.pk}/feeders/", event=town.pk, per=2)
    assert (status, [one["why"] for one in answer["sent"]]) == (201, ["qualified"])
    assert len(api.post(f"events/{final.pk}/feeders/enter/")[1]["entered"]) == 1
    assert [row["name"].split()[0] for row in Api().get(f"clubs/{club.pk}/ratings/")[1]["results"]] == ["Ane"] * 2 + [
        "Bea"
    ] * 2


def test_the_pages_show_all_this(
    club: Club, cup: Cup, make_event: Callable[..., Event], organiser: Any, client: Any
) -> None:
    town = cup("Ane", "Bea")
    client.force_login(organiser)
    made = client.post(f"/clubs/{club.slug}/circuits/new/", {"name": "Liga", "points": "10 6", "best": 0})
    assert made.status_code == 302
    assert client.post(made.url, {"events": [town.pk]}).status_code == 302
    circuit = club.circuits.get()
    shown = client.get(f"/circuits/{circuit.pk}/").content.decode()
    assert shown.index("Ane one") < shown.index("Bea one")
    final = make_event(name="Final")
    address = f"/events/{final.pk}/desk/qualifiers/"
    both = client.post(address, {"do": "feed", "event": town.pk, "places": 1, "per": 4, "reserves": 1})
    assert (both.status_code, both.content.decode().count('role="alert"')) == (422, 1)
    assert (
        client.post(address, {"do": "feed", "event": town.pk, "places": 1, "per": 0, "reserves": 1}).status_code == 302
    )
    assert "Ane one" in client.get(address).content.decode()
    assert client.post(address, {"do": "enter"}).status_code == 302
    assert final.entries.count() == 1
    assert "Ane one" in client.get(f"/clubs/{club.slug}/ratings/").content.decode()
    assert f"/circuits/{circuit.pk}/" in client.get(f"/clubs/{club.slug}/").content.decode()


@pytest.mark.parametrize(
    ("points", "shown"), [(180, "180"), (Fraction(180), "180"), (Fraction(185, 2), "92.5"), (Fraction(100, 3), "33.33")]
)
def test_points_of_a_shared_place_are_shown_as_decimals(points: Any, shown: str) -> None:
    with translation.override("en"):
        assert circuit_points(points) == shown
