"""What the tests of this folder share."""

from typing import Any

from tests.games.pages.conftest import Reader


def english(reader: Reader) -> Any:
    """The page for somebody who reads English, now and from now on."""
    reader.client.cookies["django_language"] = "en"
    return reader.client.get(reader.address)
