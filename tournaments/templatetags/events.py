"""How templates name the things of an event."""

from typing import Any

from django import template
from django.utils.translation import gettext

from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.pages import labels, stage_choice
from tournaments.reading import events

register = template.Library()


@register.filter
def round_name(code: str) -> str:
    """The name of a round from its code (`final`, `round_of_16`, `round_2`)."""
    return labels.round_name(code)


@register.filter
def draw_name(draw: Draw) -> str:
    """What was drawn: a round or the rest of a schedule by its number, and of a later phase its number too."""
    name = str(draw.get_kind_display())
    if draw.kind == Draw.Kind.ROUND:
        name = gettext("draw of round %(n)s") % {"n": draw.round}
    elif draw.round > 1:
        name = gettext("draw of the rounds from %(n)s on") % {"n": draw.round}
    return (
        f"{name} · {gettext('Phase %(n)s') % {'n': draw.phase}}"
        if draw.phase > 1
        else name
    )


@register.filter
def of_phase(stage: Stage) -> str:
    """What links to the pages of this phase end with."""
    return stage_choice.address(stage)


@register.filter
def name(entry: Entry) -> str:
    """What an entry is called. Its players should be prefetched."""
    return events.name_of(entry)


@register.filter
def full_name(entry: Entry) -> str:
    """Team name and players."""
    return events.full_name(entry)


@register.filter
def opponent_of(pairing: Pairing, entry: Entry) -> Entry | None:
    return pairing.b if pairing.a_id == entry.pk else pairing.a


@register.filter
def pairs(places: int, event: Event) -> int:
    """Places for players as places for whole teams."""
    return max(0, places) // event.team_size


@register.filter
def pairs_begun(places: int, event: Event) -> int:
    """The same, counting those of which a single player has a half."""
    return -(-places // event.team_size)


@register.filter
def item(mapping: dict[Any, Any], key: object) -> Any:
    return mapping.get(key)
