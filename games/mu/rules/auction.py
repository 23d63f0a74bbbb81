"""The auction: how much may be revealed, when it ends, and who is boss and vice."""

from games.mu.rules.masks import Mask, digits
from games.mu.rules.state import Bid, State
from games.rules.base import Seat


def hidden(state: State, seat: Seat) -> Mask:
    """The cards in this seat's hand: what it holds and has not revealed."""
    return state.hands[seat] & ~state.deal.rows[seat]


def room(state: State, seat: Seat) -> int:
    """How many cards this seat may reveal now: its bid may exceed the highest by one (MU-9, MU-10, MU-B4)."""
    rows = state.deal.rows
    return min(
        hidden(state, seat).bit_count(), 1 + highest(rows) - rows[seat].bit_count()
    )


def highest(rows: tuple[Mask, ...]) -> int:
    """The highest bid: the most cards that a seat has revealed (MU-9)."""
    return max(map(int.bit_count, rows))


def is_over(bids: tuple[Bid, ...], players: int) -> bool:
    """A whole circuit has passed, the last bidder included (MU-13, MU-B6)."""
    return len(bids) >= players and not any(cards for _, cards in bids[-players:])


def leaders(rows: tuple[Mask, ...]) -> tuple[Seat, ...]:
    """Who has revealed most: one boss, or several in a stalemate (MU-15, MU-19)."""
    most = highest(rows)
    return tuple(seat for seat, row in enumerate(rows) if row.bit_count() == most)


def provoker(bids: tuple[Bid, ...], tied: tuple[Seat, ...]) -> Seat | None:
    """Of those tied the one who drew level last; nobody where nobody has revealed a card (MU-17, MU-B8)."""
    return next(
        (bid.seat for bid in reversed(bids) if bid.cards and bid.seat in tied), None
    )


def vice(rows: tuple[Mask, ...], boss: Seat) -> Seat | None:
    """Who has revealed most after the boss, of equals the one with the higher digits, or nobody (MU-20 to MU-22).

    Whoever revealed fewer never becomes vice, even if those before cannot be told apart (MU-B11).
    """
    if len(rows) == 3:
        return None
    others = [seat for seat in range(len(rows)) if seat != boss]
    most = max(rows[seat].bit_count() for seat in others)
    tied = [seat for seat in others if rows[seat].bit_count() == most]
    if len(tied) > 1:
        best = max(digits(rows[seat]) for seat in tied)
        tied = [seat for seat in tied if digits(rows[seat]) == best]
    return tied[0] if most and len(tied) == 1 else None
