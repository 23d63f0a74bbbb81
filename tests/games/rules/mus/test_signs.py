"""Signs between partners tell the truth or are not made, and talk is of fixed phrases that tell of
no card.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Stream
from games.mus import phrases, rules, signs, table_talk
from games.mus import vocabulary as words
from games.mus.rules.options import OPTIONS, Options
from games.mus.rules.state import State
from games.rules.base import CHANCE
from games.rules.cards import SPANISH
from tests.games.rules.mus.tables import PLAIN, dealt, hands, order, said, waited_until


def allowed(state: State, seat: int = 0) -> set[str]:
    return set(signs.true_signs(state.options, rules.view(state, seat)))


def code(state: State, sign: str, seat: int = 0) -> str | None:
    refused = signs.refusal(state.options, rules.view(state, seat), sign)
    return refused and refused.code


def held(hand: str, sign_list: str = "seed", **options: object) -> State:
    """Seat 0 has been dealt this hand, the others any, and nobody has spoken yet."""
    (own,) = hands(hand)
    rest = [card for card in reversed(SPANISH.cards) if card not in own]
    state = rules.start(
        rules.options({"signs": "open", "sign_list": sign_list} | options)
    )
    return rules.play(
        state, rules.deal_move(order((own, *(tuple(rest[n::9][:4]) for n in range(3)))))
    )


@pytest.mark.parametrize(
    ("hand", "true"),
    [
        ("KK64", {"kings_2"}),
        ("K364", {"kings_2"}),
        ("KK74", {"kings_2", "31"}),
        ("KKK4", {"kings_3", "medias"}),
        ("KKK1", {"kings_3", "kings_3_ace", "medias", "31"}),
        ("KK32", {"kings_3", "kings_3_ace", "medias", "31"}),
        ("K1H5", {"nothing"}),
        ("11H5", {"aces_2"}),
        ("12H5", {"aces_2"}),
        ("1125", {"aces_3", "medias"}),
        ("KK11", {"kings_2", "aces_2", "duples"}),
        ("KKKK", {"duples"}),
        ("7777", {"duples"}),
        ("HHH5", {"medias"}),
        ("777S", {"medias", "31"}),
        ("KH74", {"31"}),
        ("HS64", {"nothing"}),
        ("HS54", {"nothing"}),
        ("7654", {"nothing"}),
    ],
)
def test_the_seeds_signs_are_true_of_the_hand(hand: str, true: set[str]) -> None:
    """MUS-63: 2 kings are just two, the kiss is three kings and an ace.

    Closed eyes are for a hand that has no other sign now; 30 has one at punto only.
    """
    assert allowed(held(hand)) == true


@pytest.mark.parametrize(
    ("hand", "true"),
    [
        ("K374", {"nothing"}),
        ("3374", {"nothing"}),
        ("1274", {"nothing"}),
        ("KK32", {"kings_2"}),
        ("1127", {"aces_2"}),
    ],
)
def test_with_four_kings_a_three_is_no_king_and_a_two_no_ace(
    hand: str, true: set[str]
) -> None:
    """MUS-63, MUS-V3."""
    assert allowed(held(hand, kings=4)) == true


@pytest.mark.parametrize(
    ("hand", "true"),
    [
        ("KK74", {"kings_2", "31"}),
        ("KKK4", {"medias"}),
        ("KKKK", {"kings_4", "duples"}),
        ("K3K3", {"kings_4", "duples"}),
        ("1122", {"aces_4", "duples"}),
        ("HS54", set()),
        ("KKK1", {"medias", "31"}),
        ("11H5", {"aces_2"}),
        ("1125", {"medias"}),
    ],
)
def test_the_short_list_has_a_sign_made_twice_for_four(
    hand: str, true: set[str]
) -> None:
    """MUS-63: kings and aces in twos and fours, medias, duples, and 31; none for a poor hand."""
    assert allowed(held(hand, "fournier")) == true


@pytest.mark.parametrize(
    ("hand", "true"),
    [
        ("K374", {"kings_2", "pares", "31"}),
        ("KKK4", {"pares", "medias_kings", "juego"}),
        ("1127", {"pares", "medias_aces"}),
        ("HHH5", {"pares", "juego"}),
        ("7776", {"pares"}),
        ("KKSS", {"kings_2", "pares", "duples", "juego"}),
        ("KH64", {"30"}),
        ("KH54", {"29"}),
        ("7654", {"nothing"}),
        ("KH44", {"pares"}),
        ("KH76", {"juego"}),
        ("11H5", {"aces_2", "pares"}),
        ("1H54", {"nothing"}),
    ],
)
def test_the_federations_signs_before_anybody_speaks(hand: str, true: set[str]) -> None:
    """MUS-63: among them one that asks for the mus to be cut, whatever the hand."""
    assert allowed(held(hand, "fem")) == true | {"cut_mus"}


def test_the_federations_medias_wait_until_grande_is_over() -> None:
    """MUS-63: before, the hand is one that has a sign, so that closed eyes would be untrue."""
    state = held("7776", "fem")
    assert code(state, "medias") == "sign.not_now"
    assert code(state, "nothing") == "sign.untrue"
    assert code(waited_until("grande", state), "medias") == "sign.not_now"
    assert code(waited_until("chica", state), "medias") is None


def test_the_federation_cuts_mus_while_it_is_asked_for_and_bets_more_while_bets_are_made() -> (
    None
):
    state = held("7654", "fem")
    assert (code(state, "cut_mus"), code(state, "bet_more")) == (None, "sign.not_now")
    state = said(state, "A1 no mus")
    assert (code(state, "cut_mus"), code(state, "bet_more")) == ("sign.not_now", None)


def test_the_federation_bets_more_neither_while_pares_are_announced_nor_cuts_mus_before_it_is_asked_for() -> (
    None
):
    """MUS-63, MUS-V6, MUS-60."""
    state = said(
        waited_until("chica", held("7654", "fem", announcements="manual")),
        "A1 paso, B1 paso, A2 paso, B2 paso",
    )
    assert (rules.view(state, 0)["phase"], code(state, "bet_more")) == (
        "announce",
        "sign.not_now",
    )
    state = held("7654", "fem", redeal_4567=True)
    assert (rules.view(state, 0)["phase"], code(state, "cut_mus")) == (
        "redeal",
        "sign.not_now",
    )


@pytest.mark.parametrize("sign_list", ["seed", "fournier"])
def test_the_wink_is_30_once_nobody_has_juego(sign_list: str) -> None:
    """MUS-63: until then it would be read as 31."""
    state = dealt(*PLAIN, signs="open", sign_list=sign_list)
    assert code(state, "30") == "sign.not_now"
    if sign_list == "seed":
        assert code(state, "nothing") is None
    punto = waited_until("punto", state)
    assert code(punto, "30") is None
    if sign_list == "seed":
        assert code(punto, "nothing") == "sign.untrue"
    assert code(punto, "30", seat=1) == "sign.untrue"


def test_a_sign_needs_four_cards() -> None:
    """MUS-63: nothing can be told before the deal, nor between laying down and being served."""
    state = rules.start(rules.options({"signs": "open"}))
    assert allowed(state) == set()
    laid = said(held("KKK4"), "A1 mus, B1 mus, A2 mus, B2 mus, A1 discard 4o")
    assert code(laid, "kings_3") == "sign.not_now"
    assert allowed(laid, seat=1)


def test_in_mus_corrido_nobody_signs_until_the_bets_begin() -> None:
    """MUS-V7, MUS-B10."""
    state = rules.start(rules.options({"signs": "open", "opening": "corrido"}))
    while rules.to_act(state) == CHANCE:
        state = rules.play(
            state, rules.deal_move(Stream(b"corrido").shuffled(SPANISH.cards))
        )
    assert [code(state, "kings_2", seat) for seat in range(4)] == ["sign.not_now"] * 4
    state = rules.play(state, rules.parse("no mus"))
    assert any(allowed(state, seat) for seat in range(4))


@pytest.mark.parametrize("sign", ["medias_kings", "29", "", "órdago"])
def test_a_sign_that_is_not_on_the_list_is_none(sign: str) -> None:
    state = held("7654")
    refused = signs.refusal(state.options, rules.view(state, 0), sign)
    assert refused
    assert refused.code == "sign.unknown"
    assert refused.fields["allowed"] == list(signs.LISTS["seed"])


@pytest.mark.parametrize("sign", ["kings_2", "nothing", "no such sign"])
def test_where_signs_are_off_there_are_none(sign: str) -> None:
    """MUS-63."""
    assert code(held("KK74", signs="off"), sign) == "sign.off"
    assert allowed(held("KK74", signs="off")) == set()


@given(
    seed=st.binary(max_size=8),
    sign_list=st.sampled_from(OPTIONS["sign_list"].values),
    kings=st.sampled_from([8, 4]),
)
def test_what_is_offered_is_what_is_not_refused(
    seed: bytes, sign_list: str, kings: int
) -> None:
    """MUS-63: for any hand, and every hand has something to tell where closed eyes are a sign."""
    options = rules.options(
        {"signs": "catchable", "sign_list": sign_list, "kings": kings}
    )
    state = rules.play(
        rules.start(options), rules.deal_move(Stream(seed).shuffled(SPANISH.cards))
    )
    for seat in range(4):
        view = rules.view(state, seat)
        offered = table_talk.offers(options, view)["signs"]
        codes = {
            sign: table_talk.refusal(options, view, "sign", sign)
            for sign in signs.LISTS[options.sign_list]
        }
        assert offered == [sign for sign, refused in codes.items() if not refused]
        assert {refused.code for refused in codes.values() if refused} <= {
            "sign.untrue",
            "sign.not_now",
        }
        assert (
            offered
            or sign_list == "fournier"
            or not codes["nothing"]
            or codes["nothing"].code == "sign.untrue"
        )


def test_the_signs_of_a_seat_depend_on_its_own_cards_only() -> None:
    """MUS-63: they are read from what the seat sees."""
    one, other = held("KK74"), dealt("KK74", "7766", "1112", "HHHS", signs="open")
    assert allowed(one) == allowed(other)


# --- who sees a sign ---


@pytest.mark.parametrize(
    ("mode", "looking", "seen"),
    [
        ("open", (), (0, 1, 2, 3)),
        ("catchable", (), (0, 2)),
        ("catchable", (1,), (0, 1, 2)),
        ("catchable", (1, 3), (0, 1, 2, 3)),
        ("catchable", (0, 2), (0, 2)),
    ],
)
def test_the_partner_sees_a_sign_and_rivals_if_it_is_open_or_they_look(
    mode: str, looking: tuple[int, ...], seen: tuple[int, ...]
) -> None:
    """MUS-63."""
    assert (
        table_talk.seen_by(rules.options({"signs": mode}), 0, "sign", looking) == seen
    )
    for turn in (1, 2, 3):
        turned = tuple(sorted((seat + turn) % 4 for seat in seen))
        looks = [(seat + turn) % 4 for seat in looking]
        assert (
            table_talk.seen_by(rules.options({"signs": mode}), turn, "sign", looks)
            == turned
        )


@pytest.mark.parametrize(
    ("mode", "refused"),
    [("off", "look.off"), ("open", "look.off"), ("catchable", None)],
)
def test_looking_up_is_for_tables_where_signs_can_be_caught(
    mode: str, refused: str | None
) -> None:
    """MUS-63."""
    options = rules.options({"signs": mode})
    no = table_talk.refusal(options, {}, "look", "")
    assert (no and no.code) == refused
    assert table_talk.seen_by(options, 3, "look", (0, 1, 2)) == (3,)


def test_a_look_leaves_most_of_the_time_for_signs() -> None:
    """MUS-63: else every sign would be caught."""
    assert 2 * 2 * signs.LOOK < 2 * signs.REST < 60


# --- talk ---


def test_talk_is_of_the_phrases_only_and_only_where_it_is_agreed() -> None:
    """MUS-V10, MUS-63."""
    off, on = Options(), Options(talk="phrases")
    assert not table_talk.is_agreed(off)
    assert table_talk.is_agreed(on)
    for phrase in phrases.PHRASES:
        assert table_talk.refusal(on, {}, "phrase", phrase) is None
        refused = table_talk.refusal(off, {}, "phrase", phrase)
        assert refused
        assert refused.code == "talk.off"
    refused = table_talk.refusal(on, {}, "phrase", "tengo dos reyes")
    assert refused
    assert (refused.code, refused.fields["rule"]) == ("talk.unknown", "MUS-V10")
    assert table_talk.seen_by(on, 2, "phrase", ()) == (0, 1, 2, 3)


@pytest.mark.parametrize("talk", OPTIONS["talk"].values)
@pytest.mark.parametrize("mode", OPTIONS["signs"].values)
def test_a_table_has_what_it_has_agreed_on(mode: str, talk: str) -> None:
    """MUS-63, MUS-V10: signs, looks and phrases are offered where they are agreed, and not where
    they are not.
    """
    state = held("KK74", signs=mode, talk=talk)
    offered = table_talk.offers(state.options, rules.view(state, 0))
    assert bool(offered["signs"]) == (mode != "off")
    assert offered["look"] == (mode == "catchable")
    assert offered["phrases"] == (list(phrases.PHRASES) if talk == "phrases" else [])
    assert table_talk.is_agreed(state.options) == (mode != "off" or talk != "off")


@pytest.mark.parametrize("vocabulary", words.CODES)
def test_a_phrase_has_words_in_every_vocabulary_and_none_of_them_is_a_card_or_a_call(
    vocabulary: str,
) -> None:
    """MUS-V10: whoever says a phrase has told no card and made no move."""
    table_words = {
        words.word(vocabulary, key).lower()
        for key in [*"KHS7654A", "31", "pares", "juego", "duples", "medias"]
    }
    table_words |= {
        words.word(vocabulary, say).lower()
        for say in ("mus", "no mus", "paso", "envido", "quiero", "ordago")
    }
    texts = [phrases.phrase(vocabulary, code) for code in phrases.PHRASES]
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text
        assert not set(re.findall(r"[\w’]+", text.lower())) & table_words, text


def test_an_unknown_vocabulary_is_spanish() -> None:
    assert phrases.phrase("la", "como_vas") == "¿Cómo vas?"
