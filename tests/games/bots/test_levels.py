"""Every bot of every game: always legal, the same for the same view and chance, blind to what its
seat cannot see.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import mean
from typing import Any

import pytest

from bench.bots import compare
from games.bot_player import LEVELS, choose
from games.bots import search
from games.catalogue import GAMES
from games.rules.base import CHANCE, Game, Json

MANY_VARIANTS: Json = {
    "points_per_set": 20,
    "sets_to_win": 2,
    "mus_visto": "mano",
    "redeal_4567": True,
    "wait_word": True,
    "team_reply": "highest",
    "announcements": "manual",
    "opening": "corrido_each_set",
}
TABLES: list[tuple[str, Json]] = [
    ("mus", {"points_per_set": 20, "sets_to_win": 1}),
    ("mus", {"points_per_set": 20, "sets_to_win": 1, "kings": 4, "royal": "coins"}),
    ("mus", MANY_VARIANTS),
    *(("mu", {"deals": 2, "players": players}) for players in (3, 4, 5, 6)),
    ("mu", {"deals": 2, "bonus_by": "achieved", "allow_same_trump": False}),
    *(("mizzaire", {"players": players}) for players in (2, 4, 7)),
    ("mizzaire", {"players": 3, "first_lead": "dealer", "round11_trump": False}),
]
at_every_table = pytest.mark.parametrize(
    ("code", "options"), TABLES, ids=lambda value: str(value)
)
of_every_game = pytest.mark.parametrize("code", GAMES)


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to go through every part of a search."""
    monkeypatch.setattr(search, "DEALS", 2)


def match(
    code: str, options: Json, seed: int, level: str = "simple"
) -> Iterator[tuple[Game, Any, int]]:
    """The positions in which a seat is to act, in a match of bots."""
    game, chance = GAMES[code].rules, Random(seed)
    state = game.start(game.options(options))
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            pack = game.pack(state)
            state = game.play(
                state, game.deal_move(tuple(chance.sample(pack, len(pack))))
            )
        else:
            yield game, state, seat
            state = game.play(
                state,
                game.parse(choose(game.view(state, seat), chance.randrange, level)),
            )


def some(code: str, options: Json, many: int) -> list[tuple[Game, Any, int]]:
    """Positions from all parts of a match."""
    positions = of_a_match(code, tuple(options.items()))
    return Random(8).sample(positions, min(many, len(positions)))


@cache
def of_a_match(
    code: str, options: tuple[tuple[str, Any], ...]
) -> list[tuple[Game, Any, int]]:
    return list(match(code, dict(options), seed=7))


def test_there_are_two_levels_for_each_game() -> None:
    assert LEVELS == ("simple", "strong")
    assert all(game.bot for game in GAMES.values())


@at_every_table
@pytest.mark.parametrize("seed", range(2))
def test_simple_bots_play_whole_matches_by_the_rules(
    code: str, options: Json, seed: int
) -> None:
    *_, (game, state, seat) = match(code, options, seed)
    last = game.play(
        state, game.parse(choose(game.view(state, seat), Random(seed).randrange))
    )
    assert game.outcome(last) is not None or game.to_act(last) is not None


@at_every_table
def test_a_strong_bot_finds_a_legal_move_everywhere(code: str, options: Json) -> None:
    for game, state, seat in some(code, options, 12):
        game.play(
            state,
            game.parse(choose(game.view(state, seat), Random(1).randrange, "strong")),
        )


@at_every_table
def test_what_a_bot_considers_is_legal(code: str, options: Json) -> None:
    for game, state, _ in some(code, options, 100):
        for move in GAMES[code].bot.candidate_moves(state):
            game.play(state, move)


@of_every_game
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_move(code: str, level: str) -> None:
    for game, state, seat in some(code, {}, 8):
        view = game.view(state, seat)
        assert choose(view, Random(5).randrange, level) == choose(
            view, Random(5).randrange, level
        )


