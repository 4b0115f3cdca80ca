"""The read model of breaches: which clauses are broken, how often, and where."""
