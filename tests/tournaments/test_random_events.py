"""Events of any format, size and settings, with late entries, withdrawals and corrections, played to their end.

Nobody is twice in a round or left out of one that is drawn anew; nobody meets again, and nobody is free again, while
it can be avoided; whatever is corrected, the event goes on to its end, and its table has everybody once.
"""

import os
from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations
from typing import Final

import pytest
import rustworkx

from games.rules.chance import Stream
from games.rules.errors import Refusal
from tests.tournaments.rules.events import field, stream
from tournaments.rules.corrections import DECIDED, OPEN, Opened, Phase, Preview, preview
from tournaments.rules.field import Entrant
from tournaments.rules.formats import FORMATS, schedule
from tournaments.rules.formats.base import Before, Format, Json, Meeting, Setup
from tournaments.rules.results import DOUBLE_WALKOVER, PLAYED, WALKOVER
from tournaments.rules.tallies import Fact

EVENTS: Final = int(os.environ.get("RANDOM_EVENTS", "1000"))
"""RANDOM_EVENTS=10000 plays as many as are asked for once in a while."""
BATCHES: Final = 20
SLOW_TO_DRAW: Final = {"tables": 3, "partners": 3}
"""So many rounds at most, where a schedule is searched for."""

TWO_BY_TWO = tuple(format for format in FORMATS.values() if not format.SEVERAL)
SEVERAL = tuple(format for format in FORMATS.values() if format.SEVERAL)


def size(chance: Stream) -> int:
    """Mostly small, one in fifty up to 200."""
    return 2 + chance.below(199 if chance.below(50) == 0 else 40 if chance.below(10) == 0 else 12)


def setup_of(format: Format, chance: Stream) -> Setup:
    """Any settings that an organiser may make."""
    chosen = {name: choice.values[chance.below(len(choice.values))] for name, choice in format.SETTINGS.items()}
    setup = Setup(**chosen)._replace(tie_breaks=format.TIE_BREAKS, seats=(3, 6))  # type: ignore[arg-type]
    fewest = format.SETTINGS["groups"].values[0] if "groups" in format.SETTINGS else 1
    few = setup._replace(groups=int(fewest) + chance.below(5), matches=chance.below(4), until=1 + chance.below(4))
    return few._replace(rounds=1 + chance.below(min(setup.rounds or 12, SLOW_TO_DRAW.get(format.CODE, 12))))


def fitting(format: Format, entries: int, chance: Stream) -> Setup | None:
    """Settings with which so many can be drawn, if some are found soon."""
    for _ in range(20):
        setup = setup_of(format, chance)
        try:
            format.check_number(entries, setup)
        except Refusal:
            continue
        return setup
    return None


