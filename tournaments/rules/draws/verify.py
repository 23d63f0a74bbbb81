"""Checks that a published draw is consistent.

It compares the list, the committed secret, the drawn order, the changes by hand and the seats.
"""

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
Difference = tuple[str, Any, Any]
"""A place in a JSON document, what is there and what is expected there."""

LONGEST: Final = 5_000_000
"""Bytes of a file. The tenth round of 1,000 entries takes about a fifth of this."""
SHOWN: Final = 60
"""The most characters of a value that a sentence shows."""

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
"""The checks in their order, each with the sentence for success."""
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
    """The seats drawn at a table of two sides of two, and who sits there.

    Rounds of the phase count from 1, slots from 0.
    """

    round: int
    slot: int
    kings: int
    sides: tuple[tuple[Any, ...], ...]
    """The players of both sides, each as [number of the entry, place in it]."""
    players: tuple[Any, ...]
    """The same players in the order of the seats, the mano first."""
    cards: tuple[tuple[str, ...], ...]
    """The cards that each of them drew."""


class Published(NamedTuple):
    """A published draw. `secret` and `resolved` are None while it is only announced."""

    draw_id: str
    kind: str
    inputs: Inputs
    said: Json
    """The inputs exactly as the file has them."""
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
        names = inputs.names(self.inputs)
        secret = self.secret or b""
        beacon = self.beacon.encode()
        return draw_seed(self.draw_id, names, secret, beacon)


def sentence_of(refusal: Refusal) -> str:
    """The sentence for any refusal from reading or checking a file."""
    sentences = strict_json.REFUSALS | messages.refusal_sentences()
    return sentences[refusal.code]


class Check(NamedTuple):
    """One check, by its code in AGREES, and the problem it found."""

    code: str
    problem: Refusal | None = None


class Verdict(NamedTuple):
    """All checks of a draw. `draw` is None if the file could not be read."""

    checks: tuple[Check, ...]
    draw: Published | None = None

    @property
    def ok(self) -> bool:
        return all(check.problem is None for check in self.checks)

    def __str__(self) -> str:
        """One sentence a line, made safe to print on a terminal."""
        lines = map(_printable, self._lines())
        return "\n".join(lines)

    @property
    def sizes(self) -> dict[str, object]:
        """The fields of the sentences in AGREES."""
        draw = self.draw
        if draw is None:
            return {}
        return {
            "entrants": len(draw.inputs.entrants),
            "tables": len(draw.seats),
            "draw": draw.draw_id,
        }

    def _lines(self) -> Iterator[str]:
        for code, problem in self.checks:
            if problem is None:
                sentence = AGREES[code]
                yield sentence.format_map(self.sizes)
            else:
                sentence = sentence_of(problem)
                yield sentence.format_map(problem.fields)
        if self.draw is None:
            return
        yield from _changes(self.draw)
        if self.draw.secret is None:
            yield NOT_DRAWN
        if self.ok:
            yield ALL_AGREES
        else:
            yield DISAGREES


def _printable(line: str) -> str:
    """The line with control characters escaped: a name must not control a terminal."""
    shown = ""
    for character in line:
        if character.isprintable():
            shown += character
        else:
            quoted = ascii(character)
            shown += quoted[1:-1]
    return shown


def _changes(draw: Published) -> Iterator[str]:
    names = {entrant.id: entrant.name for entrant in draw.inputs.entrants}
    for one in draw.swaps:
        yield BY_HAND.format(
            a=names.get(one.a),
            b=names.get(one.b),
            reason=one.reason,
        )


def verify(raw: bytes) -> Verdict:
    """Check a published draw from its JSON alone. A file that cannot be read is a verdict too."""
    try:
        document = strict_json.document(raw, LONGEST)
        draw = read(document)
    except Refusal as problem:
        unreadable = Check("file", problem)
        return Verdict((unreadable,))
    checks = [
        Check("file"),
        _checked("list", _list, draw),
        _checked("inputs", _inputs, draw),
    ]
    if draw.secret:
        checks.append(_checked("secret", _secret, draw))
        order = _checked("order", _order, draw)
        checks.append(order)
        # A change by hand may break a rule, and a wrong order is wrong whatever the rules say.
        if order.problem is None and not draw.swaps:
            checks.append(_checked("rules", _rules, draw))
    if draw.seats:
        checks.append(_checked("seats", _seats, draw))
    return Verdict(tuple(checks), draw)


