"""The read model of standings: the results of each player, as ruled."""
