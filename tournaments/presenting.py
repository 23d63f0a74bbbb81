"""Events as plain JSON for the API: what is public, and what a person may see besides."""

from typing import Any, Final

from tournaments import queries
from tournaments.models import Draw, Entry, Event, LogEntry, Pairing, Report, Result, Round, Stage, Standing
from tournaments.rules.formats import bracket
from tournaments.services.places import places_left

Json = dict[str, Any]


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
        "third_place": event.third_place,
        "rounds": event.rounds,
        "legs": event.legs,
        "tie_breaks": queries.tie_breaks(event),
        "team_size": event.team_size,
        "singles": event.singles,
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


def entry_json(entry: Entry, private: bool = False) -> Json:
    """An entry as everybody sees it; the phone and the payment only for its own people and the desk."""
    answer: Json = {
        "id": entry.pk,
        "event": entry.event_id,
        "number": entry.number,
        "name": queries.name_of(entry),
        "team_name": entry.team_name,
        "club_name": entry.club_name,
        "state": entry.state,
        "team": entry.team_id,
        "players": [{"name": p.name, "confirmed": p.confirmed_at is not None} for p in entry.players.all()],
    }
    if private:
        answer |= {"phone": entry.phone, "paid": entry.paid}
    return answer


def draw_json(draw: Draw) -> Json:
    """All that is needed to repeat the draw; the secret only once it has been used."""
    used = draw.state in {Draw.State.DRAFT, Draw.State.PUBLISHED} or draw.resolved is not None
    return {
        "id": draw.pk,
        "event": draw.event_id,
        "draw_id": draw.public_id,
        "kind": draw.kind,
        "state": draw.state,
        "field": draw.field,
        "field_hash": draw.field_hash,
        "commitment": draw.commitment,
        "secret": bytes(draw.secret).hex() if used else None,
        "beacon": draw.beacon,
        "resolved": draw.resolved,
        "reason": draw.reason,
        "committed_at": draw.committed_at,
        "drawn_at": draw.drawn_at,
        "published_at": draw.published_at,
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
        "source": result.source,
        "at": result.at,
    }


def pairing_json(pairing: Pairing) -> Json:
    """A table: who meets whom, what was reported, what counts. Expects `queries.pairings()`.

    Two sides are `a` and `b`; at a table of several `places` say who sits there, and reports go by their numbers.
    """
    names = [str(n) for n, _ in enumerate(pairing.entries)] if pairing.several else ["a", "b"]
    sides = pairing.entries if pairing.several else [pairing.a, pairing.b]
    said = queries.last_reports(pairing)
    reports = {name: report_json(said[e.pk]) for name, e in zip(names, sides, strict=True) if e and e.pk in said}
    different = {(tuple(one["sets"]), tuple(one["points"] or ())) for one in reports.values()}
    return {
        "id": pairing.pk,
        "round": pairing.round.number,
        "slot": pairing.slot,
        "table": pairing.table,
        "a": entry_json(pairing.a) if pairing.a else None,
        "b": entry_json(pairing.b) if pairing.b else None,
        "places": [entry_json(entry) for entry in sides if entry] if pairing.several else None,
        "bye": pairing.bye,
        "sets_to_win": pairing.round.options.get("sets_to_win"),
        "match": str(pairing.match_id) if pairing.match_id else None,
        "score": pairing.match.score if pairing.match else None,
        "seats": pairing.seats,
        "reports": reports,
        "disputed": len(different) > 1 and not pairing.result_id,
        "result": result_json(pairing.result),
    }


def report_json(report: Report) -> Json:
    return {"id": report.pk, "sets": [report.sets_a, report.sets_b], "points": report.points}


def round_json(one: Round, pairings: list[Pairing]) -> Json:
    return {
        "id": one.pk,
        "number": one.number,
        "code": one.code,
        "options": one.options,
        "opened_at": one.opened_at,
        "pairings": [pairing_json(pairing) for pairing in pairings],
    }


def tree_json(stage: Stage) -> Json:
    """The whole bracket as far as it is known, with the numbers of the matches still awaited."""
    tree = queries.tree(stage)
    names = {e.pk: queries.name_of(e) for e in stage.event.entries.prefetch_related("players")}
    rounds = [
        {
            "number": n,
            "code": bracket.round_name(n, len(tree)),
            "places": [place_json(place, names) for place in places],
        }
        for n, places in enumerate(tree, start=1)
    ]
    return {"event": stage.event_id, "third_place": stage.third_place, "rounds": rounds}


def place_json(place: bracket.Pairing, names: dict[int, str]) -> Json:
    return {
        "slot": place.slot,
        "match": place.match,
        "a": side_json(place.a, place.a_from, names),
        "b": side_json(place.b, place.b_from, names),
        "bye": place.bye,
        "decided": place.decided,
        "winner": place.winner,
    }


def side_json(entry: int | None, feed: bracket.Feed | None, names: dict[int, str]) -> Json | None:
    if entry is not None:
        return {"entry": entry, "name": names[entry]}
    return {"awaits": feed.match, "takes": feed.takes} if feed else None


OWN: Final = ("points", "placing", "running", "why")


def standing_json(row: Standing) -> Json:
    columns = ("position", "rank", "shared_to", "played", "won", "lost", "sets_for", "sets_against")
    answer: Json = {name: getattr(row, name) for name in (*columns, "tantos_for", "tantos_against", *OWN)}
    return answer | {"entry": row.entry_id, "name": queries.name_of(row.entry)}


def log_json(line: LogEntry, may_be_undone: bool) -> Json:
    """A line of the log without the rows, which hold what is not for everybody."""
    told = {name: getattr(line, name) for name in ("number", "at", "action", "fields", "undoes", "hash")}
    return told | {"by": str(line.by) if line.by else None, "may_be_undone": may_be_undone}
