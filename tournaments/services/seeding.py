"""The order of strength: which entries are seeded, as the organisers see it."""

from datetime import datetime
from typing import Any

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Entry
from tournaments.reading import events
from tournaments.services.events import locked
from tournaments.services.log import journaled, note


@journaled
def set_seed(*, entry_id: int, seed: int | None, by: Any, at: datetime) -> Entry:
    """Give an entry its place in the order of strength, 1 for the strongest, or none.

    Raises OutOfDate `entry.draw_made` once a draw of who meets whom is announced, `entry.not_in`; Refusal
    `entry.seed_range`, and `entry.seed_taken` with the entry that has this place.
    """
    event = locked(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.get(pk=entry_id)
    if (
        event.draws.exclude(state=Draw.State.DISCARDED)
        .exclude(kind=Draw.Kind.TEAMS)
        .exists()
    ):
        raise OutOfDate("entry.draw_made")
    if entry.state != Entry.State.IN:
        raise OutOfDate("entry.not_in")
    inside = event.entries.filter(state=Entry.State.IN)
    if seed is not None and not 1 <= seed <= inside.count():
        raise Refusal("entry.seed_range", most=inside.count())
    if seed is not None and (
        other := inside.filter(seed=seed).exclude(pk=entry_id).first()
    ):
        raise Refusal("entry.seed_taken", seed=seed, name=events.full_name(other))
    entry.seed = seed
    entry.save(update_fields=["seed"])
    note(
        event.pk,
        "entry.seeded" if seed else "entry.unseeded",
        by=by,
        at=at,
        entry=entry.number,
        seed=seed,
    )
    live.changed(event.pk)
    return entry
