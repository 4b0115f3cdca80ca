"""Read models: tables over all sessions, computed from their events."""
