"""What one seat, or the public, may know of a match."""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from core.refusals import IllegalMove
from games.mus.rules.betting import MINIMUM
from games.mus.rules.legality import largest_offer, least_discard, refusal
from games.mus.rules.opening import is_corrido
from games.mus.rules.options import Options
from games.mus.rules.score import outcome
from games.mus.rules.state import (
    NO_CARDS,
    SIDES,
    Bet,
    Lance,
    LanceName,
    LastDeal,
    Move,
    Phase,
    State,
    Word,
)
from games.rules.base import CHANCE, Json, Score, Seat
from games.rules.cards import SPANISH, Cards
from games.rules.stones import stones

PHASES: Final[Mapping[Phase, str]] = {
    **dict.fromkeys(("visto", "stock"), "discard"),
    **dict.fromkeys(("pares", "juego"), "announce"),
    **dict.fromkeys(("open", "offer", "ordago"), "bet"),
}
"""How a view calls those phases that it calls by another name; `seen`, `lance` and `bet` tell them apart."""

_ANNOUNCED: Final = {
    "pares si": ("pares", 1),
    "pares no": ("pares", 0),
    "juego si": ("juego", 1),
    "juego no": ("juego", 0),
}

ALWAYS: Final[tuple[Word, ...]] = (
    "mus",
    "no mus",
    "discard",
    "paso",
    "envido",
    "quiero",
    "no quiero",
    "ordago",
)


@cache
def words(options: Options) -> tuple[Word, ...]:
    """What may ever be said at this table."""
    said: tuple[Word, ...] = ALWAYS
    if options.wait_word:
        said += ("wait",)
    if options.mus_visto == "mano":
        said += ("visto", "no visto")
    if options.redeal_4567:
        said += ("redeal", "keep")
    if options.announcements == "manual":
        said += ("pares si", "pares no", "juego si", "juego no")
    return said


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public: cards stay hidden until they are laid open (MUS-37)."""
    public = _public(state)
    if seat is None:
        return public
    table = state.table
    return public | {
        "seat": seat,
        "hand": _texts(table.hands[seat]),
        "discards": _texts(table.pile[seat] + table.laid[seat]),
        "choices": [_choice(state, seat, say) for say in words(state.options)],
    }


def _public(state: State) -> Json:
    options, bet = state.options, state.bet
    result = outcome(state)
    return {
        "game": "mus",
        "phase": PHASES.get(state.phase, state.phase),
        "seen": state.phase == "visto",
        "deal": state.deal,
        "mano": None if _nobody_is_mano(state) else state.mano,
        "dealer": (state.mano - 1) % 4,
        "stock": 0 if state.phase in NO_CARDS else len(state.table.stock),
        "to_act": state.turn,
        "lance": _lance_name(state),
        "sides": [list(side) for side in SIDES],
        "score": _score(state.score),
        "options": options._asdict(),
        "target": options.points_per_set,
        "sets_to_win": options.sets_to_win,
        "kings": options.kings,
        "royal": options.royal,
        "stones": [
            stones(points, options.points_per_set)._asdict()
            for points in state.score.running
        ],
        "seats": _seats(state),
        "bet": bet and bet._asdict(),
        "lances": [_lance(lance, lance.bet or bet) for lance in state.lances],
        "talk": [_said(*said) for said in state.talk],
        "last_deal": state.last_deal and _last_deal(state.last_deal),
        "outcome": result
        and {"score": list(result.score), "places": list(result.places)},
    }


def _nobody_is_mano(state: State) -> bool:
    """Before the draw, and in mus corrido until somebody keeps the pack (MUS-10, MUS-V7)."""
    return state.phase == "draw" or (
        is_corrido(state) and not state.lances and state.phase != "over"
    )


def _seats(state: State) -> list[Json]:
    """Pares and juego appear once they have been announced (MUS-27, MUS-32); out is who passed in the open lance."""
    table = state.table
    out = (
        state.lances[-1].out
        if state.lances and state.lances[-1].state == "open"
        else ()
    )
    pares, juego = _announced(state, "pares"), _announced(state, "juego")
    return [
        {
            "cards": len(table.hands[seat]),
            "discarded": table.discarded[seat],
            "shown": _texts(table.shown[seat]),
            "pares": pares.get(seat),
            "juego": juego.get(seat),
            "out": seat in out,
        }
        for seat in range(4)
    ]


def _said(seat: Seat, move: Move, lance: LanceName | None) -> Json:
    """What all have heard: points of an offer, how many cards, which card was drawn, 1 for yes and 0 for no."""
    say, n = _ANNOUNCED.get(move.say, (move.say, None))
    if say == "envido":
        n = move.amount
    if say == "discard":
        n = len(move.cards)
    if say == "draw":
        n = move.cards[0]
    return {"seat": seat, "say": say, "n": n, "lance": lance}


def _announced(state: State, lance: Literal["pares", "juego"]) -> dict[Seat, bool]:
    return {
        seat: move.say.endswith("si")
        for seat, move, name in state.talk
        if name == lance and move.say in _ANNOUNCED
    }


def _lance_name(state: State) -> str | None:
    """The lance that is announced or bet."""
    if state.phase == "pares" or state.phase == "juego":
        return state.phase
    return state.lances[-1].name if state.lances else None


def _lance(lance: Lance, bet: Bet | None) -> Json:
    return {
        "lance": lance.name,
        "state": lance.state,
        "amount": bet.amount
        if bet and lance.state in ("open", "accepted", "refused")
        else 0,
        "side": lance.side,
        "paid": lance.paid,
    }


def _score(score: Score) -> Json:
    return {
        "won": list(score.won),
        "running": list(score.running),
        "sets": [list(points) for points in score.sets],
    }


def _last_deal(last: LastDeal) -> Json:
    return {
        "deal": last.deal,
        "hands": last.hands and [_texts(hand) for hand in last.hands],
        "talk": [_said(*said) for said in last.talk],
        "awards": [award._asdict() for award in last.awards],
        "score": _score(last.score),
    }


def _texts(cards: Cards) -> list[str]:
    return [SPANISH.text(card) for card in cards]


def _choice(state: State, seat: Seat, say: Word) -> Json:
    """One thing that could be said, and if not now, why not."""
    no = _why_not(state, seat, say)
    limits = _limits(state, say)
    return {
        "say": say,
        "legal": no is None,
        "code": no and no.code,
        "rule": no and no.fields["rule"],
        "min": limits[0],
        "max": limits[1],
    }


def _why_not(state: State, seat: Seat, say: Word) -> IllegalMove | None:
    if state.turn not in (seat, CHANCE, None):
        return IllegalMove("mus.not_your_turn", rule="MUS-8")
    return refusal(state, Move(say, amount=MINIMUM, cards=state.table.hands[seat]))


def _limits(state: State, say: Word) -> tuple[int | None, int | None]:
    """The least and the largest number to choose: points of an offer, cards of a discard (MUS-16, MUS-21, MUS-39)."""
    if say == "envido":
        return MINIMUM, largest_offer(state.options.points_per_set)
    return (least_discard(state), 4) if say == "discard" else (None, None)


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt and may therefore check."""
    return state.table.received[seat]
