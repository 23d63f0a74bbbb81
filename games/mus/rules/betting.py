"""How one lance is bet: the lance, the offer that stands and what is said give both after that, and who speaks next."""

from typing import Final

from games.mus.rules.state import Bet, Lance, Move, quickly, side_of
from games.rules.base import Seat

Step = tuple[Lance, Bet | None, Seat | None]
"""The lance and the offer that stands after a word, and whose turn it is: nobody's, None, when the lance is closed."""

MINIMUM: Final = 2
"""The least first offer and the least raise (MUS-39, MUS-45)."""


def say(lance: Lance, bet: Bet | None, seat: Seat, move: Move) -> Step:
    """`seat`, whose turn it is, says something that is legal now."""
    match move.say:
        case "envido":
            return _offer(lance, bet, seat, move.amount, False)
        case "ordago":
            return _offer(lance, bet, seat, 0, True)
        case "paso":
            return _wait(lance, seat)
        case "quiero":
            return lance._replace(state="accepted", bet=bet), bet, None
    assert bet is not None
    return _pass(lance, bet, seat)


def _wait(lance: Lance, seat: Seat) -> Step:
    """The next participant may offer; when all have waited there is no bet (MUS-38, MUS-40)."""
    heard = lance.players.index(seat) + 1
    if heard < len(lance.players):
        return lance, None, lance.players[heard]
    return lance._replace(state="passed"), None, None


def _offer(lance: Lance, bet: Bet | None, seat: Seat, more: int, ordago: bool) -> Step:
    """A first offer or a raise, back to the opponents who have not passed (MUS-39, MUS-45, MUS-49, MUS-B19)."""
    before = bet.amount if bet else 0
    return (
        lance,
        quickly(Bet, (before + more, before, seat, ordago)),
        _who_answers(lance, seat),
    )


_OPPONENTS: Final = ((1, 3), (2, 0), (3, 1), (0, 2))
"""By seat: the opponents in the order in which they answer (MUS-B13)."""


def _who_answers(lance: Lance, offerer: Seat) -> Seat | None:
    """The opponent next after the last offerer, then the other one (MUS-42, MUS-B13, MUS-B15, MUS-B16)."""
    players, out = lance.players, lance.out
    for seat in _OPPONENTS[offerer]:
        if seat in players and seat not in out:
            return seat
    return None


def _pass(lance: Lance, bet: Bet, seat: Seat) -> Step:
    """Out for good; when no opponent is left the offering side has won the lance (MUS-43, MUS-46, MUS-47)."""
    lance = lance._replace(out=(*lance.out, seat))
    turn = _who_answers(lance, bet.seat)
    if turn is None:
        lance = lance._replace(
            state="refused", bet=bet, side=side_of(bet.seat), paid=deje(bet)
        )
    return lance, bet, turn


def deje(bet: Bet) -> int:
    """Paid at once for a refusal: 1 for a first offer, else the last total of who refuses (MUS-46, MUS-47, MUS-B18)."""
    return bet.before or 1


def reply(lance: Lance, bet: Bet | None, seat: Seat, move: Move) -> Step:
    """The same where both partners reply to an offer and the higher reply stands, the first of equal ones (MUS-B14).

    Above an ordago there is nothing, and who has passed does not reply (MUS-43).
    """
    partner = (seat + 2) % 4
    if bet is None:
        return say(lance, bet, seat, move)
    if lance.reply is None:
        if (
            move.say in ("quiero", "envido")
            and partner in lance.players
            and partner not in lance.out
        ):
            return lance._replace(reply=(seat, move)), bet, partner
        return say(lance, bet, seat, move)
    (first, before), lance = lance.reply, lance._replace(reply=None)
    if _height(move) > _height(before):
        return say(lance, bet, seat, move)
    if move.say == "no quiero":
        lance = lance._replace(out=(*lance.out, seat))
    return say(lance, bet, first, before)


def _height(reply: Move) -> tuple[bool, bool, int]:
    """An ordago is above a raise, a higher raise above a lower one, accepting above passing."""
    return reply.say == "ordago", reply.say != "no quiero", reply.amount