def read(said: object) -> Published:
    """A published draw from its JSON. Other keys, such as dates, are ignored.

    Raises Refusal `json.*`, `draw.no_such_format`, `draw.setting`.
    """
    known = strict_json.mapping(said, "the file")
    if required(known, "spec", text) != VERSION:
        raise strict_json.unexpected("spec", VERSION)
    fields: dict[str, Any] = {}
    for key, reader in READERS.items():
        fields[key] = required(known, key, reader)
    draw = Published(said=known.get("inputs", {}), **fields)
    kind = inputs.kind(draw.inputs)
    if draw.kind != kind:
        raise strict_json.unexpected("kind", kind)
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
    names = inputs.names(draw.inputs)
    expected = bytes.fromhex(field_hash(names))
    if draw.field_hash != expected:
        raise Refusal("draw.other_list")


def _inputs(draw: Published) -> None:
    expected = bytes.fromhex(inputs.fingerprint(draw.said))
    if draw.input_hash != expected:
        raise Refusal("draw.other_inputs")


def _secret(draw: Published) -> None:
    secret = draw.secret or b""
    expected = bytes.fromhex(commitment(secret))
    if draw.commitment != expected:
        raise Refusal("draw.other_secret")


def _order(draw: Published) -> None:
    stream = Stream(draw.seed)
    draw_again = partial(inputs.drawn, draw.inputs, stream)
    resolved = _answered(draw_again)
    for one in draw.swaps:
        resolved = manual_swaps.swap(resolved, one.a, one.b)
    different = difference(draw.resolved, resolved, "resolved")
    if different is None:
        return
    where, found, expected = different
    raise Refusal(
        "draw.other_order",
        where=where,
        found=_shown(found),
        expected=_shown(expected),
    )


def _rules(draw: Published) -> None:
    resolved = draw.resolved or {}
    find_problems = partial(manual_swaps.problems, draw.inputs, resolved)
    problems = _answered(find_problems)
    if problems:
        raise problems[0]


def _answered(asked: Callable[[], Answer]) -> Answer:
    """The answer of a format, which may fail in any way on rounds that it never drew itself."""
    try:
        return asked()
    except Refusal:
        raise
    except Exception:
        raise Refusal("draw.senseless_inputs") from None


def _seats(draw: Published) -> None:
    for table in draw.seats:
        drawn = draw_table_seats(draw.seed, table.round, table.slot, table.kings)
        side_a, side_b = table.sides
        players = (*side_a, *side_b)
        expected_players = []
        expected_cards = []
        for number in drawn.seats:
            expected_players.append(players[number])
            expected_cards.append(drawn.cards[number])
        same_players = list(table.players) == expected_players
        same_cards = list(map(tuple, table.cards)) == expected_cards
        if not same_players or not same_cards:
            raise Refusal("draw.other_seats", round=table.round, slot=table.slot)


def difference(found: Any, expected: Any, where: str) -> Difference | None:
    """The first place where two JSON values differ, with the value of each there."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return _difference_of_objects(found, expected, where)
    are_lists = isinstance(found, list) and isinstance(expected, list)
    if are_lists and len(found) == len(expected):
        return _difference_of_lists(found, expected, where)
    # Python takes 1, 1.0 and true for equal; in a file they are not.
    if type(found) is type(expected) and found == expected:
        return None
    return where, found, expected


def _difference_of_objects(
    found: Json, expected: Json, where: str
) -> Difference | None:
    for key in (*expected, *found):
        if key not in found or key not in expected:
            place = f"{where}.{key[:SHOWN]}"
            return place, found.get(key), expected.get(key)
    for key, value in expected.items():
        place = f"{where}.{key}"
        different = difference(found[key], value, place)
        if different:
            return different
    return None


def _difference_of_lists(
    found: list[Any], expected: list[Any], where: str
) -> Difference | None:
    values = zip(found, expected, strict=True)
    for number, (one, two) in enumerate(values):
        place = f"{where}[{number}]"
        different = difference(one, two, place)
        if different:
            return different
    return None


def _shown(value: Any) -> str:
    """JSON in plain characters, shortened if it is long."""
    shown = json.dumps(value)
    if len(shown) > SHOWN:
        shown = f"{shown[:SHOWN]}…"
    return shown


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
