"""Table talk: signs, looks and phrases between the seats, and what each viewer may know of it.

Spectators and officials never learn of a sign, rivals only of one that they noticed, and
no one of an untrue one: the log of the event says only that someone tried.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from core.refusals import BadNotation, NotAllowed, OutOfDate, Refusal
from games import live, queries, replay, signals
from games.catalogue import GAMES
from games.game import TableTalk
from games.models import Aside, Match
from games.queries import Table
from games.rules.base import Json

PAUSE: Final = timedelta(seconds=2)
"""The least time between two signs or phrases of a seat."""


class Untrue(Refusal):
    """The sign is not true of the hand."""

    status = 409


class TooSoon(Refusal):
    """The last one was a moment ago; `seconds` in `fields` says how long to wait."""

    status = 429


KINDS: Final = ("sign", "phrase", "look")


class Wanted(NamedTuple):
    """What a seat wants to do: a sign or a phrase with its code, or a look."""

    kind: str
    code: str
    answers: int | None = None
    """The number of moves when it was chosen, if known."""

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Wanted":
        """From a form or a request body. Raises BadNotation unless it asks for one thing."""
        kinds = [kind for kind in KINDS if given.get(kind)]
        if len(kinds) != 1:
            raise BadNotation("input.invalid")
        kind = kinds[0]
        code = "" if kind == "look" else given[kind]
        return cls(kind, code, given.get("answers"))


def rules_of(match: Match) -> TableTalk:
    """What the game allows besides moves. Raises Refusal `aside.none`."""
    table_talk = GAMES[match.game].table_talk
    if table_talk is None:
        raise Refusal("aside.none")
    return table_talk


def options_of(match: Match) -> Any:
    """The options that the table agreed on, as its rules read them."""
    return replay.rules_of(match).options(match.options)


# --- making one ---


def make(*, match_id: UUID, user: Any, wanted: Wanted, at: datetime) -> Table:
    """Let the user's seat sign, look or speak.

    An untrue sign is stored as an attempt, and referees learn that there was one. Raises
    NotFound, NotAllowed (not a seat of this match), OutOfDate (the match is over, or the
    cards have changed since the sign was chosen), TooSoon, Untrue, IllegalMove (not agreed
    on at this table, not on its list, not now).
    """
    table = queries.table(match_id, user)
    if table.seat is None:
        raise NotAllowed("match.not_your_seat")
    if not _made(table, table.seat, wanted, user, at):
        raise Untrue("sign.untrue")
    return table


@transaction.atomic
def _made(table: Table, seat: int, wanted: Wanted, user: Any, at: datetime) -> bool:
    """Store what was wanted, or the attempt; whether it was true."""
    match = _locked(table.match.pk)
    _not_too_soon(match, seat, wanted.kind, at)
    position = replay.position(match)
    view = replay.rules_of(match).view(position.state, seat)
    is_true = _is_true(match, seat, wanted, view, position.number)
    if is_true:
        kind, seen_by = wanted.kind, _seen_by(match, seat, wanted.kind, at)
    else:
        kind, seen_by = Aside.Kind.ATTEMPT, str(seat)
    Aside.objects.create(
        match=match,
        number=position.number,
        deal=view["deal"],
        seat=seat,
        kind=kind,
        code=wanted.code,
        seen_by=seen_by,
        at=at,
    )
    live.announce(live.match_topic(match.pk))
    if not is_true:
        signals.sign_refused.send(Match, match_id=match.pk, user=user, at=at)
    return is_true


def _locked(match_id: UUID) -> Match:
    """The running match, locked: the seats that notice a sign are those looking when it is
    stored.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    rules_of(match)
    if match.over:
        raise OutOfDate("match.over", number=match.version)
    return match


def _not_too_soon(match: Match, seat: int, kind: str, at: datetime) -> None:
    own = match.asides.filter(seat=seat)
    if kind == Aside.Kind.LOOK:
        pause = timedelta(seconds=rules_of(match).REST)
        last = own.filter(kind=Aside.Kind.LOOK).last()
    else:
        pause = PAUSE
        last = own.exclude(kind=Aside.Kind.LOOK).last()
    if last is None:
        return
    left = last.at + pause - at
    if left > timedelta():
        raise TooSoon("aside.too_soon", seconds=ceil(left.total_seconds()))


