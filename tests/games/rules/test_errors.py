"""Refusals: the code may go anywhere, the fields only to whom they are told."""

import pytest

from core.refusals import BadNotation, IllegalMove, Refusal


@pytest.mark.parametrize("kind", [Refusal, IllegalMove, BadNotation])
def test_a_refusal_that_reaches_a_log_names_no_card(kind: type[Refusal]) -> None:
    refusal = kind("mus.not_in_hand", card="Ko", rule="MUS-16")
    assert refusal.fields["card"] == "Ko"
    assert "Ko" not in f"{refusal} {refusal!r}"
