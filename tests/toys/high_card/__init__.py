"""High card, a game made only for tests: one folder, and one line in the catalogue."""
