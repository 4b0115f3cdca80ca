"""The read model of the listing: one row for each session, and the tokens that give access to it."""
