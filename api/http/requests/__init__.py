"""Reading requests: who asks, for what, with which body."""
