"""Points, sets and the end of the match."""

from games.rules.base import CHANCE, Outcome, Score
from games.rules.mus.state import Award, LastDeal, State, Table, replaced, right_of


def take(state: State, award: Award) -> State:
    """The side takes the points from the pot; the set stops the instant it is won (MUS-57, MUS-61, MUS-B30)."""
    running, target = state.score.running, state.options.points_per_set
    if set_is_won(state):
        return state
    award = award._replace(points=min(award.points, target - running[award.side]))
    score = state.score._replace(running=replaced(running, award.side, running[award.side] + award.points))
    return state._replace(score=score, awards=(*state.awards, award))


def take_set(state: State, award: Award) -> State:
    """An accepted ordago: all the points still missing, whatever the score (MUS-49, MUS-B20)."""
    return take(state, award._replace(points=state.options.points_per_set))


def set_is_won(state: State) -> bool:
    """Whether a side has reached the agreed points (MUS-6)."""
    return max(state.score.running) >= state.options.points_per_set


def end_deal(state: State, *, laid_open: bool) -> State:
    """Mano becomes dealer, the seat to his right mano, also when a set has ended (MUS-58, MUS-B33)."""
    score = _close_set(state.score) if set_is_won(state) else state.score
    last = LastDeal(state.deal, state.table.hands if laid_open else None, state.talk, state.awards, score)
    ended = State(
        options=state.options,
        score=score,
        table=Table(order=state.table.order, dealt=state.table.dealt, received=state.table.received),
        last_deal=last,
    )
    if max(score.won) == state.options.sets_to_win:
        return ended._replace(deal=state.deal, mano=state.mano, phase="over", turn=None)
    return ended._replace(deal=state.deal + 1, mano=right_of(state.mano), phase="deal", turn=CHANCE)


def _close_set(score: Score) -> Score:
    """One set more for the side ahead; the next begins from nothing (MUS-7, MUS-59)."""
    winner = int(score.running[1] > score.running[0])
    won = replaced(score.won, winner, score.won[winner] + 1)
    return Score(won=won, running=(0, 0), sets=(*score.sets, score.running))


def outcome(state: State) -> Outcome | None:
    """The result: sets won by each side, the winner in first place; None while the match goes on (MUS-7)."""
    if state.phase != "over":
        return None
    won = state.score.won
    return Outcome(score=won, places=(1, 2) if won[0] > won[1] else (2, 1))
