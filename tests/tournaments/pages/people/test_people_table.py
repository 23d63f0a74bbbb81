"""A pair's own table: reporting and confirming a result."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW
from tests.tournaments.pages.people.people_pages import (
    as_user,
    holding,
    names,
    phone,
    text,
)
from tournaments.models import Event, Pairing, Report, Stage
from tournaments.services import registration


@pytest.fixture
def sides(table: Pairing) -> tuple[Client, Client]:
    """The phones of both pairs of the table."""
    assert table.a
    assert table.b
    return holding(table.a), holding(table.b)


def test_a_pair_finds_its_table_on_its_own_page(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    page = text(sides[0].get(f"/entries/{table.a_id}/"))
    assert f"Final: table 1 against {names(table.b)}" in page
    assert "Report the result" in page


def test_a_result_is_reported_in_two_taps_and_confirmed_in_the_words_of_the_other_side(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    ours, theirs = sides
    path = f"/tables/{table.pk}/"
    shown = ours.get(path).content.decode()
    assert re.findall(r'href="\?score=(\d-\d)"', shown) == [
        "3-0",
        "3-1",
        "3-2",
        "2-3",
        "1-3",
        "0-3",
    ]
    assert f"{names(table.a)} won 3–1 against {names(table.b)}" in text(
        ours.get(f"{path}?score=3-1")
    )
    assert not Report.objects.exists()
    assert ours.post(path, {"do": "report", "score": "3-1"}).url == path
    asked = theirs.get(path)
    assert f"You lost 1–3 to {names(table.a)}. Is that right?" in text(asked)
    report = re.search(r'name="report" value="(\d+)"', asked.content.decode())
    assert report
    assert theirs.post(path, {"do": "confirm", "report": report[1]}).url == path
    assert f"You lost 1–3 to {names(table.a)}." in text(theirs.get(path))
    assert f"You won 3–1 against {names(table.b)}." in text(ours.get(path))
    result = Pairing.objects.get().result
    assert result
    assert (result.winner_id, result.sets_a, result.sets_b) == (table.a_id, 3, 1)


def test_the_score_is_turned_for_the_second_side(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    sides[1].post(f"/tables/{table.pk}/", {"do": "report", "score": "3-2"})
    assert f"You lost 2–3 to {names(table.b)}. Is that right?" in text(
        sides[0].get(f"/tables/{table.pk}/")
    )
    sides[0].post(f"/tables/{table.pk}/", {"do": "report", "score": "2-3"})
    result = Pairing.objects.get().result
    assert result
    assert (result.winner_id, result.sets_a, result.sets_b) == (table.b_id, 2, 3)


def test_two_different_reports_stand_side_by_side_until_one_side_agrees(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    sides[0].post(path, {"do": "report", "score": "3-1"})
    sides[1].post(path, {"do": "report", "score": "3-2"})
    for side in sides:
        page = text(side.get(path))
        assert "call the referee" in page
        assert f"{names(table.a)} won 3–1 against {names(table.b)}" in page
        assert f"{names(table.b)} won 3–2 against {names(table.a)}" in page
    assert Pairing.objects.get().result is None
    theirs = Report.objects.get(entry=table.b)
    sides[0].post(path, {"do": "confirm", "report": theirs.pk})
    result = Pairing.objects.get().result
    assert result
    assert result.winner_id == table.b_id


def test_sending_a_report_or_a_confirmation_twice_changes_nothing_more(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    assert [
        sides[0].post(path, {"do": "report", "score": "3-1"}).status_code
        for _ in range(2)
    ] == [302, 302]
    yes = {"do": "confirm", "report": Report.objects.get().pk}
    assert [sides[1].post(path, yes).status_code for _ in range(2)] == [302, 302]
    assert sides[0].post(path, {"do": "report", "score": "3-1"}).status_code == 302
    assert (Report.objects.count(), table.results.count()) == (2, 1)


def test_another_score_for_a_decided_table_is_refused(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    for side, score in zip(sides, ("3-1", "1-3"), strict=True):
        side.post(path, {"do": "report", "score": score})
    answer = sides[0].post(path, {"do": "report", "score": "3-0"})
    assert (answer.status_code, "This result is final" in text(answer)) == (409, True)


def test_confirming_what_the_other_side_has_since_changed_is_refused(
    table: Pairing, sides: tuple[Client, Client]
) -> None:
    path = f"/tables/{table.pk}/"
    sides[0].post(path, {"do": "report", "score": "3-1"})
    seen = Report.objects.get().pk
    sides[0].post(path, {"do": "report", "score": "3-0"})
    answer = sides[1].post(path, {"do": "confirm", "report": seen})
    assert (
        answer.status_code,
        "since reported a different result" in text(answer),
    ) == (409, True)
    assert Pairing.objects.get().result is None


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"do": "report"},
        {"do": "report", "score": "4-1"},
        {"do": "report", "score": "3-3"},
        {"do": "report", "score": "-3-1"},
        {"do": "report", "score": "99999999999-1"},
        {"do": "report", "score": "٣-١"},
        {"do": "confirm"},
        {"do": "confirm", "report": "abc"},
        {"do": "confirm", "report": "9" * 40},
    ],
    ids=str,
)
def test_a_score_that_cannot_be_is_refused(
    table: Pairing, sides: tuple[Client, Client], given: dict[str, str]
) -> None:
    assert sides[0].post(f"/tables/{table.pk}/", given).status_code == 422
    assert not Report.objects.exists()


@pytest.mark.parametrize("score", ["7-0", "x", "", "3-1-1"])
def test_an_address_with_an_impossible_score_offers_the_possible_ones(
    table: Pairing, sides: tuple[Client, Client], score: str
) -> None:
    answer = sides[0].get(f"/tables/{table.pk}/", {"score": score})
    assert answer.status_code == 422
    assert "What was the result?" in text(answer)


def test_nobody_else_sees_or_reports_at_a_table(
    table: Pairing, organiser: User, outsider: User
) -> None:
    for client in (phone(), as_user(outsider), as_user(organiser)):
        assert client.get(f"/tables/{table.pk}/").status_code == 403
        assert (
            client.post(
                f"/tables/{table.pk}/", {"do": "report", "score": "3-1"}
            ).status_code
            == 403
        )
    assert phone().get("/tables/999999/").status_code == 404
    assert not Report.objects.exists()


def test_a_phone_that_speaks_for_both_pairs_cannot_decide_alone(table: Pairing) -> None:
    assert table.a
    assert table.b
    answer = holding(table.a, table.b).post(
        f"/tables/{table.pk}/", {"do": "report", "score": "3-1"}
    )
    assert (answer.status_code, "more than one side" in text(answer)) == (403, True)
    assert not Report.objects.exists()


def test_a_match_in_the_app_is_played_there_and_not_reported(
    make_event: Callable[..., Event],
    four: list[User],
    draw_bracket: Callable[[Event], Stage],
) -> None:
    event = make_event(in_app=True)
    for pair in (four[:2], four[2:]):
        people = [registration.Person(str(user), user.pk) for user in pair]
        registration.register(
            event_id=event.pk, data=registration.SignUpData(people), at=NOW
        )
    draw_bracket(event)
    table = Pairing.objects.get()
    client = as_user(four[0])
    assert (
        f"/matches/{table.match_id}/"
        in client.get(f"/tables/{table.pk}/").content.decode()
    )
    assert (
        client.post(
            f"/tables/{table.pk}/", {"do": "report", "score": "3-1"}
        ).status_code
        == 409
    )


def test_a_bye_is_a_table_where_nothing_is_reported(
    running: Callable[..., Stage],
) -> None:
    stage = running(3)
    bye = Pairing.objects.get(round__stage=stage, table=None)
    alone = bye.a or bye.b
    assert alone
    client = holding(alone)
    assert "without a match" in text(client.get(f"/entries/{alone.pk}/"))
    assert "without a match" in text(client.get(f"/tables/{bye.pk}/"))
    assert (
        client.post(f"/tables/{bye.pk}/", {"do": "report", "score": "3-1"}).status_code
        == 403
    )
