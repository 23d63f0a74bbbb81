"""How one lance is bet: a lance and what is said in it give the lance after that and who speaks next (None: closed)."""

from games.rules.base import Seat
from games.rules.mus.state import Bet, Lance, Move, side_of

Step = tuple[Lance, Seat | None]

MINIMUM = 2
"""The least first offer and the least raise (MUS-39, MUS-45)."""


def say(lance: Lance, seat: Seat, move: Move) -> Step:
    """`seat`, whose turn it is, says something that is legal now."""
    match move.say:
        case "envido":
            return _offer(lance, seat, move.amount, ordago=False)
        case "ordago":
            return _offer(lance, seat, 0, ordago=True)
        case "paso":
            return _wait(lance, seat)
        case "quiero":
            return lance._replace(state="accepted", reply=None), None
    return _pass(lance, seat)


def _wait(lance: Lance, seat: Seat) -> Step:
    """The next participant may offer; when all have waited there is no bet (MUS-38, MUS-40)."""
    heard = lance.players.index(seat) + 1
    if heard < len(lance.players):
        return lance, lance.players[heard]
    return lance._replace(state="passed"), None


def _offer(lance: Lance, seat: Seat, more: int, *, ordago: bool) -> Step:
    """A first offer or a raise, back to the opponents who have not passed (MUS-39, MUS-45, MUS-49, MUS-B19)."""
    before = lance.bet.amount if lance.bet else 0
    bet = Bet(before + more, before, seat, ordago)
    return Lance(lance.name, lance.players, "open", bet, lance.out), _who_answers(lance, bet)


def _who_answers(lance: Lance, bet: Bet) -> Seat | None:
    """The opponent next after the last offerer, then the other one (MUS-42, MUS-B13, MUS-B15, MUS-B16)."""
    for seat in ((bet.seat + 1) % 4, (bet.seat + 3) % 4):
        if seat in lance.players and seat not in lance.out:
            return seat
    return None


def _pass(lance: Lance, seat: Seat) -> Step:
    """Out for good; when no opponent is left the offering side has won the lance (MUS-43, MUS-46, MUS-47)."""
    bet = lance.bet
    assert bet is not None
    lance = lance._replace(out=(*lance.out, seat))
    turn = _who_answers(lance, bet)
    if turn is None:
        lance = lance._replace(state="refused", side=side_of(bet.seat), paid=deje(bet))
    return lance, turn


def deje(bet: Bet) -> int:
    """Paid at once for a refusal: 1 for a first offer, else the last total of who refuses (MUS-46, MUS-47, MUS-B18)."""
    return bet.before or 1


def reply(lance: Lance, seat: Seat, move: Move) -> Step:
    """The same where both partners reply to an offer and the higher reply stands, the first of equal ones (MUS-B14).

    Above an ordago there is nothing, and who has passed does not reply (MUS-43).
    """
    partner = (seat + 2) % 4
    if lance.bet is None:
        return say(lance, seat, move)
    if lance.reply is None:
        if move.say in ("quiero", "envido") and partner in lance.players and partner not in lance.out:
            return lance._replace(reply=(seat, move)), partner
        return say(lance, seat, move)
    first, before = lance.reply
    if _height(move) > _height(before):
        return say(lance, seat, move)
    if move.say == "no quiero":
        lance = lance._replace(out=(*lance.out, seat))
    return say(lance, first, before)


def _height(reply: Move) -> tuple[bool, bool, int]:
    """An ordago is above a raise, a higher raise above a lower one, accepting above passing."""
    return reply.say == "ordago", reply.say != "no quiero", reply.amount
