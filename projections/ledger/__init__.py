"""The ledger: which of four errors are made, by clause and place."""
