"""The same app after a few migrations and with other class names, over the same tables."""
