"""Mus: rules, bot, table talk and table page."""
