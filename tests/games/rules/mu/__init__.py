"""The rules of Mü, each by its id."""
