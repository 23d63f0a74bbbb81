"""Benchmarks of parts of the service, each next to a bare counterpart. See docs/benchmarks.md."""
