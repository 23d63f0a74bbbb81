"""What the tests of this folder share."""

from django.test import Client

from tests.pages import tidy


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return tidy(answer.content.decode())
