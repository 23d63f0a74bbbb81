"""Pages of the organisers' desk."""
