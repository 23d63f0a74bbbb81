"""Whole events played through the public API as their users would: for rehearsals, and for the demo club."""