@at_every_table
def test_rules_of_thumb_look_at_nothing_that_the_seat_cannot_see(
    code: str, options: Json
) -> None:
    """Whatever is imagined where the seat cannot see, its own move is the same."""
    for game, state, seat in some(code, options, 25):
        view = game.view(state, seat)
        imagined = [game.determinize(view, Random(seed).randrange) for seed in range(4)]
        moves = {
            game.text(GAMES[code].bot.choose_move(other, Random(3).randrange))
            for other in [state, *imagined]
        }
        assert len(moves) == 1, (moves, view)


@at_every_table
def test_what_is_considered_depends_on_nothing_that_the_seat_cannot_see(
    code: str, options: Json
) -> None:
    for game, state, seat in some(code, options, 25):
        other = game.determinize(game.view(state, seat), Random(2).randrange)
        assert GAMES[code].bot.candidate_moves(other) == GAMES[
            code
        ].bot.candidate_moves(state)


@of_every_game
def test_a_strong_bot_plays_the_same_against_hands_that_it_cannot_tell_apart(
    code: str,
) -> None:
    for game, state, seat in some(code, {}, 8):
        other = game.determinize(game.view(state, seat), Random(11).randrange)
        moves = {
            choose(game.view(one, seat), Random(4).randrange, "strong")
            for one in (state, other)
        }
        assert len(moves) == 1


@of_every_game
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_leaves_its_view_as_it_is(code: str, level: str) -> None:
    game, state, seat = some(code, {}, 1)[0]
    view = game.view(state, seat)
    before = repr(view)
    choose(view, Random(1).randrange, level)
    assert repr(view) == before


@of_every_game
def test_without_time_a_strong_bot_does_the_usual_at_once(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        search.Search, "try_moves", lambda *_: pytest.fail("it thought")
    )
    for game, state, seat in some(code, {}, 10):
        view = game.view(state, seat)
        move = choose(view, Random(6).randrange, "strong", in_time=lambda: False)
        assert move == choose(view, Random(6).randrange, "simple")


@of_every_game
def test_time_is_asked_for_before_each_imagined_deal(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "DEALS", 50)
    begun = noted_thoughts(monkeypatch)
    for game, state, seat in some(code, {}, 10):
        left = iter([True, True, True])
        choose(
            game.view(state, seat),
            Random(6).randrange,
            "strong",
            lambda left=left: next(left, False),
        )
    assert {one.deals for one in begun} <= {0, 3}
    assert any(one.deals == 3 for one in begun)


@of_every_game
def test_no_deal_is_begun_once_the_nodes_are_spent(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "DEALS", 10**9)
    begun = noted_thoughts(monkeypatch)
    for game, state, seat in some(code, {}, 8):
        search.search_move(
            game,
            GAMES[code].bot,
            game.view(state, seat),
            Random(6).randrange,
            lambda: True,
            nodes=300,
        )
    assert any(one.deals for one in begun)
    for one in begun:
        assert all(nodes < 300 for nodes in one.nodes_before)
        assert one.nodes >= 300 or not one.deals


def noted_thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The thoughts that are begun from now on, with how many nodes were spent before each of their
    deals.
    """
    begun: list[Any] = []

    class Noted(search.Search):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            self.nodes_before: list[int] = []
            begun.append(self)

        def try_moves(self, moves: list[Any]) -> None:
            self.nodes_before.append(self.nodes)
            super().try_moves(moves)

    monkeypatch.setattr(search, "Search", Noted)
    return begun


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "level", "matches", "least"),
    [
        ("mus", "simple", 6, 0.3),
        ("mu", "simple", 1, 15),
        ("mu", "strong", 1, 15),
        ("mizzaire", "simple", 1, 0.4),
        ("mizzaire", "strong", 1, 0.4),
    ],
)
def test_who_thinks_is_far_ahead_of_chance(
    code: str, level: str, matches: int, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same deals twice, with changed seats. How far strong is ahead of simple takes more: see
    `bench.bots`.
    """
    monkeypatch.setattr(search, "DEALS", 8)
    assert mean(compare(code, level, "random", matches).differences) > least
