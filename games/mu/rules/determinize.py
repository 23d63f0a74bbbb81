"""Sampling a match: the cards that one seat cannot see are drawn at random."""

from collections import defaultdict

from games.mu.rules.legality import pack
from games.mu.rules.masks import COLOURS, Mask, members
from games.mu.rules.options import Options
from games.mu.rules.past import Past, read_past
from games.mu.rules.state import Deal, State, Trick, start
from games.mu.rules.trumps import CARDS, TEXTS, Trump, Trumps, trumps
from games.rules.base import CHANCE, Below, Json, Seat
from games.rules.tricks import Holder, deal_hidden, follow, mask


def determinize(view: Json, below: Below) -> State:
    """A random state with this view.

    A seat that once failed to follow a suit gets no card of it (MU-34).
    """
    options = Options(*[view[name] for name in Options._fields])
    own = [(view["seat"], text) for text in view.get("hand", ())]
    past = read_past(view, own)
    last_deal = view["last_deal"]
    state = _public_state(options, view, past)._replace(
        turn=view["to_act"],
        phase=view["phase"],
        totals=tuple(view["score"]["won"]),
        sheet=tuple(map(tuple, view["score"]["sets"])),
        last=last_deal and _public_state(options, last_deal, read_past(last_deal, [])),
    )
    if view["to_act"] in (CHANCE, None):
        return state
    return _with_hands(state, view, past, below)


def _public_state(options: Options, public: Json, past: Past) -> State:
    """What was seen of a deal, with empty hands."""
    rows = [0] * options.players
    for bid in past.bids:
        rows[bid.seat] |= bid.cards
    deal = Deal(
        number=public["deal"],
        dealer=public["dealer"],
        rows=tuple(rows),
        bids=past.bids,
        boss=public["boss"],
        vice=public["vice"],
        partner=public["partner"],
        trumps=trumps(
            _read_trump(public["boss_trump"]), _read_trump(public["vice_trump"])
        ),
    )
    return start(options)._replace(deal=deal, trick=past.trick, tricks=past.tricks)


def _read_trump(text: str | None) -> Trump:
    return TEXTS.index(text or "none")


def _with_hands(state: State, view: Json, past: Past, below: Below) -> State:
    """The state with the known cards in the hands, and sampled ones for the hidden cards."""
    hands = _sample_hands(state, view, past, below)
    playable = 0
    if state.phase == "tricks":
        led = 0
        if state.trick:
            led = state.deal.trumps.suits[state.trick[0]]
        playable = follow(hands[state.seat], led)
    return state._replace(hands=hands, playable=playable)


def _sample_hands(
    state: State, view: Json, past: Past, below: Below
) -> tuple[Mask, ...]:
    suits = _suits(state.deal.trumps)
    voids = _voids(state, suits)
    unseen = mask(pack(start(state.options))) & ~past.known
    hands = [past.held[seat] for seat in range(state.options.players)]
    others = [seat for seat in range(len(hands)) if seat != view.get("seat")]
    holders = []
    for seat in others:
        size = view["seats"][seat]["in_hand"]
        holders.append(Holder(size, frozenset(voids[seat])))
    sampled = deal_hidden([members(unseen & suit) for suit in suits], holders, below)
    for seat, cards in zip(others, sampled, strict=True):
        hands[seat] |= mask(cards)
    return tuple(hands)


def _suits(named: Trumps) -> tuple[Mask, ...]:
    """The trumps, and the rest of each colour (MU-33)."""
    cards = CARDS[named.boss] | CARDS[named.vice]
    return cards, *(colour & ~cards for colour in COLOURS)


def _voids(state: State, suits: tuple[Mask, ...]) -> dict[Seat, set[int]]:
    """By seat: the indexes of the suits that it failed to follow (MU-34)."""
    deal, tricks = state.deal, state.tricks
    lead = deal.boss or 0
    if tricks:
        lead = tricks[-1].taker
    voids: dict[Seat, set[int]] = defaultdict(set)
    for trick in (*tricks, Trick(lead, state.trick, lead)):
        for place, card in enumerate(trick.cards):
            led = deal.trumps.suits[trick.cards[0]]
            if not led >> card & 1:
                seat = (trick.leader + place) % state.options.players
                voids[seat].add(suits.index(led))
    return voids
