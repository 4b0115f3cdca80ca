"""Sessions: the aggregate, its commands, decisions, roles and use cases."""
