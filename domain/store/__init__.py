"""The event store: events, envelopes, the hash chain, SQLite, PostgreSQL and erasable texts."""
