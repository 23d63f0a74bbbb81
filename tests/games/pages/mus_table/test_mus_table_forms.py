"""What a form at the table may hold."""

from collections.abc import Callable
from random import Random

import pytest

from accounts.models import User
from games.models import Match
from games.rules.cards import SPANISH
from games.services import Opening, Sitter
from tests.conftest import NOW, open_dealt
from tests.games.pages.conftest import Page, Reader, bots_act, play, state_of
from tests.games.pages.mus_table.mus_pages import english

pytestmark = pytest.mark.django_db


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
