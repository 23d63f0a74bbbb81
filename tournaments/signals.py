"""What services say happened; receivers turn it into work for the tasks."""

from django.dispatch import Signal

facts_changed = Signal()
"""The facts of a stage changed, so that its tables are out of date. Sent in the transaction, with `stage_id`."""
