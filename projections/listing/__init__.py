"""The listing: every session in one row, as it stands, and who holds a token there."""
