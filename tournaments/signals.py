"""What services signal; receivers turn it into tasks."""

from django.dispatch import Signal

facts_changed = Signal()
"""The results of a stage changed: its standings are out of date.

Sent within the transaction, with `stage_id`.
"""
