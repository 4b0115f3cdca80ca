"""Exports a session as one HTML file, as a picture of any frame, or as an animation."""
