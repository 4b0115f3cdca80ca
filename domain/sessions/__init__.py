"""Sessions: the lines of a record, their order at the table, and the two folds."""
