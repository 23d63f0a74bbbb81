"""A server error is a page for people and a problem for programs; a lost connection is none."""

from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client

from tests.conftest import Api
from tournaments.api import events as api_events
from tournaments.pages.public import home


def broken(*_: Any, **__: Any) -> None:
    raise RuntimeError("a bug")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/events/", "application/problem+json"),
        ("/", "text/html; charset=utf-8"),
    ],
)
def test_a_bug_answers_in_the_language_of_whoever_asks(
    path: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All modules are imported by now, so none of them keeps what is broken here.
    assert Client().get(path).status_code == 200
    monkeypatch.setattr(api_events.events, "events_for", broken)
    monkeypatch.setattr(home, "events_for", broken)
    answer = Client(raise_request_exception=False).get(path)
    assert (answer.status_code, answer["content-type"]) == (500, kind)
    if "json" in kind:
        assert answer.json()["code"] == "http.server_error"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has no connections to lose"
)
def test_requests_survive_a_database_that_has_ended_its_connections() -> None:
    for _ in range(3):
        assert Api().get("events/")[0] == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connections.close_all()
    assert [Api().get("events/")[0] for _ in range(5)] == [200] * 5
