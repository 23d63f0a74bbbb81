"""Mizzaire: rules, bot and table page."""
