"""Tools to review one session: other readings, track checks, comparisons."""
