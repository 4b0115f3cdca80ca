"""How a table deviates from the rules: announced values, corrections, lines out of place."""
