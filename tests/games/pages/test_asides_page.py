"""Signs and phrases on the table page: only true ones are offered, and each reader sees no more
than was noticed.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from accounts.models import User
from games import services
from games.models import Aside, Match
from games.mus import phrases, signs
from games.mus import vocabulary as words
from games.mus.page.talk_page import GESTURES, Asides
from games.mus.page.voice import Voice
from games.rules import dealing
from games.services import Opening, Sitter
from tests.conftest import NOW, open_dealt
from tests.games.pages.conftest import Page, Reader, play
from tests.games.rules.mus.tables import hands, order

pytestmark = pytest.mark.django_db

HANDS = "KK64", "HHS5", "KH75", "SS44"
CATCHABLE = {"signs": "catchable", "talk": "phrases"}


@pytest.fixture
def at_table(
    monkeypatch: pytest.MonkeyPatch, four: list[User]
) -> Callable[..., Callable[..., Reader]]:
    """A table with these options; gives a reader for each person."""

    def opened(**options: Any) -> Callable[[User | None], Reader]:
        cards = order(hands(*HANDS))
        monkeypatch.setattr(
            dealing,
            "shuffle",
            lambda pack, *_: cards if len(pack) == len(cards) else pack,
        )
        match = open_dealt(
            Opening("mus", options, [Sitter(user.pk, str(user)) for user in four]),
            at=NOW,
        )

        def reader(user: User | None = None) -> Reader:
            return Reader(user, match)

        return reader

    return opened


def send(reader: Reader, **form: Any) -> Page:
    """What a press of a button of the bar leads to."""
    return Page(reader.client.post(f"{reader.address}asides/", form, follow=True))


def offered(page: Page, name: str) -> list[str]:
    if name == "phrase":
        return re.findall(
            r'<option value="([a-z_]+)">',
            page.html.partition('id="phrase"')[2].partition("</select>")[0],
        )
    return re.findall(
        rf'<button class="button" name="{name}" value="([^"]*)"', page.html
    )


def heard(page: Page) -> list[str]:
    """The lines of what was noticed, the latest first."""
    found = page.html.partition('aria-label="Signs and phrases of this deal">')[
        2
    ].partition("</ol>")[0]
    return [
        re.sub(r"<[^>]+>", "", line).strip()
        for line in re.findall(r"<li>(.*?)</li>", found)
    ]


def test_a_page_offers_true_signs_only(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    """MUS-63."""
    table = at_table(**CATCHABLE)
    pages = [table(user).look() for user in four]
    assert [offered(page, "sign") for page in pages] == [
        ["kings_2"],
        ["nothing"],
        ["nothing"],
        ["duples"],
    ]
    assert [offered(page, "look") for page in pages] == [["1"]] * 4
    assert offered(pages[0], "phrase") == list(phrases.PHRASES)


def test_a_page_has_no_bar_where_nothing_is_agreed_on_nor_for_spectators(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    assert "asides" not in at_table()(four[0]).look().html
    page = at_table(**CATCHABLE)().look()
    assert 'class="asides"' not in page.html
    assert "/asides/" not in page.html


def test_the_partner_reads_a_sign_and_what_it_means_and_nobody_else_does(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    """MUS-63: pressing the button is enough, without a script."""
    table = at_table(**CATCHABLE)
    page = send(table(four[0]), sign="kings_2")
    assert (page.status, heard(page)) == (200, ["You: lip bitten (two kings)"])
    assert heard(table(four[2]).look()) == ["Ane: lip bitten (two kings)"]
    assert [heard(table(user).look()) for user in (four[1], four[3], None)] == [
        [],
        [],
        [],
    ]
    assert "lip bitten (" not in table(four[1]).look().html + table().look().html


def test_a_phrase_is_read_by_all_in_the_words_of_the_table(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    """MUS-V10."""
    table = at_table(**CATCHABLE)
    send(table(four[1]), phrase="como_vas")
    assert [heard(table(user).look()) for user in (four[0], None)] == [
        ["Beñat ¿Cómo vas?"]
    ] * 2
    assert heard(table(four[1]).look()) == ["You ¿Cómo vas?"]
    assert heard(table().look("?words=de")) == ["Beñat Wie steht’s bei dir?"]


def test_a_sign_that_is_not_true_is_refused_on_the_page_and_only_its_maker_reads_of_it(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    """MUS-63."""
    table = at_table(**CATCHABLE)
    page = send(table(four[0]), sign="duples")
    assert page.status == 409
    assert "That sign is not true of your cards" in page.html
    assert heard(page) == ["You: brows up: not true, and not seen"]
    assert [heard(table(user).look()) for user in (*four[1:], None)] == [[]] * 4


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 400),
        ({"text": "tengo duples"}, 400),
        ({"phrase": "tengo duples"}, 422),
        ({"sign": "29"}, 422),
    ],
)
def test_anything_else_is_refused_on_the_page(
    at_table: Callable[..., Any], four: list[User], form: dict[str, str], status: int
) -> None:
    """MUS-V10: free text is not among the phrases."""
    assert send(at_table(**CATCHABLE)(four[0]), **form).status == status
    assert not Aside.objects.exists()


def test_a_page_says_when_it_was_too_soon(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    table = at_table(**CATCHABLE)
    send(table(four[0]), look="1")
    page = send(table(four[0]), look="1")
    assert page.status == 429
    assert "Try again in 10 s" in page.html or "Try again in 9 s" in page.html


def test_whoever_looks_up_in_time_reads_the_sign_of_a_rival(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    """MUS-63."""
    table = at_table(**CATCHABLE)
    send(table(four[1]), look="1")
    send(table(four[0]), sign="kings_2")
    assert heard(table(four[1]).look()) == [
        "Ane: lip bitten (two kings)",
        "You: a look at the other side",
    ]
    assert heard(table(four[3]).look()) == []


def test_a_sign_chosen_before_the_cards_were_exchanged_is_told_as_out_of_date(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    table = at_table(**CATCHABLE)
    page = table(four[0]).look()
    match = Match.objects.get()
    for text in (
        "mus",
        "mus",
        "mus",
        "mus",
        "discard Ko Kc 6o",
        "discard 5o",
        "discard 7o",
        "discard 4c",
    ):
        play(match, text)
    late = send(table(four[0]), sign="kings_2", answers=page.field("answers"))
    assert late.status == 409
    assert "The match has moved on" in late.html
    assert not Aside.objects.exists()


def test_a_page_made_after_a_sign_is_newer_for_those_who_noticed_it_only(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    """A page asks again only when its number grows; a spectator's and a rival's must not."""
    table = at_table(**CATCHABLE)
    people = (*four, None)

    def numbers() -> list[tuple[str, int]]:
        found = [
            re.search(
                r'data-live="([^"]+)" data-number="(\d+)"', table(user).look().html
            )
            for user in people
        ]
        return [(one[1], int(one[2])) for one in found if one]

    before = numbers()
    send(table(four[0]), sign="kings_2")
    grown = [late[1] - early[1] for early, late in zip(before, numbers(), strict=True)]
    assert grown == [1, 0, 1, 0, 0]
    assert len({topic for topic, _ in before}) == 5


def test_the_match_is_over_and_nothing_more_is_offered(
    at_table: Callable[..., Any], four: list[User]
) -> None:
    table = at_table(**CATCHABLE)
    services.annul(match_id=Match.objects.get().pk, at=NOW)
    assert 'class="asides"' not in table(four[0]).look().html


@pytest.mark.parametrize("vocabulary", words.CODES)
def test_every_sign_of_every_list_has_a_gesture_and_a_meaning(vocabulary: str) -> None:
    """MUS-63."""
    used = set()
    for name, listed in signs.LISTS.items():
        asides = {"signs": list(listed), "look": False, "phrases": [], "heard": []}
        match = {
            "view": {},
            "seat": 0,
            "seats": [],
            "asides": asides,
            "options": {"sign_list": name},
        }
        with override("en"):
            shown = Asides(Voice(match, vocabulary)).signs()
        assert len({sign["meaning"] for sign in shown}) == len(listed)
        assert all(sign["gesture"] and "{" not in sign["meaning"] for sign in shown)
        used |= {sign.gesture for sign in listed.values()}
    assert used == set(GESTURES)
