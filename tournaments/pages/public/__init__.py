"""Pages that anyone may read."""
