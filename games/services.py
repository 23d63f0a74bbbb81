"""Opening matches and playing moves: what the rules allow, stored once, in one transaction."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from core.refusals import (
    BadOption,
    IllegalMove,
    NotAllowed,
    OutOfDate,
)
from games import live, queries, replay, signals
from games.catalogue import GAMES
from games.models import Match, Move, Seating
from games.replay import RECENT, Position
from games.rules import deal as dealing
from games.rules.base import CHANCE, Json, is_event


class Sitter(NamedTuple):
    """Who takes a seat, under which name."""

    user_id: int
    name: str


class Played(NamedTuple):
    """The answer to a move: its number, and the table and position that it led to, deals included."""

    table: queries.Table
    number: int
    position: Position


class Opening(NamedTuple):
    """What it takes to open a match: seat 0 of `sitters` speaks first."""

    game: str
    options: Json
    sitters: Sequence[Sitter]
    public: bool = True
    turn_seconds: int | None = None
    words: str = "es"


def open_match(opening: Opening, *, at: datetime) -> Match:
    """Seat the players. The promise of the first shuffle is public from now on; `deal` makes it. Raises BadOption."""
    return open_matches([opening], at=at)[0]


@transaction.atomic
def open_matches(openings: Sequence[Opening], *, at: datetime) -> list[Match]:
    """Open matches, all or none, in as many queries as one takes. Raises BadOption."""
    seated = [_seated(opening, at) for opening in openings]
    Match.objects.bulk_create(match for match, _ in seated)
    Seating.objects.bulk_create(
        seating for _, seatings in seated for seating in seatings
    )
    return [match for match, _ in seated]


def _seated(opening: Opening, at: datetime) -> tuple[Match, list[Seating]]:
    """A match that is not stored yet, and its seats."""
    if opening.game not in GAMES:
        raise BadOption("option.no_such_game", allowed=sorted(GAMES))
    rules = GAMES[opening.game].rules
    options = rules.options(opening.options)
    if len(opening.sitters) != (seats := sum(map(len, rules.sides(options)))):
        raise BadOption("option.seats", allowed=seats)
    match = Match(
        game=opening.game,
        options=rules.options_json(options),
        public=opening.public,
        turn_seconds=opening.turn_seconds,
        words=opening.words,
        opened_at=at,
    )
    seatings = [
        Seating(match=match, seat=n, user_id=who.user_id, name=who.name)
        for n, who in enumerate(opening.sitters)
    ]
    for name, value in facts(match, replay.opening(match), at).items():
        setattr(match, name, value)
    return match, seatings


@transaction.atomic
def deal(*, match_id: UUID, user: Any, at: datetime) -> Played:
    """Shuffle and deal for the first time, because a seat asks for it; then the clocks run.

    Raises NotFound, NotAllowed (not a seat of this match), OutOfDate `match.dealt` when somebody was faster.
    """
    table = queries.table(match_id, user)
    if table.seat is None:
        raise NotAllowed("match.not_your_seat")
    before = replay.position(table.match)
    after, moves = settle(table.match, before, at)
    if not moves or table.match.over:
        raise OutOfDate(
            "match.over" if table.match.over else "match.dealt", number=before.number
        )
    store(table.match, before, after, moves, at)
    return Played(table, after.number, after)


def play_move(
    *, match_id: UUID, user: Any, answers: int, client_id: str, text: str, at: datetime
) -> Played:
    """Play `text` for the user's seat, in answer to the position after `answers` moves.

    The same `client_id` again has no second effect and the same answer. Raises NotFound, NotAllowed (not a seat of this
    match), BadNotation, IllegalMove, OutOfDate (the match has gone on, or is over).
    """
    table = queries.table(match_id, user)
    if table.seat is None:
        raise NotAllowed("match.not_your_seat")
    try:
        return _play(table, table.seat, answers, client_id, text, at)
    except (OutOfDate, IntegrityError):
        if repeated := earlier_answer(table, table.seat, client_id, text):
            return repeated
        raise


def _play(
    table: queries.Table,
    seat: int,
    answers: int,
    client_id: str,
    text: str,
    at: datetime,
) -> Played:
    match = table.match
    game = replay.game_of(match)
    before = replay.position(match)
    if match.over or answers != before.number:
        raise OutOfDate(
            "match.over" if match.over else "move.out_of_date", number=before.number
        )
    if (awaited := game.to_act(before.state)) != seat:
        code = "move.deal_first" if awaited == CHANCE else "move.not_your_turn"
        raise IllegalMove(code, seat=awaited, rule=game.TURN_RULE)
    if is_event(text):
        raise IllegalMove("move.referees_only", seat=seat)
    move = game.parse(text)
    moved = Position(game.play(before.state, move), before.number + 1, before.shuffles)
    said = Move(
        match=match,
        number=moved.number,
        seat=seat,
        text=game.text(move),
        client_id=client_id,
        at=at,
    )
    with transaction.atomic():
        after, shuffles = settle(match, moved, at)
        store(match, before, after, [said, *shuffles], at)
    return Played(table, said.number, after)


def expose(*, match_id: UUID, seat: int, at: datetime) -> None:
    """Enter that a card of this seat was seen while it was dealt (MUS-B6); whoever calls this has asked who may.

    Raises BadNotation (no such event in this game), IllegalMove (not now), OutOfDate (the match is over or went on).
    """
    match = Match.objects.get(pk=match_id)
    game, before = replay.game_of(match), replay.position(match)
    if match.over:
        raise OutOfDate("match.over", number=before.number)
    move = game.parse(f"exposed {seat}")
    after = Position(game.play(before.state, move), before.number + 1, before.shuffles)
    with transaction.atomic():
        store(
            match,
            before,
            after,
            [Move(match=match, number=after.number, text=game.text(move), at=at)],
            at,
        )


def settle(
    match: Match, position: Position, at: datetime
) -> tuple[Position, list[Move]]:
    """Shuffle and deal as long as CHANCE is to act; returns where that leads and the moves that it took."""
    game = replay.game_of(match)
    moves = []
    while game.to_act(position.state) == CHANCE:
        number = position.shuffles + 1
        seed = dealing.deal_seed(bytes(match.secret), number)
        seat_seeds = {int(seat): text for seat, text in match.seat_seeds.items()}
        order = dealing.shuffle(game.pack(position.state), seed, seat_seeds)
        dealt = game.deal_move(order)
        texts = [game.card_text(card) for card in order]
        proof = {
            "shuffle": number,
            "commitment": dealing.commitment(seed),
            "root": dealing.root(dealing.leaves(texts, seed)),
            "seat_seeds": {str(seat): text for seat, text in seat_seeds.items()},
        }
        moves.append(
            Move(
                match=match,
                number=position.number + 1,
                seat=None,
                text=game.text(dealt),
                proof=proof,
                at=at,
            )
        )
        position = Position(
            game.play(position.state, dealt), position.number + 1, number
        )
    return position, moves


def facts(match: Match, position: Position, at: datetime) -> dict[str, Any]:
    """What the match's row repeats of its moves."""
    game = replay.game_of(match)
    outcome, awaited = game.outcome(position.state), game.to_act(position.state)
    running = match.turn_seconds and awaited not in {None, CHANCE}
    return {
        "version": position.number,
        "to_act": awaited,
        "score": plain(game.score(position.state)._asdict()),
        "deadline": at + timedelta(seconds=match.turn_seconds or 0)
        if running
        else None,
        "outcome": plain(outcome._asdict()) if outcome else None,
        "finished_at": at if outcome else None,
    }


