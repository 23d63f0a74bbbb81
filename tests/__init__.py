"""The suite: it mirrors the tree of the project."""
