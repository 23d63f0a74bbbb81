"""The order of strength: which entries are seeded, as the organisers see it."""

from datetime import datetime
from typing import Any

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Entry, Event
from tournaments.reading.events import full_name
from tournaments.services.events import locked_with
from tournaments.services.log import journaled, note
from tournaments.services.registration import check_list_open


@journaled
def set_seed(*, entry_id: int, seed: int | None, by: Any, at: datetime) -> Entry:
    """Seed an entry, 1 for the strongest, or take its seed away.

    Raises OutOfDate `entry.draw_made` once a draw of who meets whom is announced, `entry.not_in`;
    Refusal `entry.seed_range`, and `entry.seed_taken` with the entry that has this seed.
    """
    event = locked_with(entries=entry_id)
    entry = Entry.objects.get(pk=entry_id)
    check_list_open(event)
    if entry.state != Entry.State.IN:
        raise OutOfDate("entry.not_in")
    if seed is not None:
        _check_seed(event, entry, seed)
    entry.seed = seed
    entry.save(update_fields=["seed"])
    action = "entry.seeded" if seed else "entry.unseeded"
    note(event.pk, action, by=by, at=at, entry=entry.number, seed=seed)
    live.changed(event.pk)
    return entry


def _check_seed(event: Event, entry: Entry, seed: int) -> None:
    entries = event.entries.filter(state=Entry.State.IN)
    most = entries.count()
    if not 1 <= seed <= most:
        raise Refusal("entry.seed_range", most=most)
    other = entries.filter(seed=seed).exclude(pk=entry.pk).first()
    if other:
        raise Refusal("entry.seed_taken", seed=seed, name=full_name(other))
