"""A match as a text file, like PGN for chess: people read it, programs check it.

docs/record.md has the grammar.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from core.refusals import BadNotation
from games.rules.base import REFEREE, Json, Outcome, Score, Seat
from games.rules.dealing import SEAT_SEED_MAX, is_seat_seed
from games.rules.scanner import Place, Scanner, canonical_json, place

VERSION: Final = "1"
LONGEST: Final = 2_000_000
"""The most characters (or bytes) in a record. A match of Mus takes about 30,000."""


class RecordedSeat(NamedTuple):
    """Who played at a seat."""

    name: str
    bot: bool
    """Whether a program played."""


class RecordedMove(NamedTuple):
    """One move of a match."""

    number: int
    """Counted from 1."""
    seat: Seat | None
    """None for a shuffle, REFEREE for an event."""
    text: str


class RecordedDeal(NamedTuple):
    """What was published about a shuffle, and the seeds that made its order."""

    number: int
    """Counted from 1."""
    commitment: str
    root: str
    seat_seeds: Mapping[Seat, str]
    seed: bytes


class Record(NamedTuple):
    """A match that has ended by its rules or was annulled."""

    match: str
    game: str
    options: Json
    seats: tuple[RecordedSeat, ...]
    commitment: str
    """The commitment to `secret`, published when the match was opened."""
    secret: bytes
    """The 32 bytes from which all deal seeds come."""
    deals: tuple[RecordedDeal, ...]
    moves: tuple[RecordedMove, ...]
    score: Score
    outcome: Outcome | None
    """None if the match was annulled."""


class Source(NamedTuple):
    """A record together with the file that it was read from."""

    record: Record
    digest: str
    """The digest that the file states."""
    text: str
    marks: Mapping[tuple[str, int], int]
    """Where each part of the record begins in `text`.

    The keys are ("seat", number) and ("move", number) for moves, and for other parts the
    keyword with the number of the shuffle, or 0 outside a shuffle.
    """

    def place(self, keyword: str, section: int) -> Place:
        """The line and column of a part, by its key in `marks`."""
        return place(self.text, self.marks[keyword, section])


def write(record: Record) -> str:
    """The record as text: `read(write(r)) == r`, and equal records have equal texts."""
    return f"{_body(record)}Digest {digest(record)}\n"


def read(text: str | bytes) -> Record:
    """The record in a text, whether or not it is consistent.

    Raises BadNotation with line and column.
    """
    return read_source(text).record


def digest(record: Record) -> str:
    """SHA-256 of all lines before the last one: it reveals an accident, not a forgery."""
    return sha256(_body(record).encode()).hexdigest()


_NO_SEATS: Final = {None: "-", REFEREE: "!"}
"""What is written instead of a seat when no seat made the move."""


# --- writing ---


def _body(record: Record) -> str:
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    yield f"Record {VERSION}"
    yield f"Match {canonical_json(record.match)}"
    yield f"Game {record.game}"
    yield f"Options {canonical_json(record.options)}"
    for seat, (name, bot) in enumerate(record.seats):
        suffix = " bot" * bot
        yield f"Seat {seat} {canonical_json(name)}{suffix}"
    yield f"Commitment {record.commitment}"
    yield f"Secret {record.secret.hex()}"
    deals = iter(record.deals)
    for move in record.moves:
        if move.seat is None:
            yield from _deal_lines(next(deals))
        yield f"{move.number} {_NO_SEATS.get(move.seat, move.seat)} {move.text}"
    yield ""
    yield from score_lines(record.score)
    yield f"Result {result_text(record.outcome)}"


def _deal_lines(deal: RecordedDeal) -> Iterator[str]:
    yield ""
    yield f"Shuffle {deal.number}"
    yield f"Commitment {deal.commitment}"
    yield f"Seed {deal.seed.hex()}"
    for seat in sorted(deal.seat_seeds):
        yield f"SeatSeed {seat} {canonical_json(deal.seat_seeds[seat])}"
    yield f"Root {deal.root}"


def score_lines(score: Score) -> Iterator[str]:
    """The lines of a record that state the score."""
    for points in score.sets:
        yield f"Set {_joined(points)}"
    yield f"Running {_joined(score.running)}"
    yield f"Won {_joined(score.won)}"


def _joined(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def result_text(outcome: Outcome | None) -> str:
    """The result as a record writes it: `3 1 places 1 2`, or `*` for an annulled match."""
    if outcome is None:
        return "*"
    return f"{_joined(outcome.score)} places {_joined(outcome.places)}"


# --- reading ---


def read_source(text: str | bytes) -> Source:
    """The record in a text, and where each part of it stands. Raises as `read` does."""
    scan = Scanner(_decoded(text))
    scan.field("Record", lambda: scan.word(VERSION))
    match = scan.field("Match", scan.quoted)
    game = scan.field("Game", scan.code)
    options = scan.field("Options", scan.object)
    seats = _read_seats(scan)
    commitment = scan.field("Commitment", scan.hexadecimal)
    secret = scan.field("Secret", scan.hexadecimal)
    deals, moves = _read_play(scan)
    score = _read_score(scan)
    outcome = scan.field("Result", lambda: _read_result(scan))
    stated = scan.field("Digest", scan.hexadecimal)
    scan.end()
    record = Record(
        match,
        game,
        options,
        seats,
        commitment,
        bytes.fromhex(secret),
        deals,
        moves,
        score,
        outcome,
    )
    return Source(record, stated, scan.text, scan.marks)


def _decoded(text: str | bytes) -> str:
    if len(text) > LONGEST:
        raise BadNotation("record.too_long", max=LONGEST)
    try:
        if isinstance(text, bytes):
            text = text.decode()
        # Some editors put a byte order mark at the start of a file.
        return text.removeprefix("\ufeff")
    except UnicodeDecodeError as wrong:
        *lines, last = wrong.object[: wrong.start].decode().split("\n")
        raise BadNotation(
            "record.not_text", line=len(lines) + 1, column=len(last) + 1
        ) from None


def _read_seats(scan: Scanner) -> tuple[RecordedSeat, ...]:
    seats: list[RecordedSeat] = []
    while not seats or scan.sees("Seat"):
        seats.append(scan.field("Seat", lambda: _read_seat(scan, len(seats))))
    return tuple(seats)


def _read_seat(scan: Scanner, number: Seat) -> RecordedSeat:
    scan.word(str(number))
    return RecordedSeat(scan.quoted(), scan.skip("bot"))


def _read_play(
    scan: Scanner,
) -> tuple[tuple[RecordedDeal, ...], tuple[RecordedMove, ...]]:
    deals: list[RecordedDeal] = []
    moves: list[RecordedMove] = []
    while not scan.sees("Set", "Running"):
        if scan.sees("Shuffle"):
            deals.append(_read_deal(scan, len(deals) + 1))
            moves.append(_read_shuffle(scan, len(moves) + 1))
        else:
            moves.append(_read_move(scan, len(moves) + 1))
    return tuple(deals), tuple(moves)


def _read_deal(scan: Scanner, number: int) -> RecordedDeal:
    scan.field("Shuffle", lambda: scan.word(str(number)), number)
    commitment = scan.field("Commitment", scan.hexadecimal, number)
    seed = scan.field("Seed", scan.hexadecimal, number)
    seat_seeds: dict[Seat, str] = {}
    while scan.sees("SeatSeed"):
        scan.field("SeatSeed", lambda: _read_seat_seed(scan, seat_seeds), number)
    root = scan.field("Root", scan.hexadecimal, number)
    return RecordedDeal(number, commitment, root, seat_seeds, bytes.fromhex(seed))


def _read_seat_seed(scan: Scanner, seat_seeds: dict[Seat, str]) -> None:
    start = scan.at
    seat = scan.count()
    text = scan.quoted()
    if not is_seat_seed(text) or seat <= max(seat_seeds, default=-1):
        raise scan.refusal(
            f"a seat above the one before, and its seed of at most {SEAT_SEED_MAX} characters",
            start,
        )
    seat_seeds[seat] = text


def _read_shuffle(scan: Scanner, number: int) -> RecordedMove:
    """The move after the lines of a deal, which is the shuffle itself."""
    if not scan.skip(str(number)):
        raise scan.refusal(f"move {number}")
    scan.mark("seat", number)
    scan.word("-")
    return _read_move_text(scan, number, None)


def _read_move(scan: Scanner, number: int) -> RecordedMove:
    if not scan.skip(str(number)):
        raise scan.refusal(f"move {number}, Shuffle, Set or Running")
    scan.mark("seat", number)
    if scan.skip("!"):
        return _read_move_text(scan, number, REFEREE)
    return _read_move_text(scan, number, scan.count())


def _read_move_text(scan: Scanner, number: int, seat: Seat | None) -> RecordedMove:
    scan.mark("move", number)
    move = RecordedMove(number, seat, scan.move())
    scan.end_line()
    return move


def _read_score(scan: Scanner) -> Score:
    scan.mark("score")
    sets = []
    while scan.sees("Set"):
        sets.append(scan.field("Set", scan.numbers))
    running = scan.field("Running", scan.numbers)
    won = scan.field("Won", scan.numbers)
    return Score(won, running, tuple(sets))


def _read_result(scan: Scanner) -> Outcome | None:
    if scan.skip("*"):
        return None
    score = scan.numbers()
    scan.word("places")
    return Outcome(score, scan.numbers())
