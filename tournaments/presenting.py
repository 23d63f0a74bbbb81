"""Events as plain JSON for the API: what is public, and what a person may see besides."""

from typing import Any, Final

from core.messages import sentence
from tournaments.models import (
    Circuit,
    Draw,
    Entry,
    Event,
    LogEntry,
    Pairing,
    Report,
    Result,
    Round,
    Stage,
    Standing,
)
from tournaments.reading import events as queries
from tournaments.reading import ratings, seasons, snapshot
from tournaments.rules.brackets import bracket
from tournaments.rules.draws.draw import VERSION
from tournaments.rules.draws.manual_swaps import Violations
from tournaments.rules.formats import settings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services.ending import Ending
from tournaments.services.waiting_list import places_left

Json = dict[str, Any]
RATED: Final = 500
"""So many ratings are told."""


def formats_json() -> list[Json]:
    """The formats with the settings that an organiser may make."""
    return [
        {
            "code": code,
            "several": answers.is_multiplayer,
            "partners": answers.has_partners,
            "redrawn": answers.is_redrawn,
            "draw": answers.draw_kind,
            "settings": [
                {
                    "name": name,
                    "values": str(choice),
                    "default": default,
                    "rule": choice.rule,
                }
                for name, choice in answers.choices.items()
                for default in [settings.whole(answers, {})[name]]
            ],
            "tie_breaks": list(answers.tie_breaks),
            "rounds": list(answers.round_codes),
        }
        for code, answers in FORMATS.items()
    ]


def circuit_json(circuit: Circuit) -> Json:
    """A circuit with its ranking; points are told as text, since shared places may divide them."""
    rows = [
        {
            "name": line.name,
            "rank": line.ranked.rank,
            "shared_to": line.ranked.shared_to,
            "total": str(line.ranked.total),
            "counted": [str(one) for one in line.ranked.counted],
            "why": {
                "code": line.ranked.why.code,
                **{name: str(one) for name, one in line.ranked.why.fields.items()},
            },
        }
        for line in seasons.circuit_ranking(circuit)
    ]
    known = ("id", "name", "points", "best")
    events = list(circuit.events.order_by("starts_at").values_list("pk", flat=True))
    return {name: getattr(circuit, name) for name in known} | {
        "events": events,
        "ranking": rows,
    }


def feeders_json(event: Event) -> Json:
    """The events that send their best to this one; of those that are over who goes, and the named reserves in order."""
    columns, chain = (
        ("id", "source_id", "places", "per", "most", "reserves"),
        seasons.FedEvent(event),
    )
    sending = [
        {name: getattr(one, name) for name in columns}
        | {
            "entries": chain.entry_count(one),
            "named": [entry_json(entry) for entry in chain.reserves(one)],
        }
        for one in chain.feeders
    ]
    sent = [
        {
            "from": one.feeder.source_id,
            "qualified": entry_json(one.qualified),
            "goes": entry_json(one.goes) if one.goes else None,
            "why": one.why,
        }
        for one in chain.qualified()
    ]
    return {"feeders": sending, "sent": sent}


def ratings_json(found: ratings.ClubRatings) -> Json:
    return {
        "results": [rated_json(line) for line in found.players[:RATED]],
        "pairs": [rated_json(line) for line in found.pairs[:RATED]],
    }


def rated_json(line: ratings.Rated) -> Json:
    """A rating: the mean, what it is surely not below, and how far the truth may lie to either side."""
    mean, least, spread = line.rating.mean, line.rating.at_least, line.rating.spread
    return {
        "name": line.name,
        "mean": round(mean, 2),
        "at_least": round(least, 2),
        "spread": round(spread, 2),
    }


def event_json(event: Event) -> Json:
    """Everything that entrants should know before they sign up, and how far the event is."""
    return {
        "id": event.pk,
        "club": {"id": event.club_id, "name": event.club.name, "slug": event.club.slug},
        "name": event.name,
        "intro": event.intro,
        "place": event.place,
        "starts_at": event.starts_at,
        "state": event.state,
        "game": event.game,
        "options": event.options,
        "round_options": event.round_options,
        "format": event.format,
        "settings": event.settings,
        "phases": event.phases,
        "team_size": event.team_size,
        "singles": event.singles,
        "lateness": event.lateness,
        "substitutes": event.substitutes,
        "in_app": event.in_app,
        "turn_seconds": event.turn_seconds,
        "words": event.words,
        "fee": str(event.fee),
        "capacity": event.capacity,
        "places_left": places_left(event),
        "deadline": event.deadline,
        "frozen": event.frozen_at is not None,
        "number": event.version,
    }


