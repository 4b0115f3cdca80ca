"""Programs that check evidence without the rest of Griffier; they follow domain/store/EVIDENCE.md."""
