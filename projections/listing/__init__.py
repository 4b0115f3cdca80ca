"""The listing: every session in one row, as it stands."""
