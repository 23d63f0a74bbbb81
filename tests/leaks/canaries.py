"""What the tests of this folder share."""

from collections.abc import Iterator

from django.test import Client

LIMITS = {"points_per_set": 12, "sets_to_win": 1}


def bodies(client: Client, urls: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    for name, url in urls.items():
        response = client.get(url)
        content = (
            b"".join(response.streaming_content)
            if response.streaming
            else response.content
        )
        yield name, content + str(response.headers).encode()
