"""Corrections: what depends on a result of the past, and what may be done about each of it before it is changed."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from core.refusals import Refusal
from tournaments.rules.advancement import Takes, qualifiers
from tournaments.rules.formats.base import Format, Json, StageSettings
from tournaments.rules.tables.standings import Row
from tournaments.rules.tables.tallies import ConfirmedResult

Key = tuple[int, int]
"""A round from 1 and a slot of it."""
Entries = tuple[int | None, ...]
Facts = tuple[ConfirmedResult, ...]

OPEN: Final = "open"
RUNNING: Final = "running"
DECIDED: Final = "decided"

KEEP: Final = "keep"
"""It stays as it is, and the plan takes it so."""
RESLOT: Final = "reslot"
"""Those who now belong there take their places, or are waited for; nothing was played yet."""
REPLAY: Final = "replay"
"""What was played is void, and those who now belong there play."""


class Opened(NamedTuple):
    """A pairing of a round that is open: whom it is stored with, and whether it is OPEN, RUNNING or DECIDED.

    A bye is OPEN: nothing is played there.
    """

    round: int
    slot: int
    entries: Entries
    state: str
    fixed: bool = False
    """Whether it has to stay, since others who belong there play on in another phase already."""

    @property
    def key(self) -> Key:
        return self.round, self.slot

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be done about it when others belong there, the default first."""
        if self.fixed:
            return (KEEP,)
        if None in self.entries:
            return (RESLOT,)
        return (RESLOT, KEEP) if self.state == OPEN else (KEEP, REPLAY)


class Moved(NamedTuple):
    """An opened pairing in which the plan now sees others; None for a side that is not known or will not come."""

    opened: Opened
    now: Entries
    choice: str
    """What is done about it: what was chosen, or KEEP if it stays because another one of its round is kept."""


class Changed(NamedTuple):
    """What a correction changes for an entry: its places, the first and the last of those that it shares."""

    entry: int
    was: tuple[int | None, int | None]
    now: tuple[int | None, int | None]


class Taker(NamedTuple):
    """A later phase that takes from the one that is corrected."""

    phase: int
    takes: Takes
    drawn: bool = False
    """Whether it is drawn already: then it keeps whom it has."""


class Requalified(NamedTuple):
    """What a correction changes for a later phase."""

    taker: Taker
    comes: tuple[int, ...]
    """Who goes on to it now, and did not."""
    goes: tuple[int, ...]
    """Who goes on no more."""
    refused: Refusal | None
    """Why nobody can be named: those at the cut share a place, and there was no lot."""


class Preview(NamedTuple):
    """Everything that depends on a correction. Applied, it is `drawn` and `facts`, and pairings moved as chosen."""

    pairings: tuple[Moved, ...]
    places: tuple[Changed, ...]
    comes: tuple[int, ...]
    """Who is in the draw of the next round now, and would not have been."""
    goes: tuple[int, ...]
    """Who is no longer in it."""
    qualifiers: tuple[Requalified, ...]
    rows: tuple[Row, ...]
    """The standings after it."""
    drawn: Json
    """What was drawn, with what is kept: {"kept": [[round, slot, a, b], ...]}."""
    facts: Facts
    """The results that count then, without those of matches to be played anew."""


class Phase(NamedTuple):
    """A phase as it stands."""

    format: Format
    drawn: Json
    setup: StageSettings
    opened: Sequence[Opened]
    entries: Sequence[int] = ()
    """All that have not withdrawn."""
    elsewhere: Collection[int] = ()
    """Those of them who play on in another phase already: nobody puts them back into this one."""
    lots: Sequence[int] = ()
    """What decides where a cut goes through shared places."""
    takers: Sequence[Taker] = ()
    final: bool = False
    """Whether its qualifiers play on: nobody is drawn in it any more."""


def preview(
    phase: Phase,
    before: Sequence[ConfirmedResult],
    after: Sequence[ConfirmedResult],
    choices: Mapping[Key, str] | None = None,
) -> Preview:
    """What follows when the facts are those `after` instead of those `before`.

    Round by round the stored pairings are held against the plan. What was played, or is being played, is kept unless it
    is chosen to be played anew; what is only open is re-slotted unless it is chosen to be kept. Each choice counts for
    the rounds after it, so that a winner who had gone on twice is followed to the end. What an earlier correction kept
    stays kept for as long as it has to, unless it is chosen otherwise; up to the round that is corrected it stays, and
    so does who came late to a bye. In a format that is redrawn the published rounds stay: only places and the next
    draw change.

    Refuses `correction.no_such_choice` with what may be chosen, and `correction.plays_elsewhere` where somebody who
    plays on in another phase would come back into a round that is not open yet.
    """
    kept, corrected = (
        phase.drawn.get("kept", ()),
        {fact.round for fact in {*before} ^ {*after}},
    )
    stay = [row for row in kept if row[0] <= min(corrected, default=row[0])]
    wanted = {(round, slot): KEEP for round, slot, *_ in kept} | dict(choices or {})
    moved, drawn, facts = _followed(phase, tuple(after), wanted, stay)
    _check_elsewhere(
        phase, _plan(phase, phase.drawn, before), _plan(phase, drawn, facts)
    )
    was = phase.format.standings(phase.drawn, before, phase.setup, {})
    rows = phase.format.standings(drawn, facts, phase.setup, {})
    field = _exchanged(_field(phase, phase.drawn, before), _field(phase, drawn, facts))
    return Preview(
        tuple(moved),
        _places(was, rows),
        *field,
        tuple(_requalified(phase, was, rows)),
        rows,
        drawn,
        facts,
    )


