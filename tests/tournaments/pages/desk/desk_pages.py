"""What the tests of this folder share."""

import re
from html import unescape
from typing import Any

from django.test import Client

from accounts.models import User
from tests.conftest import NOW
from tournaments.models import Event, Pairing
from tournaments.services import results, typed_results

PHONE = "699 123 456"


def as_user(user: User | None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    return client


def text(response: Any) -> str:
    """What a reader sees of a page: without tags, on one line."""
    return " ".join(
        unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split()
    )


def act(client: Client, event: Event, do: str, **given: Any) -> Any:
    return client.post(f"/events/{event.pk}/desk/", {"do": do, **given})


def report(table: Pairing, entry: int | None, sets_a: int, sets_b: int) -> None:
    results.report(
        pairing_id=table.pk,
        entry_id=entry or 0,
        score=typed_results.played(sets_a, sets_b),
        by=None,
        at=NOW,
    )
