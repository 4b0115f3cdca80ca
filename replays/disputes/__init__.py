"""Disputes and rulings of one session: views, hearings, remedies and the ledger of errors."""
