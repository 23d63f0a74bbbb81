"""Every route of the service, and how to call it for given things."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

OTHERS = ("admin/", "accounts/", "language/", "api/v1/docs/", "api/v1/schema/")
"""What libraries serve: their own tests are theirs."""


def routes() -> dict[str, tuple[str, ...]]:
    """Name and arguments of every route of ours."""
    return dict(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[Any], before: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if path.startswith(OTHERS):
            continue
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and not path.startswith("^api"):
            assert pattern.name, f"the route {path} has no name"
            yield pattern.name, tuple(pattern.pattern.converters)


def addresses(things: Mapping[str, Any]) -> dict[str, str]:
    """The address of every route whose arguments are all among `things`."""
    return {
        name: reverse(
            name, kwargs={argument: things[argument] for argument in arguments}
        )
        for name, arguments in routes().items()
        if set(arguments) <= things.keys()
    }
