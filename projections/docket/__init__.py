"""The read model of the docket: disputes without a ruling."""