def ending_json(ending: Ending) -> Json:
    """What an event comes to when it is finished as it stands."""
    won = [
        {
            "phase": one.phase,
            "second": one.second,
            "entries": [entry_json(row.entry) for row in one.rows],
        }
        for one in ending.won
    ]
    return {"left_out": [phase.number for phase in ending.left_out], "won": won}


def entry_json(entry: Entry, private: bool = False) -> Json:
    """An entry as everybody sees it; the phone and the payment only for its own people and the desk."""
    answer: Json = {
        "id": entry.pk,
        "event": entry.event_id,
        "number": entry.number,
        "name": queries.name_of(entry),
        "team_name": entry.team_name,
        "club_name": entry.club_name,
        "seed": entry.seed,
        "state": entry.state,
        "team": entry.team_id,
        "players": [
            {"name": p.name, "confirmed": p.confirmed_at is not None}
            for p in entry.players.all()
        ],
    }
    if private:
        answer |= {"phone": entry.phone, "paid": entry.paid}
    return answer


def draws_json(event: Event) -> list[Json]:
    """All draws of an event, as each is published. Constant number of queries."""
    seats = seats_json(event)
    return [draw_with(draw, seats) for draw in event.draws.all()]


def draw_json(draw: Draw) -> Json:
    """All that is needed to check the draw and to repeat it; the secret only once it has been used.

    It is what `manage.py verify_draw` reads (docs/draws.md), with the dates, and how far the draw is.
    """
    return draw_with(draw, seats_json(draw.event, draw.round))


def draw_with(draw: Draw, seats: dict[str, list[Json]]) -> Json:
    return {
        "spec": VERSION,
        "id": draw.pk,
        "event": draw.event_id,
        "draw_id": draw.public_id,
        "kind": draw.kind,
        "phase": draw.phase,
        "round": draw.round,
        "state": draw.state,
        "field": draw.field,
        "field_hash": draw.field_hash,
        "inputs": draw.inputs,
        "input_hash": draw.input_hash,
        "commitment": draw.commitment,
        "secret": bytes(draw.secret).hex() if draw.resolved is not None else None,
        "beacon": draw.beacon,
        "resolved": draw.resolved,
        "swaps": draw.swaps,
        "seats": seats.get(draw.public_id, []),
        "reason": draw.reason,
        "committed_at": draw.committed_at,
        "drawn_at": draw.drawn_at,
        "published_at": draw.published_at,
    }


def broken_json(broken: Violations) -> Json:
    """What a change by hand breaks; without either it needs no reason. Entries by their numbers in the event."""
    return {
        "rules": [
            {"code": one.code, "detail": sentence(one), "fields": one.fields}
            for one in broken.rules
        ],
        "wishes": [{"code": one.code, **one.fields} for one in broken.wishes],
    }


def seats_json(event: Event, first: int = 1) -> dict[str, list[Json]]:
    """The seats drawn at tables of two sides from this round on, by the name of the draw that they come from."""
    published = event.draws.filter(state=Draw.State.PUBLISHED).exclude(
        kind=Draw.Kind.TEAMS
    )
    draws = {
        (phase, number): name
        for phase, number, name in published.values_list("phase", "round", "public_id")
    }
    seated = Pairing.objects.filter(
        round__stage__event=event, round__number__gte=first, seats__isnull=False
    )
    tables = seated.select_related("round__stage", "a")
    seats: dict[str, list[Json]] = {}
    for table in tables.order_by("round__stage__number", "round__number", "slot"):
        phase, number = table.round.stage.number, table.round.number
        name = draws.get((phase, number), draws[phase, 1])
        seats.setdefault(name, []).append(seat_json(table))
    return seats


def seat_json(table: Pairing) -> Json:
    """Who sits where, from the first to speak, and the cards that say so; `sides` in the order in which they drew."""
    seats, first = table.seats or {}, table.a.number if table.a else 0
    numbers = sorted(
        {number for number, _ in seats["players"]}, key=lambda number: number != first
    )
    sides = [
        sorted(player for player in seats["players"] if player[0] == number)
        for number in numbers
    ]
    kings = int(table.round.options.get("kings", 8))
    return {
        "round": table.round.number,
        "slot": table.slot,
        "kings": kings,
        "sides": sides,
        **seats,
    }


def result_json(result: Result | None) -> Json | None:
    """What counts at a table; why the desk said so is in the log, for referees."""
    if result is None:
        return None
    return {
        "number": result.number,
        "kind": result.kind,
        "winner": result.winner_id,
        "sets": [result.sets_a, result.sets_b],
        "tantos": result.tantos,
        "points": result.points,
        "penalties": result.penalties,
        "source": result.source,
        "at": result.at,
    }


