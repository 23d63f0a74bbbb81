"""Pages of the people who play."""
