"""What holds for every game under any options: the promises of `games.rules.base.Game`."""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.choices import REFUSALS as OPTION_REFUSALS
from core.refusals import BadNotation, BadOption, IllegalMove, Refusal
from games.catalogue import GAMES
from games.rules.base import CHANCE, is_event
from games.rules.cards import REFUSALS as CARD_REFUSALS
from tests import rulebook
from tests.games.rules.playing import Step, a_match, chance, some_options

CODES = sorted(GAMES)
LONGEST = 10_000
"""Moves of a match under the options of these tests, at most."""
LARGEST = 40_000
"""Bytes that a state and all that belongs to it alone may take."""
SEEN = {
    "game",
    "phase",
    "deal",
    "to_act",
    "dealer",
    "sides",
    "score",
    "outcome",
    "seats",
}
"""What a view says in every game."""

for_every_game = pytest.mark.parametrize("code", CODES)


def any_match(examples: int) -> Callable[[Any], Any]:
    """The test is asked about so many matches of each game."""

    def decorate(test: Any) -> Any:
        return for_every_game(
            settings(max_examples=examples, deadline=None)(
                given(seed=st.integers(0, 10**9))(test)
            )
        )

    return decorate


def moments(code: str, seed: int, number: int = 12) -> list[Step]:
    """Some steps of a match, drawn at random, with the first and the last."""
    steps, below = list(a_match(code, seed)), chance("moments", seed)
    return [steps[0], *(steps[below(len(steps))] for _ in range(number)), steps[-1]]


def refusal(attempt: Callable[..., object], *given: object) -> Refusal | None:
    """What an attempt is refused with, None if it is not."""
    try:
        attempt(*given)
    except Refusal as refused:
        return refused
    return None


@any_match(examples=40)
def test_a_match_ends(code: str, seed: int) -> None:
    assert len(list(islice(a_match(code, seed), LONGEST))) < LONGEST


@any_match(examples=10)
def test_the_text_of_every_legal_move_is_that_moves_alone(code: str, seed: int) -> None:
    game = GAMES[code].rules
    for before, move, _ in a_match(code, seed):
        moves = (move, *game.legal_moves(before))
        texts = [game.text(move) for move in moves]
        assert [game.parse(text) for text in texts] == list(moves)
        assert len(set(texts[1:])) == len(texts) - 1
        assert all(
            text.isascii()
            and text.isprintable()
            and len(text) <= 1000
            and ";" not in text
            for text in texts
        )


@any_match(examples=10)
def test_every_legal_move_can_be_played_and_the_least_committing_one_is_legal(
    code: str, seed: int
) -> None:
    game = GAMES[code].rules
    for before, _, _ in moments(code, seed):
        moves = game.legal_moves(before)
        assert bool(moves) == (game.to_act(before) != CHANCE)
        for move in moves:
            game.play(before, move)
        assert not moves or game.least_committing(before) in moves


@any_match(examples=15)
def test_any_other_move_is_refused_with_its_rule_in_words(code: str, seed: int) -> None:
    """Other moves are all that are legal at some other moment; a larger offer or bid than those
    listed may be legal.
    """
    game = GAMES[code].rules
    steps = list(a_match(code, seed))
    known = {step.move for step in steps}.union(
        *(game.legal_moves(step.before)[:3] for step in steps)
    )
    for state in [step.before for step in moments(code, seed)] + [steps[-1].after]:
        legal = game.legal_moves(state)
        words = {game.text(move).split()[0] for move in legal}
        for move in known.difference(legal):
            if is_event(game.text(move)):
                continue  # no seat's move
            if refused := refusal(game.play, state, move):
                assert isinstance(refused, IllegalMove)
                assert game.REFUSALS[refused.code].format(**refused.fields)
                assert refused.fields["rule"] in rulebook.rules()
            else:
                assert (
                    game.text(move).split()[0] in words or game.to_act(state) == CHANCE
                )


@for_every_game
def test_only_the_whole_pack_can_be_dealt(code: str) -> None:
    """MUS-2, MU-2, MIZ-2: no card missing, none twice."""
    game = GAMES[code].rules
    state = game.start(game.options({}))
    pack = game.pack(state)
    for cards in (
        (),
        pack[:-1],
        (*pack[:-1], pack[0]),
        (*pack, pack[0]),
        (*pack, *pack),
    ):
        assert refusal(lambda cards: game.play(state, game.deal_move(cards)), cards)
    assert not refusal(
        lambda cards: game.play(state, game.deal_move(cards)), pack[::-1]
    )


