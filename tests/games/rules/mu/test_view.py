"""What each seat may see, and what it can determinize behind it."""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mu import rules
from games.mu.rules.masks import members
from tests.games.rules.mu.tables import (
    begun,
    dealt,
    hand,
    in_tricks,
    passed,
    played,
    said,
    shuffled,
)

MATCHES = settings(max_examples=30, deadline=None)
OPTIONS = st.fixed_dictionaries(
    {"players": st.integers(3, 6), "deals": st.integers(1, 3)}
)
SEEDS = st.integers(0, 2**32)


def hidden(state: rules.State, seat: int) -> int:
    return state.hands[seat] & ~state.deal.rows[seat]


def states(seed: int, options: dict[str, Any], number: int = 15) -> list[rules.State]:
    """Some states of a match in which seats hold cards."""
    found = [after for _, _, after in played(seed, options) if any(after.hands)]
    return Random(seed).sample(found, min(number, len(found)))


def cards_in(view: dict[str, Any]) -> set[str]:
    return set(re.findall(r'"([RBGYK][0-9])"', json.dumps(view)))


def swapped(state: rules.State, one: int, other: int, random: Random) -> rules.State:
    """The same but for a card that these two seats hold hidden: each has the other's."""
    a = random.choice(members(hidden(state, one)))
    b = random.choice(members(hidden(state, other)))
    hands = list(state.hands)
    hands[one] ^= 1 << a | 1 << b
    hands[other] ^= 1 << a | 1 << b
    return state._replace(hands=tuple(hands))


@MATCHES
@given(OPTIONS, SEEDS)
def test_states_that_differ_in_hidden_cards_only_look_the_same(
    options: dict[str, Any], seed: int
) -> None:
    random = Random(seed)
    for state in states(seed, options):
        holders = [seat for seat in range(options["players"]) if hidden(state, seat)]
        if len(holders) < 2:
            continue
        one, other = random.sample(holders, 2)
        changed = swapped(state, one, other, random)
        for seat in {None, *range(options["players"])} - {one, other}:
            if seat != state.turn:
                assert rules.view(changed, seat) == rules.view(state, seat)
        public = {
            key: value
            for key, value in rules.view(state, one).items()
            if key not in ("seat", "hand", "choices")
        }
        assert public == rules.view(state, None)


@MATCHES
@given(OPTIONS, SEEDS)
def test_a_view_names_no_card_that_is_hidden_in_other_hands(
    options: dict[str, Any], seed: int
) -> None:
    for state in states(seed, options):
        for seat in (None, *range(options["players"])):
            view = rules.view(state, seat) | {"last_deal": None}
            named = cards_in(view)
            seen = {
                card["card"]
                for trick in [*view["tricks"], {"cards": view["trick"]}]
                for card in trick["cards"]
            }
            seen |= {card for bid in view["bids"] for card in bid["cards"]}
            assert named <= seen | set([] if seat is None else hand(state, seat))


def test_revealed_and_played_cards_are_seen_by_all() -> None:
    """MU-8, MU-14, MU-32."""
    state = said(
        dealt(begun(3), "R9 R8", "B0"),
        "A reveal R9, B reveal B0, C pass, A reveal R8, B pass, C pass, A pass",
    )
    view = rules.view(state, None)
    assert [bid["cards"] for bid in view["bids"]] == [
        ["R9"],
        ["B0"],
        [],
        ["R8"],
        [],
        [],
        [],
    ]
    assert [seat["row"] for seat in view["seats"]] == [["R8", "R9"], ["B0"], []]
    state = said(state, "A trump none, A play R9")
    view = rules.view(state, None)
    assert view["trick"] == [{"seat": 0, "card": "R9"}]
    assert [seat["row"] for seat in view["seats"]] == [["R8"], ["B0"], []]
    assert [seat["revealed"] for seat in view["seats"]] == [["R8", "R9"], ["B0"], []]
    assert [(seat["cards"], seat["in_hand"]) for seat in view["seats"]] == [
        (11, 10),
        (12, 11),
        (12, 12),
    ]


