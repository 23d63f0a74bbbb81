"""Toy plugs: a format made only for tests."""
