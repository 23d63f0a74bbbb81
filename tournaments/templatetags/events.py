"""Names and links of an event's things, for templates."""

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
    """The kind of draw, with the number of its round and, in a later stage, of its stage."""
    name = str(draw.get_kind_display())
    if draw.kind == Draw.Kind.ROUND:
        name = gettext("draw of round %(n)s") % {"n": draw.round}
    elif draw.round > 1:
        name = gettext("draw of the rounds from %(n)s on") % {"n": draw.round}
    if draw.phase == 1:
        return name
    stage = gettext("Stage %(n)s") % {"n": draw.phase}
    return f"{name} · {stage}"


@register.filter
def of_phase(stage: Stage) -> str:
    """The query string that selects this stage on the event's pages."""
    return stage_choice.address(stage)


@register.filter
def name(entry: Entry) -> str:
    """The short name of an entry. Prefetch its players."""
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
    """How many whole teams fit into `places` for players."""
    return max(0, places) // event.team_size


@register.filter
def pairs_begun(places: int, event: Event) -> int:
    """Like `pairs`, but a half-filled pair counts as one."""
    return -(-places // event.team_size)


@register.filter
def item(mapping: dict[Any, Any], key: object) -> Any:
    return mapping.get(key)
