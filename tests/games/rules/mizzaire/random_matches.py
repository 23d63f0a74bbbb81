"""Random matches of Mizzaire."""

from hypothesis import settings
from hypothesis import strategies as st

MATCHES = settings(max_examples=12, deadline=None)


OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 7),
        "first_lead": st.sampled_from(["after_dealer", "dealer"]),
        "round11_trump": st.booleans(),
    }
)


SEEDS = st.integers(0, 2**32)
