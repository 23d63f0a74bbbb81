"""The journal on its own, on a toy app."""
