"""Parts of public pages that are the same for all: made once for each state of an event, however many people watch."""

from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.models import Entry, Event, Stage

PARTS: Final = LocMemCache(
    "parts of pages", {"TIMEOUT": 60, "OPTIONS": {"MAX_ENTRIES": 200}}
)
"""Of this process, so that pages need no other service. What an event's number does not tell is shown after 60 s."""


def part(
    name: str,
    event: Event,
    stage: Stage,
    mine: Entry | None,
    make: Callable[[], dict[str, Any]],
    of: object = "",
) -> SafeString:
    """The template `_<name>.html` filled by `make`, with the sides of the viewer's own entry marked.

    The event, with its number, was read before `make` reads the rest, so what is kept is never older than its number.
    The draw's commitment tells events apart, also those of two databases.
    """
    key = f"{name}/{of}/{stage.draw.commitment}/{event.version}/{get_language()}"
    html = PARTS.get_or_set(
        key, lambda: render_to_string(f"tournaments/public/_{name}.html", make())
    )
    return mark_own(str(html), mine)


def mark_own(html: str, mine: Entry | None) -> SafeString:
    if mine is None:
        return mark_safe(html)  # from a template, which has escaped it
    own = f'data-entry="{mine.pk}"'
    return mark_safe(html.replace(own, f'{own} aria-current="true"'))
