"""Mus visto: a card that was seen while dealing forces one exchange, in which one may stand, or
mano decides.
"""

from typing import Any

import pytest

from core.refusals import BadNotation, IllegalMove
from games.mus import rules
from games.mus.rules.state import State
from games.rules.base import CHANCE, REFEREE
from games.rules.cards import SPANISH
from games.rules.record import Record, RecordedMove, write
from games.verification import verify
from tests.games.rules.matches import recorded
from tests.games.rules.mus.tables import SEATS, said

EVERYBODY_MUS = "A1 mus, B1 mus, A2 mus, B2 mus"
EXPOSED = rules.parse("exposed 2")


def clean(mano: int = 0, **options: Any) -> State:
    """The pack in its own order: mano holds 0, 4, 8, 12, the next 1, 5, 9, 13; the stock is 16 to
    39.
    """
    return rules.play(
        rules.start(rules.options(options))._replace(mano=mano),
        rules.deal_move(SPANISH.cards),
    )


def dealt(mano: int = 0, **options: Any) -> State:
    """The same, and a card of A2 was seen."""
    return rules.play(clean(mano, **options), EXPOSED)


def lay_down(state: State, *numbers: int) -> State:
    """In order from mano each lays down so many cards, the lowest in canonical order."""
    for turn, number in enumerate(numbers):
        seat = (state.mano + turn) % 4
        assert (rules.view(state, None)["phase"], rules.to_act(state)) == (
            "discard",
            seat,
        )
        state = rules.play(
            state, rules.Move("discard", cards=state.table.hands[seat][:number])
        )
    return state


def new_stock(state: State) -> State:
    assert rules.to_act(state) == CHANCE
    return rules.play(state, rules.deal_move(rules.pack(state)))


def at(state: State) -> tuple[str, str | None, str, bool]:
    """Phase, lance, who is to act, whether a card was seen: as everybody sees it."""
    view = rules.view(state, None)
    return view["phase"], view["lance"], SEATS[view["to_act"]], view["seen"]


ASKED = ("mus", None, "A1", False)
BETS = ("bet", "grande", "A1", False)
FORCED = ("discard", None, "A1", True)


@pytest.mark.parametrize(
    ("numbers", "then"),
    [
        pytest.param(
            (1, 2, 1, 3), ASKED, id="MUS-T17 all exchange: the question goes on"
        ),
        pytest.param((1, 0, 1, 3), BETS, id="MUS-T17 one stands: the bets begin"),
        pytest.param((4, 4, 4, 4), ASKED, id="MUS-22 all exchange everything"),
        pytest.param((0, 4, 4, 4), BETS, id="MUS-22 mano stands"),
        pytest.param((4, 4, 4, 0), BETS, id="MUS-22 the dealer stands"),
        pytest.param((0, 0, 0, 0), BETS, id="MUS-22 all stand"),
    ],
)
def test_mus_t17_and_mus_22_whoever_stands_ends_the_exchanges(
    numbers: tuple[int, ...], then: tuple[Any, ...]
) -> None:
    assert at(lay_down(dealt(), *numbers)) == then


def test_mus_22_if_one_stands_the_others_are_served_all_the_same() -> None:
    table = lay_down(dealt(), 1, 0, 1, 3).table
    assert table.hands == (
        (4, 8, 12, 16),
        (1, 5, 9, 13),
        (6, 10, 14, 17),
        (15, 18, 19, 20),
    )
    assert table.pile == ((0,), (), (2,), (3, 7, 11))


@pytest.mark.parametrize("seat", range(4))
def test_mus_21_a_card_seen_in_the_first_deal_forces_an_exchange(seat: int) -> None:
    state = rules.play(clean(), rules.parse(f"exposed {seat}"))
    assert at(state) == FORCED
    assert rules.view(state, None)["talk"] == [
        {"seat": seat, "say": "exposed", "n": None, "lance": None}
    ]


def test_mus_b6_nobody_sees_a_card_unless_it_is_told() -> None:
    assert at(clean()) == ASKED
    assert EXPOSED not in rules.legal_moves(clean())


def test_mus_b6_a_card_seen_in_the_replacements_forces_an_exchange_as_well() -> None:
    state = rules.play(lay_down(said(clean(), EVERYBODY_MUS), 1, 1, 1, 1), EXPOSED)
    assert at(state) == FORCED
    assert at(lay_down(state, 1, 1, 1, 1)) == ASKED


def test_mus_21_it_forces_one_exchange_only() -> None:
    state = lay_down(dealt(), 1, 1, 1, 1)
    assert at(said(state, "A1 no mus")) == BETS
    state = said(state, EVERYBODY_MUS)
    assert rules.Move("discard") not in rules.legal_moves(state), (
        "MUS-16: at least one card again"
    )