def plain(value: Any) -> Any:
    """The value as JSON would give it back: tuples as lists."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def store(
    match: Match, before: Position, after: Position, moves: list[Move], at: datetime
) -> None:
    """Write the moves if nobody was faster: whoever finds the match's version changed has lost the race."""
    row = facts(match, after, at)
    if not Match.objects.filter(
        pk=match.pk, version=before.number, finished_at=None, annulled_at=None
    ).update(**row):
        raise OutOfDate("move.out_of_date", number=before.number)
    Move.objects.bulk_create(moves)
    rescored = row["score"] != match.score
    for name, value in row.items():
        setattr(match, name, value)
    transaction.on_commit(lambda: RECENT.put(match.pk, after))
    live.announce(live.match_topic(match.pk))
    if row["outcome"]:
        signals.match_finished.send(Match, match=match)
    elif rescored:
        signals.score_changed.send(Match, match_id=match.pk)


def earlier_answer(
    table: queries.Table, seat: int, client_id: str, text: str
) -> Played | None:
    """The answer that this client id got before, if it did. Raises OutOfDate if it then named another move."""
    match = table.match
    said = (
        match.moves.filter(seat=seat, client_id=client_id).first()
        if client_id
        else None
    )
    if said is None:
        return None
    game = replay.game_of(match)
    if game.text(game.parse(text)) != said.text:
        raise OutOfDate("move.id_used", number=said.number)
    following = (
        match.moves.filter(number__gt=said.number)
        .exclude(seat=None)
        .order_by("number")
        .first()
    )
    last = following.number - 1 if following else match.moves.count()
    return Played(table, said.number, replay.position_at(match, last))


def call_time(*, match_id: UUID, at: datetime) -> bool:
    """If the clock of the seat to act has run out, make the least committing move for it. Whether a move was made."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not overdue(match, at):
        return False
    position = replay.position(match)
    game = replay.game_of(match)
    seat = game.to_act(position.state)
    if position.number != match.version or seat is None or not overdue(match, at):
        return False  # the seat moved since the row was read; the next one has time of its own
    text = game.text(game.least_committing(position.state))
    table = queries.Table(match, queries.seatings_of(match_id), seat)
    try:
        _play(table, seat, position.number, "", text, at)
    except (OutOfDate, IntegrityError):
        return False  # the seat moved at the last moment
    return True


def overdue(match: Match, at: datetime) -> bool:
    return match.deadline is not None and match.deadline <= at


@transaction.atomic
def add_seed(*, match_id: UUID, user: Any, seed: str) -> int:
    """Let the user's seat add its own text to all shuffles from the next on; returns that shuffle's number."""
    table = queries.table(match_id, user)
    if table.seat is None:
        raise NotAllowed("match.not_your_seat")
    if table.match.over:
        raise OutOfDate("match.over", number=table.match.version)
    match = Match.objects.select_for_update().get(pk=match_id)
    match.seat_seeds[str(table.seat)] = seed
    match.save(update_fields=["seat_seeds"])
    return replay.position(match).shuffles + 1


@transaction.atomic
def annul(*, match_id: UUID, at: datetime) -> None:
    """End a running match without a result. Its record and seeds become public like those of a finished one."""
    changed = Match.objects.filter(
        pk=match_id, finished_at=None, annulled_at=None
    ).update(annulled_at=at, to_act=None, deadline=None)
    if not changed:
        raise OutOfDate("match.over")
    live.announce(live.match_topic(match_id))
