"""Brackets: places, the ways between them, seeding."""
