"""Ways to break New Haven."""

MISTAKES = ()