class Event:
    """One phase with all that happens to it."""

    def __init__(self, format: Format, setup: Setup, entrants: list[Entrant], chance: Stream) -> None:
        self.format, self.setup, self.chance = format, setup, chance
        self.inside = {entrant.id: entrant for entrant in entrants}
        self.drawn: Json = {"rounds": []}
        self.facts: list[Fact] = []
        self.opened: dict[tuple[int, int], tuple[int | None, ...]] = {}
        self.rounds = 0
        if not format.REDRAWN:
            self.drawn = format.draw(entrants, chance, setup)
            assert format.check(self.drawn, entrants, setup) == []

    def meetings(self) -> dict[tuple[int, int], Meeting]:
        plan = enumerate(self.format.plan(self.drawn, self.facts, self.setup), start=1)
        return {(n, meeting.slot): meeting for n, one in plan for meeting in one.meetings}

    def play(self) -> None:
        """To the end, with whatever comes between."""
        while self.open_next():
            self.decide_all()
            if not self.format.SEVERAL and self.chance.below(4) == 0:
                self.correct()
                self.decide_all()
        self.check_end()

    def open_next(self) -> bool:
        """Draw the next round where it has to be drawn, and open it; False when nothing is left."""
        if self.format.REDRAWN:
            self.come_and_go()
            ids = self.format.to_draw(self.drawn, self.facts, self.setup, sorted(self.inside))
            if not ids:
                return False
            self.draw([self.inside[one] for one in ids])
        elif self.format.SEVERAL:
            self.come_and_go()
            self.draw_rest()
        plan = self.format.plan(self.drawn, self.facts, self.setup)
        if all(meeting.decided for one in plan for meeting in one.meetings):
            return False
        self.rounds += 1
        for meeting in plan[self.rounds - 1].meetings:
            if any(meeting.entries):
                self.opened[self.rounds, meeting.slot] = meeting.entries
        self.check_round()
        return True

    def come_and_go(self) -> None:
        """Once it has begun somebody is late for the second round, or leaves."""
        if not self.rounds:
            return
        if self.chance.below(10) == 0 and self.rounds == 1:
            late = max(self.inside, default=0) + 1000
            self.inside[late] = Entrant(late, f"Late {late}")
        if self.chance.below(10) == 0 and self.inside:
            del self.inside[sorted(self.inside)[self.chance.below(len(self.inside))]]

    def draw(self, entrants: list[Entrant]) -> None:
        before = Before(tuple(self.drawn["rounds"]), tuple(self.facts))
        one = self.format.draw(entrants, self.chance, self.setup, before)
        assert self.format.check(one, entrants, self.setup, before) == []
        self.check_drawn(one, entrants)
        self.drawn = {"rounds": [*self.drawn["rounds"], one]}

    def draw_rest(self) -> None:
        """What is left of a schedule, if others are there than it was drawn for, and so many can be drawn."""
        entrants = list(self.inside.values())
        try:
            self.format.check_number(len(entrants), self.setup)
        except Refusal:
            return
        if self.rounds and schedule.others(self.drawn, self.rounds, self.inside):
            before = schedule.before(self.drawn, self.rounds)
            rest = self.format.draw(entrants, self.chance, self.setup, before)
            assert self.format.check(rest, entrants, self.setup, before) == []
            self.drawn = schedule.joined([(1, self.drawn), (self.rounds + 1, rest)])

    def check_drawn(self, one: Json, entrants: list[Entrant]) -> None:
        """All who are in, once each; a rematch or a further bye only where there is no way without."""
        ids = sorted(entrant.id for entrant in entrants)
        free = [one["bye"]] if one["bye"] is not None else []
        assert sorted([*chain.from_iterable(one["pairs"]), *free]) == ids
        had = Counter(earlier["bye"] for earlier in self.drawn["rounds"])
        met = Counter(frozenset(pair) for earlier in self.drawn["rounds"] for pair in earlier["pairs"])
        if free and self.format.CODE == "lives":
            assert had[free[0]] == min(had[entry] for entry in ids)
        again = sum(met[frozenset(pair)] > 0 for pair in one["pairs"])
        assert not again or not possible_without_rematch([entry for entry in ids if entry not in free], met)

    def decide_all(self) -> None:
        """Every match that is open, as soon as both sides are known."""
        while ready := [(key, one) for key, one in self.meetings().items() if one.ready and key in self.opened]:
            self.facts += [self.result(key, meeting) for key, meeting in ready]

    def result(self, key: tuple[int, int], meeting: Meeting) -> Fact:
        if self.format.SEVERAL:
            sets = [3, self.chance.below(3)]
            score = sets * 2 if self.format.CODE == "partners" else [self.chance.below(20) for _ in meeting.entries]
            return Fact(*key, 0, 0, PLAYED, None, points=tuple(zip(filter(None, meeting.entries), score, strict=False)))
        luck, (a, b) = self.chance.below(20), meeting.entries
        assert a is not None
        assert b is not None
        if luck == 0:
            return Fact(*key, a, b, DOUBLE_WALKOVER, None)
        won = self.chance.below(2)
        if luck == 1:
            return Fact(*key, a, b, WALKOVER, (a, b)[won])
        return Fact(*key, a, b, PLAYED, (a, b)[won], (3, 1)[won], (1, 3)[won])

    def correct(self) -> None:
        """One result is another; about each pairing that follows from it something is chosen."""
        place = self.chance.below(len(self.facts)) if self.facts else None
        if place is None:
            return
        was = self.facts[place]
        other = was._replace(winner=was.b if was.winner == was.a else was.a, sets_a=was.sets_b, sets_b=was.sets_a)
        after = [*self.facts[:place], other, *self.facts[place + 1 :]]
        decided = {(fact.round, fact.slot) for fact in self.facts}
        opened = [Opened(*key, who, DECIDED if key in decided else OPEN) for key, who in sorted(self.opened.items())]
        phase = Phase(self.format, self.drawn, self.setup, opened, sorted(self.inside))
        first = preview(phase, self.facts, after)
        choices = {m.opened.key: m.opened.choices[self.chance.below(len(m.opened.choices))] for m in first.pairings}
        self.apply(preview(phase, self.facts, after, choices))

    def apply(self, done: Preview) -> None:
        self.drawn, self.facts = done.drawn, list(done.facts)
        for moved in done.pairings:
            if moved.choice != "keep":
                self.opened[moved.opened.key] = moved.now
        for number in range(1, self.rounds + 1):
            self.check_round(number)

    def check_round(self, number: int = 0) -> None:
        """Nobody is in two places of a round, and places are numbered apart."""
        here = [who for (one, _), who in self.opened.items() if one == (number or self.rounds)]
        entries = [entry for who in here for entry in who if entry is not None]
        assert len(entries) == len(set(entries))

    def check_end(self) -> None:
        meetings = self.meetings()
        assert all(meeting.decided for meeting in meetings.values())
        for number, slot in list(meetings)[:3]:
            assert self.format.why(self.drawn, self.facts, self.setup, number, slot).code
        rows = self.format.standings(self.drawn, self.facts, self.setup, {})
        drawn = {entry for who in self.opened.values() for entry in who if entry is not None}
        assert len(rows) == len({row.entry for row in rows})
        assert drawn <= {row.entry for row in rows}
        assert all(row.rank is not None and row.rank <= (row.shared_to or 0) for row in rows)
        assert self.format.to_draw(self.drawn, self.facts, self.setup, sorted(self.inside)) == ()


def possible_without_rematch(entries: Iterable[int], met: Counter[frozenset[int]]) -> bool:
    """Whether these can all be paired with somebody new; the one who is free stays free."""
    ids = list(entries)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(ids)
    new = [(a, b, 1) for a, b in combinations(range(len(ids)), 2) if not met[frozenset((ids[a], ids[b]))]]
    graph.add_edges_from(new)
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) * 2 == len(ids)


def random_event(number: int) -> Event:
    """Event `number`: the same on every machine."""
    chance = stream(("random event", number))
    entries = size(chance)
    clubs = [f"Club {chance.below(6)}" for _ in range(entries)]
    entrants = [one._replace(club=club, seed=one.id) for one, club in zip(field(entries), clubs, strict=True)]
    while True:
        formats = TWO_BY_TWO if chance.below(10) else SEVERAL
        format = formats[chance.below(len(formats))]
        if setup := fitting(format, entries, chance):
            return Event(format, setup, entrants, chance)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_any_event_goes_to_its_end(batch: int) -> None:
    for number in range(batch, EVENTS, BATCHES):
        random_event(number).play()


def test_all_formats_are_among_them() -> None:
    found = Counter(random_event(number).format.CODE for number in range(150))
    assert set(found) == set(FORMATS)
