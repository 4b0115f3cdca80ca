"""A session to take away: one HTML file that needs nothing else, a picture of any frame, an animation of all."""
