"""The docket: disputes nobody has settled yet."""
