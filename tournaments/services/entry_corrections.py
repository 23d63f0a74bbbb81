"""What was typed wrongly in an entry: names of its players, team, club and phone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.names import name_key
from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Draw, Entry, Player
from tournaments.services.events import locked_with
from tournaments.services.log import journaled, note
from tournaments.services.registration import (
    MAX_NAME_LENGTH,
    SIGN_UP_FIELDS,
    clean_text,
)


@journaled
def correct_entry(
    *, entry_id: int, names: Sequence[str], by: Any, at: datetime, **texts: str
) -> Entry:
    """Correct an entry; its people stay the same. The log tells what changed, but no phone.

    `names`: those of its players in order; `texts`: any of SIGN_UP_FIELDS. A draw keeps the names
    with which it was made. Raises OutOfDate `entry.not_in`, `draw.one_at_a_time` while a draw waits
    in which a name stands, Refusal `entry.*`.
    """
    event = locked_with(entries=entry_id)
    entry = Entry.objects.get(pk=entry_id)
    if entry.state not in {Entry.State.IN, Entry.State.WAITING}:
        raise OutOfDate("entry.not_in")
    players = list(entry.players.filter(active=True).order_by("place"))
    changed = _rename(players, names)
    for name, text in texts.items():
        cleaned = clean_text(text, SIGN_UP_FIELDS[name].max_length)
        if cleaned != getattr(entry, name):
            setattr(entry, name, cleaned)
            changed.append(name)
    if not changed:
        return entry
    if event.draws.filter(state__in=Draw.PENDING).exists() and changed != ["phone"]:
        raise OutOfDate("draw.one_at_a_time")
    entry.save(update_fields=list(texts))
    note(
        event.pk,
        "entry.corrected",
        by=by,
        at=at,
        entry=entry.number,
        corrected=changed,
    )
    live.changed(event.pk)
    return entry


def _rename(players: Sequence[Player], names: Sequence[str]) -> list[str]:
    """Give the players these names; ["name"] if that changed any."""
    if len(names) != len(players):
        raise Refusal("entry.team_size", people=len(players))
    cleaned = [clean_text(name, MAX_NAME_LENGTH) for name in names]
    if not all(cleaned):
        raise Refusal("entry.name_missing")
    if len({name_key(name) for name in cleaned}) < len(cleaned):
        raise Refusal("entry.person_twice", name=cleaned[0])
    changed = []
    for player, name in zip(players, cleaned, strict=True):
        if player.name == name:
            continue
        _check_unused(player, name)
        player.name, player.name_key = name, name_key(name)
        player.save(update_fields=["name", "name_key"])
        changed = ["name"]
    return changed


def _check_unused(player: Player, name: str) -> None:
    others = Player.objects.filter(event=player.event_id, active=True)
    others = others.exclude(entry=player.entry_id)
    if others.filter(name_key=name_key(name)).exists():
        raise Refusal("entry.person_entered", name=name)
