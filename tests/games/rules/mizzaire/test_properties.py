"""What holds in every match, however it is played."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given

from core.refusals import IllegalMove
from games.mizzaire import rules
from games.mizzaire.rules.state import LastDeal, Move, State
from games.rules.base import CHANCE
from games.rules.cards import FRENCH
from games.rules.tricks import mask
from tests.games.rules.mizzaire.random_matches import MATCHES, OPTIONS, SEEDS
from tests.games.rules.mizzaire.tables import before, played


def rounds_of(options: dict[str, Any], seed: int) -> list[LastDeal]:
    """How each of the eighteen rounds of a match went."""
    states = [state for _, _, state in played(before(1, **options), Random(seed))]
    ended = [
        state.round.last_deal for state in states if state.phase in ("deal", "over")
    ]
    return [last for last in ended if last]


@MATCHES
@given(OPTIONS, SEEDS)
def test_the_cards_are_conserved(options: dict[str, Any], seed: int) -> None:
    """MIZ-2, MIZ-B13: in hands, on the table, in finished tricks; no card is in two places."""
    out: set[int] = set()
    for _, move, state in played(before(1, **options), Random(seed)):
        if move.say == "deal":
            out = set(
                move.cards[: options["players"] * rules.view(state, None)["size"]]
            )
        if state.phase in ("call", "play"):
            gone = FRENCH.read(rules.view(state, None)["gone"])
            assert mask(out) == sum(state.hands) + mask(state.trick) + mask(gone)


@MATCHES
@given(OPTIONS, SEEDS)
def test_a_match_has_84_tricks_of_which_77_in_rounds_with_calls(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-3, MIZ-13"""
    tricks = [sum(last.tricks) for last in rounds_of(options, seed)]
    assert (len(tricks), sum(tricks), tricks[10]) == (18, 84, 7)


@MATCHES
@given(OPTIONS, SEEDS)
def test_in_each_round_with_calls_somebody_misses_his_call(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-9, MIZ-B4: the calls never sum up to the tricks."""
    calling = [last for last in rounds_of(options, seed) if None not in last.calls]
    assert [last.deal for last in calling] == [
        number for number in range(1, 19) if number != 11
    ]
    for last in calling:
        assert sum(filter(None, last.calls)) != sum(last.tricks)
        assert 0 in last.points


@MATCHES
@given(OPTIONS, SEEDS)
def test_points_follow_from_calls_and_tricks(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-19, MIZ-20, MIZ-21, MIZ-B9: in round 11 they sum up to 2 for each seat without a trick,
    minus 7.
    """
    for last in rounds_of(options, seed):
        if last.deal == 11:
            assert sum(last.points) == 2 * last.tricks.count(0) - 7
        else:
            lines = zip(last.calls, last.tricks, last.points, strict=True)
            assert all(
                points == (2 + tricks if call == tricks else 0)
                for call, tricks, points in lines
            )


@MATCHES
@given(OPTIONS, SEEDS)
def test_totals_are_the_sums_of_the_rounds_and_within_bounds(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-22, MIZ-B15: at most 17 times 2, 77 tricks and 2 for none in round 11; at least seven
    tricks there.
    """
    *_, (_, _, last) = played(before(1, **options), Random(seed))
    score, outcome = rules.score(last), rules.outcome(last)
    assert outcome
    assert score.won == outcome.score == tuple(map(sum, zip(*score.sets, strict=True)))
    assert all(-7 <= total <= 113 for total in score.won)


SIZES = [1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1]


def test_the_upper_bound_is_reached_by_who_calls_and_takes_every_trick_and_none_in_round_11() -> (
    None
):
    """MIZ-19, MIZ-21: 17 * 2 + 77 + 2 = 113. Seat 0 has the high spades, which are trumps, and
    leads where none are.

    Both call all tricks, so that the dealer's restriction never binds.
    """
    state, down = before(1, players=2, first_lead="dealer"), FRENCH.cards[::-1]
    for number, size in enumerate(SIZES, start=1):
        hands = [down[:size], down[-size:]]
        first = hands if (number % 2 == 1) != (number == 11) else hands[::-1]
        order = [card for pair in zip(*first, strict=True) for card in pair]
        rest = [card for card in down if card not in order]
        state = rules.play(state, rules.deal_move((*order, *rest)))
        while state.phase in ("call", "play"):
            state = rules.play(state, rules.legal_moves(state)[-1])
    assert rules.score(state).won[0] == 113


@MATCHES
@given(OPTIONS, SEEDS)
def test_every_legal_move_has_a_text_that_reads_back_as_the_same_move(
    options: dict[str, Any], seed: int
) -> None:
    for state, move, _ in played(before(1, **options), Random(seed)):
        moves = rules.legal_moves(state)
        assert len(set(moves)) == len(moves)
        assert all(rules.parse(rules.text(one)) is one for one in moves)
        assert rules.parse(rules.text(move)) == move


@MATCHES
@given(OPTIONS, SEEDS)
def test_exactly_the_legal_moves_are_accepted(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-7, MIZ-9, MIZ-16: `play` refuses every other call and every other card."""
    every = [rules.parse(f"call {n}") for n in range(9)] + [
        rules.parse(f"play {t}") for t in FRENCH.texts
    ]
    random = Random(seed)
    for state, _, _ in played(before(1, **options), random):
        if random.randrange(20) == 0:
            assert [move for move in every if accepted(state, move)] == list(
                rules.legal_moves(state)
            )


def accepted(state: State, move: Move) -> bool:
    try:
        rules.play(state, move)
    except IllegalMove:
        return False
    return True


@MATCHES
@given(OPTIONS, SEEDS)
def test_the_move_for_a_seat_whose_time_is_up_is_always_legal(
    options: dict[str, Any], seed: int
) -> None:
    for state, move, _ in played(
        before(1, **options), Random(seed), rules.least_committing
    ):
        assert move.say == "deal" or move in rules.legal_moves(state)


@MATCHES
@given(OPTIONS, SEEDS)
def test_the_tricks_are_taken_as_a_slow_reading_of_the_rules_says(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-17, MIZ-18, written again from the texts of the cards."""
    for before_it, after in pairwise(
        state for _, _, state in played(before(1, **options), Random(seed))
    ):
        if before_it.phase != "play" or len(before_it.trick) + 1 < options["players"]:
            continue
        trick = after.lead.last_trick or after.round.last_deal.trick  # type: ignore[union-attr]
        texts = [FRENCH.text(card) for card in trick.cards]
        trump = rules.view(before_it, None)["trump"]
        trumps = [text for text in texts if text[1] == trump]
        best = max(
            trumps or [text for text in texts if text[1] == texts[0][1]],
            key=lambda text: RANKS.index(text[0]),
        )
        assert trick.taker == (trick.leader + texts.index(best)) % options["players"]


RANKS = "23456789TJQKA"
RECORDED = Path(__file__).parent / "data" / "match.txt"


def test_a_recorded_match_is_played_line_by_line() -> None:
    """MIZ-1 to MIZ-22: a whole match as text, with the score after each of its rounds."""
    options, *lines = RECORDED.read_text().splitlines()
    state = rules.start(rules.options({"players": int(options.split()[1])}))
    for number, line in enumerate(lines, start=2):
        who, text = line.split(" ", 1)
        if who == "=":
            assert rules.score(state).won == tuple(map(int, text.split())), (
                f"line {number}"
            )
        else:
            assert rules.to_act(state) == (CHANCE if who == "-" else int(who)), (
                f"line {number}"
            )
            state = rules.play(state, rules.parse(text))
    assert rules.outcome(state)
