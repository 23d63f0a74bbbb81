"""A match that is over as the text of a record that anybody can verify."""

from games import queries, replay
from games.models import Move
from games.queries import Table
from games.rules import dealing
from games.rules.base import REFEREE, Outcome, is_event
from games.rules.record import Record, RecordedDeal, RecordedMove, RecordedSeat, write


def record_text(table: Table) -> str:
    """The record. Call only when the match is over: it holds every card and every seed."""
    match = table.match
    secret = bytes(match.secret)
    position = replay.position(match)
    stored = match.outcome
    return write(
        Record(
            match=str(match.pk),
            game=match.game,
            options=match.options,
            seats=tuple(RecordedSeat(s.name, s.user.is_bot) for s in table.seatings),
            commitment=dealing.commitment(secret),
            secret=secret,
            deals=tuple(recorded(move, secret) for move in queries.shuffles_of(match)),
            moves=tuple(
                RecordedMove(number, REFEREE if is_event(text) else seat, text)
                for number, seat, text in match.moves.order_by("number").values_list(
                    "number", "seat", "text"
                )
            ),
            score=replay.rules_of(match).score(position.state),
            outcome=Outcome(tuple(stored["score"]), tuple(stored["places"]))
            if stored
            else None,
        )
    )


def recorded(move: Move, secret: bytes) -> RecordedDeal:
    """What was published of one shuffle, as it was stored then, and now its seed."""
    proof = move.proof or {}
    seat_seeds = {int(seat): text for seat, text in proof["seat_seeds"].items()}
    number = int(proof["shuffle"])
    return RecordedDeal(
        number,
        proof["commitment"],
        proof["root"],
        seat_seeds,
        dealing.deal_seed(secret, number),
    )
