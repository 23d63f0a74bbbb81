"""Corrections: what happens to places and to later stages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Stream
from tests.tournaments.rules.corrections.corrected_events import Event, eight
from tests.tournaments.rules.events import stream
from tournaments.rules.advancement import Takes
from tournaments.rules.corrections import (
    CorrectedStage,
    RankChange,
    Requalified,
    Taker,
    preview,
)
from tournaments.rules.formats import lives
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

ROUND_ROBIN = FORMATS["round_robin"]


def test_places_that_change_are_told_with_what_they_were():
    event = eight(3)
    after = event.win(3, 0, 5)
    assert after.ranks == (RankChange(5, (2, 2), (1, 1)), RankChange(1, (1, 1), (2, 2)))


def test_in_a_league_only_places_change():
    event = Event(ROUND_ROBIN, 4, StageSettings(tie_breaks=("match_wins", "shared")))
    for _ in range(3):
        event.play_round()
    key = next(key for key, entries in event.stored.items() if set(entries) == {1, 2})
    after = event.win(*key, 2)
    assert after.pairings == ()
    assert after.ranks == (RankChange(2, (2, 2), (1, 1)), RankChange(1, (1, 1), (2, 2)))


BEST_TWO = Taker(2, Takes(1, "best", 2))


def league(*codes: str) -> tuple[Event, CorrectedStage]:
    """A league of four over three rounds, in the order of their numbers, and what a later phase
    takes from it.
    """
    event = Event(ROUND_ROBIN, 4, StageSettings(tie_breaks=codes))
    for _ in range(3):
        event.play_round()
    return event, event.phase()._replace(takers=(BEST_TWO,))


def corrected(event: Event, a: int, b: int) -> list[ConfirmedResult]:
    """The facts, with the match of two won by the other."""
    return [
        fact._replace(winner=b, sets_a=fact.sets_b, sets_b=fact.sets_a)
        if {fact.a, fact.b} == {a, b}
        else fact
        for fact in event.facts
    ]


def test_who_goes_on_to_a_later_phase_may_change():
    event, phase = league("match_wins", "direct", "shared")
    after = preview(phase, corrected(event, 2, 3))
    assert after.qualifiers == (Requalified(BEST_TWO, (3,), (2,), None),)


def test_who_goes_on_stays_the_same_when_only_their_order_changes():
    event, phase = league("match_wins", "direct", "shared")
    after = preview(phase, corrected(event, 1, 2))
    assert after.ranks
    assert after.qualifiers == ()


def test_when_places_at_the_cut_are_shared_now_the_preview_says_so():
    event, phase = league("match_wins", "shared")
    (one,) = preview(phase, corrected(event, 1, 3)).qualifiers
    assert one.refused is not None
    assert one.refused.code == "phase.tie_at_the_cut"
    assert set(one.refused.fields["entries"]) == {1, 2, 3}


def test_places_at_the_cut_that_are_shared_now_are_decided_by_the_lots():
    event, phase = league("match_wins", "shared")
    after = preview(phase._replace(lots=(4, 3, 2, 1)), corrected(event, 1, 3))
    assert after.qualifiers == (Requalified(BEST_TWO, (3,), (1,), None),)


def test_in_an_event_with_lives_somebody_comes_back_and_somebody_is_out():
    event = Event(lives.FORMAT, 8, StageSettings(lives=1))
    event.play_round()
    fact = event.facts[0]
    other = fact.a + fact.b - fact.winner
    after = event.win(fact.round, fact.slot, other)
    assert (after.comes, after.goes, after.pairings) == ((other,), (fact.winner,), ())
    final = preview(event.phase()._replace(final=True), event.facts[1:])
    assert (final.comes, final.goes) == ((), ())


BY_WINS = StageSettings(tie_breaks=("match_wins", "shared"))


SETUPS = {
    "knockout": ("knockout", StageSettings()),
    "third place": ("knockout", StageSettings(third_place=True)),
    "places to 8": ("knockout", StageSettings(third_place=True, fifth_place=True)),
    "league": ("round_robin", BY_WINS),
    "double elimination": ("double_elimination", StageSettings()),
    "second final": ("double_elimination", StageSettings(second_final=True)),
    "consolation": ("consolation", StageSettings()),
    "groups": ("groups", BY_WINS._replace(groups=2)),
    "swiss": ("swiss", BY_WINS._replace(rounds=3)),
    "lives": ("lives", StageSettings(lives=2)),
}


def some_fact(event: Event, key: tuple[int, int], chance: Stream) -> ConfirmedResult:
    """A result by chance; one in eight is no match that was played."""
    a, b = event.stored[key]
    winner, luck = (a, b)[chance.below(2)], chance.below(24)
    if luck == 0:
        return ConfirmedResult(*key, a, b, DOUBLE_WALKOVER, None)
    if luck < 3:
        return ConfirmedResult(*key, a, b, WALKOVER, winner)
    return ConfirmedResult(
        *key, a, b, PLAYED, winner, *((3, 1) if winner == a else (1, 3))
    )


def some_choices(
    event: Event, fact: ConfirmedResult, chance: Stream
) -> dict[tuple[int, int], str]:
    """For each pairing that would move one of its choices; the default of most."""
    others = [
        old for old in event.facts if (old.round, old.slot) != (fact.round, fact.slot)
    ]
    found = preview(event.phase(), [*others, fact]).pairings
    return {
        one.opened.key: one.opened.choices[-1] for one in found if chance.below(3) == 0
    }


def check_whole(event: Event) -> None:
    """Stored pairings are those of the plan, facts are of those stored, and nobody is twice in a
    round.
    """
    plan = event.plan()
    assert {
        key: plan[key].entries if key in plan else () for key in event.stored
    } == event.stored
    for fact in event.facts:
        assert event.stored[fact.round, fact.slot] == (fact.a, fact.b)
    for number in range(1, event.opened + 1):
        inside = [
            e
            for (n, _), meeting in plan.items()
            if n == number
            for e in meeting.entries
            if e is not None
        ]
        assert len(inside) == len(set(inside))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, (code, _) in SETUPS.items() if code in FORMATS]
)
@settings(max_examples=40, deadline=None)
@given(
    size=st.integers(4, 17),
    seed=st.integers(0, 10**6),
    corrections=st.integers(0, 6),
    defaults=st.booleans(),
)
def test_whatever_is_corrected_the_plan_fits_what_is_stored_and_the_event_comes_to_its_end(
    name, size, seed, corrections, defaults
):
    code, setup = SETUPS[name]
    event, chance = Event(FORMATS[code], size, setup, seed), stream(("results", seed))
    for _ in range(400):
        check_whole(event)
        ready = event.ready()
        if event.facts and corrections and chance.below(6) == 0:
            corrections -= 1
            old = event.facts[chance.below(len(event.facts))]
            fact = some_fact(event, (old.round, old.slot), chance)
            event.record(fact, None if defaults else some_choices(event, fact, chance))
        elif ready:
            event.record(some_fact(event, ready[chance.below(len(ready))], chance))
        elif not event.open():
            break
    assert all(meeting.decided for meeting in event.plan().values())
    assert event.format.standings(event.drawn, event.facts, event.setup, {})
