"""Whole events played through the public API: for rehearsals, and for the demo club."""
