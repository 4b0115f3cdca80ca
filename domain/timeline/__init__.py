"""A record in table order: which lines count, how they fold, and what a viewer may see."""
