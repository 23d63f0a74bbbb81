"""One module for each format of an event."""
