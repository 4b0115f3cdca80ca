"""Breaches: which rules are broken, how often, at which tables."""
