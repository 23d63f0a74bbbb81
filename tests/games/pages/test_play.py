"""The page with one button: a guest, three bots, a match."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.mus import rules
from games.pages.play import PlayThrottle
from tests.games.pages.conftest import Page, Reader

pytestmark = pytest.mark.django_db

PLAY = "/play/"
RULES = {"points_per_set": 30, "sets_to_win": 1, "kings": 8}


def test_looking_at_the_page_makes_nothing(client: Client) -> None:
    assert client.get(PLAY).status_code == 200
    assert not User.objects.exists()
    assert not Match.objects.exists()


def test_one_button_seats_a_guest_with_three_bots(client: Client) -> None:
    answer = client.post(PLAY, RULES)
    match = Match.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/matches/{match.pk}/"
    guest, *bots = [seating.user for seating in match.seatings.all()]
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert all(bot.is_bot for bot in bots)
    assert not match.public
    assert 'value="deal"' in Page(client.get(answer["Location"])).html
    table = Page(client.post(answer["Location"], {"say": "deal"}, follow=True))
    assert table.legal() == {"mus", "no mus"}


def test_the_button_of_the_home_page_opens_a_set_to_thirty_without_a_question(
    client: Client,
) -> None:
    assert b'action="/play/"' in client.get("/").content
    assert client.post(PLAY).status_code == 302
    assert Match.objects.get().options == rules.options_json(
        rules.options({"sets_to_win": 1})
    )


def test_whoever_is_logged_in_plays_under_their_own_name(
    client: Client, outsider: User
) -> None:
    client.force_login(outsider)
    client.post(PLAY, RULES)
    assert Match.objects.get().seatings.get(seat=0).user == outsider


def test_a_guest_stays_the_same_guest(client: Client) -> None:
    client.post(PLAY, RULES)
    client.post(PLAY, RULES)
    assert User.objects.filter(is_guest=True).count() == 1
    assert Page(client.get(PLAY)).html.count('href="/matches/') == 2


def test_the_rules_are_those_chosen(client: Client) -> None:
    client.post(PLAY, {"points_per_set": 40, "sets_to_win": 3, "kings": 4})
    options = Match.objects.get().options
    assert (options["points_per_set"], options["sets_to_win"], options["kings"]) == (
        40,
        3,
        4,
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"points_per_set": 0},
        {"sets_to_win": "x"},
        {"kings": "7"},
        {"points_per_set": "9" * 5000},
        {"game": "go"},
        {"level": "best"},
    ],
    ids=str,
)
def test_other_rules_than_those_offered_are_refused(
    client: Client, wrong: dict[str, object]
) -> None:
    assert client.post(PLAY, RULES | wrong).status_code == 400
    assert not Match.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("level", "prefix"), [("simple", "bot:"), ("strong", "bot:strong:")]
)
def test_the_bots_play_as_well_as_chosen_and_say_so(
    client: Client, level: str, prefix: str
) -> None:
    table = Page(client.post(PLAY, RULES | {"level": level}, follow=True))
    bots = [seating.user for seating in Match.objects.get().seatings.all()][1:]
    assert [bot.username for bot in bots] == [f"{prefix}{n}" for n in (1, 2, 3)]
    assert {bot.level for bot in bots} == {level}
    assert (
        table.html.count(
            f'<span class="badge">{"bot" if level == "simple" else "bot fuerte"}</span>'
        )
        == 3
    )


def test_nobody_has_more_than_five_matches_open(client: Client) -> None:
    for _ in range(5):
        assert client.post(PLAY, RULES).status_code == 302
    refused = client.post(PLAY, RULES)
    assert refused.status_code == 403
    assert "5" in refused.content.decode()
    assert Match.objects.count() == 5


def test_one_address_begins_only_so_many_matches_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PlayThrottle, "rate", "2/min")
    answers = [
        Client(REMOTE_ADDR="192.0.2.7").post(PLAY, RULES).status_code for _ in range(3)
    ]
    assert answers == [302, 302, 429]
    assert Client(REMOTE_ADDR="192.0.2.8").post(PLAY, RULES).status_code == 302


def test_a_form_without_its_token_opens_nothing() -> None:
    assert Client(enforce_csrf_checks=True).post(PLAY, RULES).status_code == 403
    assert not Match.objects.exists()


def test_another_guest_does_not_see_the_match(client: Client) -> None:
    client.post(PLAY, RULES)
    other = Client()
    other.post(PLAY, RULES)
    first, second = Match.objects.order_by("opened_at")
    assert client.get(f"/matches/{first.pk}/").status_code == 200
    assert client.get(f"/matches/{second.pk}/").status_code == 404
    assert Reader(None, first).look().status == 404


@pytest.mark.parametrize(
    ("language", "words"), [("es", "es"), ("eu", "eu"), ("de", "de"), ("en", "en")]
)
def test_the_table_speaks_the_language_of_whoever_opens_it(
    client: Client, language: str, words: str
) -> None:
    client.cookies["django_language"] = language
    client.post(PLAY, RULES)
    assert Match.objects.get().words == words


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["accept", "decline", "big"]), ("eu", ["eduki", "utzi", "handia"])],
)
def test_the_calls_and_bets_are_explained_with_the_words_of_the_table(
    client: Client, language: str, words: list[str]
) -> None:
    client.cookies["django_language"] = language
    page = Page(client.get(PLAY)).html
    assert page.count("<dt>") == 14
    for word in words:
        assert f"<dt>{word}</dt>" in page
