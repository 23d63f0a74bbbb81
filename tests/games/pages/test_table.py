"""The table page: what a seat sees and may say, what others see, and never a card more."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import casual, services
from games.models import Match
from games.mus import rules
from games.rules.cards import SPANISH
from games.rules.dealing import commitment, deal_seed
from games.services import Opening, Sitter
from tests.conftest import NOW, SHORT, deal, open_dealt
from tests.games.pages.conftest import Page, Reader, bots_act, play, state_of

pytestmark = pytest.mark.django_db


# --- a seat ---


def test_a_seat_sees_its_hand_and_no_other_card(ane: Reader, match: Match) -> None:
    own = [SPANISH.text(card) for card in state_of(match).table.hands[0]]
    page = ane.look()
    assert page.hand() == own
    assert page.cards() == set(own)


def test_a_seat_whose_turn_it_is_has_the_legal_calls_as_buttons(ane: Reader) -> None:
    assert ane.look().legal() == {"mus", "no mus"}


def test_a_seat_that_has_to_wait_reads_why_no_call_is_legal(
    reader: Callable[..., Reader], four: list[User]
) -> None:
    page = Page(english(reader(four[1])))
    assert page.legal() == set()
    assert "It is not your turn." in page.html


def test_saying_something_leads_back_to_the_table(ane: Reader, match: Match) -> None:
    page = ane.say(ane.look(), "no mus")
    assert page.status == 200
    assert page.legal() == {"paso", "envido", "ordago"}
    assert list(match.moves.values_list("seat", "text"))[1:] == [(0, "no mus")]


def test_the_cards_chosen_are_those_discarded(ane: Reader, match: Match) -> None:
    for _ in range(4):
        play(match, "mus")
    page = ane.look()
    chosen = page.hand()[1:3]
    ane.say(page, "discard", card=chosen)
    assert match.moves.last().text == f"discard {' '.join(chosen)}"


def test_the_number_of_an_offer_is_the_one_typed(ane: Reader, match: Match) -> None:
    ane.say(ane.say(ane.look(), "no mus"), "envido", n=" 5 ")
    assert match.moves.last().text == "envido 5"


def test_an_illegal_call_changes_nothing_and_is_explained(
    ane: Reader, match: Match
) -> None:
    page = ane.say(Page(english(ane)), "quiero")
    assert page.status == 422
    assert "First say “mus” or “no hay mus”." in page.html
    assert match.moves.count() == 1


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("es", "First say “mus” or “no hay mus”."),
        ("eu", "First say “mus” or “mus ez”."),
    ],
)
def test_why_a_call_is_not_legal_is_told_in_the_words_of_its_buttons(
    ane: Reader, code: str, why: str
) -> None:
    english(ane)
    page = ane.look(f"?words={code}")
    assert page.html.count(why) > 1


# --- before the first deal ---


@pytest.fixture
def undealt(four: list[User]) -> Match:
    return services.open_match(
        Opening("mus", SHORT, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )


def test_before_the_first_deal_a_seat_sees_the_promise_and_may_add_words(
    four: list[User], undealt: Match
) -> None:
    ane = Reader(four[0], undealt)
    page = ane.look()
    assert page.html.count(commitment(deal_seed(bytes(undealt.secret), 1))) == 2
    assert page.legal() == set()
    ane.client.post(f"{ane.address}seed/", {"seed": "kaixo 31"})
    assert page.status == 200
    ane.client.post(ane.address, {"say": "deal"})
    assert undealt.moves.get().proof["seat_seeds"] == {"0": "kaixo 31"}


def test_whoever_deals_a_moment_too_late_simply_finds_the_cards(
    four: list[User], undealt: Match
) -> None:
    deal(undealt)
    ane = Reader(four[0], undealt)
    page = Page(ane.client.post(ane.address, {"say": "deal"}, follow=True))
    assert page.status == 200
    assert len(page.hand()) == 4
    assert "data-refused" not in page.html


def test_whoever_only_watches_cannot_deal(undealt: Match, outsider: User) -> None:
    reader = Reader(outsider, undealt)
    assert 'value="deal"' not in reader.look().html
    assert reader.client.post(reader.address, {"say": "deal"}).status_code == 403
    assert not undealt.moves.exists()


# --- what a form may hold ---


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ("1", 422),
        ("0", 422),
        ("-3", 400),
        ("two", 400),
        ("", 400),
        ("99999", 400),
        ("9" * 5000, 400),
        ("2\x00", 400),
    ],
)
def test_an_offer_that_cannot_be_made_is_refused_and_stays_in_its_field(
    ane: Reader, match: Match, typed: str, status: int
) -> None:
    page = ane.say(ane.say(ane.look(), "no mus"), "envido", n=typed)
    assert page.status == status
    assert f'value="{typed}"' in page.html or not typed
    assert match.moves.last().text == "no mus"


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"say": ""},
        {"say": "discard", "card": ["Ko", "Ko"]},
        {"say": "discard", "card": ["nonsense"] * 50},
        {"say": "deal Ko"},
        {"answers": "-1"},
        {"answers": "9" * 40},
        {"answers": "x"},
        {"id": ""},
        {"id": "x" * 65},
        {"id": "a\x00b"},
    ],
    ids=str,
)
def test_a_form_that_no_page_has_is_refused_without_effect(
    ane: Reader, match: Match, form: dict[str, object]
) -> None:
    page = ane.look()
    answer = ane.client.post(
        ane.address,
        {
            "answers": page.field("answers"),
            "id": page.field("id"),
            **({"say": "mus"} | form),
        },
    )
    assert answer.status_code in (400, 409, 422) or not form
    assert match.moves.count() == 1 + (not form)


def test_a_move_too_late_is_refused_and_shows_what_happened_meanwhile(
    reader: Callable[..., Reader], four: list[User], match: Match
) -> None:
    bixente = reader(four[3])
    page = Page(english(bixente))
    play(match, "mus")
    play(match, "no mus")
    late = bixente.say(page, "no mus")
    assert late.status == 409
    assert "Meanwhile: Ane: mus. Beñat: no hay mus." in late.html


def test_what_happened_meanwhile_tells_of_a_discard_only_how_many(
    reader: Callable[..., Reader], four: list[User], match: Match
) -> None:
    for _ in range(4):
        play(match, "mus")
    bixente = reader(four[3])
    page = bixente.look()
    thrown = [SPANISH.text(card) for card in state_of(match).table.hands[0][:3]]
    play(match, f"discard {' '.join(thrown)}")
    late = bixente.say(page, "discard", card=page.hand()[:1])
    assert late.status == 409
    assert "Ane: descarte de 3." in late.html
    assert not late.cards() & set(thrown)


def test_the_same_form_sent_twice_counts_once(ane: Reader, match: Match) -> None:
    page = ane.look()
    assert ane.say(page, "mus").status == 200
    assert ane.say(page, "mus").status == 200
    assert match.moves.count() == 2


def test_an_ordago_is_asked_about_before_it_is_said(ane: Reader, match: Match) -> None:
    asked = ane.say(ane.say(ane.look(), "no mus"), "ordago")
    assert 'role="alertdialog"' in asked.html
    assert match.moves.last().text == "no mus"
    ane.say(asked, "ordago", sure=1)
    assert match.moves.last().text == "ordago"


def test_accepting_an_ordago_is_asked_about_too(
    reader: Callable[..., Reader], four: list[User], match: Match
) -> None:
    play(match, "no mus")
    play(match, "ordago")
    beñat = reader(four[1])
    page = beñat.look()
    asked = beñat.say(page, "quiero", stakes_all=page.field("stakes_all"))
    assert 'role="alertdialog"' in asked.html
    assert match.moves.last().text == "ordago"
    beñat.say(asked, "quiero", sure=1)
    assert match.moves.filter(text="quiero").exists()


def test_accepting_any_other_offer_is_not_asked_about(
    reader: Callable[..., Reader], four: list[User], match: Match
) -> None:
    play(match, "no mus")
    play(match, "envido 2")
    beñat = reader(four[1])
    page = beñat.look()
    assert "stakes_all" not in page.html
    beñat.say(page, "quiero")
    assert match.moves.last().text == "quiero"


@pytest.mark.parametrize(("kings", "marked"), [(8, True), (4, False)])
def test_with_eight_kings_a_three_says_that_it_is_a_king_and_a_two_that_it_is_an_ace(
    four: list[User], kings: int, marked: bool
) -> None:
    match = open_dealt(
        Opening("mus", {"kings": kings}, [Sitter(u.pk, str(u)) for u in four]), at=NOW
    )
    pages = [Page(english(Reader(user, match))) for user in four]
    holders = [page for page in pages if any(card[0] in "32" for card in page.hand())]
    assert holders
    for page in holders:
        held = {"3": "king", "2": "ace"}
        for rank in {card[0] for card in page.hand()} & set(held):
            assert ("counts as " in page.html) == marked, rank


def test_words_of_ones_own_count_from_the_next_shuffle(
    ane: Reader, match: Match
) -> None:
    assert (
        ane.client.post(f"{ane.address}seed/", {"seed": "kaixo 31"}).status_code == 302
    )
    assert 'value="kaixo 31"' in ane.look().html
    list(bots_act(match, Random(1), stop_at=40))
    shuffles = match.moves.filter(seat=None).order_by("number")
    assert [shuffle.proof["seat_seeds"] for shuffle in shuffles][:2] == [
        {},
        {"0": "kaixo 31"},
    ]


@pytest.mark.parametrize(
    "seed", ["", " ", "x" * 65, "a\x00b"], ids=["empty", "blank", "too long", "null"]
)
def test_words_that_cannot_be_mixed_in_are_refused(
    ane: Reader, match: Match, seed: str
) -> None:
    assert ane.client.post(f"{ane.address}seed/", {"seed": seed}).status_code == 400
    assert Match.objects.get(pk=match.pk).seat_seeds == {}


def test_only_a_seat_adds_words_to_the_shuffle(
    reader: Callable[..., Reader], outsider: User, match: Match
) -> None:
    assert (
        reader(outsider)
        .client.post(f"/matches/{match.pk}/seed/", {"seed": "x"})
        .status_code
        == 403
    )
    assert Match.objects.get(pk=match.pk).seat_seeds == {}


def test_nobody_else_sees_ones_own_words(
    ane: Reader, reader: Callable[..., Reader], four: list[User]
) -> None:
    ane.client.post(f"{ane.address}seed/", {"seed": "sekretua"})
    for other in (*four[1:], None):
        assert "sekretua" not in reader(other).look().html


# --- others ---


def test_the_public_page_of_a_running_match_names_no_hidden_card(
    reader: Callable[..., Reader], outsider: User, match: Match
) -> None:
    watchers = [reader(), reader(outsider)]
    for n, _ in enumerate(bots_act(match, Random(3))):
        last = state_of(match).last_deal
        open_cards = (
            {SPANISH.text(card) for hand in last.hands for card in hand}
            if last and last.hands
            else set()
        )
        page = watchers[n % 2].look()
        assert page.cards() == open_cards
        assert page.hand() == []
        if match.version > 120:
            break
    assert state_of(match).last_deal


def test_the_public_page_offers_nothing_to_say(reader: Callable[..., Reader]) -> None:
    page = reader().look()
    assert page.status == 200
    assert 'name="say"' not in page.html


def test_whoever_has_no_seat_cannot_say_anything(
    reader: Callable[..., Reader], outsider: User, match: Match
) -> None:
    answer = reader(outsider).client.post(
        f"/matches/{match.pk}/", {"answers": 1, "id": "x", "say": "mus"}
    )
    assert answer.status_code == 403
    assert match.moves.count() == 1


def test_a_friendly_match_is_not_there_for_others(
    four: list[User], outsider: User
) -> None:
    private = casual.open_casual_match(by=four[0], game="mus", options={}, at=NOW)
    assert Reader(four[0], private).look().status == 200
    for other in (None, outsider):
        reader = Reader(other, private)
        assert reader.look().status == 404
        assert reader.client.post(reader.address, {"say": "mus"}).status_code == 404
        assert reader.client.get(f"{reader.address}record.txt").status_code == 404


def test_bots_are_labelled_to_everybody(four: list[User]) -> None:
    private = casual.open_casual_match(by=four[0], game="mus", options={}, at=NOW)
    assert (
        Reader(four[0], private).look().html.count('<span class="badge">bot</span>')
        == 3
    )


def test_no_cache_may_keep_a_table(ane: Reader, reader: Callable[..., Reader]) -> None:
    for page in (ane.look(), reader().look(), ane.say(ane.look(), "quiero")):
        assert {part.strip() for part in page.headers["Cache-Control"].split(",")} == {
            "private",
            "no-store",
        }


def test_a_name_is_shown_as_text_and_never_as_code(four: list[User]) -> None:
    sitters = [Sitter(user.pk, "<script>alert(1)</script>") for user in four]
    match = open_dealt(Opening("mus", {}, sitters), at=NOW)
    assert "<script>alert" not in Client().get(f"/matches/{match.pk}/").content.decode()


def test_the_score_is_told_in_stones_and_in_words(ane: Reader, match: Match) -> None:
    for text in ("no mus", "envido 8", "quiero", *["paso"] * 4):
        play(match, text)
    for _ in bots_act(match, Random(1)):
        if state_of(match).last_deal:
            break
    page = ane.look()
    points = state_of(match).score.running
    for side in points:
        assert f"amarracos: {side // 5}, piedras: {side % 5}" in page.html


def test_what_happened_last_is_told_in_words_with_who_announced_what(
    four: list[User],
) -> None:
    while True:  # until the cards are such that there is a bet after the announcements
        match = open_dealt(
            Opening("mus", {}, [Sitter(user.pk, str(user)) for user in four]), at=NOW
        )
        for text in ("no mus", *["paso"] * 8):
            play(match, text)
        if (state := state_of(match)).phase == "open":
            break
    event = re.search(
        r'class="event"[^>]*>([^<]*)', Page(english(Reader(four[0], match))).html
    )
    assert event
    hands = [rules.worth(hand) for hand in state.table.hands]
    names = ["You", "Beñat", "Ainhoa", "Bixente"]
    pares = (
        ", ".join(name for name, hand in zip(names, hands, strict=True) if hand.pares)
        or "nobody"
    )
    assert event[1].startswith(f"Bixente: paso. pares: {pares}.")


# --- the words of the table ---


@pytest.mark.parametrize(
    ("code", "label"),
    [
        ("es", "no hay mus"),
        ("eu", "mus ez"),
        ("eu-ipar", "mintza"),
        ("de", "kein Mus"),
        ("en", "no mus"),
        ("fr", "no hay mus"),
    ],
)
def test_the_table_speaks_the_chosen_words(ane: Reader, code: str, label: str) -> None:
    assert f">{label}</button>" in ane.look(f"?words={code}").html


def test_at_a_friendly_table_the_words_once_chosen_stay(four: list[User]) -> None:
    match = casual.open_casual_match(by=four[0], game="mus", options={}, at=NOW)
    deal(match)
    ane = Reader(four[0], match)
    ane.look("?words=eu-ipar")
    assert ">mintza</button>" in ane.look().html


def test_at_the_table_of_an_event_the_words_are_those_of_the_event(
    four: list[User],
) -> None:
    sitters = [Sitter(user.pk, str(user)) for user in four]
    ane = Reader(four[0], open_dealt(Opening("mus", {}, sitters, words="eu"), at=NOW))
    ane.client.cookies["words"] = "de"
    assert ">mus ez</button>" in ane.look().html


# --- the end ---


@pytest.fixture
def short(four: list[User]) -> Match:
    return open_dealt(
        Opening("mus", SHORT, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )


def test_a_whole_set_is_played_with_plain_forms(four: list[User]) -> None:
    match = casual.open_casual_match(
        by=four[0], game="mus", options={"points_per_set": 20, "sets_to_win": 1}, at=NOW
    )
    me, chance = Reader(four[0], match), Random(5)
    assert me.look().hand() == []
    page = Page(me.client.post(me.address, {"say": "deal"}, follow=True))
    assert len(page.hand()) == 4
    while match.refresh_from_db() or match.to_act is not None:
        page = say_something(me, me.look(), chance)
        assert page.status == 200
        list(bots_act(match, chance, until=0))
    page = Page(english(me))
    outcome = rules.outcome(state_of(match))
    assert outcome
    assert ("You won 1 to 0" if outcome.score[0] else "You lost 0 to 1") in page.html
    assert page.legal() == set()


def say_something(me: Reader, page: Page, chance: Random) -> Page:
    """Any legal call, as somebody who only presses buttons finds it."""
    say = chance.choice(sorted(page.legal() - {"ordago"}))
    asked: dict[str, dict[str, object]] = {
        "envido": {"n": 2},
        "discard": {"card": page.hand()[:2]},
    }
    return me.say(page, say, **asked.get(say, {}))


def test_the_last_deal_is_laid_open_and_its_count_explained(
    four: list[User], short: Match
) -> None:
    list(bots_act(short, Random(2)))
    last = state_of(short).last_deal
    page = Page(english(Reader(None, short)))
    assert page.cards() == (
        {SPANISH.text(card) for hand in last.hands for card in hand}
        if last.hands
        else set()
    )
    assert last.awards
    for award in last.awards:
        assert f": {award.points} for " in page.html


def test_after_the_end_the_score_is_that_of_the_last_set(
    four: list[User], short: Match
) -> None:
    list(bots_act(short, Random(2)))
    points = state_of(short).score.sets[-1]
    for user, order in ((four[0], (0, 1)), (four[1], (1, 0))):
        page = Reader(user, short).look()
        assert re.findall(r'<span class="points"><b>(\d+)</b>', page.html) == [
            str(points[side]) for side in order
        ]


def test_after_the_end_the_result_and_the_record_are_there_for_everybody(
    short: Match, outsider: User
) -> None:
    list(bots_act(short, Random(2)))
    reader = Reader(outsider, short)
    page = Page(english(reader))
    winners = "Ane & Ainhoa" if state_of(short).score.won[0] else "Beñat & Bixente"
    assert f"{winners} won 1 to 0 against" in page.html
    record = reader.client.get(f"{reader.address}record.txt")
    assert record["Content-Type"] == "text/plain; charset=utf-8"
    assert record.content.startswith(b"Record 1\n")


def test_there_is_no_record_while_the_match_runs(ane: Reader) -> None:
    answer = ane.client.get(f"{ane.address}record.txt")
    assert answer.status_code == 409
    assert b"Secret" not in answer.content


def test_an_annulled_match_says_so_and_takes_no_more_moves(
    ane: Reader, match: Match
) -> None:
    page = ane.look()
    services.annul(match_id=match.pk, at=timezone.now())
    assert ane.say(page, "mus").status == 409
    after = english(ane).content.decode()
    assert "was annulled" in after
    assert "to act" not in after


def test_time_left_is_shown_to_all_by_the_server(four: list[User]) -> None:
    sitters = [Sitter(user.pk, str(user)) for user in four]
    match = open_dealt(Opening("mus", {}, sitters, turn_seconds=40), at=timezone.now())
    for user in (*four, None):
        page = Reader(user, match).look()
        assert any(f'data-seconds="{left}"' in page.html for left in range(30, 41))


def english(reader: Reader) -> Any:
    """The page for somebody who reads English, now and from now on."""
    reader.client.cookies["django_language"] = "en"
    return reader.client.get(reader.address)
