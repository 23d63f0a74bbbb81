"""Events played to their end in any format that is a tree, with corrections on the way."""

from collections.abc import Iterable

from core.chance import Stream
from tests.tournaments.rules.events import Played, by_chance, lower_number_wins
from tournaments.rules.brackets.bracket import Pairing
from tournaments.rules.formats.base import Format, Json, StageSettings
from tournaments.rules.tables.tallies import ConfirmedResult


def meetings(
    format: Format, drawn: Json, facts: Iterable[ConfirmedResult], setup: StageSettings
) -> list[Pairing]:
    return [
        pairing for one in format.plan(drawn, facts, setup) for pairing in one.meetings
    ]


def played(
    format: Format,
    drawn: Json,
    setup: StageSettings,
    fact: Played = lower_number_wins,
    facts: Iterable[ConfirmedResult] = (),
) -> list[ConfirmedResult]:
    """Every match as soon as both sides are known; nobody is ever in two places of a round."""
    known = {(one.round, one.slot): one for one in facts}
    while ready := [
        pairing
        for pairing in meetings(format, drawn, known.values(), setup)
        if pairing.ready
    ]:
        known |= {(pairing.round, pairing.slot): fact(pairing) for pairing in ready}
        alone(format, drawn, list(known.values()), setup)
    return [known[key] for key in sorted(known)]


def alone(
    format: Format, drawn: Json, facts: list[ConfirmedResult], setup: StageSettings
) -> None:
    """Each entry is once in a round at most."""
    for one in format.plan(drawn, facts, setup):
        here = [
            entry
            for pairing in one.meetings
            for entry in pairing.entries
            if entry is not None
        ]
        assert len(here) == len(set(here))


def corrected(
    format: Format,
    drawn: Json,
    setup: StageSettings,
    facts: list[ConfirmedResult],
    chance: Stream,
) -> tuple[list[ConfirmedResult], list[list[int]]]:
    """One result is another or is open again; of all that was built on it each is kept or set
    aside by chance.
    """
    at = chance.below(len(facts))
    was = facts[at]
    there = {
        (pairing.round, pairing.slot): pairing
        for pairing in meetings(format, drawn, facts, setup)
    }
    left = (
        facts[:at]
        + [by_chance(chance, 20)(there[was.round, was.slot])] * chance.below(2)
        + facts[at + 1 :]
    )
    kept: list[list[int]] = []
    for fact in [one for one in left if one.round > was.round]:
        now = meetings(format, drawn | {"kept": kept}, left, setup)
        (pairing,) = [
            one for one in now if (one.round, one.slot) == (fact.round, fact.slot)
        ]
        if (pairing.a, pairing.b) != (fact.a, fact.b):
            if chance.below(2):
                kept.append([fact.round, fact.slot, fact.a, fact.b])
            else:
                left.remove(fact)
    return left, kept
