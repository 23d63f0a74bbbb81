"""Schedules: who meets whom, round after round."""
