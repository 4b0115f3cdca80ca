"""Random play, with and without mistakes."""
