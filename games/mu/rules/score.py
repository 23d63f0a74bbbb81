"""Goals, bonuses, failures and stalemates: what a finished deal brings, and when the match ends."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from core.refusals import Refusal
from games.mu.rules.auction import leaders, provoker
from games.mu.rules.masks import POINTS
from games.mu.rules.options import Options
from games.mu.rules.state import Deal, Points, State
from games.mu.rules.trumps import NO_TRUMP, Trump
from games.rules.base import CHANCE, Outcome, Score, Seat

CARDS_EACH: Final = {3: 12, 4: 15, 5: 12, 6: 10}
"""By the number of players the cards of a hand, which is also the highest rank (MU-5, MU-B1)."""

_GOALS: Final = {3: (10, 2), 4: (28, 2), 5: (21, 3), 6: (16, 4)}


def goal(players: int, rank: int) -> int:
    """The points that the boss' team needs for this rank (MU-29)."""
    base, step = _GOALS[players]
    return base + step * rank


def rank_achieved(players: int, points: int) -> int:
    """The highest rank whose goal these points meet, 0 below all (MU-43, MU-B21, MU-B22)."""
    base, step = _GOALS[players]
    return max(0, min(CARDS_EACH[players], (points - base) // step))


def bonus(rank: int, boss_trump: Trump) -> int:
    """For each of the boss' team, by the rank and the kind of the boss' trump (MU-42, MU-B16, MU-B24)."""
    return 10 * min(10, rank + _worth_more(boss_trump))


def _worth_more(trump: Trump) -> int:
    """The fewer cards a trump has, the more the game is worth: colour, digit 1 or 7, other digit, none."""
    if trump == NO_TRUMP:
        return 3
    if trump < 5:
        return 0
    return 1 if trump in (5 + 1, 5 + 7) else 2


def taken(state: State) -> Points:
    """By seat the points on the cards of its tricks, won or lost (MU-3, MU-40, MU-B25)."""
    points = [0] * state.options.players
    for _, cards, taker in state.tricks:
        points[taker] += sum([POINTS[card] for card in cards])
    return tuple(points)


class Result(NamedTuple):
    """How a deal ended."""

    how: Literal["stalemate", "won", "lost"]
    bid: int
    """The cards revealed by the boss, or by each of those tied: the rank of the game (MU-19)."""
    goal: int | None
    """The points that the boss' team needed; None after a stalemate, as all that follows but `side` and `provoker`."""
    team: int | None
    """The points that the boss' team has."""
    rank: int | None
    """The rank achieved."""
    side: Points
    """By seat the bonus or the loss, without the points on cards."""
    provoker: Seat | None
    """Who brought a stalemate about (MU-B8)."""


def result(state: State) -> Result:
    """The result of a deal that is over."""
    boss = state.deal.boss
    return _stalemate(state.deal) if boss is None else _played(state, boss)


def _stalemate(deal: Deal) -> Result:
    """Five for each card to those tied, but minus ten to the one who brought it about (MU-16, MU-17, MU-B9)."""
    tied = leaders(deal.rows)
    bid = deal.rows[tied[0]].bit_count()
    guilty = provoker(deal.bids, tied)
    side = tuple(
        -10 * bid if seat == guilty else 5 * bid * (seat in tied)
        for seat in range(len(deal.rows))
    )
    return Result("stalemate", bid, None, None, None, side, guilty)


def _played(state: State, boss: Seat) -> Result:
    """Won when the team's points meet the goal (MU-41)."""
    options, deal = state.options, state.deal
    team = (boss,) if deal.partner is None else (boss, deal.partner)
    bid, points = deal.rows[boss].bit_count(), sum(taken(state)[seat] for seat in team)
    need, rank = goal(options.players, bid), rank_achieved(options.players, points)
    if points < need:
        return Result(
            "lost",
            bid,
            need,
            points,
            rank,
            _failure(options.players, boss, deal.partner, bid - rank),
            None,
        )
    worth = bonus(bid if options.bonus_by == "bid" else rank, deal.trumps.boss)
    return Result(
        "won",
        bid,
        need,
        points,
        rank,
        tuple(worth * (s in team) for s in range(options.players)),
        None,
    )


def _failure(players: int, boss: Seat, partner: Seat | None, missing: int) -> Points:
    """The boss alone pays, the partner neither wins nor loses, each opponent gains (MU-30, MU-44)."""
    return tuple(
        -10 * missing if s == boss else 0 if s == partner else 5 * missing
        for s in range(players)
    )


def end_deal(state: State) -> State:
    """The deal is written down, and the next seat deals, after a stalemate too (MU-18, MU-40, MU-45, MU-46)."""
    options, deal, nothing = state.options, state.deal, (0,) * state.options.players
    points = _sum(taken(state), result(state).side)
    totals, sheet = _sum(state.totals, points), (*state.sheet, points)
    last = state._replace(hands=nothing, playable=0, last=None)
    if _is_last(options, deal.number, totals):
        return last._replace(
            phase="over", turn=None, totals=totals, sheet=sheet, last=last
        )
    following = Deal(deal.number + 1, (deal.dealer + 1) % options.players, nothing)
    return State(
        options, "deal", CHANCE, following, nothing, 0, (), (), totals, sheet, last
    )


def _sum(some: Points, others: Points) -> Points:
    return tuple(a + b for a, b in zip(some, others, strict=True))


def _is_last(options: Options, number: int, totals: Points) -> bool:
    """The agreed number of deals is played, or a total has reached the agreed sum (MU-45, MU-B26)."""
    return number == options.deals if options.deals else max(totals) >= options.target


def score(state: State) -> Score:
    """Totals, the points on the cards taken in this deal, and the points of each finished deal."""
    nothing = (0,) * state.options.players
    return Score(
        state.totals, nothing if state.phase == "over" else taken(state), state.sheet
    )


def outcome(state: State) -> Outcome | None:
    """The highest total wins, equal totals share their place; None while the match goes on (MU-45, MU-B26)."""
    if state.phase != "over":
        return None
    totals = state.totals
    return Outcome(
        totals, tuple(1 + sum(other > total for other in totals) for total in totals)
    )


def check_score(options: Options, score: Sequence[int]) -> None:
    """From four players on all totals together are a multiple of 5: 60 on cards and fives (MU-3, MU-16, MU-42, MU-44).

    More cannot be said, since nobody knows how many deals were played. Raises Refusal `mu.sum_not_possible`.
    """
    if options.players > 3 and sum(score) % 5:
        raise Refusal("mu.sum_not_possible", sum=sum(score))
