"""Mü: rules, bot and table page."""
