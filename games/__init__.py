"""Playing one match."""
