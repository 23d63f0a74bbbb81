"""Several events together: circuits, events that send their best on, ratings."""

from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import Club
from accounts.names import name_key
from core.refusals import Refusal
from tests.conftest import NOW, Api, written_by_hand
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.pages.labels import circuit_points
from tournaments.reading import events as queries
from tournaments.reading import ratings as rated
from tournaments.reading import seasons
from tournaments.rules.tables.results import VOID
from tournaments.services import (
    events,
    registration,
    results,
    rounds,
    standings,
)
from tournaments.services import seasons as services
from tournaments.services.decisions import Decision, played

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
            for table in Pairing.objects.filter(
                round__stage=stage, result=None, table__isnull=False
            ):
                assert table.a
                assert table.b
                score = (
                    played(3, 1) if table.a.number < table.b.number else played(1, 3)
                )
                results.set_result(
                    pairing_id=table.pk,
                    decision=score,
                    reason="acta",
                    by=organiser,
                    at=NOW,
                )
            event.refresh_from_db()
            if event.state == Event.State.FINISHED:
                break
            rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
        standings.recompute(stage_id=stage.pk)
        return event

    return play


def names(lines: list[Any]) -> list[str]:
    return [line.name.split()[0] for line in lines]


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


PAST, LATER = NOW - timedelta(days=1), NOW + timedelta(days=1)
Bring = Callable[[Entry, int, str, datetime], None]


@pytest.fixture
def bring() -> Bring:
    """Somebody has played in this place of the entry since then."""

    def come(entry: Entry, place: int, name: str, at: datetime) -> None:
        with written_by_hand():
            player = entry.players.get(place=place)
            number = entry.substitutions.count() + 1
            entry.substitutions.create(
                number=number, place=place, went=player.name, came=name, at=at
            )
            player.name, player.name_key, player.user_id = name, name_key(name), None
            player.save()

    return come


def test_a_pair_with_a_substitute_is_still_the_pair(
    club: Club, cup: Cup, bring: Bring, make_event: Callable[..., Event], organiser: Any
) -> None:
    first, second = cup("Ane", "Bea", name="I"), cup("Ane", "Bea", name="II")
    bring(second.entries.get(number=1), 1, "Zoe", PAST)
    circuit = services.found_circuit(club_id=club.pk, name="Liga", points=[10, 6])
    services.set_events(circuit_id=circuit.pk, event_ids=[first.pk, second.pk])
    lines = seasons.circuit_ranking(circuit)
    assert [(line.name, line.ranked.total) for line in lines] == [
        ("Ane one – Ane two", 20),
        ("Bea one – Bea two", 12),
    ]
    final = make_event(name="Final")
    services.feed(into_id=final.pk, source_id=second.pk, places=1)
    [entered] = services.enter_qualified(
        event_id=final.pk, cannot=[], by=organiser, at=NOW
    )
    assert queries.name_of(entered) == "Ane one – Ane two"
    assert (
        services.enter_qualified(event_id=final.pk, cannot=[], by=organiser, at=NOW)
        == []
    )


@pytest.mark.parametrize(
    ("accounts", "pairs"),
    [
        (("ane", "", ""), 1),
        (("", "ane", ""), 1),
        (("ane", "ane", "ane"), 1),
        (("ane", "other", ""), 3),
    ],
    ids=[
        "only once with an account",
        "later with an account",
        "always",
        "two people of one name, and one of them",
    ],
)
def test_a_name_is_known_by_the_one_account_that_plays_under_it(
    club: Club,
    cup: Cup,
    make_user: Callable[..., Any],
    accounts: tuple[str, ...],
    pairs: int,
) -> None:
    users = {name: make_user(name).pk for name in ("ane", "other")}
    played = [cup("Ane", "Bea", name=str(number)) for number in range(3)]
    with written_by_hand():
        for event, account in zip(played, accounts, strict=True):
            event.players.filter(name="Ane one").update(
                user_id=users.get(account), name="ÁNE ONE"
            )
    circuit = services.found_circuit(club_id=club.pk, name="Liga", points=[10, 6])
    services.set_events(circuit_id=circuit.pk, event_ids=[event.pk for event in played])
    assert sum("ÁNE" in line.name for line in seasons.circuit_ranking(circuit)) == pairs