def test_mus_21_a_card_seen_while_the_forced_exchange_is_served_forces_another() -> (
    None
):
    assert at(rules.play(lay_down(dealt(), 1, 1, 1, 1), EXPOSED)) == FORCED


def test_mus_b7_but_not_after_somebody_stood() -> None:
    state = lay_down(dealt(), 1, 0, 1, 1)
    for word, code in [
        ("mus", "mus.mus_is_over"),
        ("discard", "mus.mus_is_over"),
        ("exposed 1", "mus.nothing_dealt"),
    ]:
        assert refused(state, word) == (
            code,
            "MUS-21" if "exposed" in word else "MUS-14",
        )


def test_mus_b7_the_next_deal_begins_with_the_question() -> None:
    state = said(lay_down(dealt(), 1, 0, 1, 1), "A1 ordago, B1 quiero")
    state = rules.play(state, rules.deal_move(SPANISH.cards))
    assert at(state) == ("mus", None, "B1", False)


def test_mus_b3_the_mano_of_the_deal_lays_down_and_bets_first() -> None:
    assert at(dealt(mano=2)) == ("discard", None, "A2", True)
    assert at(lay_down(dealt(mano=2), 1, 0, 1, 1)) == ("bet", "grande", "A2", False)


@pytest.mark.parametrize(
    "talk",
    [
        "A1 mus",
        "A1 no mus",
        "A1 mus, B1 mus, A2 mus",
        EVERYBODY_MUS,
        "A1 no mus, A1 paso, B1 envido 2",
    ],
)
def test_mus_21_a_card_is_seen_while_dealing_not_later(talk: str) -> None:
    assert refused(said(clean(), talk), "exposed 2") == ("mus.nothing_dealt", "MUS-21")


@pytest.mark.parametrize("talk", ["A2 mus", "A2 mus, B2 mus", "A2 mus, B2 mus, A1 mus"])
def test_mus_21_nor_later_where_another_seat_is_mano(talk: str) -> None:
    assert refused(said(clean(mano=2), talk), "exposed 2") == (
        "mus.nothing_dealt",
        "MUS-21",
    )


def test_mus_21_one_exchange_is_enough_for_two_cards() -> None:
    assert refused(dealt(), "exposed 3") == ("mus.nothing_dealt", "MUS-21")


def refused(state: State, text: str) -> tuple[str, object]:
    with pytest.raises(IllegalMove) as caught:
        rules.play(state, rules.parse(text))
    return caught.value.code, caught.value.fields["rule"]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("word", ["mus", "no mus"])
def test_mus_21_no_mus_cannot_stop_the_exchange(word: str, seat: int) -> None:
    assert refused(lay_down(dealt(), *[1, 0, 2][:seat]), word) == (
        "mus.card_seen",
        "MUS-21",
    )


def test_mus_21_a_player_may_exchange_none_to_four_cards() -> None:
    state = dealt()
    assert sorted(len(move.cards) for move in rules.legal_moves(state)) == [
        0,
        *[1] * 4,
        *[2] * 6,
        *[3] * 4,
        4,
    ]
    choices = {choice["say"]: choice for choice in rules.view(state, 0)["choices"]}
    assert [say for say, choice in choices.items() if choice["legal"]] == ["discard"]
    assert (choices["discard"]["min"], choices["discard"]["max"]) == (0, 4)
    assert {choices[say]["code"] for say in ("mus", "no mus", "paso", "ordago")} == {
        "mus.card_seen"
    }


def test_mus_21_only_cards_of_the_own_hand_can_go() -> None:
    assert refused(dealt(), "discard Kc")[0] == "mus.not_in_hand"


def test_whoever_stands_is_seen_to_lay_down_nothing() -> None:
    view = rules.view(lay_down(dealt(), 1, 0), None)
    assert [seat["discarded"] for seat in view["seats"]] == [1, 0, None, None]
    assert view["talk"][-1] == {"seat": 1, "say": "discard", "n": 0, "lance": None}


def test_when_time_is_up_nothing_is_laid_down() -> None:
    assert rules.text(rules.least_committing(dealt())) == "discard"


# --- when the stock runs out ---


def short_of_stock() -> State:
    """An exchange of all sixteen cards behind: eight are left in the stock, 32 to 39."""
    return lay_down(said(clean(), EVERYBODY_MUS), 4, 4, 4, 4)


def test_mus_19_the_stock_runs_out_in_a_forced_exchange() -> None:
    state = lay_down(rules.play(short_of_stock(), EXPOSED), 4, 0, 4, 4)
    assert [len(hand) for hand in state.table.hands] == [4, 4, 4, 0]
    excluded = state.table.laid[3]
    assert len(rules.pack(state)) == 16 + 4 + 4, "what B2 has just laid down stays out"
    assert set(rules.pack(state)).isdisjoint(excluded)
    state = new_stock(state)
    assert at(state) == BETS
    assert state.table.pile == ((), (), (), excluded)


