"""A finished match as the text of a record that anyone can verify."""

from collections.abc import Iterator

from games import queries, replay
from games.models import Match, Move
from games.queries import Table
from games.rules import dealing
from games.rules.base import REFEREE, Outcome, is_event
from games.rules.record import Record, RecordedDeal, RecordedMove, RecordedSeat, write


def record_text(table: Table) -> str:
    """The record of a match that is over. It holds every card and every seed."""
    match = table.match
    secret = bytes(match.secret)
    state = replay.position(match).state
    record = Record(
        match=str(match.pk),
        game=match.game,
        options=match.options,
        seats=tuple(RecordedSeat(s.name, s.user.is_bot) for s in table.seatings),
        commitment=dealing.commitment(secret),
        secret=secret,
        deals=tuple(_deal(move, secret) for move in queries.shuffles_of(match)),
        moves=tuple(_moves(match)),
        score=replay.rules_of(match).score(state),
        outcome=_outcome(match),
    )
    return write(record)


def _moves(match: Match) -> Iterator[RecordedMove]:
    rows = match.moves.order_by("number").values_list("number", "seat", "text")
    for number, seat, text in rows:
        maker = REFEREE if is_event(text) else seat
        yield RecordedMove(number, maker, text)


def _outcome(match: Match) -> Outcome | None:
    """None for a match that was annulled."""
    stored = match.outcome
    if not stored:
        return None
    return Outcome(tuple(stored["score"]), tuple(stored["places"]))


def _deal(move: Move, secret: bytes) -> RecordedDeal:
    """What was published of a shuffle when it was made, and its seed."""
    proof = move.proof or {}
    number = int(proof["shuffle"])
    seat_seeds = {int(seat): text for seat, text in proof["seat_seeds"].items()}
    seed = dealing.deal_seed(secret, number)
    return RecordedDeal(number, proof["commitment"], proof["root"], seat_seeds, seed)