@pytest.mark.parametrize(
    ("since", "players"),
    [(PAST, {"Ane one", "Zoe"}), (LATER, {"Ane one", "Ane two"})],
    ids=["before the matches", "after them"],
)
def test_who_sat_at_the_table_is_rated(
    club: Club, cup: Cup, bring: Bring, since: datetime, players: set[str]
) -> None:
    bring(cup("Ane", "Bea").entries.get(number=1), 1, "Zoe", since)
    found = rated.club_ratings(club)
    assert {line.name for line in found.players} == players | {"Bea one", "Bea two"}
    assert {line.name for line in found.pairs} == {
        " – ".join(sorted(players)),
        "Bea one – Bea two",
    }


def test_a_corrected_result_is_of_those_who_played_and_a_void_one_of_who_plays_anew(
    club: Club, cup: Cup, bring: Bring, organiser: Any
) -> None:
    event = cup("Ane", "Bea")
    bring(event.entries.get(number=1), 1, "Zoe", NOW + timedelta(hours=1))
    [table] = Pairing.objects.filter(round__stage__event=event)
    decided = {"pairing_id": table.pk, "reason": "acta", "by": organiser, "at": LATER}
    marks = {rated.ratings_version(club)}
    for decision, sat in (
        (played(3, 2), {"Ane two"}),
        (Decision(VOID), set()),
        (played(3, 1), {"Zoe"}),
    ):
        results.set_result(decision=decision, **decided)
        assert {line.name for line in rated.club_ratings(club).players} & {
            "Ane two",
            "Zoe",
        } == sat
        marks.add(rated.ratings_version(club))
    assert len(marks) == 4


def test_pairs_are_rated_by_both_of_them_with_how_sure_that_is(
    club: Club, cup: Cup
) -> None:
    cup("Ane", "Bea")
    found = rated.club_ratings(club)
    each = {line.name: line.rating for line in found.players}
    assert [line.name for line in found.pairs] == [
        "Ane one – Ane two",
        "Bea one – Bea two",
    ]
    best = found.pairs[0].rating
    assert best.mean == pytest.approx(each["Ane one"].mean + each["Ane two"].mean)
    assert (
        each["Ane one"].deviation
        < best.deviation
        < each["Ane one"].deviation + each["Ane two"].deviation
    )


def test_whoever_wins_more_is_rated_above_and_surer_with_each_match(
    club: Club, cup: Cup
) -> None:
    cup("Ane", "Bea", name="I")
    once = {line.name: line.rating for line in rated.club_ratings(club).players}
    before = rated.ratings_version(club)
    cup("Ane", "Bea", name="II")
    lines = rated.club_ratings(club).players
    assert names(lines) == ["Ane", "Ane", "Bea", "Bea"]
    assert all(line.rating.deviation < once[line.name].deviation for line in lines)
    assert rated.ratings_version(club) != before


