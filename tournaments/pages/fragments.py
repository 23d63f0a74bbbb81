"""Cached fragments of public pages: rendered once for each state of an event, for all readers."""

from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.models import Entry, Event, Stage

FRAGMENTS: Final = LocMemCache(
    "fragments of pages", {"TIMEOUT": 60, "OPTIONS": {"MAX_ENTRIES": 200}}
)
"""In this process, so that pages need no other service.

A change that does not raise the version of its event shows after 60 seconds.
"""


def cached_fragment(
    name: str,
    event: Event,
    stage: Stage,
    mine: Entry | None,
    context: Callable[[], dict[str, Any]],
    of: object = "",
) -> SafeString:
    """The template `_<name>.html`, with the sides of the reader's own entry marked.

    The event with its version was read before `context` reads the rest, so that a
    fragment is never older than its version. The commitment of the draw tells events
    apart, also those of two databases.
    """
    commitment, language = stage.draw.commitment, get_language()
    key = f"{name}/{of}/{commitment}/{event.version}/{language}"

    def render() -> str:
        return render_to_string(f"tournaments/public/_{name}.html", context())

    return mark_own(str(FRAGMENTS.get_or_set(key, render)), mine)


def mark_own(html: str, mine: Entry | None) -> SafeString:
    if mine is not None:
        own = f'data-entry="{mine.pk}"'
        html = html.replace(own, f'{own} aria-current="true"')
    return mark_safe(html)  # a template has escaped it
