"""What the suite teaches pytest before it collects a test."""
