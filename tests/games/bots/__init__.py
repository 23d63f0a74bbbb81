"""The players for empty seats."""
