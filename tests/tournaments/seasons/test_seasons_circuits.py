"""A circuit adds up the points of its events."""

import pytest

from accounts.models import Club
from tests.tournaments.seasons.circuits import Cup, code_of
from tournaments.reading import seasons
from tournaments.services import seasons as services


def test_a_circuit_adds_up_the_points_of_places_and_knows_pairs_again(
    club: Club, cup: Cup
) -> None:
    first, second = cup("Ane", "Bea", name="I"), cup("Bea", "Cris", name="II")
    circuit = services.found_circuit(club_id=club.pk, name="Liga", points=[10, 6])
    services.set_events(circuit_id=circuit.pk, event_ids=[first.pk, second.pk])
    lines = seasons.circuit_ranking(circuit)
    assert [(line.name.split()[0], line.ranked.total) for line in lines] == [
        ("Bea", 16),
        ("Ane", 10),
        ("Cris", 6),
    ]


def test_only_so_many_of_the_best_events_count(club: Club, cup: Cup) -> None:
    events = [
        cup("Ane", "Bea", name="I"),
        cup("Bea", "Ane", name="II"),
        cup("Ane", "Bea", name="III"),
    ]
    circuit = services.found_circuit(
        club_id=club.pk, name="Liga", points=[10, 6], best=2
    )
    services.set_events(circuit_id=circuit.pk, event_ids=[event.pk for event in events])
    assert [line.ranked.total for line in seasons.circuit_ranking(circuit)] == [20, 16]


@pytest.mark.parametrize("points", [[], [5, 6], [5, -1], [1] * 129])
def test_points_of_a_circuit_fall_with_the_places(
    club: Club, points: list[int]
) -> None:
    def found():
        return services.found_circuit(club_id=club.pk, name="Liga", points=points)

    assert code_of(found) == "circuit.points"
