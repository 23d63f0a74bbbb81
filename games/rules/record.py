"""A match as a text file that people read and programs check, like PGN for chess; docs/record.md has the grammar."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from core.refusals import BadNotation
from games.rules.base import REFEREE, Json, Outcome, Score, Seat
from games.rules.dealing import SEAT_SEED_MAX, is_seat_seed
from games.rules.scanner import Place, Scanner, canonical_json, place

VERSION: Final = "1"
LONGEST: Final = 2_000_000
"""Characters (or bytes) in a record, at most. A match of Mus takes about 30,000."""


class RecordedSeat(NamedTuple):
    """Under which name a seat played, and whether a program played it."""

    name: str
    bot: bool


class RecordedMove(NamedTuple):
    """A move with its number from 1; seat None is the shuffle, REFEREE an event that is no seat's move."""

    number: int
    seat: Seat | None
    text: str


class RecordedDeal(NamedTuple):
    """What was published of a shuffle (number from 1), and the seeds that made its order."""

    number: int
    commitment: str
    root: str
    seat_seeds: Mapping[Seat, str]
    seed: bytes


class Record(NamedTuple):
    """A match that has ended, by its rules or, with outcome None, because it was annulled.

    `commitment` is that of the 32 bytes `secret` from which all deal seeds come, published when the match was opened.
    """

    match: str
    game: str
    options: Json
    seats: tuple[RecordedSeat, ...]
    commitment: str
    secret: bytes
    deals: tuple[RecordedDeal, ...]
    moves: tuple[RecordedMove, ...]
    score: Score
    outcome: Outcome | None


class Source(NamedTuple):
    """A record as it stood in a file: its text, the digest stated there, and how many characters precede each part.

    Moves are found under ("seat", number) and ("move", number); other parts by keyword and the number of the shuffle,
    what belongs to none under number 0.
    """

    record: Record
    digest: str
    text: str
    marks: Mapping[tuple[str, int], int]

    def place(self, keyword: str, section: int) -> Place:
        """Where this part stood."""
        return place(self.text, self.marks[keyword, section])


def write(record: Record) -> str:
    """The record as text: `read(write(r)) == r`, and equal records have equal texts."""
    return f"{_body(record)}Digest {digest(record)}\n"


def read(text: str | bytes) -> Record:
    """The record that a text holds, whether or not it agrees with itself. Raises BadNotation with line and column."""
    return read_source(text).record


def digest(record: Record) -> str:
    """SHA-256 of all lines that `write` puts before the last one: shows an accident, not a forgery."""
    return sha256(_body(record).encode()).hexdigest()


_NO_SEATS: Final = {None: "-", REFEREE: "!"}
"""What stands in the place of the seat where no seat made the move."""


# --- writing ---


def _body(record: Record) -> str:
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    yield f"Record {VERSION}"
    yield f"Match {canonical_json(record.match)}"
    yield f"Game {record.game}"
    yield f"Options {canonical_json(record.options)}"
    for seat, (name, bot) in enumerate(record.seats):
        yield f"Seat {seat} {canonical_json(name)}{' bot' if bot else ''}"
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
    """The score as it stands in a record."""
    yield from (f"Set {_joined(points)}" for points in score.sets)
    yield f"Running {_joined(score.running)}"
    yield f"Won {_joined(score.won)}"


def _joined(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def result_text(outcome: Outcome | None) -> str:
    """The result as it stands in a record: `3 1 places 1 2`, or `*` without one."""
    return (
        f"{_joined(outcome.score)} places {_joined(outcome.places)}" if outcome else "*"
    )


# --- reading ---


def read_source(text: str | bytes) -> Source:
    """What `read` reads, with the places where it stood."""
    scan = Scanner(_decoded(text))
    scan.field("Record", lambda: scan.word(VERSION))
    match, game = scan.field("Match", scan.quoted), scan.field("Game", scan.code)
    options, seats = scan.field("Options", scan.object), _seats(scan)
    commitment, secret = (
        scan.field("Commitment", scan.hexadecimal),
        scan.field("Secret", scan.hexadecimal),
    )
    deals, moves = _play(scan)
    score, outcome = _score(scan), scan.field("Result", lambda: _result(scan))
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
        return (text.decode() if isinstance(text, bytes) else text).removeprefix(
            "\ufeff"
        )
    except UnicodeDecodeError as wrong:
        *lines, last = wrong.object[: wrong.start].decode().split("\n")
        raise BadNotation(
            "record.not_text", line=len(lines) + 1, column=len(last) + 1
        ) from None


def _seats(scan: Scanner) -> tuple[RecordedSeat, ...]:
    seats: list[RecordedSeat] = []
    while not seats or scan.sees("Seat"):
        seats.append(scan.field("Seat", lambda: _seat(scan, len(seats))))
    return tuple(seats)


def _seat(scan: Scanner, number: Seat) -> RecordedSeat:
    scan.word(str(number))
    return RecordedSeat(scan.quoted(), scan.skip("bot"))


def _play(scan: Scanner) -> tuple[tuple[RecordedDeal, ...], tuple[RecordedMove, ...]]:
    deals: list[RecordedDeal] = []
    moves: list[RecordedMove] = []
    while not scan.sees("Set", "Running"):
        if shuffled := scan.sees("Shuffle"):
            deals.append(_deal(scan, len(deals) + 1))
        moves.append(_move(scan, len(moves) + 1, shuffled))
    return tuple(deals), tuple(moves)


def _deal(scan: Scanner, number: int) -> RecordedDeal:
    scan.field("Shuffle", lambda: scan.word(str(number)), number)
    commitment, seed = (
        scan.field(word, scan.hexadecimal, number) for word in ("Commitment", "Seed")
    )
    seat_seeds: dict[Seat, str] = {}
    while scan.sees("SeatSeed"):
        scan.field("SeatSeed", lambda: _seat_seed(scan, seat_seeds), number)
    return RecordedDeal(
        number,
        commitment,
        scan.field("Root", scan.hexadecimal, number),
        seat_seeds,
        bytes.fromhex(seed),
    )


def _seat_seed(scan: Scanner, seat_seeds: dict[Seat, str]) -> None:
    at, seat, text = scan.at, scan.count(), scan.quoted()
    if not is_seat_seed(text) or seat <= max(seat_seeds, default=-1):
        raise scan.refusal(
            f"a seat above the one before, and its seed of at most {SEAT_SEED_MAX} characters",
            at,
        )
    seat_seeds[seat] = text


def _move(scan: Scanner, number: int, shuffled: bool) -> RecordedMove:
    if not scan.skip(str(number)):
        raise scan.refusal(
            f"move {number}" if shuffled else f"move {number}, Shuffle, Set or Running"
        )
    scan.mark("seat", number)
    if shuffled:
        scan.word("-")
    seat = None if shuffled else _maker(scan)
    scan.mark("move", number)
    move = RecordedMove(number, seat, scan.move())
    scan.end_line()
    return move


def _maker(scan: Scanner) -> Seat:
    return REFEREE if scan.skip("!") else scan.count()


def _score(scan: Scanner) -> Score:
    scan.mark("score")
    sets = []
    while scan.sees("Set"):
        sets.append(scan.field("Set", scan.numbers))
    running, won = scan.field("Running", scan.numbers), scan.field("Won", scan.numbers)
    return Score(won, running, tuple(sets))


def _result(scan: Scanner) -> Outcome | None:
    if scan.skip("*"):
        return None
    score = scan.numbers()
    scan.word("places")
    return Outcome(score, scan.numbers())
