"""Benchmarks: speed as ratios in one run."""
