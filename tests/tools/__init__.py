"""Tools that make the README's pictures."""
