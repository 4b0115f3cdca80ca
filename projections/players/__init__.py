"""The read model of players: who took part in which session."""
