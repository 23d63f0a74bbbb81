"""Results, tallies, tie-breaks and standings."""
