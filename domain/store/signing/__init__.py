"""Signed checkpoints of sessions, and the register that holds the newest state of all of them."""
