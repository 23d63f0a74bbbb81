"""What passes between seats beside the moves: signs, looks and phrases, who noticed them, and what each may know.

Never told: to spectators and officials a sign, to rivals one that they did not notice, to anybody an untrue one. The
log of the event says only that somebody tried.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from core.refusals import BadNotation, NotAllowed, OutOfDate, Refusal
from games import live, queries, replay, signals
from games.catalogue import GAMES
from games.game import TableTalk
from games.models import Aside, Match
from games.queries import Table
from games.rules.base import Json

PAUSE: Final = timedelta(seconds=2)
"""From one sign or phrase of a seat to its next."""


class Untrue(Refusal):
    """The sign is not true of the hand."""

    status = 409


class TooSoon(Refusal):
    """The last one was only a moment ago; `seconds` in `fields` says when the next may come."""

    status = 429


KINDS: Final = ("sign", "phrase", "look")


class Wanted(NamedTuple):
    """What a seat wants to do: a sign or phrase with its code, or a look."""

    kind: str
    code: str
    answers: int | None = None
    """How many moves the match had where this was chosen, if that is known."""

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Wanted":
        """From a form or a body. Raises BadNotation unless it asks for one thing; free text is none."""
        kinds = [kind for kind in KINDS if given.get(kind)]
        if len(kinds) != 1:
            raise BadNotation("input.invalid")
        return cls(
            kinds[0], "" if kinds == ["look"] else given[kinds[0]], given.get("answers")
        )


def rules_of(match: Match) -> TableTalk:
    """What the game allows besides moves. Raises Refusal `aside.none`."""
    table_talk = GAMES[match.game].table_talk
    if table_talk is None:
        raise Refusal("aside.none")
    return table_talk


# --- making one ---


def make(*, match_id: UUID, user: Any, wanted: Wanted, at: datetime) -> Table:
    """Let the user's seat sign, look or speak; an untrue sign is kept, and told to the referees without saying which.

    Raises NotFound, NotAllowed (not a seat of this match), OutOfDate (the match is over, or the cards have changed
    since the sign was chosen), TooSoon, Untrue, IllegalMove (not agreed on at this table, not on its list, not now).
    """
    table = queries.table(match_id, user)
    if table.seat is None:
        raise NotAllowed("match.not_your_seat")
    if not _made(table, table.seat, wanted, user, at):
        raise Untrue("sign.untrue")
    return table


@transaction.atomic
def _made(table: Table, seat: int, wanted: Wanted, user: Any, at: datetime) -> bool:
    """Store what was wanted, or that it was tried."""
    match = _locked(table.match.pk)
    _not_too_soon(match, seat, wanted.kind, at)
    position = replay.position(match)
    view = replay.rules_of(match).view(position.state, seat)
    true = _is_true(match, seat, wanted, view, position.number)
    Aside.objects.create(
        match=match,
        number=position.number,
        deal=view["deal"],
        seat=seat,
        kind=wanted.kind if true else Aside.Kind.ATTEMPT,
        code=wanted.code,
        seen_by=_seen_by(match, seat, wanted.kind, at) if true else str(seat),
        at=at,
    )
    live.announce(live.match_topic(match.pk))
    if not true:
        signals.sign_refused.send(Match, match_id=match.pk, user=user, at=at)
    return true


def _locked(match_id: UUID) -> Match:
    """The running match, for one aside at a time: who sees a sign is who began to look just before it was stored."""
    match = Match.objects.select_for_update().get(pk=match_id)
    rules_of(match)
    if match.over:
        raise OutOfDate("match.over", number=match.version)
    return match


def _not_too_soon(match: Match, seat: int, kind: str, at: datetime) -> None:
    looks, own = Q(kind=Aside.Kind.LOOK), match.asides.filter(seat=seat)
    looking = kind == Aside.Kind.LOOK
    pause = timedelta(seconds=rules_of(match).REST) if looking else PAUSE
    last = own.filter(looks if looking else ~looks).last()
    if last and (left := last.at + pause - at) > timedelta():
        raise TooSoon("aside.too_soon", seconds=-(-left // timedelta(seconds=1)))


def _refusal(match: Match, view: Json, wanted: Wanted) -> Refusal | None:
    """Why the seat of this view may not do what is wanted."""
    options = replay.rules_of(match).options(match.options)
    refused: Refusal | None = rules_of(match).refusal(
        options, view, wanted.kind, wanted.code
    )
    return refused


def _is_true(match: Match, seat: int, wanted: Wanted, view: Json, number: int) -> bool:
    """False for an untrue sign. Raises what else there is against it, OutOfDate if it was true where it was chosen."""
    refused = _refusal(match, view, wanted)
    if refused and refused.code != "sign.untrue":
        raise refused
    if refused and _was_true(match, seat, wanted, number):
        raise OutOfDate("move.out_of_date", number=number)
    return refused is None


def _was_true(match: Match, seat: int, wanted: Wanted, number: int) -> bool:
    """Whether the sign was true where it was chosen: cards may be exchanged while somebody reaches for a button."""
    if wanted.answers is None or wanted.answers >= number:
        return False
    then = replay.position_at(match, wanted.answers)
    return not _refusal(match, replay.rules_of(match).view(then.state, seat), wanted)


def _seen_by(match: Match, seat: int, kind: str, at: datetime) -> str:
    rules = rules_of(match)
    since = at - timedelta(seconds=rules.LOOK)
    looking = match.asides.filter(kind=Aside.Kind.LOOK, at__gt=since).values_list(
        "seat", flat=True
    )
    seen_by = rules.seen_by(
        replay.rules_of(match).options(match.options), seat, kind, set(looking)
    )
    return "".join(map(str, seen_by))


# --- what each may know of them ---


def agreed(match: Match) -> bool:
    """Whether anything but moves passes between the seats of this match."""
    rules = GAMES[match.game].table_talk
    return rules is not None and rules.is_agreed(
        replay.rules_of(match).options(match.options)
    )


def asides_json(table: Table, view: Json) -> Json | None:
    """What this viewer noticed in the deal of their view, and what their seat may do; None where nothing is agreed."""
    if not agreed(table.match):
        return None
    match, nothing = table.match, {"signs": [], "look": False, "phrases": []}
    options = replay.rules_of(match).options(match.options)
    may = (
        nothing
        if table.seat is None or match.over
        else rules_of(match).offers(options, view)
    )
    return {
        **may,
        "heard": [
            aside_json(aside) for aside in known_to(table).filter(deal=view["deal"])
        ],
    }


def known_to(table: Table) -> QuerySet[Aside]:
    """The asides that this viewer noticed, for spectators what was said aloud; once the match is over, all.

    Then all cards are open too, and anybody can check who was looking when. Untrue signs are the maker's alone.
    """
    asides = table.match.asides.order_by("pk")
    if table.match.over:
        return asides.exclude(kind=Aside.Kind.ATTEMPT)
    if table.seat is None:
        return asides.filter(kind=Aside.Kind.PHRASE)
    return asides.filter(seen_by__contains=str(table.seat))


def aside_json(aside: Aside) -> Json:
    """An aside as whoever noticed it may know it: not who else did."""
    return {
        "deal": aside.deal,
        "after": aside.number,
        "seat": aside.seat,
        "kind": aside.kind,
        "code": aside.code,
        "at": aside.at.isoformat(),
    }


def history(table: Table) -> list[Json]:
    """Of a match that is over all that its seats signed, said and looked at, and who noticed it."""
    if not table.match.over:
        return []
    return [
        aside_json(aside) | {"seen_by": list(map(int, aside.seen_by))}
        for aside in known_to(table)
    ]


def listening(table: Table) -> tuple[str, int]:
    """The topic that this viewer's page listens to, and how many asides its number counts beside the moves."""
    match, seat = table.match, table.seat
    if seat is None or not agreed(match):
        return live.match_topic(match.pk), 0
    return live.seat_topic(match.pk, seat), live.noticed_by(match, seat)
