"""A state drawn at random from all that a view allows, with which a player who sees only the view can think ahead."""

from collections import defaultdict
from collections.abc import Iterator

from games.mu.rules.legality import pack
from games.mu.rules.masks import COLOURS, Mask, members
from games.mu.rules.options import Options
from games.mu.rules.past import Past, read
from games.mu.rules.state import Deal, State, Trick, start
from games.mu.rules.trumps import CARDS, TEXTS, Trump, Trumps, trumps
from games.rules.base import CHANCE, Below, Json, Seat
from games.rules.tricks import Holder, follow, mask
from games.rules.tricks import deal_hidden as lie


def determinize(view: Json, below: Below) -> State:
    """A state that the seat of this view cannot tell from the real one: the hidden cards are drawn from all that fit.

    Fits: what is neither seen, nor of a suit that its holder once failed to follow (MU-34).
    """
    options = Options(**{name: view[name] for name in Options._fields})
    totals, sheet = (
        tuple(view["score"]["won"]),
        tuple(map(tuple, view["score"]["sets"])),
    )
    past = read(view, [(view["seat"], text) for text in view.get("hand", ())])
    state = _state(options, view, past)._replace(
        turn=view["to_act"], phase=view["phase"]
    )
    state = state._replace(
        totals=totals,
        sheet=sheet,
        last=view["last_deal"] and _last(options, view["last_deal"]),
    )
    return (
        state
        if view["to_act"] in (CHANCE, None)
        else _with_hands(state, view, past, below)
    )


def _last(options: Options, deal: Json) -> State:
    return _state(options, deal, read(deal, []))


def _state(options: Options, public: Json, past: Past) -> State:
    """What has been seen of a deal, nobody holding a card."""
    rows = [0] * options.players
    for bid in past.bids:
        rows[bid.seat] |= bid.cards
    named = trumps(_trump(public["boss_trump"]), _trump(public["vice_trump"]))
    team = public["boss"], public["vice"], public["partner"]
    deal = Deal(public["deal"], public["dealer"], tuple(rows), past.bids, *team, named)
    fresh = start(options)
    return fresh._replace(deal=deal, trick=past.trick, tricks=past.tricks)


def _trump(text: str | None) -> Trump:
    return TEXTS.index(text or "none")


def _with_hands(state: State, view: Json, past: Past, below: Below) -> State:
    """Each seat holds what it is known to hold, and of the unseen cards as many as it has hidden ones."""
    hands, playable = _hands(state, view, past, below), 0
    if state.phase == "tricks":
        led = state.deal.trumps.suits[state.trick[0]] if state.trick else 0
        playable = follow(hands[state.seat], led)
    return state._replace(hands=hands, playable=playable)


def _hands(state: State, view: Json, past: Past, below: Below) -> tuple[Mask, ...]:
    suits = _suits(state.deal.trumps)
    voids = _voids(state, suits)
    others = [seat for seat in range(state.options.players) if seat != view.get("seat")]
    holders = [
        Holder(view["seats"][seat]["in_hand"], frozenset(voids[seat]))
        for seat in others
    ]
    unseen = mask(pack(start(state.options))) & ~past.known
    drawn = dict(
        zip(
            others,
            lie([members(unseen & suit) for suit in suits], holders, below),
            strict=True,
        )
    )
    return tuple(
        past.held[seat] | mask(drawn.get(seat, ()))
        for seat in range(state.options.players)
    )


def _suits(named: Trumps) -> tuple[Mask, ...]:
    """The trumps, and what they leave of each colour (MU-33)."""
    cards = CARDS[named.boss] | CARDS[named.vice]
    return cards, *(colour & ~cards for colour in COLOURS)


def _voids(state: State, suits: tuple[Mask, ...]) -> dict[Seat, set[int]]:
    """By seat the places of the suits that it failed to follow: it has none of them left (MU-34)."""
    voids: dict[Seat, set[int]] = defaultdict(set)
    for seat, card, led in _followed(state):
        if not led >> card & 1:
            voids[seat].add(suits.index(led))
    return voids


def _followed(state: State) -> Iterator[tuple[Seat, int, Mask]]:
    """Each card that followed a lead: who played it, and the suit led."""
    deal, tricks = state.deal, state.tricks
    suits = deal.trumps.suits
    lead = tricks[-1].taker if tricks else deal.boss or 0
    for leader, cards, _ in (*tricks, Trick(lead, state.trick, lead)):
        for place, card in enumerate(cards[1:], start=1):
            yield (leader + place) % state.options.players, card, suits[cards[0]]