def _followed(
    phase: Phase, facts: Facts, wanted: Mapping[Key, str], stay: Sequence[Sequence[int]]
) -> tuple[list[Moved], Json, Facts]:
    """The opened pairings that move, round by round, and what is drawn and known when all is done that is chosen."""
    drawn, moved = (
        {name: own for name, own in phase.drawn.items() if name != "kept"},
        list[Moved](),
    )
    drawn |= {"kept": stay} if stay else {}
    plan = _plan(phase, drawn, facts)
    for _, opened in groupby(
        sorted(phase.opened, key=lambda one: one.key), key=lambda one: one.round
    ):
        others = [
            _fixed(one, plan, phase)
            for one in opened
            if plan.get(one.key, ()) != one.entries
        ]
        if not others:
            continue
        chosen = {one.key: _chosen(one, wanted) for one in others}
        drawn = _keeping(drawn, [one for one in others if chosen[one.key] == KEEP])
        # Whom a kept pairing replaces may belong where another one of its round was: that one stays by itself.
        settled = _plan(phase, drawn, facts)
        now = [_moved(one, chosen[one.key], plan, settled) for one in others]
        void = {one.opened.key for one in now if one.choice != KEEP}
        moved, facts = (
            moved + now,
            tuple(fact for fact in facts if (fact.round, fact.slot) not in void),
        )
        plan = _plan(phase, drawn, facts)
    return moved, drawn, facts


def _plan(
    phase: Phase, drawn: Json, facts: Iterable[ConfirmedResult]
) -> dict[Key, Entries]:
    rounds = phase.format.plan(drawn, facts, phase.setup)
    return {
        (n, meeting.slot): meeting.entries
        for n, one in enumerate(rounds, start=1)
        for meeting in one.meetings
    }


def _fixed(opened: Opened, plan: Mapping[Key, Entries], phase: Phase) -> Opened:
    """The pairing, and whether it stays because somebody who now belongs there plays on in another phase."""
    return opened._replace(
        fixed=bool(_newly(opened.entries, plan.get(opened.key, ()), phase))
    )


def _newly(was: Entries, now: Entries, phase: Phase) -> set[int]:
    """Who of those who play on in another phase would come to a place where they were not."""
    return {entry for entry in now if entry is not None and entry not in was} & set(
        phase.elsewhere
    )


def _check_elsewhere(
    phase: Phase, was: Mapping[Key, Entries], now: Mapping[Key, Entries]
) -> None:
    for key, entries in now.items():
        if newly := _newly(was.get(key, ()), entries, phase):
            raise Refusal(
                "correction.plays_elsewhere", entries=sorted(newly), round=key[0]
            )


def _field(phase: Phase, drawn: Json, facts: Iterable[ConfirmedResult]) -> set[int]:
    """Who is in the draw of the next round."""
    inside = [entry for entry in phase.entries if entry not in phase.elsewhere]
    return (
        set()
        if phase.final
        else set(phase.format.to_draw(drawn, facts, phase.setup, inside))
    )


def _chosen(opened: Opened, wanted: Mapping[Key, str]) -> str:
    choice = wanted.get(opened.key, opened.choices[0])
    if choice not in opened.choices:
        raise Refusal(
            "correction.no_such_choice",
            round=opened.round,
            slot=opened.slot,
            allowed=list(opened.choices),
        )
    return choice


def _keeping(drawn: Json, kept: Iterable[Opened]) -> Json:
    rows = [[*one.key, *one.entries] for one in kept]
    return drawn | {"kept": [*drawn.get("kept", ()), *rows]} if rows else drawn


def _moved(
    opened: Opened,
    choice: str,
    plan: Mapping[Key, Entries],
    settled: Mapping[Key, Entries],
) -> Moved:
    """What is done about a pairing when the plan, and the plan with all that is kept of its round, are these."""
    now = settled.get(opened.key, ())
    if now == opened.entries:
        return Moved(opened, plan.get(opened.key, ()), KEEP)
    return Moved(opened, now, choice)


def _places(was: Iterable[Row], now: Iterable[Row]) -> tuple[Changed, ...]:
    """The entries whose places are others, in the new order."""
    before = {row.entry: (row.rank, row.shared_to) for row in was}
    changes = (
        Changed(
            row.entry, before.get(row.entry, (None, None)), (row.rank, row.shared_to)
        )
        for row in now
    )
    return tuple(change for change in changes if change.was != change.now)


def _exchanged(was: set[int], now: set[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who is new, and who is no longer there."""
    return tuple(sorted(now - was)), tuple(sorted(was - now))


def _requalified(
    phase: Phase, was: Sequence[Row], now: Sequence[Row]
) -> Iterator[Requalified]:
    """The later phases to which others go on, or for which nobody can be named now."""
    for taker in phase.takers:
        before, after = (
            _qualified(phase, taker.takes, was),
            _qualified(phase, taker.takes, now),
        )
        if isinstance(after, Refusal):
            yield Requalified(taker, (), (), after)
        elif before != after:
            yield Requalified(
                taker,
                *_exchanged(set() if isinstance(before, Refusal) else before, after),
                None,
            )


def _qualified(phase: Phase, takes: Takes, rows: Sequence[Row]) -> set[int] | Refusal:
    inside = [row for row in rows if row.entry in phase.entries]
    try:
        return {
            one.entry
            for one in qualifiers(inside, takes, phase.setup.tie_breaks, phase.lots)
        }
    except Refusal as tie:
        return tie
