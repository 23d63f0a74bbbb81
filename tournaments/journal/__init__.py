"""A journal for any tree of Django models: every change of a row is a line, hashed and chained."""
