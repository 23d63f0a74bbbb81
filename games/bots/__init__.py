"""Players for empty seats: what the bots of all games share."""
