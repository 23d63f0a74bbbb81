"""Players and pairs over several events: who they are and how strong."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Club
from accounts.names import name_key
from tests.conftest import NOW, written_by_hand
from tests.tournaments.seasons.circuits import Cup
from tournaments.models import Entry, Event, Pairing
from tournaments.reading import events as queries
from tournaments.reading import ratings as rated
from tournaments.reading import seasons
from tournaments.rules.tables.results import VOID
from tournaments.services import (
    results,
)
from tournaments.services import seasons as services
from tournaments.services.typed_results import Decision, played


def names(lines: list[Any]) -> list[str]:
    return [line.name.split()[0] for line in lines]


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
