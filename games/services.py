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
from games.rules import dealing
from games.rules.base import CHANCE, Json, is_event


class Sitter(NamedTuple):
    """A person to be seated, and the name shown at the seat."""

    user_id: int
    name: str


class Played(NamedTuple):
    """The answer to a move: its number, and where it led, deals included."""

    table: queries.Table
    number: int
    position: Position


class Opening(NamedTuple):
    """What it takes to open a match. Seat 0 of `sitters` speaks first."""

    game: str
    options: Json
    sitters: Sequence[Sitter]
    public: bool = True
    turn_seconds: int | None = None
    words: str = "es"


# --- opening ---


def open_match(opening: Opening, *, at: datetime) -> Match:
    """Seat the players and publish the commitment to the first shuffle; `deal` makes it.

    Raises BadOption.
    """
    return open_matches([opening], at=at)[0]


@transaction.atomic
def open_matches(openings: Sequence[Opening], *, at: datetime) -> list[Match]:
    """Open all of these matches or none, with as many queries as one takes.

    Raises BadOption.
    """
    matches = []
    seatings = []
    for opening in openings:
        match = _unsaved_match(opening, at)
        matches.append(match)
        seatings += _unsaved_seatings(match, opening.sitters)
    Match.objects.bulk_create(matches)
    Seating.objects.bulk_create(seatings)
    return matches


def _unsaved_match(opening: Opening, at: datetime) -> Match:
    if opening.game not in GAMES:
        raise BadOption("option.no_such_game", allowed=sorted(GAMES))
    rules = GAMES[opening.game].rules
    options = rules.options(opening.options)
    seat_count = sum(map(len, rules.sides(options)))
    if len(opening.sitters) != seat_count:
        raise BadOption("option.seats", allowed=seat_count)
    match = Match(
        game=opening.game,
        options=rules.options_json(options),
        public=opening.public,
        turn_seconds=opening.turn_seconds,
        words=opening.words,
        opened_at=at,
    )
    _set_fields(match, derived_fields(match, replay.opening(match), at))
    return match


def _unsaved_seatings(match: Match, sitters: Sequence[Sitter]) -> list[Seating]:
    return [
        Seating(match=match, seat=seat, user_id=sitter.user_id, name=sitter.name)
        for seat, sitter in enumerate(sitters)
    ]


# --- playing ---


@transaction.atomic
def deal(*, match_id: UUID, user: Any, at: datetime) -> Played:
    """Shuffle and deal for the first time because a seat asks for it; the clocks start.

    Raises NotFound, NotAllowed (not a seat of this match), OutOfDate `match.dealt` when
    another seat was faster.
    """
    table = seated_table(match_id, user)
    before = replay.position(table.match)
    after, moves = deal_while_due(table.match, before, at)
    if table.match.over:
        raise OutOfDate("match.over", number=before.number)
    if not moves:
        raise OutOfDate("match.dealt", number=before.number)
    store(table.match, before, after, moves, at)
    return Played(table, after.number, after)


def play_move(
    *, match_id: UUID, user: Any, answers: int, client_id: str, text: str, at: datetime
) -> Played:
    """Play `text` for the user's seat, in answer to the position after `answers` moves.

    The same `client_id` again has no second effect and gets the same answer. Raises
    NotFound, NotAllowed (not a seat of this match), BadNotation, IllegalMove, OutOfDate
    (the match has gone on, or is over).
    """
    table = seated_table(match_id, user)
    assert table.seat is not None
    try:
        return _play(table, table.seat, answers, client_id, text, at)
    except (OutOfDate, IntegrityError):
        repeated = earlier_answer(table, table.seat, client_id, text)
        if repeated is None:
            raise
        return repeated


def seated_table(match_id: UUID, user: Any) -> queries.Table:
    """The table at which the user has a seat. Raises NotFound, NotAllowed."""
    table = queries.table(match_id, user)
    if table.seat is None:
        raise NotAllowed("match.not_your_seat")
    return table


