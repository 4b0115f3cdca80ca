"""Photographs: reading an upload, and redrawing it in a process of its own."""
