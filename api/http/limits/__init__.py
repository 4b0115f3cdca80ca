"""Limits on what one caller may use: connections, and guesses of a join code."""
