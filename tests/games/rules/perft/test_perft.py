"""The number of legal sequences from fixed deals, by the engine and by rules written apart from
it.
"""

import contextlib
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from core.refusals import IllegalMove
from games.catalogue import GAMES
from games.mu import rules as mu
from tests.games.rules.perft import slow
from tests.games.rules.perft.counting import (
    Position,
    Row,
    begun,
    dealt,
    positions,
    sequences,
    sequences_told,
)

MANY = 20_000
"""More sequences take more than a moment to count."""
SLOW = [pytest.mark.slow]

ROWS = [
    pytest.param(
        position,
        row,
        id=f"{game}: {position.title}, {row.depth}",
        marks=SLOW[: row.sequences > MANY],
    )
    for game in sorted(GAMES)
    for position in positions(game)
    for row in position.rows
]


@pytest.mark.parametrize(("position", "row"), ROWS)
def test_as_many_sequences_as_the_table_says(position: Position, row: Row) -> None:
    assert sequences(position.game, begun(position), row.depth) == row.sequences


@pytest.mark.parametrize(
    ("position", "row"), [row for row in ROWS if row.values[1].known != "engine"]
)
def test_rules_written_apart_from_the_engine_allow_as_many(
    position: Position, row: Row
) -> None:
    rules, (state, order) = GAMES[position.game].rules, dealt(position)
    options, facts = (
        rules.options_json(rules.options(position.options)),
        rules.view(state, None),
    )
    table = slow.Table(options, facts["deal"], facts["dealer"], order)
    legal = getattr(slow, position.game)
    assert (
        sequences_told(lambda said: legal(table, said), position.after, row.depth)
        == row.sequences
    )


def test_every_game_is_counted_under_several_options() -> None:
    for game in GAMES:
        assert len({str(position.options) for position in positions(game)}) >= 3


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_mu_8_and_10_any_cards_may_be_revealed_as_long_as_they_are_not_too_many(
    players: int,
) -> None:
    """MU-8, MU-10: counted exactly. Of twins either may go, so the ways to choose n of a hand's
    texts are those of the polynomial with a factor 1 + x for each single card and 1 + x + x²
    for each pair of twins.
    """
    state, order = dealt(Position("mu", "", {"players": players}, 1, players, (), ()))
    state = mu.play(mu.play(state, mu.parse(f"reveal {order[0]}")), mu.parse("pass"))
    hand = sorted(order[2::players])
    chosen = {
        " ".join(cards) for number in (1, 2, 3) for cards in combinations(hand, number)
    }
    accepted = [cards for cards in chosen if may_play(state, f"reveal {cards}")]
    assert len(accepted) == sum(
        ways(Counter(hand).values())[number] for number in (1, 2)
    )
    assert len(chosen) == sum(
        ways(Counter(hand).values())[number] for number in (1, 2, 3)
    )


def may_play(state: mu.State, text: str) -> bool:
    with contextlib.suppress(IllegalMove):
        return bool(mu.play(state, mu.parse(text)))
    return False


def ways(alike: Iterable[int]) -> list[int]:
    """For each number the ways to choose so many cards."""
    found = [1]
    for count in alike:
        places = range(len(found) + count)
        found = [
            sum(found[n - k] for k in range(count + 1) if 0 <= n - k < len(found))
            for n in places
        ]
    return found
