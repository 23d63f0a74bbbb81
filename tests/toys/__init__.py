"""Toy plugs: a game and a format made only for tests."""
