"""A published draw can be checked from nothing but its JSON; a change anywhere in it is found, and
noise is told so.
"""

import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.canonical_json import canonical_json
from core.chance import Stream
from tests.tournaments.rules import draw_vectors
from tests.tournaments.rules.draw_vectors import examples, field, published
from tests.tournaments.rules.events import table
from tournaments.rules.draws.inputs import (
    TEAMS,
    Inputs,
    TeamSettings,
    drawn,
    read,
    write,
)
from tournaments.rules.draws.verify import AGREES, LONGEST, verify
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.catalogue import FORMATS

STREAM = table("draw_stream_vectors.json")
LEAGUE = Inputs("round_robin", StageSettings(), field(6))
SWAP = {"a": 2, "b": 5, "reason": "late", "at": ""}


def encoded(draw: object) -> bytes:
    return json.dumps(draw, ensure_ascii=False).encode()


def wrong(draw: object) -> dict[str, str]:
    """The codes of the checks that found something, with what they found."""
    return {
        check.code: check.problem.code
        for check in verify(encoded(draw)).checks
        if check.problem
    }


def checked(draw: object) -> list[str]:
    return [check.code for check in verify(encoded(draw)).checks]


# --- vectors ---


def test_the_stream_gives_the_published_numbers():
    stream = draw_vectors.stream_example()
    assert stream["first_40_bytes"] == STREAM["zero_seed_first_40_bytes"]
    assert stream["below"] == [
        list(pair)
        for pair in zip(*STREAM["zero_seed_below_sequence"].values(), strict=True)
    ]


def test_the_vectors_of_the_documentation_are_what_the_code_gives():
    """If not: `python -m tests.tournaments.rules.draw_vectors > docs/draw-vectors.json`, and say
    why.
    """
    assert draw_vectors.FILE.read_text() == draw_vectors.text(draw_vectors.vectors())


@pytest.mark.parametrize("draw", json.loads(draw_vectors.FILE.read_text())["draws"])
def test_each_draw_of_the_documentation_agrees(draw):
    assert wrong(draw) == {}


def test_every_format_has_a_draw_in_the_documentation():
    draws = json.loads(draw_vectors.FILE.read_text())["draws"]
    assert {draw["inputs"]["format"] for draw in draws} == {TEAMS, *FORMATS}


# --- what is checked ---


@pytest.mark.parametrize("into", examples(), ids=lambda into: into.format)
def test_a_draw_of_any_format_agrees_with_what_is_published(into):
    draw = published(into)
    assert verify(encoded(draw)).ok
    assert set(checked(draw)) >= set(AGREES) - {"seats"}


@pytest.mark.parametrize("into", examples(), ids=lambda into: into.format)
def test_what_goes_into_a_draw_can_be_written_and_read_back(into):
    assert read(json.loads(encoded(write(into)))) == into


CHANGES = [
    (("spec",), "musdraw-2", {"file"}),
    (("draw_id",), "7-2-draw", {"order", "seats"}),
    (("kind",), "bracket", {"file"}),
    (("field_hash",), "0" * 64, {"list"}),
    (("input_hash",), "0" * 64, {"inputs"}),
    (("commitment",), "0" * 64, {"secret"}),
    (("secret",), "0" * 64, {"secret", "order", "seats"}),
    (("beacon",), "Gora Mus 30", {"order", "seats"}),
    (("resolved", "numbers", 0), 99, {"order"}),
    (("resolved", "lots"), [1, 2, 3], {"order"}),
    (("resolved", "more"), True, {"order"}),
    (("swaps",), [SWAP], {"order"}),
    (("inputs", "format"), "swiss_cheese", {"file"}),
    (("inputs", "entrants", 0, "id"), 77, {"inputs", "order"}),
    (("inputs", "entrants", 0, "id"), 2, {"file"}),
    (("inputs", "entrants", 0, "name"), "1. Jon", {"list", "inputs", "order", "seats"}),
    (
        ("inputs", "entrants", 0, "name"),
        "1. Ane\n2. Jon",
        {"list", "inputs", "order", "seats"},
    ),
    (("inputs", "entrants", 0, "byes"), 1, {"inputs"}),
    (("inputs", "entrants", 0, "club"), "Sur", {"inputs"}),
    (("inputs", "entrants", 0, "seed"), 9, {"inputs"}),
    (("inputs", "entrants", 0, "group"), 1, {"inputs"}),
    (("inputs", "setup", "legs"), 2, {"inputs"}),
    (("inputs", "setup", "legs"), 3, {"file"}),
    (("inputs", "setup", "handicap"), 3, {"file"}),
    (("inputs", "setup", "seats"), [0, 0], {"inputs"}),
    (("inputs", "before", "rounds"), [{}], {"inputs"}),
    (("seats", 0, "round"), 2, {"seats"}),
    (("seats", 0, "slot"), 1, {"seats"}),
    (("seats", 0, "players", 0), [1, 7], {"seats"}),
    (("seats", 0, "cards", 0), ["Ko", "Ko"], {"seats"}),
    (("seats", 0, "sides", 0, 0), [1, 7], {"seats"}),
]


@pytest.mark.parametrize(
    ("path", "value", "found"),
    CHANGES,
    ids=[f"{'.'.join(map(str, path))}-{value}"[:50] for path, value, _ in CHANGES],
)
def test_a_change_anywhere_is_found(path, value, found):
    draw = published(LEAGUE)
    place = draw
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert set(wrong(draw)) == found


