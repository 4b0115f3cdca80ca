"""The language of a record: its lines, their text and their JSON fields."""
