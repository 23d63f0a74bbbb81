"""Points, sets and the end of the match."""

from collections.abc import Iterable, Sequence

from core.refusals import Refusal
from games.mus.rules.options import Options
from games.mus.rules.state import (
    SIDES,
    Award,
    LastDeal,
    State,
    Table,
    replaced,
    right_of,
    with_score,
)
from games.rules.base import CHANCE, Outcome, Score, check_length


def take_awards(state: State, awards: Iterable[Award]) -> State:
    """Add points to the sides' scores until one side has won the set.

    MUS-57, MUS-61, MUS-B29, MUS-B30.
    """
    target = state.options.points_per_set
    running = list(state.score.running)
    taken = list(state.awards)
    for award in awards:
        missing = target - running[award.side]
        if award.points > missing:  # no side has more than the points of a set
            award = award._replace(points=missing)
        running[award.side] += award.points
        taken.append(award)
        if running[award.side] == target:
            break
    score = Score(state.score.won, tuple(running), state.score.sets)
    return with_score(state, score, tuple(taken))


def award_set(state: State, award: Award) -> State:
    """Give a side all the points it lacks, whatever the score (MUS-49, MUS-B20)."""
    return take_awards(state, [award._replace(points=state.options.points_per_set)])


def is_set_won(state: State) -> bool:
    """Whether a side has reached the agreed points (MUS-6)."""
    return max(state.score.running) >= state.options.points_per_set


def end_deal(state: State, *, laid_open: bool) -> State:
    """Close the deal, and the set and the match if they are won.

    `laid_open` says whether the hands are shown.
    """
    score = state.score
    if is_set_won(state):
        score = _close_set(score)
    hands = None
    if laid_open:
        hands = state.table.hands
    last = LastDeal(state.deal, hands, state.talk, state.awards, score)
    # A seat may still check the cards that it was dealt.
    table = Table(
        order=state.table.order,
        dealt=state.table.dealt,
        received=state.table.received,
    )
    options, mano = state.options, state.mano
    if max(score.won) == options.sets_to_win:
        return State(
            options, score, state.deal, mano, "over", None, table, last_deal=last
        )
    # Mano deals next, and the seat to the right is mano, also after a set (MUS-58, MUS-B33).
    mano = right_of(mano)
    deal = state.deal + 1
    return State(options, score, deal, mano, "deal", CHANCE, table, last_deal=last)


def _close_set(score: Score) -> Score:
    """One more set for the side that is ahead; the next set starts at 0 (MUS-7, MUS-59)."""
    winner = int(score.running[1] > score.running[0])
    won = replaced(score.won, winner, score.won[winner] + 1)
    return Score(won=won, running=(0, 0), sets=(*score.sets, score.running))


def outcome(state: State) -> Outcome | None:
    """The sets won by each side, None while the match is still being played (MUS-7)."""
    if state.phase != "over":
        return None
    won = state.score.won
    places = (1, 2) if won[0] > won[1] else (2, 1)
    return Outcome(score=won, places=places)


def check_score(options: Options, score: Sequence[int]) -> None:
    """The winner has the agreed number of sets, the loser fewer (MUS-7).

    Raises Refusal `mus.score_not_possible`.
    """
    check_length(score, len(SIDES))
    fewer, most = sorted(score)
    if not 0 <= fewer < most == options.sets_to_win:
        raise Refusal("mus.score_not_possible", sets=options.sets_to_win)
