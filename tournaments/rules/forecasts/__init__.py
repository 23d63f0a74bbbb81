"""Forecasts: what an entry needs, how likely it is, how long an event takes."""
