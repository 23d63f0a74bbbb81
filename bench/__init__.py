"""Benches: each measures a part of the service beside its bare counterpart, in one run. See docs/benchmarks.md."""
