"""The read model of the ledger: how often each of the four kinds of error is made, by clause and place."""
