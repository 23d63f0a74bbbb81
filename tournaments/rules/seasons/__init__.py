"""Several events together: circuits, qualifying, ratings."""
