"""Players: who sat at which table."""
