"""What the pages show of Mü."""
