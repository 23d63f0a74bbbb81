"""Points, sets and the end of the match."""

from collections.abc import Iterable, Sequence

from core.refusals import Refusal
from games.mus.rules.options import Options
from games.mus.rules.state import Award, LastDeal, State, Table, replaced, right_of
from games.rules.base import CHANCE, Outcome, Score


def take(state: State, dues: Iterable[Award]) -> State:
    """The sides take points from the pot; the set stops the instant it is won (MUS-57, MUS-61, MUS-B29, MUS-B30)."""
    (
        options,
        score,
        deal,
        mano,
        phase,
        turn,
        table,
        talk,
        lances,
        bet,
        awards,
        last_deal,
        worths,
    ) = state
    running, target, taken = list(score.running), options.points_per_set, list(awards)
    for due in dues:
        missing = target - running[due.side]
        award = due if due.points <= missing else due._replace(points=missing)
        running[due.side] += award.points
        taken.append(award)
        if running[due.side] == target:
            break
    score, awards = Score(score.won, tuple(running), score.sets), tuple(taken)
    return State(
        options,
        score,
        deal,
        mano,
        phase,
        turn,
        table,
        talk,
        lances,
        bet,
        awards,
        last_deal,
        worths,
    )


def take_set(state: State, award: Award) -> State:
    """All the points still missing, whatever the score: for an accepted ordago or a false word (MUS-49, MUS-B20)."""
    return take(state, [award._replace(points=state.options.points_per_set)])


def set_is_won(state: State) -> bool:
    """Whether a side has reached the agreed points (MUS-6)."""
    return max(state.score.running) >= state.options.points_per_set


def end_deal(state: State, *, laid_open: bool) -> State:
    """Mano becomes dealer, the seat to his right mano, also when a set has ended (MUS-58, MUS-B33)."""
    options, mano, deal, table = state.options, state.mano, state.deal, state.table
    score = _close_set(state.score) if set_is_won(state) else state.score
    last = LastDeal(
        deal, table.hands if laid_open else None, state.talk, state.awards, score
    )
    table = Table(order=table.order, dealt=table.dealt, received=table.received)
    if max(score.won) == options.sets_to_win:
        return State(options, score, deal, mano, "over", None, table, last_deal=last)
    return State(
        options, score, deal + 1, right_of(mano), "deal", CHANCE, table, last_deal=last
    )


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


def check_score(options: Options, score: Sequence[int]) -> None:
    """One side has all the sets that it takes, the other fewer (MUS-7). Raises Refusal `mus.score_not_possible`."""
    fewer, most = sorted(score)
    if not 0 <= fewer < most == options.sets_to_win:
        raise Refusal("mus.score_not_possible", sets=options.sets_to_win)
