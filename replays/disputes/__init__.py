"""Disputes and rulings of one session, for players and arbiters."""