def test_mus_b6_a_card_seen_before_or_after_a_new_stock_is_told_when_all_are_served() -> (
    None
):
    state = lay_down(said(short_of_stock(), EVERYBODY_MUS), 4, 4, 4, 4)
    assert refused(state, "exposed 2") == ("mus.nothing_dealt", "MUS-21")
    assert at(new_stock(state)) == ASKED
    assert at(rules.play(new_stock(state), EXPOSED)) == FORCED


# --- where mano decides ---

DECIDES = ("decide", None, "A1", False)


def test_mus_v5_after_a_card_was_seen_mano_decides() -> None:
    state = dealt(mus_visto="mano")
    assert at(state) == DECIDES
    assert set(map(rules.text, rules.legal_moves(state))) == {"visto", "no visto"}
    assert rules.text(rules.least_committing(state)) == "no visto"


@pytest.mark.parametrize(("word", "then"), [("visto", FORCED), ("no visto", ASKED)])
def test_mus_v5_mano_forces_the_exchange_or_goes_on_as_if_nothing_had_been_seen(
    word: str, then: tuple[Any, ...]
) -> None:
    assert at(said(dealt(mus_visto="mano"), f"A1 {word}")) == then


def test_mus_v5_the_mano_of_the_deal_decides_whoevers_card_was_seen() -> None:
    assert at(dealt(mano=3, mus_visto="mano"))[2] == "B2"


def test_mus_v5_mano_decides_once() -> None:
    state = said(dealt(mus_visto="mano"), "A1 no visto")
    assert refused(state, "exposed 1") == ("mus.nothing_dealt", "MUS-21")
    state = lay_down(said(state, EVERYBODY_MUS), 1, 1, 1, 1)
    assert at(rules.play(state, EXPOSED)) == DECIDES, (
        "the replacements are another dealing"
    )


@pytest.mark.parametrize(
    ("numbers", "then"),
    [((1, 2, 1, 3), ASKED), ((1, 0, 1, 3), BETS)],
    ids=["all exchange", "one stands"],
)
def test_mus_22_holds_for_an_exchange_that_mano_has_forced(
    numbers: tuple[int, ...], then: tuple[Any, ...]
) -> None:
    assert at(lay_down(said(dealt(mus_visto="mano"), "A1 visto"), *numbers)) == then


def test_mus_b37_a_misdeal_cannot_be_told_to_the_service() -> None:
    """Cards are dealt by the service, four to each; the event names a seat and nothing else."""
    with pytest.raises(BadNotation):
        rules.parse("exposed 2 5")
    with pytest.raises(BadNotation):
        rules.parse("exposed 4")


# --- in a record ---


def recorded_match() -> Record:
    """A match in which a card was seen in the first deal; all stand in the exchange that follows."""
    record = recorded(
        "mus",
        {"points_per_set": 5, "sets_to_win": 1},
        ["Ane", "Beñat", "Ainhoa", "Bixente"],
    )
    state = rules.play(
        rules.start(rules.options(record.options)), rules.parse(record.moves[0].text)
    )
    moves = [record.moves[0], RecordedMove(2, REFEREE, "exposed 2")]
    state = rules.play(state, EXPOSED)
    while (turn := rules.to_act(state)) is not None and turn != CHANCE:
        move = rules.least_committing(state)
        moves.append(RecordedMove(len(moves) + 1, turn, rules.text(move)))
        state = rules.play(state, move)
    head = record._replace(deals=record.deals[:1], moves=tuple(moves))
    return head._replace(score=rules.score(state), outcome=rules.outcome(state))


def test_mus_b6_a_card_that_was_seen_stands_in_the_record_of_the_match() -> None:
    record = recorded_match()
    assert "\n2 ! exposed 2\n3 0 discard\n" in write(record)
    assert verify(record).ok


@pytest.mark.parametrize(
    ("number", "move", "code"),
    [
        pytest.param(
            2,
            RecordedMove(2, 0, "exposed 2"),
            "record.maker",
            id="a seat enters the event",
        ),
        pytest.param(
            3,
            RecordedMove(3, REFEREE, "discard"),
            "record.maker",
            id="the referee plays for a seat",
        ),
        pytest.param(
            3,
            RecordedMove(3, REFEREE, "exposed 1"),
            "record.illegal",
            id="after the exchange has begun",
        ),
        pytest.param(
            2,
            RecordedMove(2, REFEREE, "exposed 7"),
            "record.move",
            id="a seat that does not exist",
        ),
    ],
)
def test_mus_21_an_event_out_of_place_is_named(
    number: int, move: RecordedMove, code: str
) -> None:
    record = recorded_match()
    changed = record._replace(
        moves=(*record.moves[: number - 1], move, *record.moves[number:])
    )
    assert (verify(changed).ok, verify(changed).code) == (False, code)
