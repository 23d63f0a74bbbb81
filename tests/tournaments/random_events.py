"""Events made and played by chance, checked after every step."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations
from typing import Final

import rustworkx

from core.chance import Stream
from core.refusals import Refusal
from tests.tournaments.rules.events import field, stream
from tournaments.rules.corrections import (
    DECIDED,
    KEEP,
    OPEN,
    CorrectedStage,
    Key,
    Opened,
    Preview,
    preview,
)
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    Format,
    History,
    Json,
    PlannedPairing,
    StageSettings,
)
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.schedules import schedule
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, RETIRED, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult
from tournaments.rules.tables.tiebreaks import CRITERIA, LAST

SLOW_TO_DRAW: Final = {"tables": 2, "partners": 2}
"""So many rounds at most, where a schedule is searched for."""


TWO_BY_TWO = tuple(format for format in FORMATS.values() if not format.is_multiplayer)


SEVERAL = tuple(format for format in FORMATS.values() if format.is_multiplayer)


def size(chance: Stream) -> int:
    """Mostly small, one in fifty up to 200."""
    return 2 + chance.below(
        199 if chance.below(50) == 0 else 40 if chance.below(10) == 0 else 12
    )


def setup_of(format: Format, entries: int, chance: Stream) -> StageSettings:
    """Any settings that an organiser may make."""
    chosen = {
        name: choice.values[chance.below(len(choice.values))]
        for name, choice in format.choices.items()
    }
    order = chance.shuffled(CRITERIA)[: chance.below(6)], chance.shuffled(LAST)[:1]
    tie_breaks = tuple(chain(*order)) if format.tie_breaks else ()
    setup = StageSettings(**chosen)._replace(tie_breaks=tie_breaks, seats=(3, 6))  # type: ignore[arg-type]
    fewest = format.choices["groups"].values[0] if "groups" in format.choices else 1
    groups = int(fewest) + chance.below(max(5, entries // 4))
    few = setup._replace(
        groups=groups, matches=chance.below(4), until=1 + chance.below(4)
    )
    return few._replace(
        rounds=1
        + chance.below(min(setup.rounds or 12, SLOW_TO_DRAW.get(format.code, 12)))
    )


def fitting(format: Format, entries: int, chance: Stream) -> StageSettings | None:
    """Settings with which so many can be drawn, if some are found soon."""
    for _ in range(20):
        setup = setup_of(format, entries, chance)
        try:
            format.check_number(entries, setup)
        except Refusal:
            continue
        return setup
    return None


class Event:
    """One phase with all that happens to it."""

    def __init__(
        self,
        format: Format,
        setup: StageSettings,
        entrants: list[Entrant],
        chance: Stream,
    ) -> None:
        self.format, self.setup, self.chance = format, setup, chance
        self.inside = {entrant.id: entrant for entrant in entrants}
        self.gone: set[int] = set()
        self.drawn: Json = {"rounds": []}
        self.facts: list[ConfirmedResult] = []
        self.opened: dict[Key, tuple[int | None, ...]] = {}
        self.rounds = 0
        if not format.is_redrawn:
            self.drawn = format.draw(entrants, chance, setup)
            assert format.check(self.drawn, entrants, setup) == []
        self.look()

    def look(self) -> None:
        """The plan as it is now, in which no two meet at one place."""
        plan = self.format.plan(self.drawn, self.facts, self.setup)
        self.meetings = {
            (n, meeting.slot): meeting
            for n, one in enumerate(plan, 1)
            for meeting in one.meetings
        }
        assert len(self.meetings) == sum(len(one.meetings) for one in plan)

    def play(self) -> None:
        """To the end, with whatever comes between."""
        while self.open_next():
            self.decide_all()
            if not self.format.is_multiplayer and self.chance.below(4) == 0:
                self.correct()
                self.decide_all()
        self.check_end()

    def open_next(self) -> bool:
        """Draw the next round where it has to be drawn, and open it; False when nothing is left."""
        self.come_and_go()
        if self.format.is_redrawn:
            ids = self.format.to_draw(
                self.drawn, self.facts, self.setup, sorted(self.inside)
            )
            if not ids:
                return False
            self.draw([self.inside[one] for one in ids])
        elif self.format.is_multiplayer:
            self.draw_rest()
        if all(meeting.decided for meeting in self.meetings.values()):
            return False
        self.rounds += 1
        self.opened |= {
            key: meeting.entries
            for key, meeting in self.meetings.items()
            if key[0] == self.rounds
        }
        self.check_round(self.rounds)
        return True

    def come_and_go(self) -> None:
        """Once it has begun somebody is late for the second round, where it is drawn then, or
        leaves.
        """
        if not self.rounds:
            return
        if (
            self.chance.below(10) == 0
            and self.rounds == 1
            and (self.format.is_redrawn or self.format.is_multiplayer)
        ):
            late = max(self.inside, default=0) + 1000
            self.inside[late] = Entrant(late, f"Late {late}")
        if self.chance.below(10) == 0 and self.inside:
            left = sorted(self.inside)[self.chance.below(len(self.inside))]
            del self.inside[left]
            self.gone.add(left)
            if self.format.is_redrawn:
                self.drawn = self.drawn | {"left": sorted(self.gone)}

    def draw(self, entrants: list[Entrant]) -> None:
        before = History(tuple(self.drawn["rounds"]), tuple(self.facts))
        one = self.format.draw(entrants, self.chance, self.setup, before)
        assert self.format.check(one, entrants, self.setup, before) == []
        self.check_drawn(one, entrants)
        self.drawn = self.drawn | {"rounds": [*self.drawn["rounds"], one]}
        self.look()

    def draw_rest(self) -> None:
        """What is left of a schedule, if others are there than it was drawn for, and so many can
        be drawn.
        """
        entrants = list(self.inside.values())
        try:
            self.format.check_number(len(entrants), self.setup)
        except Refusal:
            return
        if self.rounds and schedule.is_for_others(self.drawn, self.rounds, self.inside):
            before = schedule.history(self.drawn, self.rounds)
            rest = self.format.draw(entrants, self.chance, self.setup, before)
            assert self.format.check(rest, entrants, self.setup, before) == []
            self.drawn = schedule.joined([(1, self.drawn), (self.rounds + 1, rest)])
            self.look()

    def check_drawn(self, one: Json, entrants: list[Entrant]) -> None:
        """All who are in, once each; a rematch or a further bye only where there is no way
        without.
        """
        ids = sorted(entrant.id for entrant in entrants)
        free = [one["bye"]] if one["bye"] is not None else []
        assert sorted([*chain.from_iterable(one["pairs"]), *free]) == ids
        had = Counter(earlier["bye"] for earlier in self.drawn["rounds"])
        if self.format.code == "swiss":  # there a win without play counts as one
            had += Counter(fact.winner for fact in self.facts if fact.kind == WALKOVER)
        fewest = [entry for entry in ids if had[entry] == min(had[one] for one in ids)]
        assert set(free) <= set(fewest)
        if self.format.code == "lives":
            lost = Counter(
                entry
                for fact in self.facts
                for entry in (fact.a, fact.b)
                if entry != fact.winner
            )
            assert all(lost[entry] < self.setup.lives for entry in ids)
        met = Counter(
            frozenset(pair)
            for earlier in self.drawn["rounds"]
            for pair in earlier["pairs"]
        )
        if any(met[frozenset(pair)] for pair in one["pairs"]):
            others = (
                [[entry for entry in ids if entry != exempt] for exempt in fewest]
                if free
                else [ids]
            )
            assert not any(possible_without_rematch(rest, met) for rest in others)

    def decide_all(self) -> None:
        """Every match that is open as soon as both sides are known; rounds after it that are open
        follow.
        """
        while ready := [
            (key, one)
            for key, one in self.meetings.items()
            if one.ready and key in self.opened
        ]:
            first = min(number for (number, _), _ in ready)
            facts = [
                self.result(key, meeting) for key, meeting in ready if key[0] == first
            ]
            if first < self.rounds:
                self.apply(preview(self.phase(), [*self.facts, *facts]))
            else:
                self.facts = [*self.facts, *facts]
                self.look()

    def phase(self) -> CorrectedStage:
        decided = {(fact.round, fact.slot) for fact in self.facts}
        opened = [
            Opened(*key, who, DECIDED if key in decided else OPEN)
            for key, who in sorted(self.opened.items())
        ]
        state = StageState(self.format, self.drawn, self.facts, self.setup)
        return CorrectedStage(state, opened, sorted(self.inside))

    def result(self, key: Key, meeting: PlannedPairing) -> ConfirmedResult:
        if self.format.is_multiplayer:
            sets = [3, self.chance.below(3)]
            score = (
                sets * 2
                if self.format.code == "partners"
                else [self.chance.below(20) for _ in meeting.entries]
            )
            return ConfirmedResult(
                *key,
                0,
                0,
                PLAYED,
                None,
                points=tuple(zip(filter(None, meeting.entries), score, strict=False)),
            )
        a, b = meeting.entries
        assert a is not None
        assert b is not None
        return self.outcome(key, a, b)

    def outcome(self, key: Key, a: int, b: int) -> ConfirmedResult:
        """Mostly a match that was played; who has left does not come."""
        luck, there = (
            self.chance.below(20),
            [entry for entry in (a, b) if entry not in self.gone],
        )
        if luck == 0 or not there:
            return ConfirmedResult(*key, a, b, DOUBLE_WALKOVER, None)
        won = there[self.chance.below(len(there))]
        if luck == 1 or len(there) == 1:
            return ConfirmedResult(*key, a, b, WALKOVER, won)
        return ConfirmedResult(
            *key,
            a,
            b,
            RETIRED if luck == 2 else PLAYED,
            won,
            *((3, 1) if won == a else (1, 3)),
        )

    def correct(self) -> None:
        """One result is another; of each pairing that follows from it something is chosen. Some of
        it is undone.
        """
        if not self.facts:
            return
        place = self.chance.below(len(self.facts))
        was = self.facts[place]
        after = [
            *self.facts[:place],
            self.outcome((was.round, was.slot), was.a, was.b),
            *self.facts[place + 1 :],
        ]
        first = preview(self.phase(), after)
        choices = {
            m.opened.key: m.opened.choices[self.chance.below(len(m.opened.choices))]
            for m in first.pairings
        }
        before = self.drawn, self.facts, self.opened
        told = repr(before)
        self.apply(preview(self.phase(), after, choices))
        if self.chance.below(4) == 0:
            self.drawn, self.facts, self.opened = before
            self.look()
        assert repr(before) == told

    def apply(self, done: Preview) -> None:
        self.drawn, self.facts = done.state.draw, list(done.state.results)
        self.opened = self.opened | {
            one.opened.key: one.now for one in done.pairings if one.choice != KEEP
        }
        self.look()
        self.check_whole()

    def check_whole(self) -> None:
        """Places that are open are those of the plan, results are of those who are there, each
        place has one.
        """
        assert {key: self.meetings[key].entries for key in self.opened} == self.opened
        assert len({(fact.round, fact.slot) for fact in self.facts}) == len(self.facts)
        assert all(
            self.opened[fact.round, fact.slot] == (fact.a, fact.b)
            for fact in self.facts
        )
        for number in range(1, self.rounds + 1):
            self.check_round(number)

    def check_round(self, number: int) -> None:
        """Nobody is in two places of a round."""
        here = [who for (one, _), who in self.opened.items() if one == number]
        entries = [entry for who in here for entry in who if entry is not None]
        assert len(entries) == len(set(entries))

    def check_end(self) -> None:
        assert all(meeting.decided for meeting in self.meetings.values())
        for number, slot in list(self.meetings)[:3]:
            assert self.format.why(
                self.drawn, self.facts, self.setup, number, slot
            ).code
        rows = self.format.standings(self.drawn, self.facts, self.setup, {})
        drawn = {
            entry for who in self.opened.values() for entry in who if entry is not None
        }
        assert len(rows) == len({row.entry for row in rows})
        assert drawn <= {row.entry for row in rows}
        assert all(
            row.rank is not None and row.rank <= (row.shared_to or 0) for row in rows
        )
        assert (
            self.format.to_draw(self.drawn, self.facts, self.setup, sorted(self.inside))
            == ()
        )


def possible_without_rematch(
    entries: Iterable[int], met: Counter[frozenset[int]]
) -> bool:
    """Whether these can all be paired with somebody new; the one who is free stays free."""
    ids = list(entries)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(ids)
    new = [
        (a, b, 1)
        for a, b in combinations(range(len(ids)), 2)
        if not met[frozenset((ids[a], ids[b]))]
    ]
    graph.add_edges_from(new)
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) * 2 == len(
        ids
    )


def random_event(number: int) -> Event:
    """Event `number`: the same on every machine."""
    chance = stream(("random event", number))
    entries = size(chance)
    clubs = [f"Club {chance.below(6)}" for _ in range(entries)]
    entrants = [
        one._replace(club=club, seed=one.id)
        for one, club in zip(field(entries), clubs, strict=True)
    ]
    while True:
        formats = TWO_BY_TWO if chance.below(10) else SEVERAL
        format = formats[chance.below(len(formats))]
        if setup := fitting(format, entries, chance):
            return Event(format, setup, entrants, chance)
