"""A past result is corrected: what was played stays, what is only open follows, and nobody is left
in two places.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Stream
from core.refusals import Refusal
from tests.tournaments.rules.events import field, stream
from tournaments.rules.advancement import Takes
from tournaments.rules.corrections import (
    DECIDED,
    KEEP,
    OPEN,
    REPLAY,
    RESLOT,
    RUNNING,
    CorrectedStage,
    Opened,
    Preview,
    RankChange,
    Requalified,
    Taker,
    preview,
)
from tournaments.rules.formats import lives
from tournaments.rules.formats.base import Format, History, Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult

KNOCKOUT = FORMATS["knockout"]
ROUND_ROBIN = FORMATS["round_robin"]


class Event:
    """A phase as its organiser sees it: rounds are opened, results come in, and some are
    corrected.
    """

    def __init__(
        self, format: Format, size: int, setup: StageSettings, name: object = "test"
    ) -> None:
        self.format, self.setup, self.field, self.chance = (
            format,
            setup,
            field(size),
            stream(name),
        )
        self.drawn: Json = (
            {"rounds": []}
            if format.is_redrawn
            else format.draw(self.field, self.chance, setup)
        )
        self.facts: list[ConfirmedResult] = []
        self.stored: dict[tuple[int, int], tuple[int | None, ...]] = {}
        self.opened = 0

    def plan(self) -> dict[tuple[int, int], object]:
        rounds = enumerate(
            self.format.plan(self.drawn, self.facts, self.setup), start=1
        )
        return {
            (n, meeting.slot): meeting for n, one in rounds for meeting in one.meetings
        }

    def ready(self) -> list[tuple[int, int]]:
        return [
            key
            for key, meeting in self.plan().items()
            if meeting.ready and key in self.stored
        ]

    def open(self) -> bool:
        """Open the next round, drawn first where it has to be; False when there is none."""
        if self.format.is_redrawn:
            ids = self.format.to_draw(
                self.drawn,
                self.facts,
                self.setup,
                [entrant.id for entrant in self.field],
            )
            if not ids:
                return False
            inside, before = (
                [one for one in self.field if one.id in ids],
                History(self.drawn["rounds"], self.facts),
            )
            drawn = self.format.draw(inside, self.chance, self.setup, before)
            self.drawn = {"rounds": [*self.drawn["rounds"], drawn]}
        self.opened += 1
        fresh = {
            key: meeting.entries
            for key, meeting in self.plan().items()
            if key[0] == self.opened
        }
        self.stored |= fresh
        return bool(fresh)

    def phase(
        self, running: frozenset[tuple[int, int]] = frozenset()
    ) -> CorrectedStage:
        decided = {(fact.round, fact.slot) for fact in self.facts if fact.kind != VOID}
        states = {
            key: DECIDED if key in decided else RUNNING if key in running else OPEN
            for key in self.stored
        }
        opened = [
            Opened(*key, entries, states[key]) for key, entries in self.stored.items()
        ]
        return CorrectedStage(
            StageState(self.format, self.drawn, self.facts, self.setup),
            opened,
            [entrant.id for entrant in self.field],
        )

    def record(
        self, fact: ConfirmedResult, choices: dict[tuple[int, int], str] | None = None
    ) -> Preview:
        """A result, the first of its pairing or another, with what follows from it."""
        others = [
            old
            for old in self.facts
            if (old.round, old.slot) != (fact.round, fact.slot)
        ]
        after = preview(self.phase(), [*others, fact], choices)
        self.drawn, self.facts = after.state.draw, list(after.state.results)
        self.stored |= {
            moved.opened.key: moved.now
            for moved in after.pairings
            if moved.choice != KEEP
        }
        return after

    def win(self, number: int, slot: int, winner: int, kind: str = PLAYED) -> Preview:
        a, b = self.stored[number, slot]
        score = (3, 1) if winner == a else (1, 3)
        return self.record(
            ConfirmedResult(
                number, slot, a, b, kind, winner, *(score if kind == PLAYED else (0, 0))
            )
        )

    def play_round(self) -> None:
        """Open the next round and let the lower number win everywhere."""
        self.open()
        for key in self.ready():
            self.win(*key, min(self.stored[key]))


def eight(rounds: int, setup: StageSettings = StageSettings()) -> Event:  # noqa: B008
    """A knockout of 1 to 8 in this order, so many rounds played; the lower number won."""
    event = Event(KNOCKOUT, 8, setup)
    event.drawn = {"leaves": [1, 2, 3, 4, 5, 6, 7, 8]}
    for _ in range(rounds):
        event.play_round()
    return event


def moves(after: Preview) -> list[tuple[int, int, tuple[int | None, ...], str]]:
    return [(*moved.opened.key, moved.now, moved.choice) for moved in after.pairings]


def test_the_same_winner_by_another_score_changes_nothing_else():
    after = eight(3).record(ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 0))
    assert (after.pairings, after.ranks) == ((), ())


def test_an_open_pairing_gets_whoever_belongs_there_now():
    event = eight(1)
    event.open()
    after = event.win(1, 0, 2)
    assert moves(after) == [(2, 0, (2, 3), RESLOT)]
    assert event.stored[2, 0] == (2, 3)


def test_a_pairing_that_was_played_keeps_its_players_and_its_winner_goes_on():
    event = eight(2)
    event.open()
    after = event.win(1, 0, 2)
    assert moves(after) == [(2, 0, (2, 3), KEEP)]
    assert event.plan()[3, 0].entries == event.stored[3, 0] == (1, 5)
    assert after.state.draw["kept"] == [[2, 0, 1, 3]]


def test_a_pairing_that_is_being_played_is_kept_too():
    event = eight(1)
    event.open()
    fact = ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 0, 3)
    after = preview(event.phase(frozenset({(2, 0)})), [*event.facts[1:], fact])
    assert [(moved.choice, moved.opened.choices) for moved in after.pairings] == [
        (KEEP, (KEEP, REPLAY))
    ]


def test_a_match_played_anew_takes_back_all_that_came_of_it():
    event = eight(3)
    again = ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3)
    after = event.record(again, {(2, 0): REPLAY, (3, 0): REPLAY})
    assert moves(after) == [(2, 0, (2, 3), REPLAY), (3, 0, (None, 5), REPLAY)]
    assert [
        (fact.round, fact.slot) for fact in after.state.results if fact.round > 1
    ] == [(2, 1)]
    assert event.ready() == [(2, 0)]


def test_a_winner_who_had_gone_on_twice_is_followed_to_the_end():
    event = eight(2)
    event.open()
    after = event.record(ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3), {(2, 0): REPLAY})
    assert moves(after) == [(2, 0, (2, 3), REPLAY), (3, 0, (None, 5), RESLOT)]
    event.win(2, 0, 2)
    assert event.stored[3, 0] == (2, 5)


def test_whoever_lost_a_final_that_stays_is_not_in_the_match_for_third_place_too():
    event = eight(2, StageSettings(third_place=True))
    event.open()
    event.win(3, 0, 1)
    after = event.win(2, 0, 3)
    assert [(moved.opened.key, moved.choice) for moved in after.pairings] == [
        ((3, 0), KEEP),
        ((3, 1), KEEP),
    ]
    assert event.plan()[3, 1].entries == event.stored[3, 1] == (3, 7)


def test_what_was_kept_once_stays_kept_when_something_else_is_corrected():
    event = eight(3)
    event.win(1, 0, 2)
    event.win(1, 3, 8)
    assert sorted(event.drawn["kept"]) == [[2, 0, 1, 3], [2, 1, 5, 7]]
    assert event.plan()[3, 0].winner == 1


def test_what_was_kept_is_forgotten_when_the_correction_is_taken_back():
    event = eight(3)
    event.win(1, 0, 2)
    after = event.win(1, 0, 1)
    assert after.pairings == ()
    assert "kept" not in after.state.draw


@pytest.mark.parametrize(
    ("rounds", "choice", "allowed"),
    [(1, REPLAY, [RESLOT, KEEP]), (2, RESLOT, [KEEP, REPLAY])],
    ids=["open", "decided"],
)
def test_a_choice_that_a_pairing_does_not_have_is_refused_with_those_it_has(
    rounds, choice, allowed
):
    event = eight(rounds)
    event.open()
    with pytest.raises(Refusal) as refused:
        event.record(ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3), {(2, 0): choice})
    assert (refused.value.code, refused.value.fields["allowed"]) == (
        "correction.no_such_choice",
        allowed,
    )


def test_a_void_match_of_the_past_is_played_again_and_what_came_of_it_waits_or_stays():
    event = eight(2)
    event.open()
    after = event.record(ConfirmedResult(2, 1, 5, 7, VOID, None))
    assert moves(after) == [(3, 0, (1, None), RESLOT)]
    assert event.ready() == [(2, 1)]


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
