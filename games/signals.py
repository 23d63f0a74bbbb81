"""The signals of games. Receivers run in the transaction of the move."""

from django.dispatch import Signal

score_changed = Signal()
"""The public score of a running match changed. Sent with `match_id` (UUID)."""

match_finished = Signal()
"""A match was played to its end. Sent with `match` (games.models.Match)."""

sign_refused = Signal()
"""A seat tried a sign that was not true of its hand. Sent with `match_id` (UUID), `user`, `at`.

The sign itself is not sent: it would tell what the hand does not hold.
"""
