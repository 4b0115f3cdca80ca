"""Rulings: what arbiters decided, by clause, and whether it still holds."""
