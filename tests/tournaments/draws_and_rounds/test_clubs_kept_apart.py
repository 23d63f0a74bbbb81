"""Clubs kept apart are compared as people's names are: without case, accents and punctuation."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW
from tests.tournaments.attendance.comings_and_goings import start
from tournaments.models import Entry, Event, Pairing
from tournaments.services import draws

pytestmark = pytest.mark.django_db

SPELLINGS = ("Peña Ona", "PEÑA ONA", "peña  ona.", "Pena Ona")


@pytest.mark.parametrize("format", ["knockout", "lives", "swiss"])
def test_four_spellings_of_a_club_are_one_club(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: Any,
    format: str,
) -> None:
    """Four pairs of the club among eight: in the first round none has to meet another."""
    event = make_event(format=format, settings={"apart": True}, capacity=8)
    for n, spelling in enumerate(SPELLINGS):
        enter(event, f"Ane {n}", f"Jon {n}", club_name=spelling)
        enter(event, f"Eva {n}", f"Ion {n}", club_name=f"Otro {n}")
    stage = start(event, organiser)
    for pairing in Pairing.objects.filter(round__stage=stage):
        clubs = {entry.club_name for entry in pairing.entries}
        assert not clubs <= set(SPELLINGS)


def test_a_drawn_pair_of_one_club_names_it_once(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(singles=True, capacity=4)
    for name, club in (("Ane", "Peña Ona"), ("Jon", "PEÑA ONA")):
        enter(event, name, club_name=club)
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    assert event.entries.get(state="in", places=2).club_name in SPELLINGS[:2]
