"""The order of strength: given by the organisers before the draw, each place once, and kept by the
brackets.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from core.refusals import Refusal
from tests.conftest import NOW, Api
from tournaments.models import Entry, Event
from tournaments.services import draws, seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs(event: Event, enter: Callable[..., Entry]) -> list[Entry]:
    return [enter(event, f"Ane {n}", f"Jon {n}") for n in range(8)]


def refused(entry: Entry, seed: int | None, by: Any) -> str:
    with pytest.raises(Refusal) as caught:
        seeding.set_seed(entry_id=entry.pk, seed=seed, by=by, at=NOW)
    return caught.value.code


def test_seeds_come_to_their_places_in_the_bracket(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(settings={"seeds": 2})
    entries = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(8)]
    for place, entry in ((1, entries[5]), (2, entries[3])):
        assert (
            seeding.set_seed(entry_id=entry.pk, seed=place, by=organiser, at=NOW).seed
            == place
        )
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    leaves = (draws.make(draw_id=draw.pk, by=organiser, at=NOW).resolved or {})[
        "leaves"
    ]
    assert (leaves[0], leaves[4]) == (entries[5].number, entries[3].number)


def test_a_place_is_given_once_and_can_be_taken_away(
    pairs: list[Entry], organiser: Any
) -> None:
    seeding.set_seed(entry_id=pairs[0].pk, seed=1, by=organiser, at=NOW)
    assert refused(pairs[1], 1, organiser) == "entry.seed_taken"
    assert (
        seeding.set_seed(entry_id=pairs[0].pk, seed=1, by=organiser, at=NOW).seed == 1
    )
    seeding.set_seed(entry_id=pairs[0].pk, seed=None, by=organiser, at=NOW)
    assert (
        seeding.set_seed(entry_id=pairs[1].pk, seed=1, by=organiser, at=NOW).seed == 1
    )


@pytest.mark.parametrize("seed", [0, 9])
def test_there_are_as_many_places_as_entries(
    seed: int, pairs: list[Entry], organiser: Any
) -> None:
    assert refused(pairs[0], seed, organiser) == "entry.seed_range"


def test_an_announced_draw_holds_the_order_fast(
    event: Event, pairs: list[Entry], organiser: Any
) -> None:
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    assert refused(pairs[0], 1, organiser) == "entry.draw_made"
    draws.discard(draw_id=draw.pk, reason="the order was missing", by=organiser, at=NOW)
    assert (
        seeding.set_seed(entry_id=pairs[0].pk, seed=1, by=organiser, at=NOW).seed == 1
    )


def test_the_organiser_seeds_through_the_api_and_at_the_desk(
    pairs: list[Entry], organiser: Any, outsider: Any, client: Client
) -> None:
    path = f"entries/{pairs[0].pk}/seed/"
    assert Api(outsider).post(path, seed=1)[0] == 403
    assert Api(organiser).post(path, seed="first")[0] == 400
    assert Api(organiser).post(path, seed=1)[1]["seed"] == 1
    client.force_login(organiser)
    page = f"/entries/{pairs[1].pk}/desk/"
    assert 'name="seed"' in client.get(page).content.decode()
    assert (
        "Ane 0"
        in client.post(f"{page}seed/", {"seed": "1"}, follow=True).content.decode()
    )
    assert client.post(f"{page}seed/", {"seed": "²"}).status_code == 302
    client.post(f"{page}seed/", {"seed": "2"})
    assert [entry.seed for entry in Entry.objects.order_by("number")[:2]] == [1, 2]
    client.post(f"{page}seed/", {"seed": ""})
    assert Entry.objects.get(pk=pairs[1].pk).seed is None