def pairing_json(pairing: Pairing) -> Json:
    """A table: who meets whom, what was reported, what counts. Expects `queries.pairings()`.

    Two sides are `a` and `b`; at a table of several `places` say who sits there, reports go by their numbers, and
    `sides` are the numbers of those who play together.
    """
    names = (
        [str(n) for n, _ in enumerate(pairing.entries)]
        if pairing.several
        else ["a", "b"]
    )
    sides = pairing.entries if pairing.several else [pairing.a, pairing.b]
    said = queries.last_reports(pairing)
    reports = {
        name: report_json(said[e.pk])
        for name, e in zip(names, sides, strict=True)
        if e and e.pk in said
    }
    different = {
        (tuple(one["sets"]), tuple(one["points"] or ())) for one in reports.values()
    }
    return {
        "id": pairing.pk,
        "phase": pairing.round.stage.number,
        "round": pairing.round.number,
        "slot": pairing.slot,
        "table": pairing.table,
        "a": entry_json(pairing.a) if pairing.a else None,
        "b": entry_json(pairing.b) if pairing.b else None,
        "places": [entry_json(entry) for entry in sides if entry]
        if pairing.several
        else None,
        "sides": [list(side) for side in queries.sides_at(pairing)]
        if pairing.several
        else None,
        "bye": pairing.bye,
        "sets_to_win": pairing.round.options.get("sets_to_win"),
        "match": str(pairing.match_id) if pairing.match_id else None,
        "score": pairing.match.score if pairing.match else None,
        "seats": pairing.seats,
        "reports": reports,
        "disputed": len(different) > 1 and not pairing.result_id,
        "result": result_json(pairing.result),
        "kept": pairing.kept,
        "late": pairing.late,
        "at": pairing.at,
        "wish": pairing.wish,
    }


def report_json(report: Report) -> Json:
    return {
        "id": report.pk,
        "sets": [report.sets_a, report.sets_b],
        "points": report.points,
    }


def table_json(pairing: Pairing) -> Json:
    """One table, with the reason why those meet there; it tells entries by their numbers."""
    why = snapshot.pairing_reasons(
        snapshot.stage_state(pairing.round.stage), pairing.round
    ).get(pairing.slot)
    return pairing_json(pairing) | {
        "why": {"code": why.code, **why.fields} if why else None
    }


def round_json(one: Round, pairings: list[Pairing]) -> Json:
    return {
        "id": one.pk,
        "phase": one.stage.number,
        "number": one.number,
        "code": one.code,
        "options": one.options,
        "opened_at": one.opened_at,
        "pairings": [pairing_json(pairing) for pairing in pairings],
    }


def tree_json(stage: Stage) -> Json:
    """The whole bracket as far as it is known, with the numbers of the matches still awaited."""
    entries = queries.entries_by_number(stage.event)
    rounds = [
        {
            "number": n,
            "code": one.code,
            "places": [place_json(place, entries) for place in one.places],
        }
        for n, one in enumerate(snapshot.bracket_columns(stage), start=1)
    ]
    return {"event": stage.event_id, "phase": stage.number, "rounds": rounds}


def place_json(place: bracket.Pairing, entries: dict[int, Entry]) -> Json:
    return {
        "slot": place.slot,
        "part": place.part,
        "match": place.match,
        "a": side_json(place.a, place.a_from, entries),
        "b": side_json(place.b, place.b_from, entries),
        "bye": place.bye,
        "decided": place.decided,
        "winner": entries[place.winner].pk if place.winner else None,
    }


def side_json(
    number: int | None, feed: bracket.Feed | None, entries: dict[int, Entry]
) -> Json | None:
    if number is not None:
        return {"entry": entries[number].pk, "name": queries.name_of(entries[number])}
    return {"awaits": feed.match, "takes": feed.takes} if feed else None


OWN: Final = ("points", "placing", "group", "running", "why")


def standing_json(row: Standing) -> Json:
    columns = (
        "position",
        "rank",
        "shared_to",
        "played",
        "won",
        "lost",
        "sets_for",
        "sets_against",
    )
    answer: Json = {
        name: getattr(row, name)
        for name in (*columns, "tantos_for", "tantos_against", *OWN)
    }
    return answer | {"entry": row.entry_id, "name": queries.name_of(row.entry)}


def log_json(line: LogEntry, may_be_undone: bool) -> Json:
    """A line of the log without the rows, which hold what is not for everybody."""
    told = {
        name: getattr(line, name)
        for name in ("number", "at", "action", "fields", "undoes", "hash")
    }
    return told | {
        "by": str(line.by) if line.by else None,
        "may_be_undone": may_be_undone,
    }