def _play(
    table: queries.Table,
    seat: int,
    answers: int,
    client_id: str,
    text: str,
    at: datetime,
) -> Played:
    match = table.match
    rules = replay.rules_of(match)
    before = replay.position(match)
    _check_may_act(match, before, seat, answers)
    if is_event(text):
        raise IllegalMove("move.referees_only", seat=seat)
    move = rules.parse(text)
    state = rules.play(before.state, move)
    moved = Position(state, before.number + 1, before.shuffles)
    row = Move(
        match=match,
        number=moved.number,
        seat=seat,
        text=rules.text(move),
        client_id=client_id,
        at=at,
    )
    with transaction.atomic():
        after, shuffles = deal_while_due(match, moved, at)
        store(match, before, after, [row, *shuffles], at)
    return Played(table, row.number, after)


def _check_may_act(match: Match, before: Position, seat: int, answers: int) -> None:
    """Raises OutOfDate when the match has gone on, IllegalMove when others are to act."""
    if match.over:
        raise OutOfDate("match.over", number=before.number)
    if answers != before.number:
        raise OutOfDate("move.out_of_date", number=before.number)
    rules = replay.rules_of(match)
    awaited = rules.to_act(before.state)
    if awaited == CHANCE:
        raise IllegalMove("move.deal_first", seat=awaited, rule=rules.TURN_RULE)
    if awaited != seat:
        raise IllegalMove("move.not_your_turn", seat=awaited, rule=rules.TURN_RULE)


def earlier_answer(
    table: queries.Table, seat: int, client_id: str, text: str
) -> Played | None:
    """The answer that this client id got before, if any.

    Raises OutOfDate `move.id_used` if the id then stood for another move.
    """
    if not client_id:
        return None
    match = table.match
    earlier = match.moves.filter(seat=seat, client_id=client_id).first()
    if earlier is None:
        return None
    rules = replay.rules_of(match)
    if rules.text(rules.parse(text)) != earlier.text:
        raise OutOfDate("move.id_used", number=earlier.number)
    later = match.moves.filter(number__gt=earlier.number)
    next_by_seat = later.exclude(seat=None).order_by("number").first()
    if next_by_seat:
        last = next_by_seat.number - 1
    else:
        last = match.moves.count()
    return Played(table, earlier.number, replay.position_at(match, last))


def expose(*, match_id: UUID, seat: int, at: datetime) -> None:
    """Record that a card of this seat was seen while it was dealt (MUS-B6).

    The caller has checked who may. Raises BadNotation (the game has no such event),
    IllegalMove (not now), OutOfDate (the match is over or has gone on).
    """
    match = Match.objects.get(pk=match_id)
    rules = replay.rules_of(match)
    before = replay.position(match)
    if match.over:
        raise OutOfDate("match.over", number=before.number)
    move = rules.parse(f"exposed {seat}")
    state = rules.play(before.state, move)
    after = Position(state, before.number + 1, before.shuffles)
    row = Move(match=match, number=after.number, text=rules.text(move), at=at)
    with transaction.atomic():
        store(match, before, after, [row], at)


