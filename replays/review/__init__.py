"""Reviews one session: as played and as ruled, under other rules, and against values read off the table."""
