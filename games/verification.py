"""Check that a match record agrees with itself.

Its seeds must fit what was published, and its moves must follow the rules.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from core.refusals import N_, BadNotation, BadOption, IllegalMove, Refusal
from games.catalogue import GAMES
from games.rules.base import CHANCE, REFEREE, Game, is_event
from games.rules.dealing import commitment, deal_seed, leaves, root, shuffle
from games.rules.record import (
    Record,
    RecordedDeal,
    RecordedMove,
    Source,
    digest,
    read_source,
    result_text,
    score_lines,
    write,
)
from games.rules.scanner import canonical_json

LONGEST_SHOWN: Final = 200
"""Characters of a record that a sentence quotes."""

SENTENCES: Final = {
    "record.agrees": N_(
        "Everything matches: match {match} of {game}, {shuffles} "
        "shuffles, {moves} moves, result {result}."
    ),
    "record.agrees_annulled": N_(
        "Everything matches: match {match} of {game}, {shuffles} "
        "shuffles, {moves} moves, annulled."
    ),
    "record.too_long": N_(
        "This is too long for a match record: the limit is {max} bytes."
    ),
    "record.not_text": N_("Line {line}, column {column}: this is not UTF-8 text."),
    "record.unreadable": N_(
        "Line {line}, column {column}: expected {expected}, found {found}."
    ),
    "record.no_such_game": N_(
        "Line {line}, column {column}: there is no game called {game} here."
    ),
    "record.options": N_(
        "Line {line}, column {column}: the option {option} of {game} does"
        " not exist or has a wrong value ({reason}). Allowed: {allowed}."
    ),
    "record.seats": N_(
        "Line {line}, column {column}: "
        "the game has {expected} seats, the record {found}."
    ),
    "record.secret": N_(
        "Line {line}, column {column}: "
        "the secret does not fit the commitment published when the match was opened."
    ),
    "record.commitment": N_(
        "Line {line}, column {column}: "
        "the seed of shuffle {shuffle} does not fit the commitment before it."
    ),
    "record.seed": N_(
        "Line {line}, column {column}: "
        "the seed of shuffle {shuffle} does not come from the secret of the match."
    ),
    "record.seat_seed": N_(
        "Line {line}, column {column}: "
        "shuffle {shuffle} has a seed from seat {seat}, which does not exist."
    ),
    "record.order": N_(
        "Line {line}, column {column}: "
        "the cards of shuffle {shuffle} are not in the order that its seeds give."
    ),
    "record.root": N_(
        "Line {line}, column {column}: "
        "the root of shuffle {shuffle} does not fit its cards."
    ),
    "record.after_end": N_(
        "Line {line}, column {column}: move {move} comes after the end of the match."
    ),
    "record.shuffle_due": N_(
        "Line {line}, column {column}: "
        "move {move} is a seat's, but the cards must be shuffled first."
    ),
    "record.no_shuffle_due": N_(
        "Line {line}, column {column}: "
        "move {move} is a shuffle, but seat {expected} is to act."
    ),
    "record.turn": N_(
        "Line {line}, column {column}: "
        "move {move} is by seat {found}, but seat {expected} is to act ({rule})."
    ),
    "record.maker": N_(
        "Line {line}, column {column}: move {move}, {text}, was not made "
        "by the player named in the record."
    ),
    "record.move": N_(
        "Line {line}, column {column}: move {move}, {text}, is not "
        "written in this game’s notation ({reason})."
    ),
    "record.illegal": N_(
        "Line {line}, column {column}: "
        "move {move}, {text}, is against the rules ({reason})."
    ),
    "record.score": N_(
        "Line {line}, column {column}: "
        "the score is given as {found}, but the moves lead to {expected}."
    ),
    "record.result": N_(
        "Line {line}, column {column}: "
        "the result is given as {found}, but the moves lead to {expected}."
    ),
    "record.digest": N_(
        "Line {line}, column {column}: the digest does not match. A name "
        "or something else outside the moves was changed."
    ),
}
"""The sentence of each verdict in English, to be filled with the verdict's fields."""


class Verdict(NamedTuple):
    """Whether everything agrees. If not, the first thing that does not.

    That is its code, its line, and the fields of its sentence.
    """

    ok: bool
    code: str
    line: int | None
    fields: Mapping[str, object]

    def __str__(self) -> str:
        return SENTENCES[self.code].format_map(self.fields)


class _Disagreement(Refusal):
    """Two things in a record that exclude each other."""


def verify(record: Record | str | bytes) -> Verdict:
    """Check a record from its first line to its last.

    Lines are those of the text, or of `write(record)`.
    """
    text = record
    try:
        if isinstance(text, Record):
            text = write(text)
        source = read_source(text)
        _check(source)
    except (BadNotation, _Disagreement) as wrong:
        line = wrong.fields.get("line")
        if not isinstance(line, int):
            line = None
        return Verdict(False, wrong.code, line, wrong.fields)
    code = "record.agrees"
    if not source.record.outcome:
        code = "record.agrees_annulled"
    return Verdict(True, code, None, _summary(source.record))


def _summary(record: Record) -> dict[str, object]:
    return {
        "match": canonical_json(record.match),
        "game": record.game,
        "shuffles": len(record.deals),
        "moves": len(record.moves),
        "result": result_text(record.outcome),
    }


