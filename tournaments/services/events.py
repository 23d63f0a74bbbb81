"""Making an event and taking it through its states."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from core.refusals import BadOption, NotFound, OutOfDate, Refusal
from games.catalogue import GAMES
from games.rules.base import Side
from games.services import annul
from tournaments import live
from tournaments.journal.models import unjournaled
from tournaments.journal.recorder import current_recorder
from tournaments.models import Draw, Event, Pairing, Result, Stage
from tournaments.reading.events import running_matches
from tournaments.reading.stage_plans import (
    stage_plan,
    stage_plans,
    stage_settings,
)
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
    }
)
"""What the matches rest on: fixed once the first draw is published."""

LATER_STAGE_KEYS: Final = {"format", "settings", "takes", "left_out"}

STEPS: Final = {
    "open": ({Event.State.DRAFT, Event.State.CLOSED}, Event.State.OPEN),
    "close": ({Event.State.OPEN}, Event.State.CLOSED),
    "cancel": (
        {Event.State.DRAFT, Event.State.OPEN, Event.State.CLOSED, Event.State.RUNNING},
        Event.State.CANCELLED,
    ),
}
"""What an organiser can do to the state: from which states, to which."""


def locked(event_id: int) -> Event:
    """The event, locked until the transaction ends: places, numbers and log lines need one
    order.
    """
    return locked_with(pk=event_id)


def locked_with(**row: int) -> Event:
    """The event that has this row, e.g. `draws=5`, locked as by `locked`. Raises NotFound."""
    event = Event.objects.select_for_update(of=("self",)).filter(**row).first()
    if event is None:
        raise NotFound("event.not_found")
    current_recorder().lock(event)
    return event


def locked_table(pairing_id: int, tables: QuerySet[Pairing]) -> Pairing:
    """The pairing as `tables` reads it, its event locked. Raises OutOfDate if its round is gone."""
    try:
        locked_with(stages__rounds__pairings=pairing_id)
        return tables.get(pk=pairing_id)
    except (NotFound, Pairing.DoesNotExist) as error:
        raise OutOfDate("pairing.gone") from error


@journaled
def create_event(*, club_id: int, by: Any, at: datetime, **fields: Any) -> Event:
    """An event in preparation; without a format it gets one that suits its game.

    Raises BadOption, Refusal.
    """
    event = Event(club_id=club_id, **fields)
    check_rules(event, choose_format=not fields.get("format"))
    event.save()
    note(event.pk, "event.created", by=by, at=at, name=event.name)
    return event


@journaled
def change_event(*, event_id: int, by: Any, at: datetime, **fields: Any) -> Event:
    """Change an event; its rules only until a draw fixes them. Raises OutOfDate, Refusal."""
    event = locked(event_id)
    changed = {}
    for name, value in fields.items():
        if getattr(event, name) != value:
            changed[name] = value
    check_free(event, changed)
    for name, value in changed.items():
        setattr(event, name, value)
    if "game" in changed or "format" in changed:
        # Settings of the former format would only be refused.
        event.settings = changed.get("settings", {})
        event.phases = changed.get("phases", [])
    check_rules(event, choose_format="game" in changed and "format" not in changed)
    if not changed:
        return event
    derived = ("format", "settings", "phases", "team_size", "lateness")
    event.save(update_fields=[*changed, *derived])
    note(event.pk, "event.changed", by=by, at=at, fields=sorted(changed))
    # Once it is drawn, the desk lets those who wait in one by one.
    if "capacity" in changed and not event.frozen_at:
        promote(event, at)
    live.changed(event.pk)
    return event


def check_free(event: Event, changed: Collection[str]) -> None:
    """Raises OutOfDate `event.rules_frozen`, `event.rules_bound` where a draw fixes these
    fields.
    """
    frozen = sorted(RULES.intersection(changed))
    if frozen and event.frozen_at:
        raise OutOfDate("event.rules_frozen", fields=frozen)
    bound = sorted(BOUND.intersection(changed))
    if bound and event.draws.filter(state__in=Draw.PENDING).exists():
        raise OutOfDate("event.rules_bound", fields=bound)


def check_rules(event: Event, choose_format: bool = False) -> None:
    """Check all rules of the event, also in rounds where they differ, and store them in full.

    `choose_format`: the event gets the usual format of its game. Raises BadOption, Refusal.
    """
    if event.deadline and event.deadline > event.starts_at:
        raise Refusal("event.deadline_after_start")
    if event.game not in GAMES:
        raise BadOption("option.no_such_game", allowed=sorted(GAMES))
    rules = GAMES[event.game].rules
    options = rules.options(event.options)
    event.options = rules.options_json(options)
    check_format(event, rules.sides(options), choose_format)
    check_stages(event)
    check_in_app(event)
    check_lateness(event)
    check_round_options(event)


def check_round_options(event: Event) -> None:
    codes: dict[str, None] = {}
    for plan in stage_plans(event):
        codes |= dict.fromkeys(FORMATS[plan.format].round_codes)
    rules = GAMES[event.game].rules
    unknown = sorted(set(event.round_options) - set(codes))
    if unknown:
        raise BadOption("option.no_such_round", round=unknown[0], allowed=list(codes))
    for own in event.round_options.values():
        if not isinstance(own, dict):
            raise BadOption("option.round_not_rules", allowed="{...}")
        rules.options(event.options | own)


def check_stages(event: Event) -> None:
    """Every stage has settings of its format and takes from an earlier one; stored in full.

    Not after the draw: then stages only change by being left out.
    """
    if event.frozen_at:
        return
    format = FORMATS[event.format]
    event.settings = settings.whole(format, event.settings)
    fitting = []
    for code in fitting_formats(sides_of_game(event)):
        # An entry has as many players in all stages.
        if FORMATS[code].is_multiplayer == format.is_multiplayer:
            fitting.append(code)
    later_stages = []
    for number, raw in enumerate(event.phases, start=2):
        later_stages.append(later_stage(number, raw, fitting))
    event.phases = later_stages
    for plan in stage_plans(event)[1:]:
        check_entering(event, plan)


def check_entering(event: Event, plan: StagePlan) -> None:
    """A later stage can be played by the entries that it takes.

    Raises as `advancement.check_field` does.
    """
    takes = advancement.Takes(**plan.takes or {})
    source = stage_plan(event, takes.source)
    advancement.check_field(
        takes,
        FORMATS[source.format],
        stage_settings(event, source.number),
        FORMATS[plan.format],
        stage_settings(event, plan.number),
    )


def check_lateness(event: Event) -> None:
    """The price of lateness is a possible rule; stored in full, or {} where there is none."""
    if not isinstance(event.lateness, dict):
        raise BadOption("option.round_not_rules", allowed="{...}")
    if event.lateness:
        event.lateness = conduct.lateness(event.lateness)._asdict()
    else:
        event.lateness = {}


def check_in_app(event: Event) -> None:
    """In the app a game is played by its sides: nobody plays alone who would have a partner."""
    if not event.in_app:
        return
    sides = sides_of_game(event)
    for plan in stage_plans(event):
        if not FORMATS[plan.format].fits_app(sides):
            raise Refusal("event.not_in_app")


def later_stage(number: int, raw: Any, fitting: Sequence[str]) -> dict[str, Any]:
    """A later stage in full. Raises BadOption `option.phase`, and as its parts do."""
    refusal = BadOption("option.phase", phase=number, allowed=list(fitting))
    if not isinstance(raw, dict) or set(raw) - LATER_STAGE_KEYS:
        raise refusal
    if raw.get("format") not in fitting:
        raise refusal
    takes, own = raw.get("takes") or {}, raw.get("settings") or {}
    if not isinstance(takes, dict) or not isinstance(own, dict):
        raise refusal
    return {
        "format": raw["format"],
        "takes": advancement.takes_from(takes, number)._asdict(),
        "settings": settings.whole(FORMATS[raw["format"]], own),
    }


def suited(event: Event) -> Event:
    """The event with the format that suits its game."""
    check_format(event, sides_of_game(event), choose_format=True)
    return event


def sides_of_game(event: Event) -> Sequence[Side]:
    rules = GAMES[event.game].rules
    return rules.sides(rules.options(event.options))


def fitting_formats(sides: Sequence[Side]) -> list[str]:
    """The formats for a game with these sides, the usual one first."""
    return [code for code, format in FORMATS.items() if format.fits(sides)]


def check_format(event: Event, sides: Sequence[Side], choose_format: bool) -> None:
    """The format is one for a game with these sides. Sets the number of players in an entry."""
    fitting = fitting_formats(sides)
    if choose_format and fitting:
        event.format = fitting[0]
    if event.format not in fitting:
        raise BadOption(
            "option.format_does_not_fit",
            format=event.format,
            game=event.game,
            allowed=fitting,
        )
    event.team_size = FORMATS[event.format].players_in_entry(sides)


@journaled
def step(*, event_id: int, action: str, by: Any, at: datetime) -> Event:
    """Open or close registration, or cancel the event."""
    event = locked(event_id)
    if action not in STEPS:
        raise Refusal("event.no_such_step", allowed=sorted(STEPS))
    before, after = STEPS[action]
    if event.state not in before or (action == "open" and event.frozen_at):
        raise OutOfDate("event.wrong_state", state=event.state, step=action)
    event.state = after
    event.save(update_fields=["state"])
    if action == "cancel":
        for match_id in running_matches(event):
            annul(match_id=match_id, at=at)
    note(event.pk, f"event.{action}", by=by, at=at)
    live.changed(event.pk)
    return event


@transaction.atomic
def forget_event(*, event_id: int) -> None:
    """Delete a whole event with its log, which no journal tells. Its matches in the app stay."""
    pairings = unjournaled(Pairing).filter(round__stage__event=event_id)
    pairings.update(result=None)
    unjournaled(Result).filter(pairing__in=pairings).delete()
    pairings.delete()
    unjournaled(Stage).filter(event=event_id).delete()
    unjournaled(Event).filter(pk=event_id).delete()
