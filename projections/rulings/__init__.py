"""The read model of rulings: decisions of arbiters, and whether they are in force."""
