"""Making an event and taking it through its states."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from core.refusals import BadOption, NotFound, OutOfDate, Refusal
from games import services as games
from games.catalogue import GAMES
from games.rules.base import Side
from tournaments import live
from tournaments.journal.models import unjournaled
from tournaments.journal.recorder import current_recorder
from tournaments.models import Draw, Event, Pairing, Result, Stage
from tournaments.reading import events, snapshot
from tournaments.rules import advancement, conduct
from tournaments.rules.draws.inputs import BOUND
from tournaments.rules.formats import settings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.formats.settings import StagePlan
from tournaments.services.log import journaled, note
from tournaments.services.waiting_list import promote

RULES: Final = frozenset(
    {
        "game",
        "options",
        "round_options",
        "format",
        "settings",
        "phases",
        "lateness",
        "substitutes",
        "singles",
        "in_app",
        "turn_seconds",
        "fee",
        "capacity",
        "deadline",
    }
)
"""What entrants sign up for: cannot change once the first draw is published."""

PHASE: Final = {"format", "settings", "takes", "left_out"}
"""What is said of a later phase."""

STEPS: Final = {
    "open": ({Event.State.DRAFT, Event.State.CLOSED}, Event.State.OPEN),
    "close": ({Event.State.OPEN}, Event.State.CLOSED),
    "cancel": (
        {Event.State.DRAFT, Event.State.OPEN, Event.State.CLOSED, Event.State.RUNNING},
        Event.State.CANCELLED,
    ),
}
"""What an organiser may do to the state by hand: from which states, to which."""


def locked(event_id: int) -> Event:
    """The event, held until the transaction ends: places, numbers and lines of the log are given one at a time."""
    return locked_with(pk=event_id)


def locked_with(**row: int) -> Event:
    """The event that has this row, e.g. `draws=5`, held until the transaction ends. Raises NotFound if none has."""
    event = Event.objects.select_for_update(of=("self",)).filter(**row).first()
    if event is None:
        raise NotFound("event.not_found")
    current_recorder().lock(event)
    return event


def locked_table(pairing_id: int, tables: QuerySet[Pairing]) -> Pairing:
    """The pairing as `tables` reads it, with its event held. Raises OutOfDate when its round has been taken back."""
    try:
        locked_with(stages__rounds__pairings=pairing_id)
        return tables.get(pk=pairing_id)
    except (NotFound, Pairing.DoesNotExist) as error:
        raise OutOfDate("pairing.gone") from error


@journaled
def create_event(*, club_id: int, by: Any, at: datetime, **fields: Any) -> Event:
    """An event in preparation, in the format that suits its game if none is named. Raises BadOption, Refusal."""
    event = Event(club_id=club_id, **fields)
    check_rules(event, suit=not fields.get("format"))
    event.save()
    note(event.pk, "event.created", by=by, at=at, name=event.name)
    return event


@journaled
def change_event(*, event_id: int, by: Any, at: datetime, **fields: Any) -> Event:
    """Change what the event says of itself; its rules only until a draw fixes them."""
    event = locked(event_id)
    changed = {
        name: value for name, value in fields.items() if getattr(event, name) != value
    }
    check_free(event, changed)
    for name, value in changed.items():
        setattr(event, name, value)
    if {
        "game",
        "format",
    } & changed.keys():  # settings of another format would only be refused
        event.settings, event.phases = (
            changed.get("settings", {}),
            changed.get("phases", []),
        )
    check_rules(event, suit="game" in changed and "format" not in changed)
    if changed:
        event.save(
            update_fields=[
                *changed,
                "format",
                "settings",
                "phases",
                "team_size",
                "lateness",
            ]
        )
        note(event.pk, "event.changed", by=by, at=at, fields=sorted(changed))
        if "capacity" in changed:
            promote(event, at)
        live.changed(event.pk)
    return event


def check_free(event: Event, changed: Collection[str]) -> None:
    """Raises OutOfDate `event.rules_frozen`, `event.rules_bound` where a draw has fixed what is changed."""
    if event.frozen_at and (frozen := sorted(RULES.intersection(changed))):
        raise OutOfDate("event.rules_frozen", fields=frozen)
    if (bound := sorted(BOUND.intersection(changed))) and event.draws.filter(
        state__in=Draw.PENDING
    ).exists():
        raise OutOfDate("event.rules_bound", fields=bound)


def check_rules(event: Event, suit: bool = False) -> None:
    """Are the event's rules rules of its game, also in the rounds where they differ? Raises BadOption, Refusal.

    With `suit` the format becomes one that suits the game.
    """
    if event.deadline and event.deadline > event.starts_at:
        raise Refusal("event.deadline_after_start")
    if event.game not in GAMES:
        raise BadOption("option.no_such_game", allowed=sorted(GAMES))
    rules = GAMES[event.game].rules
    options = rules.options(event.options)
    event.options = rules.options_json(options)
    check_format(event, rules.sides(options), suit)
    check_phases(event)
    check_in_app(event)
    check_lateness(event)
    codes = dict.fromkeys(
        code
        for one in snapshot.phases(event)
        for code in FORMATS[one.format].ROUND_CODES
    )
    if unknown := sorted(set(event.round_options) - set(codes)):
        raise BadOption("option.no_such_round", round=unknown[0], allowed=list(codes))
    for own in event.round_options.values():
        if not isinstance(own, dict):
            raise BadOption("option.round_not_rules", allowed="{...}")
        rules.options(event.options | own)


def check_phases(event: Event) -> None:
    """Every phase has settings of its format, and takes from one before it. Stores them in full.

    After the draw they are no longer looked at: they only change by being left out.
    """
    if event.frozen_at:
        return
    event.settings = settings.whole(FORMATS[event.format], event.settings)
    rules = GAMES[event.game].rules
    alike = FORMATS[event.format].SEVERAL  # an entry has as many players in all phases
    sides = rules.sides(rules.options(event.options))
    fitting = [
        code for code in fitting_formats(sides) if alike == FORMATS[code].SEVERAL
    ]
    event.phases = [
        later_phase(n, one, fitting) for n, one in enumerate(event.phases, start=2)
    ]
    for one in snapshot.phases(event)[1:]:
        check_taken(event, one)


def check_taken(event: Event, phase: StagePlan) -> None:
    """A later phase can be played by those whom it takes. Raises as `phases.check_field` does."""
    takes = advancement.Takes(**phase.takes or {})
    source = snapshot.phase(event, takes.source)
    (known, own), (answers, setup) = (
        (FORMATS[one.format], snapshot.setup(event, one.number))
        for one in (source, phase)
    )
    advancement.check_field(takes, known, own, answers, setup)


def check_lateness(event: Event) -> None:
    """What lateness costs is a rule that can be; stored in full, or not at all where it costs nothing."""
    if not isinstance(event.lateness, dict):
        raise BadOption("option.round_not_rules", allowed="{...}")
    event.lateness = (
        conduct.lateness(event.lateness)._asdict() if event.lateness else {}
    )


def check_in_app(event: Event) -> None:
    """In the app a game is played by its own sides: nobody plays alone there who would have a partner."""
    rules = GAMES[event.game].rules
    by_sides = any(len(side) > 1 for side in rules.sides(rules.options(event.options)))
    answers = [FORMATS[one.format] for one in snapshot.phases(event)]
    if (
        event.in_app
        and by_sides
        and any(one.SEVERAL and not one.PARTNERS for one in answers)
    ):
        raise Refusal("event.not_in_app")


def later_phase(number: int, said: Any, fitting: Sequence[str]) -> dict[str, Any]:
    if (
        not isinstance(said, dict)
        or set(said) - PHASE
        or said.get("format") not in fitting
    ):
        raise BadOption("option.phase", phase=number, allowed=list(fitting))
    takes, own = (said.get(name) or {} for name in ("takes", "settings"))
    if not isinstance(takes, dict) or not isinstance(own, dict):
        raise BadOption("option.phase", phase=number, allowed=list(fitting))
    takes = advancement.takes_from(takes, number)
    own = settings.whole(FORMATS[said["format"]], own)
    return {"format": said["format"], "settings": own, "takes": takes._asdict()}


def suited(event: Event) -> Event:
    """The event with the format that suits its game."""
    rules = GAMES[event.game].rules
    check_format(event, rules.sides(rules.options(event.options)), suit=True)
    return event


def fitting_formats(sides: Sequence[Side]) -> list[str]:
    """The formats for a game with these sides, the usual one first."""
    return [code for code, one in FORMATS.items() if one.fits(sides)]


def check_format(event: Event, sides: Sequence[Side], suit: bool) -> None:
    """The format must be one for a game with these sides; an entry is as many players as a side, or a single player."""
    fitting = fitting_formats(sides)
    if suit and fitting:
        event.format = fitting[0]
    if event.format not in fitting:
        raise BadOption(
            "option.format_does_not_fit",
            format=event.format,
            game=event.game,
            allowed=fitting,
        )
    event.team_size = 1 if FORMATS[event.format].SEVERAL else len(sides[0])


@journaled
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
        for match_id in events.running_matches(event):
            games.annul(match_id=match_id, at=at)
    note(event.pk, f"event.{action}", by=by, at=at)
    live.changed(event.pk)
    return event


@transaction.atomic
def forget_event(*, event_id: int) -> None:
    """Delete a whole event with its log: the one thing that no journal tells. Its matches in the app stay."""
    pairings = unjournaled(Pairing).filter(round__stage__event=event_id)
    pairings.update(result=None)
    unjournaled(Result).filter(pairing__in=pairings).delete()
    pairings.delete()
    unjournaled(Stage).filter(event=event_id).delete()
    unjournaled(Event).filter(pk=event_id).delete()
