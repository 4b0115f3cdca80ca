"""Clubs: many tables with the same people, house rules and arbiters."""
