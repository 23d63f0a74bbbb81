"""The formats of an event: one module each, answering the questions of `base`."""
