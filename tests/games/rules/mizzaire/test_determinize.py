"""States that a seat cannot tell from the real one."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given

from games.mizzaire import rules
from games.rules.cards import FRENCH
from tests.games.rules.mizzaire.random_matches import MATCHES, OPTIONS, SEEDS
from tests.games.rules.mizzaire.tables import before, called, dealt, hands, played, said


@MATCHES
@given(OPTIONS, SEEDS)
def test_an_imagined_state_has_the_same_view(
    options: dict[str, Any], seed: int
) -> None:
    random = Random(seed)
    for _, _, state in played(before(1, **options), random):
        if random.randrange(3):
            continue
        seat = random.randrange(options["players"])
        view = rules.view(state, seat)
        assert rules.view(rules.determinize(view, random.randrange), seat) == view


@MATCHES
@given(OPTIONS, SEEDS)
def test_an_imagined_match_is_played_on_to_its_end(
    options: dict[str, Any], seed: int
) -> None:
    """Its cards are conserved: no card is in two places, and as many as in the real deal are out."""
    random = Random(seed)
    for _, _, state in played(before(1, **options), random):
        if random.randrange(40) or state.phase not in ("call", "play"):
            continue
        imagined = rules.determinize(rules.view(state, state.seat), random.randrange)
        assert sum(imagined.hands).bit_count() == sum(state.hands).bit_count()
        assert imagined.unplayed == state.unplayed
        assert imagined.turned is None or not sum(imagined.hands) >> imagined.turned & 1
        *_, (_, _, last) = played(imagined, random)
        assert rules.outcome(last)


def test_cards_that_are_not_seen_lie_anywhere_with_the_same_chance() -> None:
    """Round 1 of three: the other two hold two of the 50 cards that are neither one's own nor
    turned up.
    """
    view, random = rules.view(hands(1, "AS", "KS", "QS", turned="2D"), 0), Random(7)
    held = Counter(
        rules.determinize(view, random.randrange).hands[1] for _ in range(5000)
    )
    assert set(held) == {
        1 << card for card in FRENCH.cards if FRENCH.text(card) not in ("AS", "2D")
    }
    assert all(50 < number < 160 for number in held.values())


def test_nobody_is_imagined_to_hold_what_he_has_shown_to_lack() -> None:
    """MIZ-16: the seat after the leader did not follow hearts."""
    state = said(
        called(hands(3, "6H 3H 2H", "7C KC 8D", "AC 5H 4H", turned="2S")),
        "play 6H, play 7C",
    )
    seat = rules.to_act(state)
    assert seat is not None
    hearts = rules.parse("play 2H").n // 13
    random = Random(3)
    for _ in range(200):
        imagined = rules.determinize(rules.view(state, seat), random.randrange)
        assert not imagined.hands[(seat - 1) % 3] >> 13 * hearts & 0x1FFF


def test_what_lies_face_down_is_imagined_too() -> None:
    """MIZ-10, MIZ-11: the trump card in rounds 8 and 9, and one's own cards in round 9."""
    random = Random(11)
    for number, own in ((8, 1), (9, 30)):
        view = rules.view(dealt(number), 2)
        imagined = [rules.determinize(view, random.randrange) for _ in range(30)]
        assert len({state.turned for state in imagined}) > 10
        assert len({state.hands[2] for state in imagined}) == own
        assert len({state.hands[0] for state in imagined}) == 30


def test_the_same_chance_imagines_the_same_state() -> None:
    view = rules.view(dealt(9), 0)
    one, other = (rules.determinize(view, Random(5).randrange) for _ in range(2))
    assert one == other
