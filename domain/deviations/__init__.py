"""How a table deviates from the rules: effects done otherwise, announced values, lines out of place."""
