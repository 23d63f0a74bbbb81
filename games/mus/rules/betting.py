"""How one lance is bet: what each word does to the lance and to the offer, and who speaks next."""

from typing import Final

from games.mus.rules.state import Bet, Lance, Move, side_of
from games.rules.base import Seat, fast_new

Step = tuple[Lance, Bet | None, Seat | None]
"""The lance and the standing offer after a word, and the seat to speak.

The seat is None once the lance is closed.
"""

MINIMUM: Final = 2
"""The smallest first offer and the smallest raise (MUS-39, MUS-45)."""


def say(lance: Lance, bet: Bet | None, seat: Seat, move: Move) -> Step:
    """Apply a legal word of `seat`, whose turn it is."""
    match move.say:
        case "envido":
            return _offer(lance, bet, seat, move.amount)
        case "ordago":
            return _offer_ordago(lance, bet, seat)
        case "paso":
            return _wait(lance, seat)
        case "quiero":
            return lance._replace(state="accepted", bet=bet), bet, None
    assert bet is not None
    return _pass(lance, bet, seat)


def _wait(lance: Lance, seat: Seat) -> Step:
    """The next participant may offer; once all have waited there is no bet (MUS-38, MUS-40)."""
    heard = lance.players.index(seat) + 1
    if heard < len(lance.players):
        return lance, None, lance.players[heard]
    return lance._replace(state="passed"), None, None


def _offer(lance: Lance, bet: Bet | None, seat: Seat, amount: int) -> Step:
    """A first offer or a raise, which goes to the opponents still in (MUS-39, MUS-45)."""
    before = 0
    if bet:
        before = bet.amount
    offer = fast_new(Bet, (before + amount, before, seat, False))
    return lance, offer, _next_to_answer(lance, seat)


def _offer_ordago(lance: Lance, bet: Bet | None, seat: Seat) -> Step:
    """The whole set is offered; the total before it is what a refusal pays (MUS-49, MUS-B19)."""
    before = 0
    if bet:
        before = bet.amount
    offer = fast_new(Bet, (before, before, seat, True))
    return lance, offer, _next_to_answer(lance, seat)


_OPPONENTS: Final = ((1, 3), (2, 0), (3, 1), (0, 2))
"""By seat: its opponents in the order in which they answer (MUS-B13)."""


def _next_to_answer(lance: Lance, offerer: Seat) -> Seat | None:
    """The first opponent after the offerer who is still in (MUS-42, MUS-B13, MUS-B15, MUS-B16)."""
    players, out = lance.players, lance.out
    for seat in _OPPONENTS[offerer]:
        if seat in players and seat not in out:
            return seat
    return None


def _pass(lance: Lance, bet: Bet, seat: Seat) -> Step:
    """The seat is out for good; if no opponent is left, the offer is refused (MUS-43, MUS-46)."""
    lance = lance._replace(out=(*lance.out, seat))
    turn = _next_to_answer(lance, bet.seat)
    if turn is None:
        lance = lance._replace(
            state="refused", bet=bet, side=side_of(bet.seat), paid=deje(bet)
        )
    return lance, bet, turn


def deje(bet: Bet) -> int:
    """The points paid for a refusal: 1 for a first offer, else the total before the raise.

    MUS-46, MUS-47, MUS-B18.
    """
    return bet.before or 1


# --- both partners reply, and the higher reply stands (MUS-B14) ---


def reply(lance: Lance, bet: Bet | None, seat: Seat, move: Move) -> Step:
    """Like `say`, at a table where the higher reply of both partners stands (MUS-B14)."""
    if bet is None:
        return say(lance, bet, seat, move)
    if lance.reply is None:
        return _reply_first(lance, bet, seat, move)
    return _reply_second(lance, bet, seat, move)


def _reply_first(lance: Lance, bet: Bet, seat: Seat, move: Move) -> Step:
    partner = (seat + 2) % 4
    partner_can_reply = partner in lance.players and partner not in lance.out
    # Nothing is above an órdago, and a seat that passes leaves the answer to its partner
    # anyway (MUS-43).
    if partner_can_reply and move.say in ("quiero", "envido"):
        return lance._replace(reply=(seat, move)), bet, partner
    return say(lance, bet, seat, move)


def _reply_second(lance: Lance, bet: Bet, seat: Seat, move: Move) -> Step:
    """The higher reply counts, the first of equal ones."""
    assert lance.reply is not None
    first_seat, first_move = lance.reply
    lance = lance._replace(reply=None)
    if _height(move) > _height(first_move):
        return say(lance, bet, seat, move)
    if move.say == "no quiero":
        lance = lance._replace(out=(*lance.out, seat))
    return say(lance, bet, first_seat, first_move)


def _height(reply: Move) -> tuple[bool, bool, int]:
    """An órdago is above a raise, a higher raise above a lower one, accepting above passing."""
    return reply.say == "ordago", reply.say != "no quiero", reply.amount
