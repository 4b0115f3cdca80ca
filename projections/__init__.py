"""Read models over many sessions."""
