"""Sampling a match: the cards that one seat cannot see are drawn at random."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from games.mus.rules.hand import hand_strength
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
    State,
    Table,
    TalkEntry,
)
from games.rules.base import CHANCE, Below, Json, Score, Seat
from games.rules.cards import SPANISH, Cards

HandTest = Callable[[Cards], bool]

TRIES: Final = 100
"""The number of random hands to try before all hands are tried in order."""


def determinize(view: Json, below: Below) -> State:
    """A random state with this view: hands as announced, and as many cards everywhere.

    MUS-27, MUS-32.
    """
    options = read_options(view["options"])
    talk = _read_talk(view["talk"])
    before_bets = tuple([entry for entry in talk if entry[2] is None])
    state = State(
        options=options,
        score=_read_score(view["score"]),
        deal=view["deal"],
        mano=(view["dealer"] + 1) % 4,
        phase=_phase(view),
        turn=view["to_act"],
        talk=before_bets,
        last_deal=view["last_deal"] and _read_last_deal(view["last_deal"]),
    )
    if view["phase"] in NO_CARDS:
        return state
    state = state._replace(table=_sample_table(view, options, below))
    if state.phase == "open":
        return _replay_bets(state, talk[len(before_bets) :], view)
    return state


def _phase(view: Json) -> Phase:
    """The phase of the state; for all bets it is `open`, since they are replayed from there."""
    match view["phase"]:
        case "announce" | "bet":
            return "open"
        case "discard":
            if view["seen"]:
                return "visto"
            return "stock" if view["to_act"] == CHANCE else "discard"
    phase: Phase = view["phase"]
    return phase


def _replay_bets(state: State, talk: tuple[TalkEntry, ...], view: Json) -> State:
    """Say again what was said, starting from the score before the bets.

    All announcements are true (MUS-B28), since the hands were chosen to match them.
    """
    running = list(state.score.running)
    for lance in view["lances"]:
        if lance["side"] is not None:
            running[lance["side"]] -= lance["paid"]
    score = state.score._replace(running=tuple(running))
    state = open_next_lance(state._replace(score=score))
    is_automatic = state.options.announcements == "automatic"
    for _, move, _ in talk:
        if is_automatic and move.say in ANNOUNCEMENTS:
            continue
        state = play(state, move)
    return state


# --- the cards ---


def _sample_table(view: Json, options: Options, below: Below) -> Table:
    seats, me = view["seats"], view["seat"]
    hand = SPANISH.read(view["hand"])
    discards = SPANISH.read(view["discards"])
    shown = tuple([SPANISH.read(seat["shown"]) for seat in seats])
    known = {*hand, *discards, *sum(shown, ())}
    unknown = [card for card in SPANISH.cards if card not in known]

    others = [seat for seat in range(4) if seat != me]
    sizes = [seats[seat]["cards"] for seat in others]
    tests = [_hand_test(seats[seat], options) for seat in others]
    # The real hands are one solution, so there always is one.
    sampled = next(_sample_hands(sizes, tests, unknown, below))
    hands = dict(zip(others, sampled, strict=True)) | {me: hand}

    rest = [card for card in unknown if card not in sum(sampled, ())]
    _shuffle(rest, below)
    order = _take(rest, view["stock"])
    laid = {seat: _laid_down(view, seat, rest) for seat in others}
    pile: dict[Seat, Cards] = dict.fromkeys(others, ())
    if view["phase"] != "redeal":
        pile = {seat: shown[seat] for seat in others}
    pile[others[0]] += tuple(rest)  # no view shows whose old discards these are

    old = len(discards) - len(_laid_down(view, me, list(discards)))
    laid[me], pile[me] = discards[old:], discards[:old]
    return Table(
        hands=_by_seat(hands),
        order=order,
        laid=_by_seat(laid),
        pile=_by_seat(pile),
        shown=shown,
        discarded=tuple([seat["discarded"] for seat in seats]),
    )


def _by_seat(cards: dict[Seat, Cards]) -> tuple[Cards, ...]:
    return tuple([cards[seat] for seat in range(4)])


def _laid_down(view: Json, seat: Seat, unknown: list[int]) -> Cards:
    """The discards of a seat in the current exchange, taken from the unknown cards."""
    public = view["seats"][seat]
    if view["phase"] == "redeal":
        return SPANISH.read(public["shown"])
    if view["phase"] == "discard":
        return tuple(sorted(_take(unknown, public["discarded"] or 0)))
    return ()


def _hand_test(seat: Json, options: Options) -> HandTest:
    """Whether a hand agrees with the announcements of its seat."""
    pares, juego = seat["pares"], seat["juego"]
    if pares is None:  # juego is announced later
        return lambda hand: True

    def agrees(hand: Cards) -> bool:
        strength = hand_strength(hand, options.kings, options.royal)
        if bool(strength.pares) != pares:
            return False
        return juego is None or bool(strength.juego) == juego

    return agrees


def _sample_hands(
    sizes: list[int], tests: list[HandTest], unknown: list[int], below: Below
) -> Iterator[list[Cards]]:
    """Ways to deal hands of these sizes that pass the tests, in random order."""
    if not sizes:
        yield []
        return
    for hand in _sample_hand(sizes[0], tests[0], unknown, below):
        left = [card for card in unknown if card not in hand]
        for others in _sample_hands(sizes[1:], tests[1:], left, below):
            yield [hand, *others]


def _sample_hand(
    size: int, agrees: HandTest, unknown: list[int], below: Below
) -> Iterator[Cards]:
    """Hands that pass the test: first random ones, then all."""
    for _ in range(TRIES):
        cards = list(unknown)
        drawn = [cards.pop(below(len(cards))) for _ in range(size)]
        hand = tuple(sorted(drawn))
        if agrees(hand):
            yield hand
    for combination in combinations(unknown, size):
        hand = tuple(sorted(combination))
        if agrees(hand):
            yield hand


def _take(cards: list[int], number: int) -> Cards:
    """Take cards from the end of the list."""
    return tuple([cards.pop() for _ in range(number)])


def _shuffle(cards: list[int], below: Below) -> None:
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]


# --- what has happened ---


def _read_talk(entries: list[Json]) -> tuple[TalkEntry, ...]:
    return tuple(map(_read_talk_entry, entries))


def _read_talk_entry(entry: Json) -> TalkEntry:
    seat, say, n, lance = entry["seat"], entry["say"], entry["n"], entry["lance"]
    match say:
        case "pares" | "juego":
            answer = "si" if n else "no"
            return seat, parse(f"{say} {answer}"), lance
        case "draw":
            return seat, Move(say, cards=(n,)), lance
        case "discard":  # the view tells how many cards, not which
            return seat, Move(say, cards=SPANISH.cards[: n or 0]), lance
        case "exposed":
            return seat, Move(say, seat), lance
        case "envido":
            return seat, Move(say, n), lance
    return seat, Move(say), lance


def _read_score(score: Json) -> Score:
    sets = tuple(map(tuple, score["sets"]))
    return Score(tuple(score["won"]), tuple(score["running"]), sets)


def _read_last_deal(last: Json) -> LastDeal:
    return LastDeal(
        deal=last["deal"],
        hands=last["hands"] and tuple(map(SPANISH.read, last["hands"])),
        talk=_read_talk(last["talk"]),
        awards=tuple([Award(**award) for award in last["awards"]]),
        score=_read_score(last["score"]),
    )
