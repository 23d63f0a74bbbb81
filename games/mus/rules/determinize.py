"""A match as it might be for all that one seat knows: the cards that it cannot see are drawn at random."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from games.mus.rules.hand import worth
from games.mus.rules.legality import ANNOUNCEMENTS
from games.mus.rules.notation import parse
from games.mus.rules.options import Options
from games.mus.rules.options import options as read_options
from games.mus.rules.play import open_next_lance, play
from games.mus.rules.state import (
    NO_CARDS,
    Award,
    LastDeal,
    Move,
    Phase,
    Said,
    State,
    Table,
)
from games.rules.base import CHANCE, Below, Json, Score, Seat
from games.rules.cards import SPANISH, Cards

Fits = Callable[[Cards], bool]

TRIES: Final = 100
"""So many hands are drawn at random before all are tried in their order."""


def imagine(view: Json, below: Below) -> State:
    """A state that fits the view: hands as announced, as many cards everywhere as there are (MUS-27, MUS-32)."""
    options = read_options(view["options"])
    talk = tuple(map(_said, view["talk"]))
    before_bets = tuple(said for said in talk if said[2] is None)
    state = State(
        options=options,
        score=_score(view["score"]),
        deal=view["deal"],
        mano=(view["dealer"] + 1) % 4,
        phase=_phase(view),
        turn=view["to_act"],
        talk=before_bets,
        last_deal=view["last_deal"] and _last_deal(view["last_deal"]),
    )
    if view["phase"] in NO_CARDS:
        return state
    state = state._replace(table=_table(view, options, below))
    return (
        _bets(state, talk[len(before_bets) :], view) if state.phase == "open" else state
    )


def _phase(view: Json) -> Phase:
    if view["phase"] in ("announce", "bet"):
        return "open"
    if view["phase"] == "discard":
        return (
            "visto"
            if view["seen"]
            else "stock"
            if view["to_act"] == CHANCE
            else "discard"
        )
    phase: Phase = view["phase"]
    return phase


# --- the bets: what was said, said again ---


def _bets(state: State, talk: tuple[Said, ...], view: Json) -> State:
    """The bets so far, from the score before them; what was announced is true, since the hands fit (MUS-B28)."""
    paid = [
        sum(lance["paid"] for lance in view["lances"] if lance["side"] == side)
        for side in (0, 1)
    ]
    a, b = state.score.running
    state = open_next_lance(
        state._replace(score=state.score._replace(running=(a - paid[0], b - paid[1])))
    )
    for _, move, _ in talk:
        if move.say not in ANNOUNCEMENTS or state.options.announcements == "manual":
            state = play(state, move)
    return state


# --- the cards ---


def _table(view: Json, options: Options, below: Below) -> Table:
    seats, me = view["seats"], view["seat"]
    own, gone = SPANISH.read(view["hand"]), SPANISH.read(view["discards"])
    shown = tuple(SPANISH.read(seat["shown"]) for seat in seats)
    known = {*own, *gone, *sum(shown, ())}
    unknown = [card for card in SPANISH.cards if card not in known]
    others = [seat for seat in range(4) if seat != me]
    fits = [_fits(seats[seat], options) for seat in others]
    dealt = next(
        _dealt([seats[seat]["cards"] for seat in others], fits, unknown, below)
    )
    rest = _shuffled(
        [card for card in unknown if not any(card in hand for hand in dealt)], below
    )
    order = _take(rest, view["stock"])
    laid = {seat: _laid(view, seat, rest) for seat in others}
    pile = {seat: () if view["phase"] == "redeal" else shown[seat] for seat in others}
    pile[others[0]] += tuple(rest)  # whose these are makes no difference
    mine = len(gone) - len(_laid(view, me, list(gone)))
    return Table(
        hands=_by_seat(dict(zip(others, dealt, strict=True)) | {me: own}),
        order=order,
        laid=_by_seat(laid | {me: gone[mine:]}),
        pile=_by_seat(pile | {me: gone[:mine]}),
        shown=shown,
        discarded=tuple(seat["discarded"] for seat in seats),
    )


def _by_seat(cards: dict[Seat, Cards]) -> tuple[Cards, ...]:
    return tuple(cards[seat] for seat in range(4))


def _laid(view: Json, seat: Seat, unknown: list[int]) -> Cards:
    """What a seat has laid down in the exchange in progress, taken from the cards that are left."""
    told = view["seats"][seat]
    if view["phase"] == "redeal":
        return SPANISH.read(told["shown"])
    return (
        tuple(sorted(_take(unknown, told["discarded"] or 0)))
        if view["phase"] == "discard"
        else ()
    )


def _fits(seat: Json, options: Options) -> Fits:
    """Whether a hand agrees with what its seat has announced."""
    if seat["pares"] is None:
        return lambda hand: True

    def fits(hand: Cards) -> bool:
        found = worth(hand, options.kings, options.royal)
        return bool(found.pares) == seat["pares"] and seat["juego"] in (
            None,
            bool(found.juego),
        )

    return fits


def _dealt(
    numbers: list[int], fits: list[Fits], unknown: list[int], below: Below
) -> Iterator[list[Cards]]:
    """Ways to deal so many of the unknown cards to hands that fit. The real hands are one, so there is a way."""
    if not numbers:
        yield []
        return
    for hand in _hands(numbers[0], fits[0], unknown, below):
        left = [card for card in unknown if card not in hand]
        yield from (
            [hand, *others] for others in _dealt(numbers[1:], fits[1:], left, below)
        )


def _hands(
    number: int, fits: Fits, unknown: list[int], below: Below
) -> Iterator[Cards]:
    """Hands of so many unknown cards that fit: some at random, in the end all."""
    for _ in range(TRIES):
        cards = list(unknown)
        hand = tuple(sorted(cards.pop(below(len(cards))) for _ in range(number)))
        if fits(hand):
            yield hand
    yield from filter(
        fits, (tuple(sorted(hand)) for hand in combinations(unknown, number))
    )


def _take(cards: list[int], number: int) -> Cards:
    """Takes so many cards from the end."""
    return tuple(cards.pop() for _ in range(number))


def _shuffled(cards: list[int], below: Below) -> list[int]:
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


# --- what has been ---


def _said(said: Json) -> Said:
    say, n = said["say"], said["n"]
    if say in ("pares", "juego"):
        return said["seat"], parse(f"{say} {'si' if n else 'no'}"), said["lance"]
    cards = (
        (n,) if say == "draw" else SPANISH.cards[: n or 0] if say == "discard" else ()
    )  # how many, not which
    amount = said["seat"] if say == "exposed" else n if say == "envido" else 0
    return said["seat"], Move(say, amount, cards), said["lance"]


def _score(score: Json) -> Score:
    won, running = tuple(score["won"]), tuple(score["running"])
    return Score(won, running, tuple(tuple(points) for points in score["sets"]))


def _last_deal(last: Json) -> LastDeal:
    return LastDeal(
        deal=last["deal"],
        hands=last["hands"] and tuple(SPANISH.read(hand) for hand in last["hands"]),
        talk=tuple(map(_said, last["talk"])),
        awards=tuple(Award(**award) for award in last["awards"]),
        score=_score(last["score"]),
    )
