"""Goals, bonuses, losses and stalemates: what a finished deal brings, and when the match ends."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from core.refusals import Refusal
from games.mu.rules.auction import leaders, provoker
from games.mu.rules.masks import POINTS
from games.mu.rules.options import Options
from games.mu.rules.state import Deal, Points, State
from games.mu.rules.trumps import NO_TRUMP, Trump
from games.rules.base import CHANCE, Outcome, Score, Seat, check_length

CARDS_EACH: Final = {3: 12, 4: 15, 5: 12, 6: 10}
"""By number of players: the cards of a hand, which is also the highest rank (MU-5, MU-B1)."""

_GOALS: Final = {3: (10, 2), 4: (28, 2), 5: (21, 3), 6: (16, 4)}
"""By number of players: the goal of rank 0, and how much each rank adds (MU-29)."""

MOST_BONUS: Final = 100


def goal(players: int, rank: int) -> int:
    """The points that the boss's team needs for this rank (MU-29)."""
    base, step = _GOALS[players]
    return base + step * rank


def rank_achieved(players: int, points: int) -> int:
    """The highest rank whose goal these points meet, 0 if none (MU-43, MU-B21, MU-B22)."""
    base, step = _GOALS[players]
    return max(0, min(CARDS_EACH[players], (points - base) // step))


def bonus(rank: int, boss_trump: Trump) -> int:
    """The bonus for each of the boss's team (MU-42, MU-B16, MU-B24)."""
    return min(MOST_BONUS, 10 * (rank + _trump_bonus(boss_trump)))


def _trump_bonus(trump: Trump) -> int:
    """Ranks added for the boss's trump: the fewer cards it has, the more."""
    if trump == NO_TRUMP:
        return 3
    if trump < 5:  # a colour
        return 0
    return 1 if trump in (5 + 1, 5 + 7) else 2  # the digits 1 and 7 come twice


def card_points(state: State) -> Points:
    """By seat: the points on the cards it has taken, won or lost (MU-3, MU-40, MU-B25)."""
    points = [0] * state.options.players
    for _, cards, taker in state.tricks:
        points[taker] += sum([POINTS[card] for card in cards])
    return tuple(points)


# --- the result of a deal ---


class Result(NamedTuple):
    """How a deal ended. After a stalemate `goal`, `team` and `rank` are None."""

    how: Literal["stalemate", "won", "lost"]
    bid: int
    """The cards revealed by the boss, or by each of those tied (MU-19)."""
    goal: int | None
    """The points that the boss's team needed."""
    team: int | None
    """The points that the boss's team has."""
    rank: int | None
    """The rank achieved."""
    side: Points
    """By seat: the bonus or the loss, without the points on cards."""
    provoker: Seat | None
    """The seat that caused a stalemate (MU-B8)."""


def result(state: State) -> Result:
    """The result of a finished deal."""
    boss = state.deal.boss
    if boss is None:
        return _stalemate(state.deal)
    return _played(state, boss)


def _stalemate(deal: Deal) -> Result:
    """5 points a card for the tied seats, but minus 10 for the provoker (MU-16, MU-17, MU-B9)."""
    tied = leaders(deal.rows)
    bid = deal.rows[tied[0]].bit_count()
    guilty = provoker(deal.bids, tied)
    side = [0] * len(deal.rows)
    for seat in tied:
        side[seat] = 5 * bid
    if guilty is not None:
        side[guilty] = -10 * bid
    return Result("stalemate", bid, None, None, None, tuple(side), guilty)


def _played(state: State, boss: Seat) -> Result:
    """The deal is won if the team's points meet the goal (MU-41)."""
    players, deal = state.options.players, state.deal
    taken = card_points(state)
    points = taken[boss]
    if deal.partner is not None:
        points += taken[deal.partner]
    bid = deal.rows[boss].bit_count()
    needed = goal(players, bid)
    rank = rank_achieved(players, points)
    if points < needed:
        side = _losses(players, boss, deal.partner, bid - rank)
        return Result("lost", bid, needed, points, rank, side, None)
    rank_paid = bid if state.options.bonus_by == "bid" else rank
    side = _bonuses(players, boss, deal.partner, bonus(rank_paid, deal.trumps.boss))
    return Result("won", bid, needed, points, rank, side, None)


def _bonuses(players: int, boss: Seat, partner: Seat | None, amount: int) -> Points:
    side = [0] * players
    side[boss] = amount
    if partner is not None:
        side[partner] = amount
    return tuple(side)


def _losses(players: int, boss: Seat, partner: Seat | None, missing: int) -> Points:
    """The boss pays alone, the partner gets nothing, each opponent gains (MU-30, MU-44)."""
    side = [5 * missing] * players
    side[boss] = -10 * missing
    if partner is not None:
        side[partner] = 0
    return tuple(side)


# --- the match ---


def end_deal(state: State) -> State:
    """Write down the deal and go on to the next, or to the end of the match (MU-40, MU-45)."""
    options, deal = state.options, state.deal
    nothing = (0,) * options.players
    points = _add(card_points(state), result(state).side)
    totals = _add(state.totals, points)
    sheet = (*state.sheet, points)
    last = state._replace(hands=nothing, playable=0, last=None)
    if _is_last(options, deal.number, totals):
        return last._replace(
            phase="over", turn=None, totals=totals, sheet=sheet, last=last
        )
    # The next seat deals, after a stalemate too (MU-18, MU-46).
    following = Deal(deal.number + 1, (deal.dealer + 1) % options.players, nothing)
    return State(
        options, "deal", CHANCE, following, nothing, 0, (), (), totals, sheet, last
    )


def _add(some: Points, others: Points) -> Points:
    return tuple(map(sum, zip(some, others, strict=True)))


def _is_last(options: Options, number: int, totals: Points) -> bool:
    """Whether the match ends after deal `number` (MU-45, MU-B26)."""
    if options.deals:
        return number == options.deals
    return max(totals) >= options.target


def score(state: State) -> Score:
    """Totals, the points on the cards taken in this deal, the points of each finished deal."""
    running = card_points(state)
    if state.phase == "over":
        running = (0,) * state.options.players
    return Score(state.totals, running, state.sheet)


def outcome(state: State) -> Outcome | None:
    """The totals; the highest wins, equal ones share their rank (MU-45, MU-B26)."""
    if state.phase != "over":
        return None
    totals = state.totals
    best_first = sorted(totals, reverse=True)
    return Outcome(totals, tuple([1 + best_first.index(total) for total in totals]))


# --- scores of matches played elsewhere ---


def most_in_a_deal(players: int) -> int:
    """A full bonus, and all points on cards: twelve in each colour (MU-3, MU-42)."""
    colours = 3 if players == 3 else 5
    return MOST_BONUS + 12 * colours


def least_in_a_deal(players: int) -> int:
    """Ten points lost for each card of a hand (MU-17, MU-44)."""
    return -10 * CARDS_EACH[players]


def check_score(options: Options, score: Sequence[int]) -> None:
    """Whether these can be the totals at the end.

    Raises Refusal `mu.total_too_high`, `mu.total_too_low` or `mu.sum_not_possible`.
    """
    check_length(score, options.players)
    most = most_in_a_deal(options.players)
    if options.deals:
        most *= options.deals
        _check_least(options, min(score))
    else:
        # Before the last deal all totals were below the target. That one has to reach it is
        # not checked: a club may stop a table early.
        most += options.target - 1
    if max(score) > most:
        raise Refusal("mu.total_too_high", total=max(score), most=most)
    # Each deal adds 60 points on cards with five colours, and all else comes in fives
    # (MU-3, MU-16, MU-42, MU-44).
    if options.players > 3 and sum(score) % 5:
        raise Refusal("mu.sum_not_possible", sum=sum(score))


def _check_least(options: Options, total: int) -> None:
    least = least_in_a_deal(options.players) * options.deals
    if total < least:
        raise Refusal("mu.total_too_low", total=total, least=least)