def _refusal(match: Match, view: Json, wanted: Wanted) -> Refusal | None:
    """Why the seat of this view may not do what is wanted."""
    options = options_of(match)
    return rules_of(match).refusal(options, view, wanted.kind, wanted.code)


def _is_true(match: Match, seat: int, wanted: Wanted, view: Json, number: int) -> bool:
    """Whether the sign is true of the hand; looks and phrases always are.

    Raises any other refusal, and OutOfDate if it was true when it was chosen.
    """
    refused = _refusal(match, view, wanted)
    if refused and refused.code != "sign.untrue":
        raise refused
    if refused and _was_true(match, seat, wanted, number):
        raise OutOfDate("move.out_of_date", number=number)
    return refused is None


def _was_true(match: Match, seat: int, wanted: Wanted, number: int) -> bool:
    """Whether the sign was true when it was chosen.

    Cards may be exchanged while a player reaches for the button.
    """
    if wanted.answers is None or wanted.answers >= number:
        return False
    then = replay.position_at(match, wanted.answers)
    return not _refusal(match, replay.rules_of(match).view(then.state, seat), wanted)


def _seen_by(match: Match, seat: int, kind: str, at: datetime) -> str:
    """The seats that notice it, a digit each."""
    rules = rules_of(match)
    since = at - timedelta(seconds=rules.LOOK)
    looks = match.asides.filter(kind=Aside.Kind.LOOK, at__gt=since)
    looking = set(looks.values_list("seat", flat=True))
    seats = rules.seen_by(options_of(match), seat, kind, looking)
    return "".join(map(str, seats))


# --- what each may know of them ---


def agreed(match: Match) -> bool:
    """Whether this table agreed on any table talk."""
    rules = GAMES[match.game].table_talk
    return rules is not None and rules.is_agreed(options_of(match))


def asides_json(table: Table, view: Json) -> Json | None:
    """What this viewer noticed in this deal, and what their seat may do now.

    None at a table that agreed on no table talk.
    """
    match = table.match
    if not agreed(match):
        return None
    may: Json = {"signs": [], "look": False, "phrases": []}
    if table.seat is not None and not match.over:
        may = rules_of(match).offers(options_of(match), view)
    noticed = known_to(table).filter(deal=view["deal"])
    return {**may, "heard": [aside_json(aside) for aside in noticed]}


def known_to(table: Table) -> QuerySet[Aside]:
    """The asides that this viewer may know.

    A seat knows those it noticed; spectators know what was said aloud. Once the match is
    over all cards are open, and so is all talk but the untrue signs.
    """
    asides = table.match.asides.order_by("pk")
    if table.match.over:
        return asides.exclude(kind=Aside.Kind.ATTEMPT)
    if table.seat is None:
        return asides.filter(kind=Aside.Kind.PHRASE)
    return asides.filter(seen_by__contains=str(table.seat))


def aside_json(aside: Aside) -> Json:
    """An aside for a viewer who noticed it, without the others who did."""
    return {
        "deal": aside.deal,
        "after": aside.number,
        "seat": aside.seat,
        "kind": aside.kind,
        "code": aside.code,
        "at": aside.at.isoformat(),
    }


def history(table: Table) -> list[Json]:
    """All table talk of a match that is over, each with the seats that noticed it."""
    if not table.match.over:
        return []
    lines = []
    for aside in known_to(table):
        seen_by = [int(seat) for seat in aside.seen_by]
        lines.append(aside_json(aside) | {"seen_by": seen_by})
    return lines


def listening(table: Table) -> tuple[str, int]:
    """The live topic of this viewer's page, and the asides that its number counts."""
    match, seat = table.match, table.seat
    if seat is None or not agreed(match):
        return live.match_topic(match.pk), 0
    return live.seat_topic(match.pk, seat), live.noticed_by(match, seat)
