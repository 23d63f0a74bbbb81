"""What the desk shows of an event: the next step, the tables, the entries and the draws."""

from typing import Any

from tournaments.models import Draw, Event, Round, Stage
from tournaments.pages import draw_details
from tournaments.pages.desk.desk_tables import latest_round, round_at_desk
from tournaments.pages.desk.next_step import next_steps, pending_draw
from tournaments.reading import events, stage_plans
from tournaments.services import attendance, draws, ending
from tournaments.services.waiting_list import places_left


def overview(
    event: Event, organises: bool, with_entries: bool, asked: tuple[str, str]
) -> dict[str, Any]:
    """The tables of the latest rounds, or of the stage and the round that are asked for.

    Once rounds are played, the list of entries only if it is wanted.
    """
    begun = list(stage_plans.stages(event))
    under_way = [stage for stage in begun if stage.closed_at is None]
    if begun and begun[-1] not in under_way:
        under_way.append(begun[-1])
    playing = list(map(latest_round, under_way))
    # The steps need the latest rounds even if the page shows an earlier one.
    opened = opened_rounds(begun)
    shown = playing
    looked_at = asked_round(opened, asked)
    if looked_at is not None:
        shown = [round_at_desk(looked_at)]
    context: dict[str, Any] = {
        "playing": shown,
        "opened": opened if len(opened) > len(playing) else [],
        "looked": looked_at,
        "steps": next_steps(event, playing),
        "left": places_left(event),
        "several_phases": bool(event.phases),
    }
    if organises:
        context |= organisers_part(event)
        context["entries"] = None
        # During play the list is long and rarely needed: a button loads it.
        if with_entries or not playing:
            context["entries"] = list(events.entries(event))
    return context


def opened_rounds(begun: list[Stage]) -> list[Round]:
    rounds = Round.objects.filter(stage__in=begun).select_related("stage__event")
    return list(rounds.order_by("stage__number", "number"))


def asked_round(opened: list[Round], asked: tuple[str, str]) -> Round | None:
    for one in opened:
        if (str(one.stage.number), str(one.number)) == asked:
            return one
    return None


def organisers_part(event: Event) -> dict[str, Any]:
    """What only organisers see and do."""
    draw = pending_draw(event)
    is_list_open = may_enter_at_desk(event, draw)
    context: dict[str, Any] = {
        "draws": list(event.draws.all()),
        "draw": draw,
        "withdrawable": draws.withdrawable(event),
        "may_finish": ending.may_finish(event),
        "list_open": is_list_open,
        "late_open": not is_list_open and attendance.takes_latecomers(event),
        **events.entry_counts(event),
    }
    if draw is not None:
        context |= draw_details.details(draw)
        context["changes"] = draw_details.swaps(draw)
    return context


def may_enter_at_desk(event: Event, draw: Draw | None) -> bool:
    """Until the draw of who meets whom is announced."""
    if draw is not None and draw.kind != Draw.Kind.TEAMS:
        return False
    return event.state in {Event.State.DRAFT, Event.State.OPEN, Event.State.CLOSED}
