"""The rules of Mus, each by its id."""
