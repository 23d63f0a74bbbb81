"""What the rule books of all games share."""
