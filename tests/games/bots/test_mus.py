"""The bot for Mus: always legal, the same with the same chance, sensible with clear hands."""

from collections.abc import Callable
from random import Random
from statistics import mean

import pytest

from games.bot_player import choose
from games.mus import rules
from games.mus.bot import candidate_moves
from games.mus.rules.state import Move, State
from tests.games.rules.mus.tables import SEATS, dealt, played, said, waited_until


def last(n: int) -> int:
    """The chance on which the bot does nothing rash."""
    return n - 1


def answer(state: State, chance: Callable[[int], int] = last) -> str:
    seat = rules.to_act(state)
    assert seat is not None
    return choose(rules.view(state, seat), chance)


def bot(random: Random) -> Callable[[State], Move]:
    return lambda state: rules.parse(answer(state, random.randrange))


@pytest.mark.parametrize("seed", range(5))
def test_every_move_of_the_bot_is_legal(seed: int) -> None:
    random = Random(seed)
    for state, move, _ in played(
        rules.start(rules.options({})), bot(random), random.shuffle
    ):
        assert move.say == "deal" or move in rules.legal_moves(state)


def test_the_same_view_and_chance_give_the_same_match() -> None:
    first, second = (
        [
            move
            for _, move, _ in played(
                rules.start(rules.options({})), bot(random), random.shuffle
            )
        ]
        for random in (Random(3), Random(3))
    )
    assert first == second


def test_the_bot_answers_each_view_without_changing_it() -> None:
    view = rules.view(dealt("KKKA", "3H54", "KS64", "HS64"), 0)
    before = repr(view)
    choose(view, last)
    assert repr(view) == before


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("KKHH", "no mus"),
        ("KKKA", "no mus"),
        ("KK75", "no mus"),
        ("4567", "mus"),
        ("KS64", "mus"),
        ("KK64", "mus"),
    ],
)
def test_it_cuts_with_a_good_hand_only(hand: str, word: str) -> None:
    assert answer(dealt(hand, "6554", "7HHS", "7SS6")) == word


@pytest.mark.parametrize(
    ("hand", "discards"),
    [
        ("KK65", "discard 6o 5o"),
        ("KKK5", "discard 5o"),
        ("KKKA", "discard Ao"),
        ("KHS4", "discard Ho So 4o"),
        ("7654", "discard 7o 6o 5o 4o"),
        ("AA75", "discard 7o 5o"),
    ],
)
def test_it_keeps_kings_and_pairs(hand: str, discards: str) -> None:
    state = said(dealt(hand, "6H54", "7HS4", "7SS6"), "A1 mus, B1 mus, A2 mus, B2 mus")
    assert answer(state) == discards


@pytest.mark.parametrize(("hand", "word"), [("KK54", "pares si"), ("KH54", "pares no")])
def test_it_never_thinks_of_a_false_word(hand: str, word: str) -> None:
    """MUS-60."""
    state = waited_until(
        "pares", dealt(hand, "6H54", "7HS4", "7SS6", announcements="manual")
    )
    assert (
        [rules.text(move) for move in candidate_moves(state)]
        == [answer(state)]
        == [word]
    )


def test_it_offers_with_the_best_cards_and_waits_with_the_worst() -> None:
    best = waited_until("grande", dealt("KKKK", "6H54", "7HS4", "7SS6"))
    worst = waited_until("grande", dealt("4455", "KKHH", "KKSS", "33H7"))
    assert answer(best).startswith("envido")
    assert answer(worst) == "paso"


def test_it_accepts_with_the_best_cards_and_refuses_with_the_worst() -> None:
    offer = said(
        waited_until("grande", dealt("HS64", "KKKK", "4455", "AA76")), "A1 envido 2"
    )
    assert answer(offer) in ("quiero", "envido 3", "envido 4", "envido 5", "envido 6")
    offer = said(
        waited_until("grande", dealt("KKKK", "4455", "7HS4", "AA76")), "A1 envido 2"
    )
    assert answer(offer) == "no quiero"


def test_it_accepts_whatever_comes_when_a_refusal_would_lose_the_set() -> None:
    offer = said(
        waited_until("grande", dealt("KKKK", "4455", "7HS4", "AA76", running=(29, 0))),
        "A1 ordago, B1 no quiero",
    )
    assert SEATS[rules.to_act(offer) or 0] == "B2"
    assert answer(offer) == "quiero"


def test_it_refuses_an_ordago_with_an_ordinary_hand() -> None:
    offer = said(
        waited_until("grande", dealt("KKKK", "3H54", "7HS4", "AA76")), "A1 ordago"
    )
    assert answer(offer) == "no quiero"


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("KKKK", "quiero"),
        ("KKKH", "quiero"),
        ("KHS4", "no quiero"),
        ("4455", "no quiero"),
    ],
)
def test_a_strong_bot_answers_an_ordago_by_its_cards(hand: str, word: str) -> None:
    offer = said(
        waited_until("grande", dealt("3HSS", hand, "7HS4", "AA76")), "A1 ordago"
    )
    assert choose(rules.view(offer, 1), Random(2).randrange, "strong") == word


def test_a_strong_bot_accepts_when_a_refusal_would_lose_the_set() -> None:
    offer = said(
        waited_until("grande", dealt("KKKK", "4455", "7HS4", "AA76", running=(29, 0))),
        "A1 ordago, B1 no quiero",
    )
    assert choose(rules.view(offer, 3), Random(2).randrange, "strong") == "quiero"


def test_it_beats_a_player_who_says_anything() -> None:
    random = Random(1)

    def anything(state: State) -> Move:
        return random.choice(rules.legal_moves(state))

    def bots_against_chaos(state: State) -> Move:
        return bot(random)(state) if rules.to_act(state) in (0, 2) else anything(state)

    won = []
    for _ in range(60):
        *_, (_, _, final) = played(
            rules.start(rules.options({})), bots_against_chaos, random.shuffle
        )
        won.append(rules.score(final).won[0] == 3)
    assert mean(won) > 0.75


def test_a_set_of_bots_takes_a_few_deals() -> None:
    random, deals, sets = Random(4), 0, 0
    for _ in range(15):
        *_, (_, _, final) = played(
            rules.start(rules.options({})), bot(random), random.shuffle
        )
        deals += final.deal
        sets += len(rules.score(final).sets)
    assert 4 < deals / sets < 10
