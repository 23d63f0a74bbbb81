"""Following suit, taking a trick, and where unseen cards can deal_hidden."""

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, combinations, pairwise, permutations
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import Below
from games.rules.tricks import Holder, deal_hidden, follow, mask, subsets, winning_index

T = TypeVar("T")


def test_a_set_of_cards_has_the_bits_of_its_cards() -> None:
    assert mask([0, 2, 51]) == 1 + 4 + 2**51
    assert mask([]) == 0


def test_the_table_of_picks_has_the_items_of_every_set_in_order() -> None:
    assert subsets("abc") == (
        (),
        ("a",),
        ("b",),
        ("a", "b"),
        ("c",),
        ("a", "c"),
        ("b", "c"),
        ("a", "b", "c"),
    )


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        pytest.param(
            0b0110_0011, 0b0000_1111, 0b0000_0011, id="MIZ-16: whoever can must follow"
        ),
        pytest.param(
            0b0110_0000,
            0b0000_1111,
            0b0110_0000,
            id="MIZ-16: whoever cannot may play any card",
        ),
        pytest.param(
            0b0110_0011, 0, 0b0110_0011, id="MIZ-15: the leader may lead any card"
        ),
    ],
)
def test_following_suit(hand: int, led: int, allowed: int) -> None:
    assert follow(hand, led) == allowed


@pytest.mark.parametrize(
    ("trick", "place"),
    [((0, 1, 2), 2), ((2, 1, 0), 0), ((0, 3, 1), 1), ((1, 3, 2, 4), 2), ((3, 3), 0)],
)
def test_the_strongest_card_takes_the_trick_of_equals_the_first(
    trick: tuple[int, ...], place: int
) -> None:
    assert winning_index(trick, [0, 5, 7, 5, 7]) == place


UNSEEN = (0, 1), (2, 3), (4,)
HOLDERS = Holder(2, frozenset({0})), Holder(1, frozenset({1})), Holder(1)


def every_way() -> set[tuple[frozenset[int], ...]]:
    """Written again, slowly: every order of the cards, given out from the top, that respects the
    voids.
    """
    ways = set()
    for a, b, c, d, _ in permutations(range(5)):
        if not {a, b} & {0, 1} and c not in (2, 3):
            ways.add((frozenset({a, b}), frozenset({c}), frozenset({d})))
    return ways


def test_unseen_cards_lie_in_every_way_that_fits_and_each_is_equally_likely() -> None:
    random = Random(1)
    rounds = 700
    seen = Counter(
        tuple(map(frozenset, deal_hidden(UNSEEN, HOLDERS, random.randrange)))
        for _ in range(14 * rounds)
    )
    assert set(seen) == every_way()
    assert len(seen) == 14
    assert all(0.8 * rounds < number < 1.2 * rounds for number in seen.values())


@given(
    st.integers(0, 2**32),
    st.lists(
        st.tuples(st.integers(0, 4), st.sets(st.integers(0, 3))), min_size=1, max_size=5
    ),
)
def test_whatever_is_known_of_voids_a_way_is_found_that_fits(
    seed: int, wanted: list[tuple[int, set[int]]]
) -> None:
    random = Random(seed)
    left = list(range(24))
    random.shuffle(left)
    holders = []
    for size, voids in wanted:
        fitting = [card for card in left if card // 6 not in voids][:size]
        left = [card for card in left if card not in fitting]
        holders.append(Holder(len(fitting), frozenset(voids)))
    suits = [range(6 * suit, 6 * suit + 6) for suit in range(4)]
    hands = deal_hidden([tuple(suit) for suit in suits], holders, random.randrange)
    assert [len(hand) for hand in hands] == [holder.size for holder in holders]
    assert all(
        card // 6 not in holder.voids
        for hand, holder in zip(hands, holders, strict=True)
        for card in hand
    )
    assert all(not set(one) & set(other) for one, other in combinations(hands, 2))


def chances(draw: Callable[[Below], T]) -> dict[T, Fraction]:
    """How likely each result is, exactly: chance gives every answer that it can give."""
    found: dict[T, Fraction] = defaultdict(Fraction)
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        script, likely = scripts.pop()
        asked: list[int] = []

        def below(
            n: int, script: tuple[int, ...] = script, asked: list[int] = asked
        ) -> int:
            asked.append(n)
            return script[len(asked) - 1] if len(asked) <= len(script) else 0

        result = draw(below)
        for place in range(len(script), len(asked)):
            likely /= asked[place]
            known = script + (0,) * (place - len(script))
            scripts += [((*known, answer), likely) for answer in range(1, asked[place])]
        found[result] += likely
    return dict(found)


@pytest.mark.parametrize(
    ("suits", "holders"),
    [
        ([(0, 1), (2, 3), (4,)], [Holder(1, frozenset({suit})) for suit in (0, 1, 2)]),
        (
            [(0, 1), (2,), (3,)],
            [Holder(1, frozenset({0})), Holder(1, frozenset({0, 1})), Holder(2)],
        ),
        (
            [(0,), (1,), (2, 3)],
            [
                Holder(1, frozenset({2})),
                Holder(1, frozenset({0})),
                Holder(1, frozenset({1})),
                Holder(1),
            ],
        ),
        (
            [(0, 1), (2, 3)],
            [Holder(1, frozenset({0})), Holder(1, frozenset({0})), Holder(1)],
        ),
        ([(0, 1, 2), (3,)], [Holder(2), Holder(1), Holder(0, frozenset({1}))]),
    ],
)
def test_every_way_that_fits_is_equally_likely(
    suits: list[tuple[int, ...]], holders: list[Holder]
) -> None:
    cards = [card for suit in suits for card in suit]
    voids = {card: place for place, suit in enumerate(suits) for card in suit}
    ends = list(accumulate((holder.size for holder in holders), initial=0))
    ways = {
        tuple(frozenset(order[a:b]) for a, b in pairwise(ends))
        for order in permutations(cards)
    }
    fitting = {
        hands
        for hands in ways
        if all(
            voids[card] not in holder.voids
            for hand, holder in zip(hands, holders, strict=True)
            for card in hand
        )
    }
    found = chances(
        lambda below: tuple(map(frozenset, deal_hidden(suits, holders, below)))
    )
    assert found == dict.fromkeys(fitting, Fraction(1, len(fitting)))
