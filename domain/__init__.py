"""What happened at the table, and what the rules say about it."""
