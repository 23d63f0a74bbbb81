"""What the pages show of Mizzaire."""