@for_every_game
@given(
    text=st.one_of(
        st.text(max_size=40),
        st.from_regex(r"[a-z]{1,8}( [A-Za-z0-9]{1,3}){0,4}", fullmatch=True),
    )
)
@settings(max_examples=100, deadline=None)
def test_any_other_text_is_no_move(code: str, text: str) -> None:
    game = GAMES[code].rules
    if refused := refusal(game.parse, text):
        assert isinstance(refused, BadNotation)
        assert refused.code in game.REFUSALS.keys() | CARD_REFUSALS
    else:
        assert game.parse(game.text(game.parse(text))) == game.parse(text)


@any_match(examples=10)
def test_views_are_plain_json_and_agree_on_what_is_public(code: str, seed: int) -> None:
    game = GAMES[code].rules
    for _, _, state in moments(code, seed):
        public = game.view(state, None)
        assert json.loads(json.dumps(public, allow_nan=False)) == public
        assert public.keys() >= SEEN
        assert public.keys().isdisjoint({"seat", "hand", "choices"})
        assert (public["game"], public["to_act"]) == (code, game.to_act(state))
        for seat in range(len(public["seats"])):
            view = game.view(state, seat)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
            assert {key: view[key] for key in public} == public
            assert view.keys() - public.keys() >= {"seat", "hand", "choices"}
            assert view["seat"] == seat


@any_match(examples=10)
def test_the_choices_of_a_view_are_the_legal_moves(code: str, seed: int) -> None:
    game = GAMES[code].rules
    for _, _, state in moments(code, seed):
        legal = [game.text(move) for move in game.legal_moves(state)]
        for seat in range(len(game.view(state, None)["seats"])):
            choices = game.view(state, seat)["choices"]
            offered = {choice["say"] for choice in choices if choice["legal"]}
            if seat == game.to_act(state):
                assert all(
                    any(f"{text} ".startswith(f"{say} ") for say in offered)
                    for text in legal
                )
                assert all(
                    any(f"{text} ".startswith(f"{say} ") for text in legal)
                    for say in offered
                )
            else:
                assert not offered
            for choice in choices:
                assert choice["legal"] or choice["code"] in game.REFUSALS


@any_match(examples=15)
def test_a_state_imagined_from_a_view_has_the_same_view(code: str, seed: int) -> None:
    game, below = GAMES[code].rules, chance("imagined", seed)
    for _, _, state in moments(code, seed, 6):
        for seat in range(len(game.view(state, None)["seats"])):
            view = game.view(state, seat)
            imagined = game.determinize(view, below)
            assert game.view(imagined, seat) == view
            if game.to_act(state) == seat:
                assert set(game.legal_moves(imagined)) == set(game.legal_moves(state))


@any_match(examples=10)
def test_an_imagined_match_can_be_played_on(code: str, seed: int) -> None:
    game, below = GAMES[code].rules, chance("played on", seed)
    state = moments(code, seed, 1)[1].before
    seat = below(len(game.view(state, None)["seats"]))
    imagined = game.determinize(game.view(state, seat), below)
    for _ in range(60):
        moves = game.legal_moves(imagined)
        if not moves:
            break
        imagined = game.play(imagined, moves[below(len(moves))])


@any_match(examples=15)
def test_there_is_a_result_when_nobody_is_to_act_and_never_before(
    code: str, seed: int
) -> None:
    game = GAMES[code].rules
    for before, _, after in a_match(code, seed):
        assert game.outcome(before) is None
        assert (game.outcome(after) is None) == (game.to_act(after) is not None)
    outcome, score = game.outcome(after), game.score(after)
    assert outcome is not None
    assert outcome.score == score.won
    options = game.options(some_options(game, chance(code, seed)))
    assert refusal(game.check_score, options, outcome.score) is None
    assert outcome.places == tuple(
        1 + sum(other > own for other in outcome.score) for own in outcome.score
    )
    assert game.legal_moves(after) == ()


