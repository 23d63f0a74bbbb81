"""What the tests of this folder share."""

import re
from html import unescape
from typing import Any

from django.test import Client

from accounts.models import User
from tournaments import signed_links
from tournaments.models import Entry

PHONE = "699 123 456"


def phone() -> Client:
    """A phone that nobody is logged in on."""
    return Client(headers={"Accept-Language": "en"})


def text(response: Any) -> str:
    """What a reader sees of a page: without tags, on one line."""
    return " ".join(
        unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split()
    )


def holding(*entries: Entry) -> Client:
    """A phone on which the links of these entries were opened."""
    client = phone()
    for entry in entries:
        client.get(f"/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
    return client


def invited(client: Client, entry: Entry) -> str:
    """Where the partner's link leads on this phone."""
    return str(
        client.get(f"/partner/{signed_links.key(signed_links.PARTNER, entry.pk)}/").url
    )


def as_user(user: User) -> Client:
    client = phone()
    client.force_login(user)
    return client


def names(entry: Entry | None) -> str:
    assert entry
    return " – ".join(player.name for player in entry.players.all())
