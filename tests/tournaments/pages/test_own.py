"""What people find at once: their table and their clubs on the home page, and what the other side
reported.
"""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW
from tests.pages import tidy
from tests.tournaments.halls import Hall
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.services import results, typed_results

pytestmark = pytest.mark.django_db


def browser(*entries: Entry, user: User | None = None) -> Client:
    """One that has shown the keys of these entries."""
    client = Client(headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    session = client.session
    session["entries"] = [entry.pk for entry in entries]
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def home(client: Client) -> str:
    return text(client, "/")


def text(client: Client, path: str) -> str:
    return tidy(client.get(path).content.decode())


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    return Pairing.objects.select_related("a", "b", "round__stage").get(
        round__stage=running(2)
    )


def report(table: Pairing, entry: Entry | None, a: int, b: int) -> None:
    assert entry
    results.report(
        pairing_id=table.pk,
        entry_id=entry.pk,
        score=typed_results.played(a, b),
        by=None,
        at=NOW,
    )


def test_who_plays_finds_their_table_on_the_home_page(
    in_app: Callable[..., Stage], four: list[User]
) -> None:
    match = Pairing.objects.get(round__stage=in_app()).match_id
    page = home(browser(user=four[0]))
    assert "Your match" in page
    assert f'href="/matches/{match}/"' in page


def test_the_key_of_an_entry_is_enough_for_that(table: Pairing) -> None:
    assert table.a
    assert f'href="/tables/{table.pk}/"' in home(browser(table.a))


def test_nobody_else_is_shown_a_table(table: Pairing, outsider: User) -> None:
    for client in (browser(), browser(user=outsider)):
        assert "Your match" not in home(client)


def test_a_table_that_has_its_result_is_looked_for_no_more(
    table: Pairing, organiser: User
) -> None:
    assert table.a
    decision = typed_results.played(3, 1)
    results.set_result(
        pairing_id=table.pk,
        decision=decision,
        reason="as written",
        by=organiser,
        at=NOW,
    )
    assert "Your match" not in home(browser(table.a))


def test_the_desks_of_ones_club_are_one_press_away_for_those_who_sit_there(
    event: Event, organiser: User, referee: User, outsider: User
) -> None:
    for user in (organiser, referee):
        assert f'href="/events/{event.pk}/desk/"' in home(browser(user=user))
    assert "/desk/" not in home(browser(user=outsider))


@pytest.mark.parametrize("path", ["/", "/entries/{entry}/", "/events/{event}/"])
def test_the_other_side_reads_what_was_reported_and_is_asked_to_confirm_it(
    table: Pairing, path: str
) -> None:
    report(table, table.b, 2, 3)
    assert table.a
    assert table.b
    event = table.round.stage.event_id
    asked = text(browser(table.a), path.format(entry=table.a_id, event=event))
    assert "They say that you lost 2–3." in asked
    assert "Report the result" not in asked
    waiting = text(browser(table.b), path.format(entry=table.b_id, event=event))
    assert "You reported 3–2; the other side has been asked to confirm it." in waiting


def test_two_reports_that_differ_are_said_to_differ(table: Pairing) -> None:
    report(table, table.a, 3, 0)
    report(table, table.b, 0, 3)
    assert table.a
    assert "The two reports don't match" in home(browser(table.a))


def test_the_page_of_a_match_leads_back_to_its_event(
    in_app: Callable[..., Stage],
) -> None:
    stage = in_app()
    match = Pairing.objects.get(round__stage=stage).match_id
    assert f'href="/events/{stage.event_id}/"' in text(browser(), f"/matches/{match}/")


def test_the_table_of_a_later_phase_comes_before_those_of_earlier_rounds(
    hall: Hall,
) -> None:
    best = {"source": 1, "part": "best", "number": 2}
    event = hall.event(
        4, format="round_robin", phases=[{"format": "knockout", "takes": best}]
    )
    while event.stages.count() < 2:
        hall.decide(hall.tables(event))
        hall.go_on(event)
    (final,) = hall.tables(event)
    assert final.a
    page = text(browser(final.a), f"/entries/{final.a_id}/")
    assert "Final: table 1" in page
