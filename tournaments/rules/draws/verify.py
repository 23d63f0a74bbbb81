"""Whether a published draw agrees with itself: the list, the promise, the order drawn, changes by hand, the seats."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from core import strict_json
from core.chance import Stream
from core.refusals import N_, Refusal
from core.strict_json import (
    Reader,
    hexadecimal,
    listed,
    maybe,
    named,
    required,
    text,
    whole,
)
from tournaments.rules import messages
from tournaments.rules.draws import inputs, manual_swaps
from tournaments.rules.draws.draw import (
    VERSION,
    commitment,
    draw_seed,
    draw_table_seats,
    field_hash,
)
from tournaments.rules.draws.inputs import Inputs
from tournaments.rules.formats.base import Json

Answer = TypeVar("Answer")

LONGEST: Final = 5_000_000
"""Bytes of a file; the tenth round of 1,000 entries is about a fifth of it."""
SHOWN: Final = 60
"""Characters of a value that a sentence shows."""

AGREES: Final = {
    "file": N_("This is the draw {draw} with {entrants} entrants."),
    "list": N_("The list of names has the published fingerprint."),
    "inputs": N_(
        "Everything else that went into the draw has the published fingerprint."
    ),
    "secret": N_("The secret is the one that was promised."),
    "order": N_("The list, the secret and the words from the room produce this draw."),
    "rules": N_("The draw keeps the rules of its format."),
    "seats": N_("The same numbers give the seats that are listed (tables: {tables})."),
}
"""What is checked, in this order, and the sentence when it agrees."""
BY_HAND: Final = N_(
    "Changed by hand after the draw: {a} and {b} changed places ({reason})."
)

NOT_DRAWN: Final = N_("The draw is announced and not made yet.")
ALL_AGREES: Final = N_("Everything matches.")
DISAGREES: Final = N_("Something does not match.")


class Swap(NamedTuple):
    """Two entries that changed places by hand."""

    a: int
    b: int
    reason: str
    at: str = ""
    by: str = ""


class Seated(NamedTuple):
    """The seats drawn at a table of two sides of two: round from 1 and slot from 0 of the phase, and who sits there."""

    round: int
    slot: int
    kings: int
    sides: tuple[tuple[Any, ...], ...]
    """The players of both, each as [number of the entry, place in it]."""
    players: tuple[Any, ...]
    """The same from the first to speak."""
    cards: tuple[tuple[str, ...], ...]
    """What each of them drew."""


class Published(NamedTuple):
    """A draw as it is published; `secret` and `resolved` are None while it is only announced."""

    draw_id: str
    kind: str
    inputs: Inputs
    said: Json
    """The inputs as they stand in the file."""
    field_hash: bytes
    input_hash: bytes
    commitment: bytes
    secret: bytes | None
    beacon: str
    resolved: Json | None
    swaps: tuple[Swap, ...]
    seats: tuple[Seated, ...]

    @property
    def seed(self) -> bytes:
        return draw_seed(
            self.draw_id,
            inputs.names(self.inputs),
            self.secret or b"",
            self.beacon.encode(),
        )


def sentence_of(refusal: Refusal) -> str:
    """The sentence for anything that reading or checking a file can end with."""
    sentences = strict_json.REFUSALS | messages.refusal_sentences()
    return sentences[refusal.code]


class Check(NamedTuple):
    """One thing that was checked, by its code in AGREES, and what is wrong with it."""

    code: str
    problem: Refusal | None = None


class Verdict(NamedTuple):
    """All that was checked of a draw; without a draw the file could not be read."""

    checks: tuple[Check, ...]
    draw: Published | None = None

    @property
    def ok(self) -> bool:
        return all(check.problem is None for check in self.checks)

    def __str__(self) -> str:
        """A sentence a line; what a name or a key could do to a terminal is taken from it."""
        lines = [
            "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)
            for line in self._lines()
        ]
        return "\n".join(lines)

    @property
    def sizes(self) -> dict[str, object]:
        """What the sentences of AGREES need."""
        draw = self.draw
        return (
            {
                "entrants": len(draw.inputs.entrants),
                "tables": len(draw.seats),
                "draw": draw.draw_id,
            }
            if draw
            else {}
        )

    def _lines(self) -> Iterator[str]:
        for code, problem in self.checks:
            yield (
                sentence_of(problem).format_map(problem.fields)
                if problem
                else AGREES[code].format_map(self.sizes)
            )
        if self.draw:
            yield from _changes(self.draw)
            yield from [NOT_DRAWN] if self.draw.secret is None else []
            yield ALL_AGREES if self.ok else DISAGREES


def _changes(draw: Published) -> Iterator[str]:
    names = {entrant.id: entrant.name for entrant in draw.inputs.entrants}
    for one in draw.swaps:
        yield BY_HAND.format(a=names.get(one.a), b=names.get(one.b), reason=one.reason)


def verify(raw: bytes) -> Verdict:
    """Check a draw as it is published, from nothing but its JSON; a bad file is a verdict too."""
    try:
        draw = read(strict_json.document(raw, LONGEST))
    except Refusal as wrong:
        return Verdict((Check("file", wrong),))
    checks = {"list": _list, "inputs": _inputs} | (
        {"secret": _secret, "order": _order} if draw.secret else {}
    )
    found = [
        Check("file"),
        *(_checked(code, check, draw) for code, check in checks.items()),
    ]
    if draw.secret and found[-1].problem is None and not draw.swaps:
        found.append(_checked("rules", _rules, draw))
    if draw.seats:
        found.append(_checked("seats", _seats, draw))
    return Verdict(tuple(found), draw)


def read(said: object) -> Published:
    """A published draw from its JSON; what else stands there, such as dates, is passed over.

    Raises Refusal `json.*`, `draw.no_such_format`, `draw.setting`.
    """
    known = strict_json.mapping(said, "the file")
    if required(known, "spec", text) != VERSION:
        raise strict_json.unexpected("spec", VERSION)
    draw = Published(
        said=known.get("inputs", {}),
        **{key: required(known, key, READERS[key]) for key in READERS},
    )
    if draw.kind != inputs.kind(draw.inputs):
        raise strict_json.unexpected("kind", inputs.kind(draw.inputs))
    if (draw.secret is None) != (draw.resolved is None):
        raise strict_json.unexpected(
            "resolved", "null as long as the secret is, and no longer"
        )
    return draw


def _checked(code: str, check: Callable[[Published], None], draw: Published) -> Check:
    try:
        check(draw)
    except Refusal as wrong:
        return Check(code, wrong)
    except RecursionError:
        return Check(code, Refusal("json.too_deep"))
    return Check(code)


def _list(draw: Published) -> None:
    if bytes.fromhex(field_hash(inputs.names(draw.inputs))) != draw.field_hash:
        raise Refusal("draw.other_list")


def _inputs(draw: Published) -> None:
    if bytes.fromhex(inputs.fingerprint(draw.said)) != draw.input_hash:
        raise Refusal("draw.other_inputs")


def _secret(draw: Published) -> None:
    if bytes.fromhex(commitment(draw.secret or b"")) != draw.commitment:
        raise Refusal("draw.other_secret")


def _order(draw: Published) -> None:
    expected = _answered(partial(inputs.drawn, draw.inputs, Stream(draw.seed)))
    for one in draw.swaps:
        expected = manual_swaps.swap(expected, one.a, one.b)
    if different := difference(draw.resolved, expected, "resolved"):
        where, found, right = different
        raise Refusal(
            "draw.other_order", where=where, found=_shown(found), expected=_shown(right)
        )


def _rules(draw: Published) -> None:
    for problem in _answered(
        partial(manual_swaps.problems, draw.inputs, draw.resolved or {})
    ):
        raise problem


def _answered(asked: Callable[[], Answer]) -> Answer:
    """What a format answers; over rounds that no draw of its own ever gave it may stumble in any way."""
    try:
        return asked()
    except Refusal:
        raise
    except Exception:
        raise Refusal("draw.senseless_inputs") from None


def _seats(draw: Published) -> None:
    for table in draw.seats:
        drawn = draw_table_seats(draw.seed, table.round, table.slot, table.kings)
        players = [player for side in table.sides for player in side]
        expected = (
            [players[n] for n in drawn.seats],
            [list(drawn.cards[n]) for n in drawn.seats],
        )
        if expected != (list(table.players), list(map(list, table.cards))):
            raise Refusal("draw.other_seats", round=table.round, slot=table.slot)


def difference(found: Any, expected: Any, where: str) -> tuple[str, Any, Any] | None:
    """The first place where two JSON values differ, and what stands there in each."""
    if isinstance(found, dict) and isinstance(expected, dict):
        keys = [
            key
            for key in (*expected, *found)
            if key not in found or key not in expected
        ]
        if keys:
            return (
                f"{where}.{keys[0][:SHOWN]}",
                found.get(keys[0]),
                expected.get(keys[0]),
            )
        parts = ((found[key], expected[key], f"{where}.{key}") for key in expected)
    elif (
        isinstance(found, list)
        and isinstance(expected, list)
        and len(found) == len(expected)
    ):
        parts = (
            (*both, f"{where}[{n}]")
            for n, both in enumerate(zip(found, expected, strict=True))
        )
    else:
        same = type(found) is type(expected) and found == expected
        return None if same else (where, found, expected)
    return next(filter(None, (difference(*part) for part in parts)), None)


def _shown(value: Any) -> str:
    """JSON in plain characters, cut if it is long."""
    said = json.dumps(value)
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}…"


PLAYER: Final = listed(whole, 2)
SEATED: Final[Mapping[str, Reader[Any]]] = {
    "round": whole,
    "slot": whole,
    "kings": whole,
    "sides": listed(listed(PLAYER, 2), 2),
    "players": listed(PLAYER, 4),
    "cards": listed(listed(text), 4),
}
READERS: Final[Mapping[str, Reader[Any]]] = {
    "draw_id": text,
    "kind": text,
    "inputs": inputs.read,
    "field_hash": hexadecimal,
    "input_hash": hexadecimal,
    "commitment": hexadecimal,
    "secret": maybe(hexadecimal),
    "beacon": text,
    "resolved": maybe(strict_json.mapping),
    "swaps": listed(
        named(Swap, {"a": whole, "b": whole, "reason": text, "at": text, "by": text})
    ),
    "seats": listed(named(Seated, SEATED)),
}