@any_match(examples=10)
def test_scores_have_a_number_for_each_side_and_sides_have_each_seat_once(
    code: str, seed: int
) -> None:
    game = GAMES[code].rules
    for _, _, state in moments(code, seed):
        score, view = game.score(state), game.view(state, None)
        assert {len(score.won), len(score.running), *map(len, score.sets)} == {
            len(view["sides"])
        }
        assert sorted(seat for side in view["sides"] for seat in side) == list(
            range(len(view["seats"]))
        )
        assert view["score"] == json.loads(json.dumps(score._asdict()))


@any_match(examples=10)
def test_a_seat_may_check_places_of_the_last_shuffle_that_no_other_seat_may(
    code: str, seed: int
) -> None:
    game, order = GAMES[code].rules, ()
    for before, _, after in a_match(code, seed):
        if game.to_act(before) == CHANCE:
            order = game.pack(before)
        checked = [
            place
            for seat in range(_seats(code, after))
            for place in game.positions(after, seat)
        ]
        assert len(set(checked)) == len(checked)
        assert all(0 <= place < len(order) for place in checked)


def _seats(code: str, state: Any) -> int:
    return len(GAMES[code].rules.view(state, None)["seats"])


def parts(value: Any) -> Iterator[Any]:
    """A value and all that it is made of."""
    yield value
    if isinstance(value, tuple | frozenset):
        for part in value:
            yield from parts(part)


@any_match(examples=10)
def test_a_state_is_made_of_values_that_never_change_and_stays_small(
    code: str, seed: int
) -> None:
    for _, _, state in moments(code, seed):
        hash(state)
        found = {id(part): part for part in parts(state)}.values()
        assert {type(part) for part in found if not isinstance(part, tuple)} <= {
            int,
            str,
            bool,
            type(None),
            frozenset,
        }
        assert sum(map(sys.getsizeof, found)) < LARGEST


# --- options ---


@for_every_game
@given(seed=st.integers(0, 10**9))
@settings(max_examples=50, deadline=None)
def test_options_are_read_back_from_their_json(code: str, seed: int) -> None:
    game = GAMES[code].rules
    options = game.options(some_options(game, chance(seed)))
    as_json = game.options_json(options)
    assert as_json.keys() == game.OPTIONS.keys()
    assert game.options(json.loads(json.dumps(as_json))) == options
    assert sum(map(len, game.sides(options))) == as_json["players"]


OUTSIDE = [
    pytest.param(code, name, value, id=f"{code} {name} {value!r}")
    for code in CODES
    for name, choice in GAMES[code].rules.OPTIONS.items()
    for value in (
        None,
        3.5,
        "perhaps",
        [],
        {},
        -1,
        10**9,
        *([] if isinstance(choice.values[0], bool) else [True]),
    )
]


@pytest.mark.parametrize(("code", "name", "value"), OUTSIDE)
def test_a_value_that_an_option_may_not_have_is_refused_with_those_that_it_may(
    code: str, name: str, value: object
) -> None:
    with pytest.raises(BadOption) as refused:
        GAMES[code].rules.options({name: value})
    assert refused.value.code == "option.bad"
    assert refused.value.fields["rule"] in rulebook.rules()
    assert str(GAMES[code].rules.OPTIONS[name]) in OPTION_REFUSALS["option.bad"].format(
        **refused.value.fields
    )


@for_every_game
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(code: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAMES[code].rules.options({"colour": "red"})
    assert refused.value.code == "option.unknown"
    assert all(
        name in str(refused.value.fields["allowed"])
        for name in GAMES[code].rules.OPTIONS
    )


@for_every_game
@pytest.mark.parametrize("seat", [-1, -2, 4, 100])
def test_a_seat_that_does_not_exist_sees_nothing(code: str, seat: int) -> None:
    """-1 and -2 are chance and the referee, not the last seats."""
    game = GAMES[code].rules
    state = list(islice(a_match(code, 3), 5))[-1].after
    beyond = len(game.view(state, None)["seats"])
    with pytest.raises(ValueError, match="no such seat"):
        game.view(state, seat if seat != 4 else beyond)


@for_every_game
def test_a_score_has_one_number_for_each_side(code: str) -> None:
    game = GAMES[code].rules
    options = game.options({})
    sides = len(game.sides(options))
    for length in (0, sides - 1, sides + 1):
        with pytest.raises(ValueError, match="one number for each side"):
            game.check_score(options, (0,) * length)