def call_time(*, match_id: UUID, at: datetime) -> bool:
    """If the clock of the seat to act has run out, play its least committing move.

    Returns whether a move was made.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not is_overdue(match, at):
        return False
    position = replay.position(match)
    rules = replay.rules_of(match)
    seat = rules.to_act(position.state)
    # Replaying refreshes the row: if the seat has moved, the next one has its own time.
    if position.number != match.version or seat is None or not is_overdue(match, at):
        return False
    text = rules.text(rules.least_committing(position.state))
    table = queries.Table(match, queries.seatings_of(match_id), seat)
    try:
        _play(table, seat, position.number, "", text, at)
    except (OutOfDate, IntegrityError):
        return False  # the seat moved at the last moment
    return True


def is_overdue(match: Match, at: datetime) -> bool:
    return match.deadline is not None and match.deadline <= at


# --- shuffling ---


def deal_while_due(
    match: Match, position: Position, at: datetime
) -> tuple[Position, list[Move]]:
    """Shuffle and deal as long as CHANCE is to act.

    Returns the position that this leads to, and the moves that it took.
    """
    rules = replay.rules_of(match)
    moves = []
    while rules.to_act(position.state) == CHANCE:
        position, move = _deal_once(match, position, at)
        moves.append(move)
    return position, moves


def _deal_once(match: Match, position: Position, at: datetime) -> tuple[Position, Move]:
    rules = replay.rules_of(match)
    number = position.shuffles + 1
    seed = dealing.deal_seed(bytes(match.secret), number)
    seat_seeds = {int(seat): text for seat, text in match.seat_seeds.items()}
    order = dealing.shuffle(rules.pack(position.state), seed, seat_seeds)
    dealt = rules.deal_move(order)
    texts = [rules.card_text(card) for card in order]
    proof = {
        "shuffle": number,
        "commitment": dealing.commitment(seed),
        "root": dealing.root(dealing.leaves(texts, seed)),
        "seat_seeds": {str(seat): text for seat, text in seat_seeds.items()},
    }
    move = Move(
        match=match,
        number=position.number + 1,
        seat=None,
        text=rules.text(dealt),
        proof=proof,
        at=at,
    )
    state = rules.play(position.state, dealt)
    return Position(state, position.number + 1, number), move


@transaction.atomic
def add_seed(*, match_id: UUID, user: Any, seed: str) -> int:
    """Let the user's seat mix its own text into all later shuffles.

    Returns the number of the first such shuffle.
    """
    table = seated_table(match_id, user)
    if table.match.over:
        raise OutOfDate("match.over", number=table.match.version)
    match = Match.objects.select_for_update().get(pk=match_id)
    match.seat_seeds[str(table.seat)] = seed
    match.save(update_fields=["seat_seeds"])
    return replay.position(match).shuffles + 1


# --- storing ---


def derived_fields(match: Match, position: Position, at: datetime) -> dict[str, Any]:
    """The fields in which a match's row repeats what its moves say."""
    rules = replay.rules_of(match)
    awaited = rules.to_act(position.state)
    outcome = rules.outcome(position.state)
    fields: dict[str, Any] = {
        "version": position.number,
        "to_act": awaited,
        "score": as_json(rules.score(position.state)._asdict()),
        "deadline": None,
        "outcome": None,
        "finished_at": None,
    }
    if match.turn_seconds and awaited not in {None, CHANCE}:
        fields["deadline"] = at + timedelta(seconds=match.turn_seconds)
    if outcome:
        fields["outcome"] = as_json(outcome._asdict())
        fields["finished_at"] = at
    return fields


def _set_fields(match: Match, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        setattr(match, name, value)


def as_json(value: Any) -> Any:
    """The value as JSON would give it back: lists for tuples."""
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    return value


def store(
    match: Match, before: Position, after: Position, moves: list[Move], at: datetime
) -> None:
    """Write the moves, provided that nobody has moved since `before`.

    The version of the row decides the race: the update finds the row unchanged, or this
    raises OutOfDate.
    """
    fields = derived_fields(match, after, at)
    unchanged = Match.objects.filter(
        pk=match.pk, version=before.number, finished_at=None, annulled_at=None
    )
    if not unchanged.update(**fields):
        raise OutOfDate("move.out_of_date", number=before.number)
    Move.objects.bulk_create(moves)
    is_score_new = fields["score"] != match.score
    _set_fields(match, fields)
    transaction.on_commit(lambda: RECENT.put(match.pk, after))
    live.announce(live.match_topic(match.pk))
    if fields["outcome"]:
        signals.match_finished.send(Match, match=match)
    elif is_score_new:
        signals.score_changed.send(Match, match_id=match.pk)


@transaction.atomic
def annul(*, match_id: UUID, at: datetime) -> None:
    """End a running match without a result.

    Its record and seeds become public, as those of a finished match do.
    """
    running = Match.objects.filter(pk=match_id, finished_at=None, annulled_at=None)
    if not running.update(annulled_at=at, to_act=None, deadline=None):
        raise OutOfDate("match.over")
    live.announce(live.match_topic(match_id))
