"""Everything that only reads: nothing here writes to the database."""
