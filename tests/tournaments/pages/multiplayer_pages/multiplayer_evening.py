"""What the tests of this folder share."""

from typing import Any

from django.test import Client

from tests.pages import tidy
from tournaments import signed_links
from tournaments.models import Entry

PAGES = (
    "",
    "entries/",
    "rounds/1/",
    "standings/",
    "draws/1/",
    "rounds/1/sheet/tables/",
    "rounds/1/sheet/names/",
)


def text(answer: Any) -> str:
    return tidy(answer.content.decode())


def holding(*entries: Entry) -> Client:
    """A phone that has opened the links of these entries."""
    client = Client(headers={"Accept-Language": "en"})
    for entry in entries:
        client.get(f"/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
    return client


def said(*of_each: int) -> dict[str, int]:
    return {f"points_{n}": number for n, number in enumerate(of_each)}
