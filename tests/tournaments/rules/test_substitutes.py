"""Nobody plays for two pairs, and a club says whether one of the two may be replaced."""

import pytest

from core.refusals import Refusal
from tournaments.rules.substitutes import FREE, NONE, ONE_OF_TWO, Lineup, substituted

ANE_JON = Lineup(1, (("Ane",), ("Jon",)))
ONE_REPLACED = Lineup(1, (("Ane", "Miren"), ("Jon",)))
OTHERS = [
    Lineup(2, (("Iker",), ("Nerea", "Unai"))),
    Lineup(3, (("Leire",), ("Peio",)), out=True),
]


@pytest.mark.parametrize(
    ("policy", "lineup", "place", "comes", "code"),
    [
        (NONE, ANE_JON, 0, "Miren", "substitute.not_allowed"),
        (ONE_OF_TWO, ANE_JON, 0, "Miren", None),
        (ONE_OF_TWO, ANE_JON, 1, "Miren", None),
        (ONE_OF_TWO, ONE_REPLACED, 1, "Xabi", "substitute.other_replaced"),
        (
            ONE_OF_TWO,
            Lineup(1, (("Ane", "Miren", "Ane"), ("Jon",))),
            1,
            "Xabi",
            "substitute.other_replaced",
        ),
        (ONE_OF_TWO, ONE_REPLACED, 0, "Xabi", None),
        (ONE_OF_TWO, ONE_REPLACED, 0, "Ane", None),
        (FREE, ONE_REPLACED, 1, "Xabi", None),
        (FREE, ANE_JON, 0, "Jon", "substitute.plays_already"),
        (FREE, ANE_JON, 0, "Iker", "substitute.plays_for_another"),
        (FREE, ANE_JON, 0, "Unai", "substitute.plays_for_another"),
        (FREE, ANE_JON, 0, "Nerea", "substitute.plays_for_another"),
        (FREE, ANE_JON, 0, "Peio", "substitute.eliminated"),
        (FREE, ANE_JON._replace(out=True), 0, "Miren", "substitute.out"),
    ],
    ids=[
        "no substitutes",
        "the first of the two",
        "the second of the two",
        "never both",
        "never both, not even in turn",
        "a substitute is replaced",
        "who was replaced comes back",
        "free: both",
        "the partner",
        "a player of another pair",
        "a substitute of another pair",
        "who was replaced in another pair",
        "who is out with another pair",
        "a pair that is out",
    ],
)
def test_a_substitute_comes_in_or_is_refused_by_the_rule(
    policy, lineup, place, comes, code
):
    if code:
        with pytest.raises(Refusal, check=lambda refused: refused.code == code):
            substituted(policy, lineup, place, comes, OTHERS)
        return
    after = substituted(policy, lineup, place, comes, OTHERS)
    assert after.playing == tuple(
        comes if n == place else own for n, own in enumerate(lineup.playing)
    )
    assert after.people == lineup.people | {comes}
