"""What one seat, or the public, may know of a match."""

from collections.abc import Mapping
from functools import cache
from typing import Final

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
    TalkEntry,
    Word,
)
from games.rules.base import CHANCE, Json, Score, Seat, check_seat
from games.rules.cards import SPANISH, Cards
from games.rules.stones import stones

PHASES: Final[Mapping[Phase, str]] = {
    **dict.fromkeys(("visto", "stock"), "discard"),
    **dict.fromkeys(("pares", "juego"), "announce"),
    **dict.fromkeys(("open", "offer", "ordago"), "bet"),
}
"""The phases that have another name in a view; `seen`, `lance` and `bet` tell them apart."""

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
"""The words in use at every table."""


@cache
def words_in_use(options: Options) -> tuple[Word, ...]:
    """All words that a seat may ever say at a table with these options."""
    words: tuple[Word, ...] = ALWAYS
    if options.wait_word:
        words += ("wait",)
    if options.mus_visto == "mano":
        words += ("visto", "no visto")
    if options.redeal_4567:
        words += ("redeal", "keep")
    if options.announcements == "manual":
        words += ("pares si", "pares no", "juego si", "juego no")
    return words


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public.

    Hands stay hidden until they are laid open (MUS-37). Raises ValueError if there is no
    such seat.
    """
    check_seat(seat, 4)
    view = _public_view(state)
    if seat is None:
        return view
    table = state.table
    view["seat"] = seat
    view["hand"] = _texts(table.hands[seat])
    view["discards"] = _texts(table.pile[seat] + table.laid[seat])
    view["choices"] = [_choice(state, seat, say) for say in words_in_use(state.options)]
    return view


def _public_view(state: State) -> Json:
    options, bet = state.options, state.bet
    return {
        "game": "mus",
        "phase": PHASES.get(state.phase, state.phase),
        "seen": state.phase == "visto",
        "deal": state.deal,
        "mano": _public_mano(state),
        "dealer": (state.mano - 1) % 4,
        "stock": _stock_size(state),
        "to_act": state.turn,
        "lance": _lance_name(state),
        "sides": [list(side) for side in SIDES],
        "score": _score(state.score),
        "options": options._asdict(),
        "target": options.points_per_set,
        "sets_to_win": options.sets_to_win,
        "kings": options.kings,
        "royal": options.royal,
        "stones": _stones(state),
        "seats": _seats(state),
        "bet": bet and bet._asdict(),
        "lances": [_lance(lance, lance.bet or bet) for lance in state.lances],
        "talk": _talk(state.talk),
        "last_deal": state.last_deal and _last_deal(state.last_deal),
        "outcome": _outcome(state),
    }


def _public_mano(state: State) -> Seat | None:
    """No seat is mano before the draw (MUS-10)."""
    if state.phase == "draw":
        return None
    # Nor in mus corrido, until a seat keeps the pack (MUS-V7).
    if is_corrido(state) and not state.lances and state.phase != "over":
        return None
    return state.mano


def _stock_size(state: State) -> int:
    if state.phase in NO_CARDS:
        return 0
    return len(state.table.stock)


def _stones(state: State) -> list[Json]:
    target = state.options.points_per_set
    return [stones(points, target)._asdict() for points in state.score.running]


def _outcome(state: State) -> Json | None:
    result = outcome(state)
    if result is None:
        return None
    return {"score": list(result.score), "places": list(result.places)}


def _seats(state: State) -> list[Json]:
    announced = {}
    for seat, move, lance in state.talk:
        if move.say in _ANNOUNCED:
            announced[seat, lance] = move.say.endswith("si")
    return [_seat(state, seat, announced) for seat in range(4)]


def _seat(
    state: State, seat: Seat, announced: dict[tuple[Seat, LanceName | None], bool]
) -> Json:
    """What all know of a seat.

    Pares and juego are None until they have been announced (MUS-27, MUS-32); `out` means
    that the seat has passed in the open lance.
    """
    table = state.table
    is_out = False
    if state.lances and state.lances[-1].state == "open":
        is_out = seat in state.lances[-1].out
    return {
        "cards": len(table.hands[seat]),
        "discarded": table.discarded[seat],
        "shown": _texts(table.shown[seat]),
        "pares": announced.get((seat, "pares")),
        "juego": announced.get((seat, "juego")),
        "out": is_out,
    }


def _talk(entries: tuple[TalkEntry, ...]) -> list[Json]:
    return [_talk_entry(entry) for entry in entries]


def _talk_entry(entry: TalkEntry) -> Json:
    """What all have heard.

    `n` is the points of an offer, the number of cards of a discard, the card drawn, or for
    an announcement 1 for yes and 0 for no.
    """
    seat, move, lance = entry
    say, n = _ANNOUNCED.get(move.say, (move.say, None))
    if say == "envido":
        n = move.amount
    elif say == "discard":
        n = len(move.cards)
    elif say == "draw":
        n = move.cards[0]
    return {"seat": seat, "say": say, "n": n, "lance": lance}


def _lance_name(state: State) -> str | None:
    """The lance that is being announced or bet."""
    if state.phase in ("pares", "juego"):
        return state.phase
    if state.lances:
        return state.lances[-1].name
    return None


def _lance(lance: Lance, bet: Bet | None) -> Json:
    amount = 0
    if bet and lance.state in ("open", "accepted", "refused"):
        amount = bet.amount
    return {
        "lance": lance.name,
        "state": lance.state,
        "amount": amount,
        "side": lance.side,
        "paid": lance.paid,
    }


def _score(score: Score) -> Json:
    return {
        "won": list(score.won),
        "running": list(score.running),
        "sets": list(map(list, score.sets)),
    }


def _last_deal(last: LastDeal) -> Json:
    return {
        "deal": last.deal,
        "hands": last.hands and list(map(_texts, last.hands)),
        "talk": _talk(last.talk),
        "awards": [award._asdict() for award in last.awards],
        "score": _score(last.score),
    }


def _texts(cards: Cards) -> list[str]:
    return list(map(SPANISH.text, cards))


def _choice(state: State, seat: Seat, say: Word) -> Json:
    """A word, whether this seat may say it now, and if not, why not."""
    refused = _refusal(state, seat, say)
    least, most = _limits(state, say)
    return {
        "say": say,
        "legal": refused is None,
        "code": refused and refused.code,
        "rule": refused and refused.fields["rule"],
        "min": least,
        "max": most,
    }


def _refusal(state: State, seat: Seat, say: Word) -> IllegalMove | None:
    if state.turn not in (seat, CHANCE, None):
        return IllegalMove("mus.not_your_turn", rule="MUS-8")
    return refusal(state, Move(say, amount=MINIMUM, cards=state.table.hands[seat]))


def _limits(state: State, say: Word) -> tuple[int | None, int | None]:
    """The limits of an offer in points or of a discard in cards (MUS-16, MUS-21, MUS-39)."""
    if say == "envido":
        return MINIMUM, largest_offer(state.options.points_per_set)
    if say == "discard":
        return least_discard(state), 4
    return None, None


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """The positions in the last shuffle of the cards that this seat was dealt."""
    return state.table.received[seat]