def test_after_a_stalemate_the_hands_stay_hidden() -> None:
    state = said(
        dealt(begun(3, deals=1), "R9", "B0"),
        "A reveal R9, B reveal B0, C pass, A pass, B pass",
    )
    view = rules.view(state, 2)
    assert view["hand"] == []
    assert cards_in(view) == {"R9", "B0"}


def test_points_and_tricks_are_counted_for_all_to_see() -> None:
    """MU-3, MU-40."""
    state = in_tricks("R6 R0", "R7 R2", "R1 R3")
    for text in ("play R6", "play R7", "play R1"):
        state = rules.play(state, rules.parse(text))
    seats = rules.view(state, None)["seats"]
    assert [(seat["taken"], seat["tricks"]) for seat in seats] == [
        (0, 0),
        (4, 1),
        (0, 0),
    ]
    assert rules.score(state).running == (0, 4, 0)


CHOICES = [
    pytest.param(
        "", [("reveal", None, None), ("pass", None, None)], id="MU-8: the auction"
    ),
    pytest.param(
        "A reveal R9, B reveal B8 B9, C pass, D pass, A reveal R7 R8, B pass, C pass, D pass, A pass",
        [
            *(
                ("trump B", None, None),
                ("trump 8", None, None),
                ("trump 9", None, None),
            ),
            ("trump none", "mu.vice_must_name", "MU-23"),
        ],
        id="MU-23: the vice",
    ),
]


@pytest.mark.parametrize(("talk", "choices"), CHOICES)
def test_the_choices_of_who_is_to_act(
    talk: str, choices: list[tuple[str, Any, Any]]
) -> None:
    state = said(dealt(begun(), "R9 R8 R7", "B9 B8"), talk)
    found = rules.view(state, state.turn)["choices"]
    assert [
        (choice["say"], choice["code"], choice["rule"]) for choice in found
    ] == choices
    assert all(choice["legal"] is (choice["code"] is None) for choice in found)
    assert all(
        rules.view(state, seat)["choices"] == []
        for seat in range(4)
        if seat != state.turn
    )


@pytest.mark.parametrize(
    ("talk", "most"), [("", 1), ("A reveal R9", 2), ("A reveal R9, B reveal B8 B9", 3)]
)
def test_mu_10_the_least_and_the_largest_number_of_cards_to_reveal_are_shown(
    talk: str, most: int
) -> None:
    state = said(dealt(begun(), "R9 R8 R7", "B9 B8"), talk)
    reveal = rules.view(state, state.turn)["choices"][0]
    assert (reveal["say"], reveal["min"], reveal["max"]) == ("reveal", 1, most)


def test_mu_34_a_card_that_does_not_follow_is_shown_with_the_reason() -> None:
    state = rules.play(in_tricks("R9 K0", "R1 B2", "R3 B4"), rules.parse("play R9"))
    assert rules.view(state, 1)["choices"] == [
        {"say": "play R1", "legal": True, "code": None, "rule": None},
        {"say": "play B2", "legal": False, "code": "mu.follow_suit", "rule": "MU-34"},
    ]


def test_mu_b15_a_trump_that_the_vice_has_taken_is_shown_with_the_reason() -> None:
    state = dealt(begun(allow_same_trump=False), "R9 R8", "B9")
    state = said(
        passed(said(state, "A reveal R9, B reveal B9, C pass, D pass, A reveal R8")),
        "B trump 9",
    )
    barred = [
        choice for choice in rules.view(state, 0)["choices"] if not choice["legal"]
    ]
    assert barred == [
        {"say": "trump 9", "legal": False, "code": "mu.same_trump", "rule": "MU-B15"}
    ]


