"""Standings: what came out for each player, as ruled."""
