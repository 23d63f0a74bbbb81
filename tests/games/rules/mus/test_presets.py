"""The customs of regions can be played, and say where they come from."""

import pytest

from games.mus import rules
from games.mus.presets import PRESETS, Preset

KNOWN = [
    "euskal_herria",
    "navarra",
    "bizkaia",
    "madrid_open",
    "la_rioja",
    "french_federation",
    "nabo",
    "duples",
]

presets = pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))


def test_these_customs_are_known() -> None:
    assert list(PRESETS) == KNOWN


@presets
def test_a_custom_fixes_options_that_exist_and_leaves_the_others_at_their_default(
    preset: Preset,
) -> None:
    options = rules.options_json(rules.options(preset.options))
    assert {
        name: options[name] for name in options if name not in preset.options
    }.items() <= rules.Options()._asdict().items()


@presets
def test_a_custom_names_its_source(preset: Preset) -> None:
    assert preset.source.startswith(("https://", "http://"))


@pytest.mark.parametrize(
    ("code", "kings", "points", "sets"),
    [
        ("euskal_herria", 4, 30, 3),
        ("navarra", 4, 30, 3),
        ("bizkaia", 8, 40, 3),
        ("madrid_open", 8, 40, 4),
        ("la_rioja", 4, 25, 2),
        ("french_federation", 8, 40, 3),
        ("nabo", 4, 30, 2),
        ("duples", 8, 30, 3),
    ],
)
def test_mus_v1_to_v3_what_a_table_of_this_custom_plays(
    code: str, kings: int, points: int, sets: int
) -> None:
    options = rules.options(PRESETS[code].options)
    assert (options.kings, options.points_per_set, options.sets_to_win) == (
        kings,
        points,
        sets,
    )
