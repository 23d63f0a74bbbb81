"""Running an event: sign-up, draw, rounds, results, standings."""