def test_mu_28_the_vice_is_shown_as_no_partner() -> None:
    state = said(
        dealt(begun(), "R9 R8", "B9"),
        "A reveal R9, B reveal B9, C pass, D pass, A reveal R8",
    )
    state = said(passed(state), "B trump 9, A trump R")
    assert [
        (choice["say"], choice["legal"]) for choice in rules.view(state, 0)["choices"]
    ] == [
        *(("partner 1", False), ("partner 2", True), ("partner 3", True)),
    ]


# --- what a seat imagines ---


@MATCHES
@given(OPTIONS, SEEDS)
def test_what_a_seat_imagines_looks_the_same_to_it(
    options: dict[str, Any], seed: int
) -> None:
    random = Random(seed)
    for state in states(seed, options, 6):
        for seat in (None, *range(options["players"])):
            view = json.loads(json.dumps(rules.view(state, seat)))
            imagined = rules.determinize(view, random.randrange)
            assert rules.view(imagined, seat) == view
            if seat == state.turn:
                assert {rules.text(move) for move in rules.legal_moves(imagined)} == {
                    rules.text(move) for move in rules.legal_moves(state)
                }


@MATCHES
@given(OPTIONS, SEEDS)
def test_what_a_seat_imagines_has_every_card_once(
    options: dict[str, Any], seed: int
) -> None:
    """MU-2, MU-4."""
    random = Random(seed)
    for state in states(seed, options, 6):
        imagined = rules.determinize(rules.view(state, 0), random.randrange)
        gone = [card for trick in imagined.tricks for card in trick.cards] + list(
            imagined.trick
        )
        held = [card for cards in imagined.hands for card in members(cards)]
        assert sorted(gone + held) == list(rules.pack(begun(options["players"])))


def test_mu_34_who_did_not_follow_is_not_imagined_with_a_card_of_that_suit() -> None:
    """MU-33, MU-34: B has no trump left, neither blue nor a six; C has no red one."""
    state = in_tricks("B9 R9 K0", "G1 R2 R3", "B0 Y4 Y5", boss="B", vice="6")
    for text in ("B9", "G1", "B0", "R9", "R2", "Y4"):
        state = rules.play(state, rules.parse(f"play {text}"))
    for seed in range(20):
        imagined = rules.determinize(rules.view(state, 0), Random(seed).randrange)
        assert not [
            card for card in hand(imagined, 1) if card[0] == "B" or card[1] == "6"
        ]
        assert not [
            card for card in hand(imagined, 2) if card[0] == "R" and card[1] != "6"
        ]


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_mu_34_it_counts_at_once_that_a_seat_did_not_follow(leader: int) -> None:
    """MU-34: in the first trick, which is not over; the boss leads."""
    hands = ["G1 G2 K2", "Y4 Y5 Y6", "R9 R8 R7"]
    state = in_tricks(*hands[2 - leader :], *hands[: 2 - leader], leader=leader)
    for text in ("R9", "G1"):
        state = rules.play(state, rules.parse(f"play {text}"))
    for seed in range(20):
        imagined = rules.determinize(
            rules.view(state, state.turn), Random(seed).randrange
        )
        assert not [card for card in hand(imagined, (leader + 1) % 3) if card[0] == "R"]


def test_deals_that_fit_are_imagined_equally_often() -> None:
    """B and C have two hidden cards each: there are at most six ways to give four cards out."""
    state = shuffled(begun(3), 3)
    first = rules.view(state, 0)["hand"][0]
    state = said(state, f"A reveal {first}, B pass, C pass, A pass, A trump none")
    while len(state.tricks) < 10:
        state = rules.play(state, rules.legal_moves(state)[0])
    random, view = Random(5), rules.view(state, 0)
    seen = Counter(rules.determinize(view, random.randrange).hands for _ in range(1200))
    assert state.hands in seen
    assert 1 < len(seen) <= 6
    assert min(seen.values()) > 0.7 * max(seen.values())
