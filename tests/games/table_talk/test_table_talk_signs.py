"""Signs and phrases: what a seat may do, and how often."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from accounts.models import User
from games import (
    services,
    table_talk,
    verification,  # noqa: F401  it takes the true shuffle with it before it is replaced here
)
from games.models import Aside, Match
from games.mus import (
    signs,
)
from games.mus.phrases import PHRASES
from games.services import Opening, Sitter
from tests.conftest import NOW, Api, open_dealt
from tests.games.table_talk.talking import CATCHABLE, heard

pytestmark = pytest.mark.django_db


# --- what a seat may do ---


def test_a_seat_is_offered_its_true_signs_and_the_phrases(
    table: Callable[..., Match], seats: list[Api]
) -> None:
    """MUS-63, MUS-V10."""
    match = table(**CATCHABLE)
    offered = seats[3].get(f"matches/{match.pk}/asides/")[1]["asides"]
    assert offered == {
        "signs": ["duples"],
        "look": True,
        "phrases": list(PHRASES),
        "heard": [],
    }
    assert seats[3].get(f"matches/{match.pk}/")[1]["asides"] == offered


def test_where_nothing_is_agreed_on_there_are_no_asides(
    table: Callable[..., Match], seats: list[Api]
) -> None:
    match = table()
    assert seats[0].get(f"matches/{match.pk}/")[1]["asides"] is None
    assert seats[0].get(f"matches/{match.pk}/asides/") == (
        200,
        {"asides": None, "history": []},
    )


def test_a_true_sign_reaches_the_partner(
    table: Callable[..., Match], seats: list[Api]
) -> None:
    """MUS-63."""
    match = table(**CATCHABLE)
    status, answer = seats[3].post(f"matches/{match.pk}/asides/", sign="duples")
    assert (status, [aside["code"] for aside in answer["asides"]["heard"]]) == (
        201,
        ["duples"],
    )
    assert heard(seats[1], match) == [(3, "sign", "duples")]
    assert heard(seats[0], match) == heard(seats[2], match) == heard(Api(), match) == []


def test_an_open_sign_is_seen_by_the_four_and_by_nobody_else(
    table: Callable[..., Match], seats: list[Api], outsider: User
) -> None:
    """MUS-63."""
    match = table(signs="open")
    seats[0].post(f"matches/{match.pk}/asides/", sign="kings_2")
    assert [heard(api, match) for api in seats] == [[(0, "sign", "kings_2")]] * 4
    assert heard(Api(outsider), match) == heard(Api(), match) == []


REFUSED = [
    ({"signs": "open"}, {"sign": "duples"}, 409, "sign.untrue"),
    ({"signs": "open"}, {"sign": "29"}, 422, "sign.unknown"),
    ({"signs": "open"}, {"sign": "30"}, 422, "sign.not_now"),
    ({"talk": "phrases"}, {"sign": "kings_2"}, 422, "sign.off"),
    ({"signs": "open"}, {"phrase": "suerte"}, 422, "talk.off"),
    ({"talk": "phrases"}, {"phrase": "tengo duples"}, 422, "talk.unknown"),
    ({"signs": "open"}, {"look": True}, 422, "look.off"),
    ({"talk": "phrases"}, {"text": "tengo duples"}, 400, "input.invalid"),
    ({"talk": "phrases"}, {}, 400, "input.invalid"),
    ({"talk": "phrases"}, {"look": False}, 400, "input.invalid"),
    (CATCHABLE, {"sign": "kings_2", "phrase": "suerte"}, 400, "input.invalid"),
    (CATCHABLE, {"sign": "k" * 21}, 400, "input.invalid"),
    (CATCHABLE, {"sign": "kings_2", "answers": -1}, 400, "input.invalid"),
]


@pytest.mark.parametrize(("options", "body", "status", "code"), REFUSED)
def test_what_is_not_allowed_is_refused_and_nobody_notices(
    table: Callable[..., Match],
    seats: list[Api],
    options: Any,
    body: Any,
    status: int,
    code: str,
) -> None:
    """MUS-63, MUS-V10: free text is none of the phrases."""
    match = table(**options)
    answer = seats[0].post(f"matches/{match.pk}/asides/", **body)
    assert (answer[0], answer[1]["code"]) == (status, code)
    assert [heard(api, match) for api in (*seats[1:], Api())] == [[]] * 4
    assert not match.asides.exclude(kind=Aside.Kind.ATTEMPT).exists()


def test_who_has_no_seat_signs_nothing(
    table: Callable[..., Match], outsider: User
) -> None:
    match = table(**CATCHABLE)
    assert Api(outsider).post(f"matches/{match.pk}/asides/", sign="kings_2")[0] == 403
    assert Api().post(f"matches/{match.pk}/asides/", sign="kings_2")[0] == 401
    match = table(**CATCHABLE)
    Match.objects.filter(pk=match.pk).update(public=False)
    assert Api(outsider).get(f"matches/{match.pk}/asides/")[0] == 404
    assert Api(outsider).post(f"matches/{match.pk}/asides/", sign="kings_2")[0] == 404
    assert not Aside.objects.exists()


def test_a_game_without_asides_has_none(four: list[User], seats: list[Api]) -> None:
    match = open_dealt(
        Opening("mizzaire", {}, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )
    for body in ({"sign": "duples"}, {"look": True}, {"phrase": "suerte"}):
        status, answer = seats[0].post(f"matches/{match.pk}/asides/", **body)
        assert (status, answer["code"]) == (422, "aside.none")
    assert seats[0].get(f"matches/{match.pk}/")[1]["asides"] is None


def test_signs_need_cards_and_talk_does_not(four: list[User], seats: list[Api]) -> None:
    """MUS-63: before the first deal there is nothing to tell."""
    match = services.open_match(
        Opening("mus", CATCHABLE, [Sitter(user.pk, str(user)) for user in four]), at=NOW
    )
    assert (
        seats[0].post(f"matches/{match.pk}/asides/", sign="nothing")[1]["code"]
        == "sign.not_now"
    )
    assert seats[0].post(f"matches/{match.pk}/asides/", phrase="suerte")[0] == 201


def test_once_the_match_is_over_nothing_more_is_said(
    table: Callable[..., Match], seats: list[Api]
) -> None:
    match = table(**CATCHABLE)
    services.annul(match_id=match.pk, at=NOW)
    status, answer = seats[0].post(f"matches/{match.pk}/asides/", phrase="gracias")
    assert (status, answer["code"]) == (409, "match.over")
    assert seats[0].get(f"matches/{match.pk}/")[1]["asides"]["phrases"] == []


# --- not too often ---


@pytest.mark.parametrize(
    ("first", "second", "wait"),
    [
        (("phrase", "suerte"), ("phrase", "gracias"), 2),
        (("sign", "kings_2"), ("phrase", "gracias"), 2),
        (("sign", "duples"), ("sign", "duples"), 2),
        (("look", ""), ("look", ""), signs.REST),
        (("look", ""), ("sign", "kings_2"), 0),
        (("sign", "kings_2"), ("look", ""), 0),
    ],
)
def test_a_seat_waits_a_moment_between_two(
    table: Callable[..., Match],
    make: Callable[..., Aside],
    first: Any,
    second: Any,
    wait: int,
) -> None:
    """MUS-63: signs and phrases have one pause between them, tried signs included; looks a longer
    one of their own.
    """
    match = table(**CATCHABLE)
    tries(make, match, first, 0)
    for early in range(wait):
        with pytest.raises(table_talk.TooSoon) as refused:
            make(match, 0, *second, after=early + 0.5)
        assert refused.value.fields["seconds"] == wait - early
        assert refused.value.status == 429
    assert match.asides.count() == 1
    tries(make, match, second, wait)
    assert match.asides.count() == 2


def tries(
    make: Callable[..., Aside], match: Match, what: tuple[str, str], after: float
) -> None:
    with suppress(table_talk.Untrue):
        make(match, 0, *what, after=after)


def test_the_pause_of_one_seat_is_not_that_of_another(
    table: Callable[..., Match], make: Callable[..., Aside]
) -> None:
    match = table(**CATCHABLE)
    for seat in range(4):
        make(match, seat, "phrase", "suerte")
        make(match, seat, "look")
    assert match.asides.count() == 8