def _check(source: Source) -> None:
    record = source.record
    if record.game not in GAMES:
        raise _disagreement(source, "Game", "record.no_such_game", game=record.game)
    game = GAMES[record.game].rules
    state = _replay(source, game, _start(source, game))
    score = game.score(state)
    if score != record.score:
        raise _disagreement(
            source,
            "score",
            "record.score",
            found=shortened(" / ".join(score_lines(record.score))),
            expected=shortened(" / ".join(score_lines(score))),
        )
    outcome = game.outcome(state)
    if outcome != record.outcome:
        raise _disagreement(
            source,
            "Result",
            "record.result",
            found=result_text(record.outcome),
            expected=result_text(outcome),
        )
    if digest(record) != source.digest:
        raise _disagreement(source, "Digest", "record.digest")


def _start(source: Source, game: Game) -> Any:
    record = source.record
    try:
        options = game.options(record.options)
    except BadOption as wrong:
        raise _disagreement(
            source,
            "Options",
            "record.options",
            game=record.game,
            offset=canonical_json(record.options).find(f'"{wrong.fields["option"]}": '),
            reason=_reason(wrong),
            option=wrong.fields["option"],
            allowed=wrong.fields["allowed"],
        ) from None
    seats = sum(map(len, game.sides(options)))
    if seats != len(record.seats):
        raise _disagreement(
            source, "Seat", "record.seats", expected=seats, found=len(record.seats)
        )
    if commitment(record.secret) != record.commitment:
        raise _disagreement(source, "Secret", "record.secret")
    return game.start(options)


def _replay(source: Source, game: Game, state: Any) -> Any:
    deals = iter(source.record.deals)
    for move in source.record.moves:
        _check_turn(source, game, state, move)
        if move.seat is None:
            state = _deal(source, game, state, move, next(deals))
        else:
            state = _move(source, game, state, move)
    return state


def _deal(
    source: Source, game: Game, state: Any, move: RecordedMove, deal: RecordedDeal
) -> Any:
    """The state after a shuffle, if it is the one that its seeds give."""
    _check_seeds(source, deal)
    order = shuffle(game.pack(state), deal.seed, deal.seat_seeds)
    dealt = game.deal_move(order)
    if game.text(dealt) != move.text:
        raise _misdealt(source, game, state, move, deal.number, game.text(dealt))
    if root(leaves([game.card_text(card) for card in order], deal.seed)) != deal.root:
        raise _disagreement(
            source, "Root", "record.root", deal.number, shuffle=deal.number
        )
    return game.play(state, dealt)


def _misdealt(
    source: Source, game: Game, state: Any, move: RecordedMove, shuffle: int, dealt: str
) -> _Disagreement:
    """Cards that are no whole pack are named as such, others where they leave the order."""
    _move(source, game, state, move)
    first = 0
    for index, (expected, found) in enumerate(zip(dealt, move.text, strict=False)):
        if expected != found:
            first = index
            break
    return _disagreement(
        source, "move", "record.order", move.number, first, shuffle=shuffle
    )


def _check_seeds(source: Source, deal: RecordedDeal) -> None:
    number = deal.number
    if commitment(deal.seed) != deal.commitment:
        raise _disagreement(source, "Seed", "record.commitment", number, shuffle=number)
    if deal_seed(source.record.secret, number) != deal.seed:
        raise _disagreement(source, "Seed", "record.seed", number, shuffle=number)
    last = max(deal.seat_seeds, default=0)
    if last >= len(source.record.seats):
        raise _disagreement(
            source, "SeatSeed", "record.seat_seed", number, shuffle=number, seat=last
        )


def _move(source: Source, game: Game, state: Any, move: RecordedMove) -> Any:
    """The state after a seat's move, if the move is legal."""
    number, text = move.number, move.text
    try:
        parsed = game.parse(text)
        if game.text(parsed) != text:
            raise BadNotation("move.not_canonical")
        return game.play(state, parsed)
    except (BadNotation, IllegalMove) as wrong:
        code = "record.move"
        if isinstance(wrong, IllegalMove):
            code = "record.illegal"
        where = text.rfind(f" {wrong.fields.get('card')}") + 1
        raise _disagreement(
            source,
            "move",
            code,
            number,
            where,
            move=number,
            text=text,
            reason=_reason(wrong),
        ) from None


def _reason(wrong: Refusal) -> str:
    """The code of a refusal and, where it has one, the rule that was broken."""
    rule = wrong.fields.get("rule")
    if not rule:
        return wrong.code
    return f"{wrong.code}, {rule}"


def _check_turn(source: Source, game: Game, state: Any, move: RecordedMove) -> None:
    """Check that the right one moves.

    Shuffles, seats and the referee each have moves of their own. Seats and shuffles come only in
    their turn.
    """
    if is_event(move.text) != (move.seat == REFEREE):
        raise _disagreement(
            source,
            "seat",
            "record.maker",
            move.number,
            move=move.number,
            text=move.text,
        )
    if move.seat == REFEREE:
        return
    expected = game.to_act(state)
    found = move.seat
    if found is None:
        found = CHANCE
    if expected == found:
        return
    if expected is None:
        code = "record.after_end"
    elif expected == CHANCE:
        code = "record.shuffle_due"
    elif found == CHANCE:
        code = "record.no_shuffle_due"
    else:
        code = "record.turn"
    raise _disagreement(
        source,
        "seat",
        code,
        move.number,
        move=move.number,
        found=found,
        expected=expected,
        rule=game.TURN_RULE,
    )


def _disagreement(
    source: Source,
    keyword: str,
    code: str,
    section: int = 0,
    offset: int = 0,
    **fields: object,
) -> _Disagreement:
    line, column = source.place(keyword, section)
    return _Disagreement(code, line=line, column=column + offset, **fields)


def shortened(text: str) -> str:
    """A text of a record, short enough to be read in a sentence."""
    if len(text) <= LONGEST_SHOWN:
        return text
    return f"{text[:LONGEST_SHOWN]}…"
