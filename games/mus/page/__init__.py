"""What the pages show of Mus."""
