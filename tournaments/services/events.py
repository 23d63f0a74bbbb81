"""Making an event and taking it through its states."""

from datetime import datetime
from typing import Any, Final

from django.db import transaction

from games import services as games
from games.rules import RULEBOOK
from games.rules.errors import BadOption, Refusal
from games.services import OutOfDate
from tournaments import live, queries
from tournaments.models import Event
from tournaments.rules.formats import bracket
from tournaments.services.log import note
from tournaments.services.places import promote

RULES: Final = frozenset(
    {
        "game",
        "options",
        "round_options",
        "format",
        "third_place",
        "team_size",
        "singles",
        "in_app",
        "turn_seconds",
        "fee",
        "capacity",
        "deadline",
    }
)
"""What entrants sign up for: cannot change once the first draw is published."""

ROUND_CODES: Final = tuple(bracket.round_name(n, 9) for n in range(1, 10))

STEPS: Final = {
    "open": ({Event.State.DRAFT, Event.State.CLOSED}, Event.State.OPEN),
    "close": ({Event.State.OPEN}, Event.State.CLOSED),
    "cancel": ({Event.State.DRAFT, Event.State.OPEN, Event.State.CLOSED, Event.State.RUNNING}, Event.State.CANCELLED),
}
"""What an organiser may do to the state by hand: from which states, to which."""


def locked(event_id: int) -> Event:
    """The event, held until the transaction ends, so that places are sold and numbers given one at a time."""
    return Event.objects.select_for_update().get(pk=event_id)


@transaction.atomic
def create_event(*, club_id: int, by: Any, at: datetime, **fields: Any) -> Event:
    """An event in preparation. Raises BadOption for rules that do not exist."""
    event = Event(club_id=club_id, **fields)
    check_rules(event)
    event.save()
    note(event.pk, "event.created", by=by, at=at, name=event.name)
    return event


@transaction.atomic
def change_event(*, event_id: int, by: Any, at: datetime, **fields: Any) -> Event:
    """Change what the event says of itself; its rules only until the first draw is published."""
    event = locked(event_id)
    changed = {name: value for name, value in fields.items() if getattr(event, name) != value}
    if event.frozen_at and (frozen := sorted(RULES & changed.keys())):
        raise OutOfDate("event.rules_frozen", fields=frozen)
    for name, value in changed.items():
        setattr(event, name, value)
    check_rules(event)
    if changed:
        event.save(update_fields=list(changed))
        note(event.pk, "event.changed", by=by, at=at, fields=sorted(changed))
        if "capacity" in changed:
            promote(event, at)
        live.changed(event.pk)
    return event


def check_rules(event: Event) -> None:
    """Are the event's rules rules of its game, also in the rounds where they differ? Raises BadOption, Refusal."""
    if event.deadline and event.deadline > event.starts_at:
        raise Refusal("event.deadline_after_start")
    if event.game not in RULEBOOK:
        raise BadOption("option.no_such_game", allowed=sorted(RULEBOOK))
    rules = RULEBOOK[event.game]
    event.options = rules.options_json(rules.options(event.options))
    if unknown := sorted(set(event.round_options) - set(ROUND_CODES)):
        raise BadOption("option.no_such_round", round=unknown[0], allowed=list(ROUND_CODES))
    for own in event.round_options.values():
        if not isinstance(own, dict):
            raise BadOption("option.round_not_rules", allowed="{...}")
        rules.options(event.options | own)


@transaction.atomic
def step(*, event_id: int, action: str, by: Any, at: datetime) -> Event:
    """Open or close registration, or call the event off."""
    event = locked(event_id)
    if action not in STEPS:
        raise Refusal("event.no_such_step", allowed=sorted(STEPS))
    before, after = STEPS[action]
    if event.state not in before or (action == "open" and event.frozen_at):
        raise OutOfDate("event.wrong_state", state=event.state, step=action)
    event.state = after
    event.save(update_fields=["state"])
    if action == "cancel":
        for match_id in queries.running_matches(event):
            games.annul(match_id=match_id, at=at)
    note(event.pk, f"event.{action}", by=by, at=at)
    live.changed(event.pk)
    return event
