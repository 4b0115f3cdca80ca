"""From a record to something a person can follow."""
