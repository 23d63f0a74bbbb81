"""Whole matches, played by chance and recorded as the server records them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from core.chance import Stream, seed_from
from core.refusals import BadNotation, IllegalMove
from games.catalogue import GAMES
from games.rules.base import CHANCE, REFEREE, Card, Game, Json, Seat
from games.rules.dealing import commitment, deal_seed, leaves, root, shuffle
from games.rules.record import Record, RecordedDeal, RecordedMove, RecordedSeat

SECRET = bytes(range(32))
SEEDS: dict[Seat, str] = {0: "kaixo", 2: "Ñ 31"}


def recorded(
    game: str,
    options: Json,
    names: Sequence[str],
    seat_seeds: Mapping[Seat, str] = SEEDS,
    secret: bytes = SECRET,
) -> Record:
    """A finished match, for each secret the same one each time; where a game knows that, some
    cards are seen by all.
    """
    rules = GAMES[game].rules
    chosen = rules.options(options)
    state = rules.start(chosen)
    moves: list[RecordedMove] = []
    deals: list[RecordedDeal] = []
    stream = Stream(seed_from(b"choices", game.encode(), secret))
    while (turn := rules.to_act(state)) is not None:
        if turn == CHANCE:
            deal, order = dealt(rules, state, len(deals) + 1, seat_seeds, secret)
            deals.append(deal)
            move = rules.deal_move(order)
        else:
            move = sensible(rules, state, stream)
        moves.append(
            RecordedMove(
                len(moves) + 1, None if turn == CHANCE else turn, rules.text(move)
            )
        )
        state = rules.play(state, move)
        if turn == CHANCE and not stream.below(6):
            with suppress(BadNotation, IllegalMove):
                event = f"exposed {stream.below(4)}"
                state = rules.play(state, rules.parse(event))
                moves.append(RecordedMove(len(moves) + 1, REFEREE, event))
    seats = tuple(RecordedSeat(name, name.startswith("Bot")) for name in names)
    head = (rules.options_json(chosen), seats, commitment(secret), secret)
    return Record(
        "a-match",
        game,
        *head,
        tuple(deals),
        tuple(moves),
        rules.score(state),
        rules.outcome(state),
    )


def dealt(
    rules: Game, state: Any, number: int, seat_seeds: Mapping[Seat, str], secret: bytes
) -> tuple[RecordedDeal, tuple[Card, ...]]:
    seed = deal_seed(secret, number)
    order = shuffle(rules.pack(state), seed, seat_seeds)
    roots = root(leaves([rules.card_text(card) for card in order], seed))
    return RecordedDeal(number, commitment(seed), roots, seat_seeds, seed), order


def sensible(rules: Game, state: Any, stream: Stream) -> Any:
    """Any word alike, but mus often, small offers, seldom ordago or a false word: a match of all
    kinds of moves.
    """
    moves = [
        text
        for move in rules.legal_moves(state)
        if (text := rules.text(move)) != "ordago" or not stream.below(40)
    ]
    words = sorted({text.split()[0] for text in moves})
    word = (
        "mus" if "mus" in words and stream.below(6) else words[stream.below(len(words))]
    )
    if word in ("pares", "juego") and stream.below(20):
        return rules.least_committing(state)  # the truth
    said = [text for text in moves if text.split()[0] == word]
    return rules.parse(said[stream.below(1 if word == "envido" else len(said))])