def test_circuits_and_chains_are_in_the_api(
    club: Club, cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, api = cup("Ane", "Bea"), Api(organiser)
    status, circuit = api.post(
        f"clubs/{club.pk}/circuits/", name="Liga", points=[10, 6, 4]
    )
    assert status == 201
    status, answer = api.post(f"circuits/{circuit['id']}/", events=[town.pk])
    assert [(row["rank"], row["total"]) for row in answer["ranking"]] == [
        (1, "10"),
        (2, "6"),
    ]
    assert Api().get(f"circuits/{circuit['id']}/")[1] == answer
    final = make_event(name="Final")
    status, answer = api.post(f"events/{final.pk}/feeders/", event=town.pk, per=2)
    assert (status, [one["why"] for one in answer["sent"]]) == (201, ["qualified"])
    assert [one["name"].split()[0] for one in answer["feeders"][0]["named"]] == ["Bea"]
    status, answer = api.post(f"events/{final.pk}/feeders/share/", places=2)
    assert [
        (one["entries"], one["places"], one["named"]) for one in answer["feeders"]
    ] == [(2, 2, [])]
    assert (
        api.post(f"events/{final.pk}/feeders/share/", places=3)[1]["code"]
        == "quota.too_many_places"
    )
    assert api.post(f"events/{final.pk}/feeders/remove/", event=town.pk)[1] == {
        "feeders": [],
        "sent": [],
    }
    assert api.post(f"events/{final.pk}/feeders/", event=town.pk, places=1)[0] == 201
    assert len(api.post(f"events/{final.pk}/feeders/enter/")[1]["entered"]) == 1
    ratings = Api().get(f"clubs/{club.pk}/ratings/")[1]
    assert [row["name"].split()[0] for row in ratings["results"]] == [
        "Ane",
        "Ane",
        "Bea",
        "Bea",
    ]
    assert [(row["name"], row["spread"] > 0) for row in ratings["pairs"]] == [
        ("Ane one – Ane two", True),
        ("Bea one – Bea two", True),
    ]


def test_the_pages_show_all_this(
    club: Club, cup: Cup, make_event: Callable[..., Event], organiser: Any, client: Any
) -> None:
    town = cup("Ane", "Bea")
    client.force_login(organiser)
    made = client.post(
        f"/clubs/{club.slug}/circuits/new/",
        {"name": "Liga", "points": "10 6", "best": 0},
    )
    assert made.status_code == 302
    assert client.post(made.url, {"events": [town.pk]}).status_code == 302
    circuit = club.circuits.get()
    shown = client.get(f"/circuits/{circuit.pk}/").content.decode()
    assert shown.index("Ane one") < shown.index("Bea one")
    final = make_event(name="Final")
    address = f"/events/{final.pk}/desk/qualifiers/"
    both = client.post(
        address,
        {
            "do": "feed",
            "event": town.pk,
            "places": 1,
            "per": 4,
            "most": 9,
            "reserves": 1,
        },
    )
    assert (both.status_code, both.content.decode().count('role="alert"')) == (422, 1)
    sends = {
        "do": "feed",
        "event": town.pk,
        "places": 1,
        "per": 0,
        "most": 9,
        "reserves": 1,
    }
    assert client.post(address, sends).status_code == 302
    shown = client.get(address).content.decode()
    assert shown.index("<li>Bea one – Bea two</li>") < shown.index("Ane one")
    assert client.get(address, {"event": town.pk}).context["form"]["most"].value() == 9
    too_many = client.post(address, {"do": "share", "share-places": 3, "share-most": 9})
    assert (too_many.status_code, too_many.content.decode().count('role="alert"')) == (
        422,
        1,
    )
    assert client.post(address, {"do": "stop", "event": town.pk}).status_code == 302
    assert "Ane one" not in client.get(address).content.decode()
    assert client.post(address, sends).status_code == 302
    assert (
        client.post(
            address, {"do": "share", "share-places": 1, "share-most": 9}
        ).status_code
        == 302
    )
    assert client.post(address, {"do": "enter"}).status_code == 302
    assert final.entries.count() == 1
    assert (
        "Ane one – Ane two"
        in client.get(f"/clubs/{club.slug}/ratings/").content.decode()
    )
    assert (
        f"/circuits/{circuit.pk}/"
        in client.get(f"/clubs/{club.slug}/").content.decode()
    )


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (180, "180"),
        (Fraction(180), "180"),
        (Fraction(185, 2), "92.5"),
        (Fraction(100, 3), "33.33"),
    ],
)
def test_points_of_a_shared_place_are_shown_as_decimals(
    points: Any, shown: str
) -> None:
    with translation.override("en"):
        assert circuit_points(points) == shown
