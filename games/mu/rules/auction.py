"""The auction: how much may be revealed, when it ends, and who becomes boss and vice."""

from games.mu.rules.masks import Mask, digits
from games.mu.rules.state import Bid, State
from games.rules.base import Seat


def hidden_cards(state: State, seat: Seat) -> Mask:
    """The cards that this seat holds and has not revealed."""
    return state.hands[seat] & ~state.deal.rows[seat]


def most_to_reveal(state: State, seat: Seat) -> int:
    """The most cards that this seat may reveal now.

    Its bid may exceed the highest bid by one (MU-9, MU-10, MU-B4).
    """
    rows = state.deal.rows
    allowed = highest_bid(rows) + 1 - rows[seat].bit_count()
    return min(hidden_cards(state, seat).bit_count(), allowed)


def highest_bid(rows: tuple[Mask, ...]) -> int:
    """The most cards that a seat has revealed (MU-9)."""
    return max(map(int.bit_count, rows))


def is_over(bids: tuple[Bid, ...], players: int) -> bool:
    """Whether every seat has just passed, the last bidder included (MU-13, MU-B6)."""
    if len(bids) < players:
        return False
    return not any(bid.cards for bid in bids[-players:])


def leaders(rows: tuple[Mask, ...]) -> tuple[Seat, ...]:
    """The seats that have revealed most: one boss, or several in a stalemate (MU-15, MU-19)."""
    return _longest_rows(rows, range(len(rows)))


def _longest_rows(
    rows: tuple[Mask, ...], among: range | list[Seat]
) -> tuple[Seat, ...]:
    most = max(rows[seat].bit_count() for seat in among)
    return tuple([seat for seat in among if rows[seat].bit_count() == most])


def provoker(bids: tuple[Bid, ...], tied: tuple[Seat, ...]) -> Seat | None:
    """The tied seat that drew level last (MU-17), None if no card was revealed (MU-B8)."""
    for bid in reversed(bids):
        if bid.cards and bid.seat in tied:
            return bid.seat
    return None


def vice(rows: tuple[Mask, ...], boss: Seat) -> Seat | None:
    """The seat with most cards after the boss, or None (MU-20 to MU-22)."""
    if len(rows) == 3:  # three players have no vice
        return None
    others = [seat for seat in range(len(rows)) if seat != boss]
    tied = _longest_rows(rows, others)
    if not rows[tied[0]]:
        return None
    # Between equal numbers of cards the higher digits decide. If these are equal too there
    # is no vice: a seat with fewer cards never becomes one (MU-B11).
    best = max(digits(rows[seat]) for seat in tied)
    with_best = [seat for seat in tied if digits(rows[seat]) == best]
    if len(with_best) > 1:
        return None
    return with_best[0]