@pytest.mark.parametrize("key", [key for key in published(LEAGUE) if key != "spec"])
def test_what_is_missing_is_named(key):
    draw = published(LEAGUE)
    del draw[key]
    (check,) = verify(encoded(draw)).checks
    assert check.problem is not None
    assert (check.problem.code, check.problem.fields["where"]) == ("json.missing", key)


def test_the_place_that_differs_is_named_with_what_it_should_be():
    draw = published(LEAGUE)
    right = draw["resolved"]["numbers"][3]
    draw["resolved"]["numbers"][3] = 99
    (problem,) = (
        check.problem for check in verify(encoded(draw)).checks if check.problem
    )
    assert problem.fields == {
        "where": "resolved.numbers[3]",
        "found": "99",
        "expected": str(right),
    }


def test_a_change_by_hand_agrees_where_it_is_said_and_names_both():
    draw = published(LEAGUE, swaps=(SWAP,))
    verdict = verify(encoded(draw))
    assert verdict.ok
    assert "2. Beñat and 5. Elías changed places (late)" in str(verdict)
    draw["swaps"] = []
    assert wrong(draw) == {"order": "draw.other_order"}


def test_a_draw_that_is_only_announced_has_its_list_and_inputs_checked():
    draw = published(LEAGUE) | {
        "secret": None,
        "resolved": None,
        "seats": [],
        "beacon": "",
    }
    assert checked(draw) == ["file", "list", "inputs"]
    assert wrong(draw) == {}
    assert wrong(draw | {"secret": "0" * 64}) == {"file": "json.unexpected"}


def test_what_no_draw_can_be_made_of_is_told():
    few = published(LEAGUE)
    few["inputs"]["entrants"] = few["inputs"]["entrants"][:1]
    assert wrong(few)["order"] == "round_robin.too_few"
    redrawn = next(
        (
            into
            for into in examples()
            if FORMATS.get(into.format) and FORMATS[into.format].is_redrawn
        ),
        None,
    )
    if redrawn is not None:
        odd = published(redrawn)
        odd["inputs"]["before"]["rounds"] = [{"pairs": 3}]
        assert wrong(odd)["order"] == "draw.senseless_inputs"


# --- bad files ---


@pytest.mark.parametrize(
    ("raw", "code", "fields"),
    [
        (b"", "json.broken", {"line": 1, "column": 1}),
        (
            b'{"spec": "musdraw-1",\n"draw_id": }',
            "json.broken",
            {"line": 2, "column": 12},
        ),
        (b"\x89PNG\r\n\x1a\n", "json.not_text", {"line": 1}),
        (b"mus" * 3_400_000, "json.too_long", {"most": LONGEST}),
        (b"[" * 100_000, "json.too_deep", {}),
        (b'{"a": NaN}', "json.number", {"number": "NaN"}),
        (b'{"a": 1.5}', "json.number", {"number": "1.5"}),
        (b'{"a": %s}' % (b"9" * 5000), "json.number", {"number": "9" * 40}),
        (b'{"a": "\\ud800"}', "json.half_a_character", {}),
        (b'{"secret": 1, "secret": 2}', "json.twice", {"key": "secret"}),
        (b"[1, 2]", "json.unexpected", {"where": "the file", "expected": "an object"}),
        (b"{}", "json.missing", {"where": "spec"}),
    ],
)
def test_a_file_that_is_no_draw_says_what_is_wrong(raw, code, fields):
    verdict = verify(raw)
    (check,) = verdict.checks
    assert check.problem is not None
    assert (check.code, check.problem.code, check.problem.fields) == (
        "file",
        code,
        fields,
    )
    assert str(verdict)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(raw=st.binary(max_size=200))
def test_noise_is_refused_in_words(raw):
    verdict = verify(raw)
    assert not verdict.ok
    assert str(verdict)


@settings(max_examples=150, deadline=None)
@given(
    value=VALUES,
    place=st.lists(st.integers(0, 30), min_size=1, max_size=6),
    which=st.sampled_from(range(2)),
)
def test_anything_put_anywhere_in_a_draw_has_a_verdict(value, place, which):
    draw = published([LEAGUE, Inputs(TEAMS, TeamSettings(), field(5))][which])
    inside = draw = deepcopy(draw)
    for step in place:
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        key = keys[step % len(keys)] if keys else None
        if key is None or step == place[-1] or not isinstance(inside[key], dict | list):
            break
        inside = inside[key]
    if key is not None:
        inside[key] = value
    assert str(verify(json.dumps(draw).encode()))


# --- the one form of JSON ---


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": [1, True, None], "a": "ñ"}, '{"a":"ñ","b":[1,true,null]}'),
        ({"a": 'say "no"\\\n\t\x01\x7f'}, '{"a":"say \\"no\\"\\\\\\n\\t\\u0001\x7f"}'),
    ],
)
def test_json_is_hashed_in_one_form(value, written):
    assert canonical_json(value) == written


def test_partners_apart_follow_from_the_same_stream_as_cards_would():
    apart = drawn(Inputs(TEAMS, TeamSettings(apart=True), field(8)), Stream(bytes(32)))
    assert apart["cards"] == {}
    assert sorted(player for team in apart["teams"] for player in team) == list(
        range(1, 9)
    )
